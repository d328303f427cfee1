// SPDX-License-Identifier: GPL-3.0-or-later
// The switch that shows every picture at the other ceilings.
#include "tests/catch.hpp"
#include "tests/ui/window_fixture.hpp"

#include "app/session/calibration_store.hpp"
#include "app/session/compared_ceilings.hpp"
#include "plots/pipeline_picture.hpp"
#include "plots/waterfall_picture.hpp"
#include "ui/measured_runs.hpp"
#include "ui/plan_search.hpp"
#include "ui/planner_page.hpp"
#include "ui/sweep_page.hpp"
#include "ui/sweep_run.hpp"
#include "ui/validation_page.hpp"
#include "ui/picture_frame.hpp"
#include "ui/picture_table_model.hpp"

#include <QAction>
#include <QLabel>
#include <QStatusBar>
#include <QTabWidget>
#include <QTableView>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::testing;

namespace {

struct CeilingsFixture : WindowFixture {
    using WindowFixture::WindowFixture;
    QAction& compare() { return *window.actionRegistry().action(QStringLiteral("view.compareCeilings")); }
    void press() {
        QTest::keyClick(&window, Qt::Key_C);
        settle();
    }
    QString note() { return find<QLabel>("status.model")->text(); }
    PipelinePicture& pipeline() { return *window.findChild<PipelinePicture*>(); }
    void open(const char* tab) {
        for (int i = 0; i < window.tabs()->count(); ++i)
            if (window.tabs()->tabText(i) == QLatin1String(tab))
                window.actionRegistry().action(QStringLiteral("view.tab%1").arg(i))->trigger();
        settle();
    }
    template <class Condition>
    bool waitFor(Condition condition) {
        constexpr int patience_ms = 60000;
        const bool met = QTest::qWaitFor(condition, patience_ms);
        settle();
        return met;
    }
    void keepMeasured(const char* name, double share) {
        const Accelerator& accelerator = document.scenario().cluster.accelerator;
        Calibration mine;
        mine.name = name;
        mine.accelerator = accelerator.id;
        for (std::size_t i = 0; i < rate_class_count; ++i)
            mine.achievable[i] = accelerator.achievable[i] * share;
        REQUIRE(CalibrationStore(store.database()).save(mine));
    }
};

} // namespace

TEST_CASE("Nothing is compared until C is pressed, and once more takes it away") {
    CeilingsFixture f;
    CHECK(f.pipeline().spanTexts().isEmpty());
    f.press();
    CHECK(f.compare().isChecked());
    REQUIRE(f.pipeline().spanTexts().size() == 2);
    CHECK(f.pipeline().spanTexts()[0].startsWith("achievable "));
    CHECK(f.pipeline().spanTexts()[1].startsWith("datasheet "));
    CHECK(f.steps() == 0); // nothing to undo: the scenario is as it was
    f.press();
    CHECK_FALSE(f.compare().isChecked());
    CHECK(f.pipeline().spanTexts().isEmpty());
}

TEST_CASE("Ghosts follow the scenario in the same frame") {
    CeilingsFixture f;
    f.press();
    const QStringList before = f.pipeline().spanTexts();
    Scenario next = f.document.scenario();
    next.plan.global_batch *= 2;
    f.change(next);
    CHECK(f.pipeline().spanTexts().size() == 2);
    CHECK(f.pipeline().spanTexts()[0] != before[0]);
    CHECK(f.pipeline().spanTexts()[1] != before[1]);
    f.breakPlan();
    CHECK(f.pipeline().spanTexts().size() == 2); // of the last legal plan
}

TEST_CASE("Without measurements of one's own the window says how to get them") {
    CeilingsFixture f;
    CHECK_FALSE(f.note().contains("beside"));
    f.press();
    CHECK(f.note().contains("achievable ceilings beside datasheet"));
    CHECK(f.note().contains(QString::fromUtf8("for mine: Edit, Calibrate…")));
    CHECK(f.window.statusBar()->currentMessage().contains(QString::fromUtf8("Edit, Calibrate…")));
    f.press();
    CHECK(f.window.statusBar()->currentMessage().isEmpty()); // no longer true
}

