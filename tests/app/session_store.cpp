// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/catch.hpp"

#include "app/session/scenario_store.hpp"
#include "tests/app/children.hpp"

#include <QTemporaryDir>

using namespace ridgepoint;
using namespace ridgepoint::tests;

namespace {

struct Library {
    QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("library.db"));
};

struct Changes {
    int count = 0;
    explicit Changes(ScenarioStore& store) {
        QObject::connect(&store, &ScenarioStore::changed, [this] { ++count; });
    }
};

const QString text = QStringLiteral("{\"name\": \"ä\"}");

} // namespace

TEST_CASE("what is added is there at the next start, text unchanged") {
    const Library library;
    qint64 id = 0;
    {
        ScenarioStore store(library.path);
        const auto added = store.add(QStringLiteral(" first "), text);
        REQUIRE(added);
        id = added.value();
    }
    ScenarioStore store(library.path);
    const auto loaded = store.load(id);
    REQUIRE(loaded);
    CHECK(loaded.value().name == "first");
    CHECK(loaded.value().json == text);
    CHECK(loaded.value().created.isValid());
    CHECK(loaded.value().created.secsTo(QDateTime::currentDateTimeUtc()) < 3600);
}

TEST_CASE("the list is by name whatever the case of its letters") {
    const Library library;
    ScenarioStore store(library.path);
    for (const auto* name : {"b", "C", "a"})
        REQUIRE(store.add(QString::fromLatin1(name), text));
    const auto list = store.list();
    REQUIRE(list);
    REQUIRE(list.value().size() == 3);
    CHECK(list.value()[0].name == "a");
    CHECK(list.value()[1].name == "b");
    CHECK(list.value()[2].name == "C");
}

TEST_CASE("a name is given once, and the answer says who has it") {
    const Library library;
    ScenarioStore store(library.path);
    const auto first = store.add(QStringLiteral("same"), text);
    REQUIRE(first);
    const auto second = store.add(QStringLiteral("same"), text);
    REQUIRE_FALSE(second);
    CHECK(second.failure().kind == Failure::Kind::nameTaken);
    CHECK(second.failure().id == first.value());
    const auto other = store.add(QStringLiteral("other"), text);
    REQUIRE(other);
    const auto renamed = store.update(other.value(), QStringLiteral("same"), text);
    REQUIRE_FALSE(renamed);
    CHECK(renamed.failure().kind == Failure::Kind::nameTaken);
}

TEST_CASE("a scenario without a name is refused") {
    const Library library;
    ScenarioStore store(library.path);
    const auto added = store.add(QStringLiteral("  "), text);
    REQUIRE_FALSE(added);
    CHECK(added.failure().kind == Failure::Kind::badContent);
}

TEST_CASE("an update replaces text and name, never its id or the date it was made") {
    const Library library;
    ScenarioStore store(library.path);
    const auto added = store.add(QStringLiteral("before"), text);
    REQUIRE(added);
    const auto before = store.load(added.value());
    REQUIRE(store.update(added.value(), QStringLiteral("after"), QStringLiteral("{}")));
    const auto loaded = store.load(added.value());
    REQUIRE(loaded);
    CHECK(loaded.value().name == "after");
    CHECK(loaded.value().json == "{}");
    CHECK(loaded.value().created == before.value().created);
    CHECK(loaded.value().modified >= loaded.value().created);
}

TEST_CASE("what is not there is not found") {
    const Library library;
    ScenarioStore store(library.path);
    CHECK(store.load(99).failure().kind == Failure::Kind::notFound);
    CHECK(store.update(99, QStringLiteral("x"), text).failure().kind == Failure::Kind::notFound);
}

TEST_CASE("a second copy of the program sees what the first saved") {
    const Library library;
    ScenarioStore first(library.path), second(library.path);
    const Changes changes(second);
    REQUIRE(first.add(QStringLiteral("new"), text));
    second.lookForChanges();
    CHECK(changes.count == 1);
    CHECK(second.list().value().size() == 1);
    second.lookForChanges();
    CHECK(changes.count == 1);
}

TEST_CASE("its own save is told once, and not again by the next look") {
    const Library library;
    ScenarioStore first(library.path), second(library.path);
    const Changes changes(first);
    REQUIRE(first.add(QStringLiteral("new"), text));
    first.lookForChanges();
    CHECK(changes.count == 1);
}

TEST_CASE("another copy's autosave is no change of the list") {
    const Library library;
    ScenarioStore first(library.path), second(library.path);
    const Changes changes(second);
    REQUIRE(first.database()->run(
        QStringLiteral("INSERT INTO autosave VALUES ('s', 'h', 'b', 'n', 1, '1', '', '{}', NULL, 0, '')")));
    second.lookForChanges();
    CHECK(changes.count == 0);
}

TEST_CASE("what another copy saved meanwhile is not overwritten unasked") {
    const Library library;
    ScenarioStore first(library.path), second(library.path);
    const auto added = first.add(QStringLiteral("shared"), text);
    REQUIRE(added);
    REQUIRE(second.load(added.value()));
    REQUIRE(second.update(added.value(), QStringLiteral("shared"), QStringLiteral("{\"theirs\": 1}")));
    const auto refused = first.update(added.value(), QStringLiteral("shared"), text);
    REQUIRE_FALSE(refused);
    CHECK(refused.failure().kind == Failure::Kind::changedElsewhere);
    CHECK(first.load(added.value()).value().json == "{\"theirs\": 1}");
    CHECK(first.update(added.value(), QStringLiteral("shared"), text).ok()); // it has been read now
    CHECK(second.update(added.value(), QStringLiteral("shared"), text, ScenarioStore::Overwrite::yes).ok());
}

TEST_CASE("a library that is locked says so and takes the next save") {
    const Library library;
    ScenarioStore first(library.path), second(library.path);
    {
        Transaction transaction(*second.database());
        REQUIRE(transaction.begin());
        const auto added = first.add(QStringLiteral("new"), text);
        REQUIRE_FALSE(added);
        CHECK(added.failure().kind == Failure::Kind::busy);
        CHECK(added.failure().text.contains(QStringLiteral("locked")));
    }
    CHECK(first.add(QStringLiteral("new"), text).ok());
}

TEST_CASE("without a library every call says why") {
    const Library library;
    LibraryOptions options;
    options.driver = QStringLiteral("QNONE");
    ScenarioStore store(library.path, options);
    CHECK(store.access() == LibraryAccess::none);
    CHECK(store.list().failure().kind == Failure::Kind::unavailable);
    CHECK(store.add(QStringLiteral("x"), text).failure().text == store.notice());
    store.lookForChanges();
}

TEST_CASE("a copy killed while it saves loses nothing it had finished") {
    const Library library;
    auto child = startChild(QStringLiteral("save"), library.path);
    REQUIRE(child);
    child->waitForReadyRead(300);
    killChild(*child);
    const int finished = static_cast<int>(child->readAllStandardOutput().count('\n'));
    ScenarioStore store(library.path);
    CHECK(store.access() == LibraryAccess::full);
    CHECK(store.notice().isEmpty());
    const auto list = store.list();
    REQUIRE(list);
    CHECK(finished > 0);
    CHECK(list.value().size() >= finished);
    CHECK(list.value().size() <= finished + 1); // at most the one it had no time to tell of
    CHECK(store.add(QStringLiteral("and on"), text).ok());
}
