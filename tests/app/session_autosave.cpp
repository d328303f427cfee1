// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/catch.hpp"

#include "app/session/autosave.hpp"
#include "app/session/document.hpp"
#include "app/session/saving.hpp"
#include "resources/builtin.hpp"
#include "tests/app/children.hpp"
#include "tests/app/examples.hpp"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QTemporaryDir>

using namespace ridgepoint;
using namespace ridgepoint::tests;

namespace {

struct Library {
    QTemporaryDir folder;
    QString path = folder.filePath(QStringLiteral("library.db"));
};

/// One running copy of the program, as far as it is not a window.
struct Copy {
    ScenarioStore store;
    Document document{builtin_presets()};
    Autosave autosave{document, store};
    explicit Copy(const QString& path) : store(path) { document.open(exampleScenario()); }

    void edit(int microBatch) {
        document.change(QStringLiteral("plan.micro_batch"), withMicroBatch(document.scenario(), microBatch));
    }
    qint64 rows() {
        return store.database()
            ->run(QStringLiteral("SELECT count(*) FROM autosave"))
            .value()
            .single()
            .toLongLong();
    }
    QList<RecoverableState> recoverable() { return autosave.recoverable().value(); }
    RecoverableState onlyState() {
        const auto states = recoverable();
        REQUIRE(states.size() == 1);
        return states.constFirst();
    }
    /// As if this copy had been killed and its number given to another process.
    void endAbruptly() {
        REQUIRE(store.database()->run(QStringLiteral("UPDATE autosave SET process_start = '1'")));
    }
};

template <class Condition>
bool waitFor(Condition condition) {
    QElapsedTimer timer;
    for (timer.start(); timer.elapsed() < 10'000;) {
        if (condition())
            return true;
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    }
    return false;
}

} // namespace

TEST_CASE("a change is written by itself soon after") {
    const Library library;
    Copy copy(library.path);
    copy.edit(2);
    CHECK(copy.rows() == 0);
    CHECK(waitFor([&] { return copy.rows() == 1; }));
}

TEST_CASE("nothing is kept of a session that changed nothing") {
    const Library library;
    Copy copy(library.path);
    REQUIRE(copy.autosave.writeNow());
    CHECK(copy.rows() == 0);
}

TEST_CASE("saving and undoing everything leave nothing to recover") {
    const Library library;
    Copy copy(library.path);
    copy.edit(2);
    REQUIRE(copy.autosave.writeNow());
    CHECK(copy.rows() == 1);
    copy.document.undo();
    REQUIRE(copy.autosave.writeNow());
    CHECK(copy.rows() == 0);
    copy.edit(4);
    REQUIRE(copy.autosave.writeNow());
    REQUIRE(save(copy.document, copy.store));
    REQUIRE(copy.autosave.writeNow());
    CHECK(copy.rows() == 0);
}

TEST_CASE("a drag is written at its end, not on its way") {
    const Library library;
    Copy copy(library.path);
    copy.document.beginGesture();
    copy.edit(2);
    REQUIRE(copy.autosave.writeNow());
    CHECK(copy.rows() == 0);
    copy.document.endGesture();
    CHECK(waitFor([&] { return copy.rows() == 1; }));
}

TEST_CASE("an autosave never touches the saved scenario") {
    const Library library;
    Copy copy(library.path);
    const auto id = save(copy.document, copy.store);
    REQUIRE(id);
    const QString before = copy.store.load(id.value()).value().json;
    copy.edit(2);
    REQUIRE(copy.autosave.writeNow());
    CHECK(copy.rows() == 1);
    CHECK(copy.store.load(id.value()).value().json == before);
}

TEST_CASE("the library is as durable after an autosave as before") {
    const Library library;
    Copy copy(library.path);
    copy.edit(2);
    REQUIRE(copy.autosave.writeNow());
    CHECK(copy.store.database()->run(QStringLiteral("PRAGMA synchronous")).value().single().toInt() == 2);
}

