// SPDX-License-Identifier: GPL-3.0-or-later
// The Sweep page in the real window: it follows the scenario, and a click sets a value.
#include "tests/catch.hpp"
#include "tests/ui/window_fixture.hpp"

#include "ui/controls/segmented_control.hpp"
#include "ui/picture_frame.hpp"
#include "ui/sweep_page.hpp"
#include "ui/sweep_run.hpp"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabWidget>

using namespace ridgepoint;
using namespace ridgepoint::testing;

namespace {

constexpr int patience_ms = 60000;

struct SweepFixture : WindowFixture {
    explicit SweepFixture(QSize size = {1600, 1000}) : WindowFixture("mixtral-8x7b-64-gb200", size) {
        for (int i = 0; i < window.tabs()->count(); ++i)
            if (window.tabs()->tabText(i) == QLatin1String("Sweep"))
                window.actionRegistry().action(QStringLiteral("view.tab%1").arg(i))->trigger();
        settle();
        waitSwept();
    }
    SweepPage& page() { return *window.findChild<SweepPage*>(); }
    SweepPicture& picture() { return static_cast<SweepPicture&>(page().frame()->picture()); }
    void waitSwept() {
        REQUIRE(QTest::qWaitFor(
            [&] { return !page().isBehind() && !page().run().isRunning() && picture().targetCount() > 0; },
            patience_ms));
        settle();
    }
    void choose(const char* name, SweepKey key) {
        auto* combo = find<QComboBox>(name);
        combo->setCurrentIndex(combo->findData(int(key)));
        emit combo->activated(combo->currentIndex());
        waitSwept();
    }
    void chooseKind(SweepKind kind) {
        auto* control = find<SegmentedControl>("sweep.kind");
        QTest::mouseClick(control, Qt::LeftButton, {}, control->segmentRect(int(kind)).center());
        waitSwept();
    }
};

} // namespace

TEST_CASE("The sweep draws a line over one input and follows the scenario", "[window]") {
    SweepFixture fixture;
    fixture.choose("sweep.x", SweepKey::global_batch);
    REQUIRE(fixture.picture().spots().size() > 3);
    const double before = fixture.picture().spots().front().value;
    Scenario next = fixture.document.scenario();
    next.plan.sequence *= 2;
    fixture.change(next);
    fixture.waitSwept();
    CHECK(fixture.picture().spots().front().value > before);
}

TEST_CASE("Enter on a point sets its value in one step of undo", "[window]") {
    SweepFixture fixture;
    fixture.choose("sweep.x", SweepKey::global_batch);
    const Scenario before = fixture.document.scenario();
    const int steps = fixture.steps();
    const auto& spots = fixture.picture().spots();
    const std::size_t wanted = spots.front().present ? 1 : 0;
    const int batch = int(spots[wanted].x);
    for (std::size_t i = 0; i <= wanted; ++i)
        QTest::keyClick(fixture.picture().canvas(), Qt::Key_PageDown);
    QTest::keyClick(fixture.picture().canvas(), Qt::Key_Return);
    fixture.settle();
    CHECK(fixture.steps() == steps + 1);
    CHECK(fixture.document.scenario().plan.global_batch == batch);
    fixture.window.actionRegistry().action(QStringLiteral("edit.undo"))->trigger();
    fixture.settle();
    CHECK(fixture.document.scenario() == before);
}

TEST_CASE("Two inputs make a map, scaling makes two lines", "[window]") {
    SweepFixture fixture;
    fixture.chooseKind(SweepKind::map);
    CHECK(fixture.find("sweep.y")->isVisible());
    CHECK(fixture.picture().levels().size() > 1);
    fixture.chooseKind(SweepKind::scaling);
    CHECK_FALSE(fixture.find("sweep.x")->isVisible());
    CHECK(fixture.picture().legendTexts().filter("weak").size() == 1);
}

TEST_CASE("A pinned scenario keeps its line while the present one moves", "[window]") {
    SweepFixture fixture;
    fixture.choose("sweep.x", SweepKey::sequence);
    fixture.click("sweep.pin");
    fixture.waitSwept();
    Scenario next = fixture.document.scenario();
    next.plan.micro_batch = next.plan.micro_batch == 1 ? 2 : 1;
    fixture.change(next);
    fixture.waitSwept();
    const auto& spots = fixture.picture().spots();
    CHECK(std::ranges::any_of(spots, [](const auto& spot) { return spot.line == 1; }));
    fixture.click("sweep.unpin");
    fixture.waitSwept();
    CHECK(std::ranges::none_of(fixture.picture().spots(), [](const auto& spot) { return spot.line == 1; }));
}

TEST_CASE("Bounds leave only the values between them", "[window]") {
    SweepFixture fixture;
    fixture.choose("sweep.x", SweepKey::sequence);
    fixture.find<QDoubleSpinBox>("sweep.to")->setValue(8192);
    fixture.waitSwept();
    for (const auto& spot : fixture.picture().spots())
        CHECK(spot.x <= 8192);
}

TEST_CASE("A hidden sweep page does not sweep", "[window]") {
    SweepFixture fixture;
    fixture.window.tabs()->setCurrentIndex(0);
    Scenario next = fixture.document.scenario();
    next.plan.sequence *= 2;
    fixture.change(next);
    QTest::qWait(150);
    CHECK_FALSE(fixture.page().run().isRunning());
}

TEST_CASE("The sweep page keeps its controls inside a small window", "[window]") {
    SweepFixture fixture({1024, 720});
    for (const QWidget* control : fixture.page().findChildren<QWidget*>(QRegularExpression("^sweep\\."))) {
        if (!control->isVisible())
            continue;
        INFO(control->objectName().toStdString());
        CHECK(fixture.page().rect().contains(
            QRect(control->mapTo(&fixture.page(), QPoint(0, 0)), control->size())));
        CHECK(control->width() >= control->minimumSizeHint().width());
    }
    CHECK(fixture.picture().height() >= 220);
}