TEST_CASE("What the library keeps for this accelerator is compared as mine") {
    CeilingsFixture f;
    f.keepMeasured("ours", 0.5);
    f.press();
    REQUIRE(f.pipeline().spanTexts().size() == 3);
    CHECK(f.pipeline().spanTexts()[2].startsWith("mine "));
    CHECK_FALSE(f.note().contains("Calibrate"));
    Scenario next = f.document.scenario();
    next.cluster.accelerator = *builtin_presets().accelerator("b200");
    f.change(next);
    CHECK(f.pipeline().spanTexts().size() == 2);
}

TEST_CASE("The switch is remembered, and every picture of a new window follows it") {
    CeilingsFixture f;
    f.press();
    CHECK(f.settings.compareCeilings());
    MainWindow again(f.document, f.appearance, &f.store, &f.settings);
    again.resize(1400, 900);
    again.show();
    WindowFixture::settle();
    CHECK(again.comparedCeilings().isOn());
    CHECK(again.findChild<PipelinePicture*>()->spanTexts().size() == 2);
    for (int tab = 0; tab < again.tabs()->count(); ++tab)
        if (again.tabs()->tabText(tab) == QStringLiteral("Waterfall"))
            again.tabs()->setCurrentIndex(tab);
    WindowFixture::settle();
    CHECK(again.findChild<WaterfallPicture*>()->sideTexts().size() == 2);
}

TEST_CASE("The table beside a picture gets the columns of what is compared") {
    CeilingsFixture f;
    auto* frame = f.find<PictureFrame>("frame.roofline");
    frame->setTableShown(true);
    auto* table = f.find<QTableView>("table.roofline");
    const int columns = table->model()->columnCount();
    f.press();
    CHECK(table->model()->columnCount() == columns + 2);
    f.press();
    CHECK(table->model()->columnCount() == columns);
}

TEST_CASE("A sweep draws a line for each set, and takes them away") {
    CeilingsFixture f("llama-3.1-8b-8-h100-fsdp");
    f.open("Sweep");
    auto& picture = static_cast<SweepPicture&>(f.window.findChild<SweepPage*>()->frame()->picture());
    REQUIRE(f.waitFor([&] { return picture.targetCount() > 0; }));
    CHECK(picture.legendTexts().filter("datasheet").isEmpty());
    f.press();
    REQUIRE(f.waitFor([&] { return picture.legendTexts().contains("datasheet"); }));
    CHECK(picture.legendTexts().contains("this scenario, achievable"));
    CHECK(picture.ghostTexts().size() == 2);
    f.press();
    CHECK(f.waitFor([&] { return picture.legendTexts().filter("datasheet").isEmpty(); }));
}

TEST_CASE("The planner searches the other sets' fronts after its own") {
    CeilingsFixture f("llama-3.1-8b-8-h100-fsdp");
    f.open("Planner");
    auto& picture = static_cast<PlannerPicture&>(f.window.findChild<PlannerPage*>()->frame()->picture());
    REQUIRE(f.waitFor([&] { return f.window.planSearch().latest() && f.window.planSearch().latest()->result.whole; }));
    CHECK(picture.ghostFronts().empty());
    f.press();
    REQUIRE(f.waitFor([&] { return !picture.ghostFronts().empty(); }));
    REQUIRE(picture.ghostFronts().size() == 1);
    CHECK(picture.ghostFronts()[0].name == "datasheet");
    REQUIRE_FALSE(picture.ghostFronts()[0].front.empty());
    const auto fastest = [](const std::vector<PricedPlan>& plans) {
        return std::ranges::min_element(plans, {}, &PricedPlan::step)->step;
    };
    CHECK(fastest(picture.ghostFronts()[0].front) < fastest(f.window.planSearch().latest()->result.front));
    CHECK(picture.legendTexts().filter("datasheet: best").size() == 1);
    f.press();
    CHECK(picture.ghostFronts().empty());
    f.open("Overview");
    f.press();
    CHECK(picture.ghostFronts().empty()); // nobody sees it
    f.open("Planner");
    CHECK(f.waitFor([&] { return picture.ghostFronts().size() == 1; }));
}

TEST_CASE("Measured runs are predicted at the other sets in the background") {
    CeilingsFixture f;
    f.press();
    f.window.measuredRuns().compareNow();
    f.open("Validation");
    auto& picture = static_cast<ValidationPicture&>(f.window.findChild<ValidationPage*>()->frame()->picture());
    REQUIRE(f.waitFor([&] { return !picture.elsewhereTexts().isEmpty(); }));
    CHECK(picture.elsewhereTexts()[0].startsWith("at datasheet "));
    f.press();
    CHECK(picture.elsewhereTexts().isEmpty());
}
