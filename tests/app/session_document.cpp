// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/catch.hpp"

#include "app/session/document.hpp"
#include "resources/builtin.hpp"
#include "tests/app/examples.hpp"

#include <QAction>

using namespace ridgepoint;
using namespace ridgepoint::tests;

namespace {

const QString tp = QStringLiteral("plan.tp");
const QString batch = QStringLiteral("plan.micro_batch");

/// A document with a clock that stands until it is moved.
struct Session {
    Document document{builtin_presets()};
    qint64 ms = 0;
    int changes = 0;

    Session() {
        document.setClock([this] { return ms; });
        document.open(exampleScenario());
        QObject::connect(&document, &Document::changed, [this] { ++changes; });
    }
    void setTp(int value) { document.change(tp, withTp(document.scenario(), value)); }
    void setBatch(int value) { document.change(batch, withMicroBatch(document.scenario(), value)); }
    int steps() { return document.undoStack()->count(); }
};

} // namespace

TEST_CASE("a change is estimated at once and told once") {
    Session session;
    const Seconds before = session.document.estimate().time.step;
    session.setTp(2);
    CHECK(session.changes == 1);
    CHECK(session.document.pictured() == session.document.scenario());
    CHECK(session.document.estimate().time.step.value != before.value);
    CHECK(session.document.estimateMicroseconds() > 0);
}

TEST_CASE("setting what already is changes nothing and leaves no step") {
    Session session;
    session.setTp(session.document.scenario().plan.tp);
    CHECK(session.changes == 0);
    CHECK(session.steps() == 0);
}

TEST_CASE("the verdict follows the pictured scenario") {
    Session session;
    session.setTp(2);
    CHECK(session.document.verdict().text ==
          advise(session.document.pictured(), session.document.estimate()).text);
    session.document.undo();
    CHECK(session.document.verdict().text ==
          advise(session.document.pictured(), session.document.estimate()).text);
}

TEST_CASE("one mouse drag is one step of undo, however long it takes") {
    Session session;
    const Scenario start = session.document.scenario();
    session.document.beginGesture();
    for (const int value : {2, 4, 8}) {
        session.setTp(value);
        session.ms += 5000;
    }
    session.document.endGesture();
    CHECK(session.steps() == 1);
    CHECK(session.changes == 3);
    session.document.undo();
    CHECK(session.document.scenario() == start);
    session.document.redo();
    CHECK(session.document.scenario().plan.tp == 8);
}

TEST_CASE("two drags of the same control are two steps even in quick succession") {
    Session session;
    for (const int value : {2, 4}) {
        session.document.beginGesture();
        session.setTp(value);
        session.document.endGesture();
    }
    CHECK(session.steps() == 2);
}

TEST_CASE("dragging away and back leaves no step and nothing to save") {
    Session session;
    session.document.beginGesture();
    session.setTp(2);
    CHECK(session.document.isModified());
    session.setTp(1);
    session.document.endGesture();
    CHECK(session.steps() == 0);
    CHECK_FALSE(session.document.isModified());
    CHECK_FALSE(session.document.canUndo());
    CHECK(session.changes == 2);
}

TEST_CASE("a drag that passes its start and goes on is one step from that start") {
    Session session;
    session.document.beginGesture();
    session.setTp(2);
    session.setTp(1);
    session.setTp(4);
    session.document.endGesture();
    CHECK(session.steps() == 1);
    session.document.undo();
    CHECK(session.document.scenario().plan.tp == 1);
}

TEST_CASE("keys in one control within 600 ms are one step, later ones another") {
    Session session;
    session.setTp(2);
    session.ms += 600;
    session.setTp(4);
    CHECK(session.steps() == 1);
    session.ms += 601;
    session.setTp(8);
    CHECK(session.steps() == 2);
}

TEST_CASE("another control starts another step at once") {
    Session session;
    session.setTp(2);
    session.setBatch(2);
    session.setTp(4);
    CHECK(session.steps() == 3);
}

TEST_CASE("a change right after undo does not melt into an older step") {
    Session session;
    session.setTp(2);
    session.ms += 1000;
    session.setTp(4);
    session.document.undo();
    session.setTp(8);
    CHECK(session.steps() == 2);
    session.document.undo();
    CHECK(session.document.scenario().plan.tp == 2);
}

