// SPDX-License-Identifier: GPL-3.0-or-later
// The Planner page in the real window: it searches, loads plans, and says why not.
#include "tests/catch.hpp"
#include "tests/ui/window_fixture.hpp"

#include "ui/picture_frame.hpp"
#include "ui/picture_table_model.hpp"
#include "ui/plan_search.hpp"
#include "ui/planner_page.hpp"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTableView>
#include <QToolButton>

using namespace ridgepoint;
using namespace ridgepoint::testing;

namespace {

constexpr int patience_ms = 60000;

struct PlannerFixture : WindowFixture {
    explicit PlannerFixture(QSize size = {1600, 1000}) : WindowFixture("mixtral-8x7b-64-gb200", size) {}

    void openPlanner() {
        for (int i = 0; i < window.tabs()->count(); ++i)
            if (window.tabs()->tabText(i) == QLatin1String("Planner"))
                window.actionRegistry().action(QStringLiteral("view.tab%1").arg(i))->trigger();
        settle();
    }
    bool waitFound() {
        const bool found = QTest::qWaitFor(
            [&] { return !search().isRunning() && search().latest() && search().latest()->result.whole; },
            patience_ms);
        settle();
        return found;
    }
    /// Chooses the value, types its range and presses Enter; waits for the search to begin, if one does.
    void typeRange(PlanAxis axis, const char* text) {
        auto* combo = find<QComboBox>("planner.range.axis");
        combo->setCurrentIndex(combo->findData(int(axis)));
        emit combo->activated(combo->currentIndex());
        former = search().latest();
        auto* edit = find<QLineEdit>("planner.range");
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
        settle();
    }
    void clickLimit(const char* name) {
        former = search().latest();
        click(name);
    }
    PlanSearch::Found former; ///< when a limit was last changed
    bool waitNewer() {
        const bool found = QTest::qWaitFor(
            [&] {
                return !search().isRunning() && search().latest() != former && search().latest()->result.whole;
            },
            patience_ms);
        settle();
        return found;
    }
    PlanSearch& search() { return window.planSearch(); }
    PlannerPicture& picture() {
        return static_cast<PlannerPicture&>(window.findChild<PlannerPage*>()->frame()->picture());
    }
    void openFound() {
        openPlanner();
        REQUIRE(waitFound());
    }
};

} // namespace

TEST_CASE("The planner searches when its page is opened, in a thread of its own, and shows what it found",
          "[window]") {
    PlannerFixture fixture;
    CHECK_FALSE(fixture.search().isRunning());
    fixture.openPlanner();
    REQUIRE(fixture.waitFound());
    CHECK(fixture.picture().dots().size() > 10);
    CHECK(fixture.find<QLabel>("planner.counts")->text().contains("considered"));
    auto* table = fixture.find<QTableView>("table.planner");
    REQUIRE(table != nullptr);
    CHECK(table->model()->rowCount() >= 20);
}

TEST_CASE("Enter on a plan loads it in one step of undo, and undo brings the former plan back", "[window]") {
    PlannerFixture fixture;
    fixture.openFound();
    const Scenario before = fixture.document.scenario();
    const int steps = fixture.steps();
    QTest::keyClick(fixture.picture().canvas(), Qt::Key_PageDown);
    QTest::keyClick(fixture.picture().canvas(), Qt::Key_Return);
    fixture.settle();
    CHECK(fixture.steps() == steps + 1);
    CHECK_FALSE(fixture.document.scenario().plan == before.plan);
    CHECK(fixture.document.isLegal());
    const PricedPlan best = fixture.search().latest()->result.best.front();
    CHECK(fixture.document.estimate().time.step == best.step);
    CHECK(fixture.document.estimate().memory.peak == best.memory);
    CHECK_FALSE(fixture.search().isRunning()); // a plan of the same search asks for no other
    fixture.window.actionRegistry().action(QStringLiteral("edit.undo"))->trigger();
    fixture.settle();
    CHECK(fixture.document.scenario() == before);
}

TEST_CASE("Enter on a row of the planner's table loads its plan", "[window]") {
    PlannerFixture fixture;
    fixture.openFound();
    auto* table = fixture.find<QTableView>("table.planner");
    table->setFocus();
    table->setCurrentIndex(table->model()->index(1, 0));
    QTest::keyClick(table, Qt::Key_Return);
    fixture.settle();
    CHECK(fixture.document.estimate().time.step == fixture.search().latest()->result.best[1].step);
}

TEST_CASE("The table sorts by a column's numbers and keeps the plan of each row", "[window]") {
    PlannerFixture fixture;
    fixture.openFound();
    auto* table = fixture.find<QTableView>("table.planner");
    const int memory = 3;
    table->sortByColumn(memory, Qt::AscendingOrder);
    double last = 0;
    for (int row = 0; row < table->model()->rowCount(); ++row) {
        const double value = table->model()->index(row, memory).data().toString().toDouble();
        CHECK(value >= last);
        last = value;
    }
    table->setCurrentIndex(table->model()->index(0, 0));
    fixture.settle();
    const auto key = plan_key(fixture.window.selection().subject().name);
    REQUIRE(key);
    CHECK(*key == fixture.search().latest()->result.front.front().key);
}

