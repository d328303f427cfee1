// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/catch.hpp"

#include "app/session/document.hpp"
#include "app/session/saving.hpp"
#include "resources/builtin.hpp"
#include "tests/app/examples.hpp"

#include <QTemporaryDir>

using namespace ridgepoint;
using namespace ridgepoint::tests;

namespace {

struct Session {
    QTemporaryDir folder;
    ScenarioStore store{folder.filePath(QStringLiteral("library.db"))};
    Document document{builtin_presets()};
    Session() { document.open(exampleScenario()); }

    void setTp(int tp) { document.change(QStringLiteral("plan.tp"), withTp(document.scenario(), tp)); }
    qsizetype count() { return store.list().value().size(); }
};

} // namespace

TEST_CASE("the first save puts the scenario into the library, the second updates it") {
    Session session;
    session.setTp(2);
    const auto first = save(session.document, session.store);
    REQUIRE(first);
    CHECK_FALSE(session.document.isModified());
    CHECK(session.document.libraryId() == first.value());
    session.setTp(4);
    const auto second = save(session.document, session.store);
    REQUIRE(second);
    CHECK(second.value() == first.value());
    CHECK(session.count() == 1);
}

TEST_CASE("what was saved opens equal, with nothing to undo") {
    Session session;
    session.setTp(2);
    const Scenario saved = session.document.scenario();
    const auto id = save(session.document, session.store);
    REQUIRE(id);
    session.document.open(exampleScenario());
    REQUIRE(openFromLibrary(session.document, session.store, id.value()));
    CHECK(session.document.scenario() == saved);
    CHECK(session.document.libraryId() == id.value());
    CHECK_FALSE(session.document.canUndo());
}

TEST_CASE("save as gives the document its new name and leaves the old scenario") {
    Session session;
    REQUIRE(save(session.document, session.store));
    session.setTp(2);
    const auto id = saveAs(session.document, session.store, QStringLiteral(" Mine "));
    REQUIRE(id);
    CHECK(session.document.scenario().name == "Mine");
    CHECK(session.document.libraryId() == id.value());
    CHECK_FALSE(session.document.isModified());
    CHECK(session.count() == 2);
}

TEST_CASE("save as under a name that is taken changes nothing and says whose it is") {
    Session session;
    const auto first = saveAs(session.document, session.store, QStringLiteral("Mine"));
    REQUIRE(first);
    session.document.open(exampleScenario());
    session.setTp(2);
    const Scenario before = session.document.scenario();
    const auto refused = saveAs(session.document, session.store, QStringLiteral("Mine"));
    REQUIRE_FALSE(refused);
    CHECK(refused.failure().kind == Failure::Kind::nameTaken);
    CHECK(session.document.scenario() == before);
    CHECK(session.document.isModified());
    REQUIRE(saveReplacing(session.document, session.store, refused.failure().id, QStringLiteral("Mine")));
    CHECK(session.document.libraryId() == first.value());
    CHECK(session.count() == 1);
}

TEST_CASE("saving what another window deleted makes it anew") {
    Session session;
    const auto first = save(session.document, session.store);
    REQUIRE(first);
    REQUIRE(session.store.database()->run(QStringLiteral("DELETE FROM scenarios")));
    session.setTp(2);
    const auto second = save(session.document, session.store);
    REQUIRE(second);
    CHECK(second.value() != first.value());
}

TEST_CASE("a scenario of the library that cannot be read leaves the document as it was") {
    Session session;
    const auto id = session.store.add(QStringLiteral("broken"), QStringLiteral("{\"format\": 3}"));
    REQUIRE(id);
    session.setTp(2);
    const auto opened = openFromLibrary(session.document, session.store, id.value());
    REQUIRE_FALSE(opened);
    CHECK(opened.failure().kind == Failure::Kind::badContent);
    CHECK(session.document.scenario().plan.tp == 2);
    CHECK(session.document.canUndo());
}

TEST_CASE("a ready scenario opens by its id and belongs to no saved one") {
    Session session;
    REQUIRE(openReady(session.document, "llama-3.1-8b-8-h100-fsdp"));
    CHECK(session.document.libraryId() == 0);
    CHECK_FALSE(openReady(session.document, "no-such-scenario"));
}