TEST_CASE("a change right after redo is a step of its own") {
    Session session;
    session.setTp(2);
    session.document.undo();
    session.document.redo();
    session.setTp(4);
    CHECK(session.steps() == 2);
    session.document.undo();
    CHECK(session.document.scenario().plan.tp == 2);
}

TEST_CASE("a change right after saving can be undone back to what was saved") {
    Session session;
    session.setTp(2);
    session.document.markSaved(7);
    session.setTp(4);
    CHECK(session.document.isModified());
    session.document.undo();
    CHECK(session.document.scenario().plan.tp == 2);
    CHECK_FALSE(session.document.isModified());
}

TEST_CASE("undo waits while a mouse button is down") {
    Session session;
    std::unique_ptr<QAction> undo(session.document.createUndoAction(nullptr));
    session.setBatch(2);
    CHECK(undo->isEnabled());
    session.document.beginGesture();
    session.setTp(2);
    CHECK_FALSE(undo->isEnabled());
    session.document.undo();
    CHECK(session.document.scenario().plan.tp == 2);
    session.document.endGesture();
    CHECK(undo->isEnabled());
}

TEST_CASE("the undo action says what it would undo, from the start of the drag to its end") {
    Session session;
    std::unique_ptr<QAction> undo(session.document.createUndoAction(nullptr));
    std::unique_ptr<QAction> redo(session.document.createRedoAction(nullptr));
    CHECK(undo->text() == "Undo");
    session.document.beginGesture();
    session.setTp(2);
    session.setTp(8);
    session.document.endGesture();
    CHECK(undo->text() == QString::fromUtf8("Undo Set tensor parallel 1 → 8"));
    undo->trigger();
    CHECK(redo->text() == QString::fromUtf8("Redo Set tensor parallel 1 → 8"));
    CHECK_FALSE(undo->isEnabled());
}

TEST_CASE("a text of its own names the step") {
    Session session;
    session.document.change(QStringLiteral("load"), QStringLiteral("Load the plan of the paper"),
                            withTp(session.document.scenario(), 2));
    CHECK(session.document.undoStack()->undoText() == "Load the plan of the paper");
}

TEST_CASE("an illegal plan keeps the last legal picture and names the rule") {
    Session session;
    session.setTp(2);
    const Scenario legal = session.document.scenario();
    session.document.change(tp, illegal(legal));
    CHECK_FALSE(session.document.isLegal());
    CHECK_FALSE(session.document.violations().empty());
    CHECK(session.document.scenario() == illegal(legal));
    CHECK(session.document.pictured() == legal);
    session.document.undo();
    CHECK(session.document.isLegal());
}

TEST_CASE("a scenario that was never legal has no picture, not that of the one before") {
    Session session;
    session.document.open(illegal(exampleScenario()));
    CHECK_FALSE(session.document.hasEstimate());
    CHECK(session.document.verdict().text.empty());
}

TEST_CASE("opening another scenario starts a new history") {
    Session session;
    session.setTp(2);
    int opened = 0;
    QObject::connect(&session.document, &Document::opened, [&] { ++opened; });
    session.changes = 0;
    session.document.open(exampleScenario(), 5);
    CHECK(opened == 1);
    CHECK(session.changes == 1);
    CHECK(session.steps() == 0);
    CHECK_FALSE(session.document.isModified());
    CHECK(session.document.libraryId() == 5);
}

TEST_CASE("what was recovered counts as modified until it is saved") {
    Session session;
    session.document.openRecovered(exampleScenario(), 5);
    CHECK(session.document.isModified());
    session.setTp(2);
    session.document.undo();
    CHECK(session.document.isModified());
    session.document.markSaved(5);
    CHECK_FALSE(session.document.isModified());
}

TEST_CASE("jumping over several steps in a history list tells once") {
    Session session;
    for (const int value : {2, 4, 8}) {
        session.setTp(value);
        session.ms += 1000;
    }
    session.changes = 0;
    session.document.undoStack()->setIndex(0);
    CHECK(session.changes == 1);
    CHECK(session.document.pictured().plan.tp == 1);
}

TEST_CASE("whether there is something to save is right when a change is told") {
    Session session;
    bool modified = false;
    QObject::connect(&session.document, &Document::changed,
                     [&] { modified = session.document.isModified(); });
    session.setTp(2);
    CHECK(modified);
    session.document.undo();
    CHECK_FALSE(modified);
}
