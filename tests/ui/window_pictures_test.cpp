// SPDX-License-Identifier: GPL-3.0-or-later
// The Waterfall and Validation pages of the real window.
#include "tests/catch.hpp"
#include "tests/ui/window_fixture.hpp"

#include "plots/validation_picture.hpp"
#include "plots/waterfall_picture.hpp"
#include "ui/measured_runs.hpp"
#include "ui/picture_frame.hpp"
#include "ui/validation_page.hpp"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QTableView>
#include <QTabWidget>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::testing;

namespace {

struct PicturesFixture : WindowFixture {
    using WindowFixture::WindowFixture;
    void open(const char* tab) {
        for (int i = 0; i < window.tabs()->count(); ++i)
            if (window.tabs()->tabText(i) == QLatin1String(tab))
                window.actionRegistry().action(QStringLiteral("view.tab%1").arg(i))->trigger();
        settle();
    }
    template <class Shown>
    Shown& shown() {
        auto* frame = window.tabs()->currentWidget()->findChild<PictureFrame*>();
        REQUIRE(frame != nullptr);
        return static_cast<Shown&>(frame->picture());
    }
    void clickOn(InteractivePicture& picture, int target) {
        auto* area = picture.canvas()->findChild<QWidget*>(QStringLiteral("qt_scrollarea_viewport"));
        QTest::mouseClick(area != nullptr ? area : picture.canvas(), Qt::LeftButton, {},
                          picture.target(target).at.toPoint());
        settle();
    }
    ValidationPicture& openCompared() {
        window.measuredRuns().compareNow();
        open("Validation");
        return shown<ValidationPicture>();
    }
};

} // namespace

TEST_CASE("Clicking a loss of the waterfall explains it in Details", "[window]") {
    PicturesFixture fixture;
    fixture.open("Waterfall");
    auto& picture = fixture.shown<WaterfallPicture>();
    const auto& columns = picture.columns();
    const auto bubble = std::ranges::find(columns, "bubble", &WaterfallPicture::Column::id) - columns.begin();
    fixture.clickOn(picture, int(bubble));
    CHECK(fixture.window.selection().subject().kind == Subject::Kind::loss);
    CHECK(fixture.find<QLabel>("details.title")->text() == "Bubble");
}

TEST_CASE("The waterfall follows a control that moves", "[window]") {
    PicturesFixture fixture;
    fixture.open("Waterfall");
    auto& picture = fixture.shown<WaterfallPicture>();
    const QString before = picture.mfuText();
    Scenario next = fixture.document.scenario();
    next.plan.global_batch /= 2;
    fixture.change(next);
    CHECK(picture.mfuText() != before);
}

TEST_CASE("A measured run is loaded by a click in one step of undo and shows its measurement", "[window]") {
    PicturesFixture fixture;
    ValidationPicture& picture = fixture.openCompared();
    REQUIRE(!picture.dots().empty());
    const Scenario before = fixture.document.scenario();
    const int steps = fixture.steps();
    const ValidationPicture::Dot dot = picture.dots().front();
    fixture.clickOn(picture, 0);
    CHECK(fixture.steps() == steps + 1);
    CHECK_FALSE(fixture.document.scenario() == before);
    CHECK(fixture.find<HeaderCell>("header.step")->entry().note.startsWith("measured "));
    CHECK(dot.measured > 0);
    fixture.window.actionRegistry().action(QStringLiteral("edit.undo"))->trigger();
    fixture.settle();
    CHECK(fixture.document.scenario() == before);
}

TEST_CASE("Validation opens with the headline's runs; filters leave only those they name, Show All brings every one",
          "[window]") {
    PicturesFixture fixture;
    ValidationPicture& picture = fixture.openCompared();
    const std::size_t headline = picture.dots().size();
    CHECK(fixture.find<QCheckBox>("validation.headline")->isChecked());
    auto* combo = fixture.find<QComboBox>("validation.accelerator");
    REQUIRE(combo->count() > 3);
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);
    fixture.settle();
    CHECK(picture.dots().size() < headline);
    CHECK(!picture.dots().empty());
    auto* table = fixture.window.tabs()->currentWidget()->findChild<QTableView*>();
    REQUIRE(table != nullptr);
    CHECK(std::size_t(table->model()->rowCount()) == picture.dots().size());
    fixture.click("validation.all");
    CHECK(picture.dots().size() > headline);
    CHECK_FALSE(fixture.find<QCheckBox>("validation.headline")->isChecked());
}

TEST_CASE("The header's likely error is a band from runs like the plan, or says that there is none", "[window]") {
    PicturesFixture fixture("llama-3.1-405b-16384-h100");
    CHECK(fixture.find<HeaderCell>("header.error")->entry().number == "not known");
    fixture.window.measuredRuns().compareNow();
    fixture.settle();
    const auto likely = fixture.window.measuredRuns().likelyError(fixture.document.pictured());
    REQUIRE(likely);
    const QString number = fixture.find<HeaderCell>("header.error")->entry().number;
    CHECK(number.startsWith(QString::fromUtf8("±")) == likely->most.has_value());
    fixture.click("header.error");
    CHECK(fixture.find<QLabel>("details.title")->text().startsWith("Likely error"));
}

TEST_CASE("Comparing with measured runs can be stopped and goes on later", "[window]") {
    PicturesFixture fixture;
    fixture.open("Validation");
    MeasuredRuns& runs = fixture.window.measuredRuns();
    REQUIRE(runs.isRunning());
    runs.stop();
    REQUIRE(QTest::qWaitFor([&] { return !runs.isRunning(); }, 20000));
    if (!runs.isReady()) { // it may have been done before it was told
        CHECK(fixture.shown<ValidationPicture>().targetCount() == 0);
        fixture.click("validation.stop");
        REQUIRE(QTest::qWaitFor([&] { return runs.isReady(); }, 60000));
    }
    CHECK(fixture.shown<ValidationPicture>().targetCount() > 0);
}
