// SPDX-License-Identifier: GPL-3.0-or-later
// Ready scenarios and the library, through the dock.
#include "tests/catch.hpp"
#include "tests/ui/window_fixture.hpp"

#include "ui/scenario_actions.hpp"
#include "ui/words.hpp"

#include <QInputDialog>
#include <QMessageBox>
#include <QTimer>
#include <QTreeWidget>

using namespace ridgepoint;
using namespace ridgepoint::testing;

namespace {

QTreeWidgetItem* itemNamed(WindowFixture& fixture, const QString& name) {
    const auto found = fixture.find<QTreeWidget>("scenarios.list")->findItems(name, Qt::MatchExactly | Qt::MatchRecursive);
    return found.isEmpty() ? nullptr : found.front();
}

void activate(WindowFixture& fixture, QTreeWidgetItem* item) {
    auto* list = fixture.find<QTreeWidget>("scenarios.list");
    list->setCurrentItem(item);
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Return);
    fixture.settle();
}

/// Answers the next dialog once it is open.
template <class Dialog, class Answer>
void whenAsked(Answer answer) {
    QTimer::singleShot(50, qApp, [answer] {
        auto* dialog = qobject_cast<Dialog*>(QApplication::activeModalWidget());
        REQUIRE(dialog != nullptr);
        answer(*dialog);
    });
}

void saveAs(WindowFixture& fixture, const QString& name) {
    whenAsked<QInputDialog>([name](QInputDialog& dialog) {
        dialog.setTextValue(name);
        dialog.accept();
    });
    REQUIRE(fixture.window.scenarioActions().saveAs());
    fixture.settle();
}

} // namespace

TEST_CASE("Every ready scenario stands in the list with its step time and MFU", "[window]") {
    WindowFixture fixture;
    for (const ReadyScenario& ready : fixture.document.presets().scenarios) {
        INFO(ready.id);
        QTreeWidgetItem* item = itemNamed(fixture, toQString(ready.name));
        REQUIRE(item != nullptr);
        CHECK_FALSE(item->text(1).isEmpty());
        CHECK_FALSE(item->text(2).isEmpty());
    }
}

TEST_CASE("Enter opens a ready scenario", "[window]") {
    WindowFixture fixture;
    const ReadyScenario& other = fixture.document.presets().scenarios[1];
    activate(fixture, itemNamed(fixture, toQString(other.name)));
    CHECK(fixture.document.scenario().name == other.name);
    CHECK(fixture.window.windowTitle().contains(toQString(other.name)));
}

TEST_CASE("A change marks the title, and opening another scenario asks before it is lost", "[window]") {
    WindowFixture fixture;
    fixture.breakPlan();
    CHECK(fixture.window.isWindowModified());
    const std::string name = fixture.document.scenario().name;
    whenAsked<QMessageBox>([](QMessageBox& box) { box.button(QMessageBox::Cancel)->click(); });
    CHECK_FALSE(fixture.window.scenarioActions().openReady(fixture.document.presets().scenarios[1].id));
    CHECK(fixture.document.scenario().name == name);
}

TEST_CASE("What is saved in the library can be opened again", "[window]") {
    WindowFixture fixture;
    Scenario next = fixture.document.scenario();
    next.plan.zero = 0;
    fixture.change(next);
    saveAs(fixture, QStringLiteral("My plan"));
    CHECK_FALSE(fixture.window.isWindowModified());
    REQUIRE(fixture.window.scenarioActions().openReady(fixture.document.presets().scenarios[1].id));

    activate(fixture, itemNamed(fixture, QStringLiteral("My plan")));

    CHECK(fixture.document.scenario().name == "My plan");
    CHECK(fixture.document.scenario().plan == next.plan);
    CHECK_FALSE(fixture.window.isWindowModified());
}