TEST_CASE("a program that closes in order leaves nothing to recover") {
    const Library library;
    {
        Copy copy(library.path);
        copy.edit(2);
        REQUIRE(copy.autosave.writeNow());
    }
    Copy next(library.path);
    CHECK(next.rows() == 0);
}

TEST_CASE("a running copy's work is not offered to another") {
    const Library library;
    Copy first(library.path);
    first.edit(2);
    REQUIRE(first.autosave.writeNow());
    Copy second(library.path);
    CHECK(second.recoverable().isEmpty());
    CHECK(second.rows() == 1);
}

TEST_CASE("a killed program's last state is offered at the next start and opens as it was") {
    const Library library;
    auto child = startChild(QStringLiteral("edit"), library.path);
    REQUIRE(child);
    Copy copy(library.path);
    CHECK(copy.recoverable().isEmpty()); // it still runs
    killChild(*child);
    const auto states = copy.recoverable();
    REQUIRE(states.size() == 1);
    CHECK(states[0].name == QString::fromStdString(exampleScenario().name));
    REQUIRE(copy.autosave.recover(states[0]));
    CHECK(copy.document.scenario() == withMicroBatch(exampleScenario(), 2));
    CHECK(copy.document.isModified());
}

TEST_CASE("a program that ends in order is not taken for a killed one") {
    const Library library;
    auto child = startChild(QStringLiteral("edit-close"), library.path);
    REQUIRE(child);
    child->closeWriteChannel();
    REQUIRE(child->waitForFinished());
    CHECK(child->exitCode() == 0);
    Copy copy(library.path);
    CHECK(copy.recoverable().isEmpty());
}

TEST_CASE("a process number given to another program does not hide a killed session") {
    const Library library;
    Copy first(library.path);
    first.edit(2);
    REQUIRE(first.autosave.writeNow());
    first.endAbruptly();
    Copy second(library.path);
    CHECK(second.recoverable().size() == 1);
}

TEST_CASE("a session of before the machine started again has ended") {
    const Library library;
    Copy first(library.path);
    first.edit(2);
    REQUIRE(first.autosave.writeNow());
    REQUIRE(first.store.database()->run(QStringLiteral("UPDATE autosave SET boot = 'an earlier one'")));
    CHECK(Copy(library.path).recoverable().size() == (thisProcess().boot.isEmpty() ? 0 : 1));
}

TEST_CASE("on another machine only a long silence tells that a session ended") {
    const Library library;
    Copy first(library.path);
    first.edit(2);
    REQUIRE(first.autosave.writeNow());
    REQUIRE(first.store.database()->run(QStringLiteral("UPDATE autosave SET host = 'elsewhere', pid = 1")));
    CHECK(Copy(library.path).recoverable().isEmpty());
    REQUIRE(first.store.database()->run(
        QStringLiteral("UPDATE autosave SET heartbeat = '2000-01-01T00:00:00.000Z'")));
    CHECK(Copy(library.path).recoverable().size() == 1);
}

TEST_CASE("a recovered state stays recoverable until it is saved") {
    const Library library;
    Copy first(library.path);
    first.edit(2);
    REQUIRE(first.autosave.writeNow());
    first.endAbruptly();
    Copy second(library.path);
    REQUIRE(second.autosave.recover(second.onlyState()));
    CHECK(second.rows() == 1);
    second.endAbruptly();
    CHECK(Copy(library.path).recoverable().size() == 1);
}

TEST_CASE("of two copies that offer a state only one gets it") {
    const Library library;
    Copy first(library.path);
    first.edit(2);
    REQUIRE(first.autosave.writeNow());
    first.endAbruptly();
    Copy second(library.path), third(library.path);
    const RecoverableState state = second.onlyState();
    REQUIRE(second.autosave.recover(state));
    const auto late = third.autosave.recover(state);
    REQUIRE_FALSE(late);
    CHECK(late.failure().kind == Failure::Kind::notFound);
    CHECK_FALSE(third.document.isModified());
}