TEST_CASE("Numbers stand right in the table, names of schedules left, 1F1B among them", "[window]") {
    PictureTableModel model;
    PictureTable table;
    table.header = {"a", "b", "c", "d"};
    table.rows = {{"12.5", "1F1B", "8 GiB", "DualPipe"}};
    model.setTable(table);
    const auto right = [&](int column) {
        return (model.index(0, column).data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0;
    };
    CHECK(right(0));
    CHECK_FALSE(right(1));
    CHECK(right(2));
    CHECK_FALSE(right(3));
}

TEST_CASE("The table sorts from the keyboard, by the column of the present cell", "[window]") {
    PlannerFixture fixture;
    fixture.openFound();
    auto* table = fixture.find<QTableView>("table.planner");
    table->setFocus();
    const int memory = 3;
    table->setCurrentIndex(table->model()->index(0, memory));
    const auto number = [&](int row) { return table->model()->index(row, memory).data().toString().toDouble(); };
    QTest::keyClick(table, Qt::Key_Up, Qt::AltModifier);
    CHECK(number(0) <= number(1));
    CHECK(number(0) < number(table->model()->rowCount() - 1));
    QTest::keyClick(table, Qt::Key_Down, Qt::AltModifier);
    CHECK(number(0) > number(table->model()->rowCount() - 1));
}

TEST_CASE("A selected plan is compared with the best, loss by loss, and one change at a time", "[window]") {
    PlannerFixture fixture;
    fixture.openFound();
    auto* table = fixture.find<QTableView>("table.planner");
    table->setCurrentIndex(table->model()->index(5, 0));
    fixture.settle();
    CHECK(fixture.find("whyNot")->isVisible());
    CHECK_FALSE(fixture.find<QLabel>("whyNot.title")->text().isEmpty());
    CHECK(fixture.find("whyNot.losses")->isVisible());
    CHECK_FALSE(fixture.find<QLabel>("whyNot.words")->text().isEmpty());
    fixture.click("whyNot.load");
    CHECK(fixture.document.estimate().time.step == fixture.search().latest()->result.best[5].step);
    fixture.click("header.step"); // anything else is explained again
    CHECK_FALSE(fixture.find("whyNot")->isVisible());
}

TEST_CASE("W asks why not the plan at hand, with nothing selected", "[window]") {
    PlannerFixture fixture;
    fixture.openFound();
    fixture.window.actionRegistry().action(QStringLiteral("plan.whyNot"))->trigger();
    fixture.settle();
    CHECK(fixture.window.selection().subject().kind == Subject::Kind::plan);
    CHECK(fixture.find("whyNot")->isVisible());
}

TEST_CASE("A value held fast is in every plan that is found", "[window]") {
    PlannerFixture fixture;
    fixture.openFound();
    const int tp = fixture.document.scenario().plan.tp;
    fixture.click("planner.pin.TP");
    REQUIRE(QTest::qWaitFor([&] { return fixture.search().isRunning(); }, patience_ms));
    REQUIRE(fixture.waitFound());
    for (const PricedPlan& plan : fixture.search().latest()->result.best)
        CHECK(plan.key.tp == tp);
    CHECK(fixture.find<QToolButton>("planner.pin.TP")->text().contains(QString::number(tp)));
}

TEST_CASE("A typed range is kept to, shown as a button that takes it away, and gone after Clear all", "[window]") {
    PlannerFixture fixture;
    fixture.openFound();
    CHECK_FALSE(fixture.find("planner.limits.clear")->isVisible());
    fixture.typeRange(PlanAxis::pp, "2..4");
    REQUIRE(fixture.waitNewer());
    for (const PricedPlan& plan : fixture.search().latest()->result.best)
        CHECK((plan.key.pp >= 2 && plan.key.pp <= 4));
    auto* chip = fixture.find<QToolButton>("planner.pin.PP");
    CHECK(chip->isChecked());
    CHECK(chip->text().startsWith("PP 2 to 4"));
    fixture.clickLimit("planner.pin.PP");
    REQUIRE(fixture.waitNewer());
    CHECK(std::ranges::any_of(fixture.search().latest()->result.front,
                              [](const PricedPlan& plan) { return plan.key.pp < 2 || plan.key.pp > 4; }));
    fixture.typeRange(PlanAxis::tp, "..1");
    REQUIRE(fixture.waitNewer());
    fixture.clickLimit("planner.pin.CP");
    REQUIRE(fixture.waitNewer());
    fixture.clickLimit("planner.limits.clear");
    CHECK_FALSE(fixture.find<QToolButton>("planner.pin.TP")->isChecked());
    CHECK_FALSE(fixture.find<QToolButton>("planner.pin.CP")->isChecked());
    REQUIRE(fixture.waitNewer());
    CHECK_FALSE(fixture.search().latest()->request.constraints.of(PlanAxis::tp));
}

TEST_CASE("A range that cannot be read is named with what is allowed, and the search stays as it was", "[window]") {
    PlannerFixture fixture;
    fixture.openFound();
    const auto before = fixture.search().latest();
    fixture.typeRange(PlanAxis::tp, "8..4");
    const auto* problem = fixture.find<QLabel>("planner.problem");
    CHECK(problem->isVisible());
    CHECK(problem->text().contains(QString::fromUtf8("TP “8..4”: allowed are")));
    QTest::qWait(150);
    CHECK(fixture.search().latest() == before);
    fixture.typeRange(PlanAxis::tp, "4..8");
    REQUIRE(fixture.waitNewer());
    CHECK_FALSE(problem->isVisible());
}

TEST_CASE("An empty answer says which of three things it is", "[window]") {
    PlannerFixture fixture;
    fixture.openFound();
    const auto* none = fixture.find<QLabel>("planner.none");
    CHECK_FALSE(none->isVisible());
    fixture.typeRange(PlanAxis::tp, "3..3");
    REQUIRE(fixture.waitNewer());
    CHECK(none->text().contains("Constraint not met."));
    CHECK(fixture.picture().subtitle() == "No plan meets the constraints");
    fixture.clickLimit("planner.limits.clear");
    REQUIRE(fixture.waitNewer());
    fixture.typeRange(PlanAxis::micro_batch, "7");
    REQUIRE(fixture.waitNewer());
    CHECK(none->text().contains("Illegal by rule."));
    CHECK(none->text().contains("batch-divides"));
    fixture.clickLimit("planner.limits.clear");
    REQUIRE(fixture.waitNewer());
    fixture.former = fixture.search().latest();
    Scenario small = fixture.document.scenario();
    small.cluster.accelerator.hbm = gib(1);
    fixture.change(small);
    REQUIRE(fixture.waitNewer());
    CHECK(none->text().contains("Out of memory."));
    CHECK(none->isVisible());
}

TEST_CASE("A change of the scenario searches again, a change of the plan does not, a hidden page never",
          "[window]") {
    PlannerFixture fixture;
    fixture.openFound();
    const auto first = fixture.search().latest();
    Scenario next = fixture.document.scenario();
    next.plan.global_batch *= 2;
    fixture.change(next);
    REQUIRE(QTest::qWaitFor([&] { return fixture.search().isRunning(); }, patience_ms));
    REQUIRE(fixture.waitFound());
    CHECK(fixture.search().latest() != first);
    CHECK(fixture.search().latest()->request.scenario.plan.global_batch == next.plan.global_batch);
    fixture.window.tabs()->setCurrentIndex(0);
    next.plan.global_batch *= 2;
    fixture.change(next);
    QTest::qWait(200);
    CHECK_FALSE(fixture.search().isRunning());
}

TEST_CASE("A newer search replaces the older, and Cancel keeps what was found", "[window]") {
    PlannerFixture fixture;
    fixture.openPlanner();
    REQUIRE(QTest::qWaitFor([&] { return fixture.search().isRunning(); }, patience_ms));
    std::vector<double> batches;
    QObject::connect(&fixture.search(), &PlanSearch::finished, [&](const PlanSearch::Found& found) {
        batches.push_back(found->request.scenario.plan.global_batch);
    });
    Scenario next = fixture.document.scenario();
    next.plan.global_batch *= 2;
    PlannerRequest newer;
    newer.scenario = next;
    fixture.search().start(newer);
    REQUIRE(QTest::qWaitFor([&] { return !fixture.search().isRunning(); }, patience_ms));
    REQUIRE(batches.size() == 1);
    CHECK(batches.front() == next.plan.global_batch);
    fixture.search().start(newer);
    fixture.search().stop();
    REQUIRE(QTest::qWaitFor([&] { return !fixture.search().isRunning(); }, patience_ms));
    CHECK(batches.size() == 2);
    CHECK(fixture.find<QPushButton>("planner.stop")->text() == "Search");
}

TEST_CASE("The planner page keeps its controls inside a small window", "[window]") {
    PlannerFixture fixture({1024, 720});
    fixture.openFound();
    const QWidget* page = fixture.find("plannerPage");
    for (const QWidget* control : page->findChildren<QWidget*>(QRegularExpression("^planner\\."))) {
        if (!control->isVisible())
            continue;
        INFO(control->objectName().toStdString());
        const QRect rect(control->mapTo(page, QPoint(0, 0)), control->size());
        CHECK(page->rect().contains(rect));
        CHECK(control->width() >= control->minimumSizeHint().width());
    }
    CHECK(fixture.picture().height() >= 200);
}
