// SPDX-License-Identifier: GPL-3.0-or-later
// The Sweep page in the real window: it follows the scenario, and a click sets a value.
#include "tests/catch.hpp"
#include "tests/ui/window_fixture.hpp"

#include "ui/controls/check_menu.hpp"
#include "ui/controls/segmented_control.hpp"
#include "ui/picture_frame.hpp"
#include "ui/sweep_page.hpp"
#include "ui/sweep_run.hpp"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
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
    /// As a user does: the text replaced, and Enter.
    void type(const char* name, const char* text) {
        auto* edit = find<QLineEdit>(name);
        REQUIRE(edit->isVisible());
        edit->setFocus();
        edit->selectAll();
        if (*text == 0)
            QTest::keyClick(edit, Qt::Key_Delete);
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
        settle();
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

TEST_CASE("A typed range leaves only the values between its ends", "[window]") {
    SweepFixture fixture;
    fixture.choose("sweep.x", SweepKey::sequence);
    fixture.type("sweep.x.to", "8192");
    fixture.waitSwept();
    for (const auto& spot : fixture.picture().spots())
        CHECK(spot.x <= 8192);
    fixture.type("sweep.x.to", "");
    fixture.waitSwept();
    CHECK(std::ranges::any_of(fixture.picture().spots(), [](const auto& spot) { return spot.x > 8192; }));
}

TEST_CASE("Both inputs of a map take a range and a number of values", "[window]") {
    SweepFixture fixture;
    fixture.chooseKind(SweepKind::map);
    fixture.choose("sweep.x", SweepKey::scale_up);
    fixture.type("sweep.x.from", "100");
    fixture.type("sweep.x.to", "1600");
    fixture.find<QSpinBox>("sweep.x.count")->setValue(5);
    fixture.type("sweep.y.from", "4096");
    fixture.type("sweep.y.to", "16 384");
    fixture.waitSwept();
    const SweepStudy& study = fixture.picture().answer()->study;
    REQUIRE(study.x.values.size() >= 5); // and the present one
    CHECK(study.x.values.front() == 100);
    CHECK(study.x.values.back() == 1600);
    CHECK(study.y.values.front() == 4096);
    CHECK(study.y.values.back() == 16384);
}

TEST_CASE("A value that cannot be swept is named with what is allowed, and the picture stays", "[window]") {
    SweepFixture fixture;
    fixture.choose("sweep.x", SweepKey::scale_up);
    const std::size_t before = fixture.picture().spots().size();
    const auto* problem = fixture.find<QLabel>("sweep.problem");
    for (const auto& [typed, words] : {std::pair{"fast", "NVLink bandwidth “fast” is no number"},
                                       std::pair{"0", "NVLink bandwidth 0: allowed are 0.100 to"}}) {
        fixture.type("sweep.x.from", typed);
        fixture.waitSwept();
        CHECK(problem->isVisible());
        INFO(problem->text().toStdString());
        CHECK(problem->text().contains(QString::fromUtf8(words)));
        CHECK(fixture.picture().spots().size() == before);
    }
    fixture.type("sweep.x.from", "90000");
    fixture.waitSwept();
    INFO(problem->text().toStdString());
    CHECK(problem->text().contains("must be less than"));
    fixture.type("sweep.x.from", "");
    fixture.waitSwept();
    CHECK_FALSE(problem->isVisible());
}

TEST_CASE("Of an input that is a choice, each value can be left out", "[window]") {
    SweepFixture fixture;
    fixture.choose("sweep.x", SweepKey::zero);
    CHECK_FALSE(fixture.find("sweep.x.from")->isVisible());
    auto* list = fixture.find<CheckMenu>("sweep.x.list");
    REQUIRE(list->isVisible());
    list->entry(0)->trigger();
    fixture.waitSwept();
    CHECK(fixture.picture().answer()->study.x.values == std::vector<double>{1, 2, 3});
    CHECK(list->text() == "3 of 4 values");
    for (int i = 1; i < 4; ++i)
        list->entry(i)->trigger();
    fixture.waitSwept();
    CHECK(fixture.find<QLabel>("sweep.problem")->text().contains("at least one value"));
}

TEST_CASE("Space ticks a value and leaves the list open", "[window]") {
    SweepFixture fixture;
    fixture.choose("sweep.x", SweepKey::zero);
    auto* list = fixture.find<CheckMenu>("sweep.x.list");
    QMenu* menu = list->menu();
    menu->popup(list->mapToGlobal(QPoint(0, list->height())));
    menu->setActiveAction(list->entry(1));
    QTest::keyClick(menu, Qt::Key_Space);
    CHECK_FALSE(list->entry(1)->isChecked());
    CHECK(menu->isVisible());
    menu->hide();
}

TEST_CASE("The two inputs of a map are never the same: the other takes what this one was", "[window]") {
    SweepFixture fixture;
    fixture.chooseKind(SweepKind::map);
    auto* y = fixture.find<QComboBox>("sweep.y");
    fixture.choose("sweep.x", SweepKey(y->currentData().toInt()));
    CHECK(SweepKey(y->currentData().toInt()) == SweepKey::tokens_per_gpu);
}

TEST_CASE("What was typed for an input is there again when it is chosen again", "[window]") {
    SweepFixture fixture;
    fixture.choose("sweep.x", SweepKey::sequence);
    fixture.type("sweep.x.to", "8192");
    fixture.choose("sweep.x", SweepKey::micro_batch);
    CHECK(fixture.find<QLineEdit>("sweep.x.to")->text() != "8192");
    fixture.choose("sweep.x", SweepKey::sequence);
    CHECK(fixture.find<QLineEdit>("sweep.x.to")->text() == "8192");
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