TEST_CASE("a discarded state is not offered again") {
    const Library library;
    Copy first(library.path);
    first.edit(2);
    REQUIRE(first.autosave.writeNow());
    first.endAbruptly();
    Copy second(library.path);
    REQUIRE(second.autosave.discard(second.onlyState()));
    CHECK(second.recoverable().isEmpty());
}

TEST_CASE("a recovered state knows the scenario it began from, and what others saved there since") {
    const Library library;
    Copy first(library.path);
    const auto id = save(first.document, first.store);
    REQUIRE(id);
    first.edit(2);
    REQUIRE(first.autosave.writeNow());
    first.endAbruptly();
    Copy second(library.path);
    REQUIRE(openFromLibrary(second.document, second.store, id.value()));
    second.edit(4);
    REQUIRE(save(second.document, second.store));
    Copy third(library.path);
    REQUIRE(third.autosave.recover(third.onlyState()));
    CHECK(third.document.libraryId() == id.value());
    CHECK(save(third.document, third.store).failure().kind == Failure::Kind::changedElsewhere);
}

TEST_CASE("a state whose scenario was deleted meanwhile is kept as one of its own") {
    const Library library;
    Copy copy(library.path);
    REQUIRE(save(copy.document, copy.store));
    REQUIRE(copy.store.database()->run(QStringLiteral("DELETE FROM scenarios")));
    copy.edit(2);
    REQUIRE(copy.autosave.writeNow());
    copy.endAbruptly();
    Copy next(library.path);
    REQUIRE(next.recoverable().size() == 1);
    CHECK(next.recoverable()[0].libraryId == 0);
}

TEST_CASE("a state that cannot be read is a failure and stays") {
    const Library library;
    Copy first(library.path);
    first.edit(2);
    REQUIRE(first.autosave.writeNow());
    REQUIRE(first.store.database()->run(QStringLiteral("UPDATE autosave SET json = '{'")));
    first.endAbruptly();
    Copy second(library.path);
    const auto recovered = second.autosave.recover(second.onlyState());
    REQUIRE_FALSE(recovered);
    CHECK(recovered.failure().kind == Failure::Kind::badContent);
    CHECK(second.rows() == 1);
}

TEST_CASE("an autosave that fails is told once and tried again") {
    const Library library;
    Copy copy(library.path);
    int told = 0;
    QObject::connect(&copy.autosave, &Autosave::failed, [&] { ++told; });
    REQUIRE(copy.store.database()->run(QStringLiteral("PRAGMA query_only = ON")));
    copy.edit(2);
    CHECK_FALSE(copy.autosave.writeNow());
    CHECK_FALSE(copy.autosave.writeNow());
    CHECK(told == 1);
    REQUIRE(copy.store.database()->run(QStringLiteral("PRAGMA query_only = OFF")));
    CHECK(copy.autosave.writeNow().ok());
    CHECK(copy.rows() == 1);
}

TEST_CASE("without a library autosave does nothing and says nothing") {
    LibraryOptions options;
    options.driver = QStringLiteral("QNONE");
    ScenarioStore store(QStringLiteral("unused.db"), options);
    Document document(builtin_presets());
    document.open(exampleScenario());
    Autosave autosave(document, store);
    document.change(QStringLiteral("plan.tp"), withTp(document.scenario(), 2));
    CHECK(autosave.writeNow().ok());
    CHECK(autosave.recoverable().value().isEmpty());
}

TEST_CASE("this process runs, and one that never was does not") {
    CHECK(isRunning(thisProcess()) != Running::no);
    ProcessIdentity other = thisProcess();
    other.start = QStringLiteral("1");
    CHECK(isRunning(other) != Running::yes);
}
