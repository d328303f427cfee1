// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a whole: sizes, names, focus and what the wheel may touch.
#include "tests/catch.hpp"
#include "tests/ui/window_fixture.hpp"

#include "ui/picture_frame.hpp"

#include <QAbstractItemView>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QWheelEvent>

using namespace ridgepoint;
using namespace ridgepoint::testing;

namespace {

bool isInteractive(const QWidget& widget) {
    const bool inner = qobject_cast<const QScrollBar*>(&widget) != nullptr ||
                       qobject_cast<const QHeaderView*>(&widget) != nullptr ||
                       widget.objectName().startsWith(QLatin1String("qt_"));
    const bool inBox = qobject_cast<const QLineEdit*>(&widget) != nullptr &&
                       qobject_cast<const QAbstractSpinBox*>(widget.parentWidget()) != nullptr;
    return !inner && !inBox &&
           (qobject_cast<const QAbstractButton*>(&widget) != nullptr || qobject_cast<const QComboBox*>(&widget) != nullptr ||
            qobject_cast<const QAbstractSpinBox*>(&widget) != nullptr ||
            qobject_cast<const QAbstractSlider*>(&widget) != nullptr ||
            qobject_cast<const QAbstractItemView*>(&widget) != nullptr ||
            qobject_cast<const Picture*>(&widget) != nullptr);
}

void turnWheel(QWidget& widget) {
    const QPointF middle = QRectF(widget.rect()).center();
    QWheelEvent event(middle, widget.mapToGlobal(middle), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

} // namespace

TEST_CASE("The smallest supported window shows all four pictures of Overview without scrolling", "[window]") {
    for (const char* id : {"deepseek-v3-published", "deepseek-v3-zero3"}) {
        WindowFixture fixture(id, {1280, 720});
        INFO(id);
        const auto* overview = fixture.find("overview");
        REQUIRE(overview != nullptr);
        CHECK(overview->height() <= overview->parentWidget()->height());
    }
}

TEST_CASE("No figure of the header is cut at any supported size", "[window]") {
    for (const QSize size : {QSize(1280, 720), QSize(1600, 1000), QSize(1920, 1080)}) {
        for (const char* id : {"deepseek-v3-published", "deepseek-v3-zero3", "llama-3.1-405b-16384-h100"}) {
            WindowFixture fixture(id, size);
            INFO(id << " at " << size.width() << " x " << size.height());
            CHECK(fixture.window.size() == size);
            for (HeaderCell* cell : fixture.window.findChildren<HeaderCell*>()) {
                INFO(cell->objectName().toStdString());
                CHECK(cell->width() >= cell->minimumSizeHint().width());
                CHECK(cell->mapTo(&fixture.window, cell->rect().topRight()).x() < size.width());
            }
        }
    }
}

TEST_CASE("A small window keeps Plan and a picture of usable size, the right docks become tabs", "[window]") {
    WindowFixture fixture("deepseek-v3-published", {1280, 720});
    CHECK(fixture.find<QDockWidget>("dock.plan")->isVisible());
    const QWidget* picture = fixture.find("picture.roofline");
    CHECK(picture->isVisible());
    CHECK(picture->width() >= 360);
    CHECK(picture->height() >= 220);
    CHECK(fixture.window.dockWidgetArea(fixture.find<QDockWidget>("dock.details")) == Qt::LeftDockWidgetArea);
}

TEST_CASE("A large window shows Plan, four pictures, Details and Scenarios at once", "[window]") {
    WindowFixture fixture("deepseek-v3-published", {1920, 1080});
    for (const char* dock : {"dock.plan", "dock.details", "dock.scenarios"})
        CHECK(fixture.find<QDockWidget>(dock)->widget()->isVisible());
    int visible = 0;
    for (const PictureFrame* frame : fixture.window.findChildren<PictureFrame*>())
        visible += frame->isVisible() ? 1 : 0;
    CHECK(visible == 4);
}

TEST_CASE("The default layout comes back", "[window]") {
    WindowFixture fixture;
    auto* plan = fixture.find<QDockWidget>("dock.plan");
    plan->setFloating(true);
    fixture.find<QDockWidget>("dock.details")->hide();
    fixture.window.restoreDefaultLayout();
    fixture.settle();
    CHECK_FALSE(plan->isFloating());
    CHECK(fixture.find<QDockWidget>("dock.details")->isVisible());
}

TEST_CASE("Without a pipeline Overview shows the timeline in its place", "[window]") {
    WindowFixture fixture("deepseek-v3-zero3");
    REQUIRE(fixture.document.scenario().plan.pp == 1);
    CHECK(fixture.find("picture.timeline")->isVisible());
    CHECK((fixture.find("picture.pipeline") == nullptr || !fixture.find("picture.pipeline")->isVisible()));
}

TEST_CASE("Every control that takes mouse or keys has a name for screen readers", "[window]") {
    WindowFixture fixture;
    for (const QWidget* widget : fixture.window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || !isInteractive(*widget))
            continue;
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool named = !widget->accessibleName().isEmpty() || (button != nullptr && !button->text().isEmpty());
        INFO(widget->metaObject()->className() << " " << widget->objectName().toStdString());
        CHECK(named);
    }
}

TEST_CASE("The wheel over a control without the focus changes nothing", "[window]") {
    WindowFixture fixture;
    fixture.window.setFocus();
    const Scenario before = fixture.document.scenario();
    for (QWidget* widget : fixture.window.findChildren<QWidget*>()) {
        if (widget->isVisible() && !widget->hasFocus() && qobject_cast<QScrollBar*>(widget) == nullptr)
            turnWheel(*widget);
    }
    fixture.settle();
    CHECK(fixture.document.scenario() == before);
}
