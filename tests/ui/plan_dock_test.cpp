// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan_dock.hpp"

#include "tests/catch.hpp"
#include "tests/ui/document_fixture.hpp"
#include "ui/controls/changed_mark.hpp"
#include "ui/controls/count_box.hpp"
#include "ui/controls/segmented_control.hpp"
#include "ui/controls/stop_slider.hpp"
#include "ui/plan_dock_settings.hpp"

#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>
#include <QTest>
#include <QToolButton>
#include <QWheelEvent>

using namespace ridgepoint;
using ridgepoint::testing::DocumentFixture;

namespace {

struct DockFixture : DocumentFixture {
    PlanDock dock{document};

    explicit DockFixture(std::string_view id = "deepseek-v3-published") : DocumentFixture(id) {
        dock.resize(318, 900);
        dock.show();
        REQUIRE(QTest::qWaitForWindowExposed(&dock));
    }

    const Plan& plan() { return document.scenario().plan; }
    template <class Widget>
    Widget* find(const char* name) {
        auto* widget = dock.findChild<Widget*>(QString::fromLatin1(name));
        REQUIRE(widget);
        return widget;
    }
    void type(const char* name, const char* text) {
        auto* box = find<CountBox>(name);
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, QString::fromLatin1(text));
        QTest::keyClick(box, Qt::Key_Return);
    }
    /// Presses the knob and moves it over the places of the values.
    void drag(StopSlider* slider, std::initializer_list<double> values) {
        const int y = slider->height() / 2;
        QTest::mousePress(slider, Qt::LeftButton, {}, QPoint(qRound(slider->xOf(slider->value())), y));
        for (const double value : values)
            QTest::mouseMove(slider, QPoint(qRound(slider->xOf(value)), y));
        QTest::mouseRelease(slider, Qt::LeftButton, {}, QPoint(qRound(slider->xOf(*(values.end() - 1))), y));
    }
    void chooseNext(QComboBox* combo) {
        combo->setFocus();
        QTest::keyClick(combo, Qt::Key_Down);
    }
};

void turnWheel(QWidget* widget) {
    const QPointF centre = QRectF(widget->rect()).center();
    QWheelEvent event(centre, widget->mapToGlobal(centre), {}, QPoint(0, 120), Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &event);
}

bool interactive(const QWidget* widget) {
    if (qobject_cast<const QComboBox*>(widget) || qobject_cast<const QAbstractSpinBox*>(widget))
        return true;
    if (qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QScrollArea*>(widget))
        return false; // a box's own editor; the dock's scroll area
    return widget->focusPolicy() & Qt::TabFocus;
}

} // namespace

TEST_CASE_METHOD(DockFixture, "Dragging a slider changes the plan in one step of undo") {
    const Scenario before = document.scenario();
    drag(find<StopSlider>("plan.micro_batch.slider"), {2, 4, 8});
    CHECK(plan().micro_batch == 8);
    CHECK(steps() == 1);
    CHECK(document.undoStack()->undoText().contains(QStringLiteral("1 → 8")));
    document.undo();
    CHECK(document.scenario() == before);
    CHECK(find<CountBox>("plan.micro_batch.box")->value() == 1);
}

TEST_CASE_METHOD(DockFixture, "A slider dragged there and back leaves no step") {
    drag(find<StopSlider>("plan.sequence.slider"), {8192, 16384, 4096});
    CHECK(steps() == 0);
    CHECK_FALSE(document.isModified());
}

TEST_CASE_METHOD(DockFixture, "Sliders snap: a drag between two stops ends on one of them") {
    auto* slider = find<StopSlider>("plan.micro_batch.slider");
    drag(slider, {17});
    CHECK(120 % plan().micro_batch == 0);
}

TEST_CASE_METHOD(DockFixture, "Keys move a slider: arrows by a stop, Page Up doubles, Page Down halves") {
    auto* slider = find<StopSlider>("plan.sequence.slider");
    QTest::keyClick(slider, Qt::Key_Right);
    CHECK(plan().sequence == 6144);
    QTest::keyClick(slider, Qt::Key_Left);
    QTest::keyClick(slider, Qt::Key_PageUp);
    CHECK(plan().sequence == 8192);
    QTest::keyClick(slider, Qt::Key_PageDown);
    CHECK(plan().sequence == 4096);
}

TEST_CASE_METHOD(DockFixture, "Any positive number may be typed, legal or not") {
    type("plan.tp.box", "12");
    CHECK(plan().tp == 12);
    CHECK_FALSE(document.isLegal());
    CHECK(document.pictured().plan.tp == 1);
    type("plan.global_batch.box", "15361");
    CHECK(plan().global_batch == 15361);
}

TEST_CASE_METHOD(DockFixture, "Zero and text are not taken") {
    type("plan.pp.box", "0");
    CHECK(plan().pp == 16);
    type("plan.pp.box", "x");
    CHECK(plan().pp == 16);
}

TEST_CASE_METHOD(DockFixture, "A typed degree takes along what depends on it where the GPUs still divide") {
    type("plan.pp.box", "32");
    CHECK(document.scenario().dp() == 64);
    CHECK(plan().stage_layers.empty());
    CHECK(steps() == 1);
}

TEST_CASE_METHOD(DockFixture, "Page Up in a box doubles, Page Down halves, arrows go to the next stop") {
    auto* box = find<CountBox>("plan.micro_batch.box");
    QTest::keyClick(box, Qt::Key_PageUp);
    CHECK(plan().micro_batch == 2);
    QTest::keyClick(box, Qt::Key_Up);
    CHECK(plan().micro_batch == 3);
    QTest::keyClick(box, Qt::Key_PageDown);
    CHECK(plan().micro_batch == 1);
}

TEST_CASE_METHOD(DockFixture, "The GPUs slider changes DP and keeps the other degrees") {
    drag(find<StopSlider>("cluster.gpus.slider"), {1024});
    CHECK(document.scenario().cluster.gpus == 1024);
    CHECK(document.scenario().dp() == 64);
    CHECK(plan().pp == 16);
}

TEST_CASE_METHOD(DockFixture, "DP typed in its box changes the number of GPUs") {
    type("plan.dp.box", "64");
    CHECK(document.scenario().cluster.gpus == 1024);
}

TEST_CASE_METHOD(DockFixture, "The wheel over the Plan dock, without the focus, changes nothing") {
    const Scenario before = document.scenario();
    dock.setFocus();
    for (QWidget* widget : dock.findChildren<QWidget*>()) {
        widget->clearFocus();
        turnWheel(widget);
        CHECK(document.scenario() == before);
        CHECK_FALSE(widget->hasFocus());
    }
}

TEST_CASE_METHOD(DockFixture, "The wheel over a focused slider moves it by a stop") {
    auto* slider = find<StopSlider>("plan.sequence.slider");
    slider->setFocus();
    REQUIRE(QTest::qWaitFor([&] { return slider->hasFocus(); }));
    turnWheel(slider);
    CHECK(plan().sequence == 6144);
}

TEST_CASE_METHOD(DockFixture, "Every control has a name and a tooltip") {
    int controls = 0;
    for (const QWidget* widget : dock.findChildren<QWidget*>()) {
        if (!interactive(widget) || widget->window() != &dock) // the lists of the combo boxes are windows
            continue;
        ++controls;
        INFO(widget->objectName().toStdString() << " " << widget->metaObject()->className());
        CHECK_FALSE(widget->accessibleName().isEmpty());
        CHECK_FALSE(widget->toolTip().isEmpty());
        CHECK_FALSE(widget->objectName().isEmpty());
    }
    CHECK(controls > 25);
}

TEST_CASE_METHOD(DockFixture, "A slider tells a screen reader its value with the unit") {
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(find<StopSlider>("plan.sequence.slider"));
    REQUIRE(spoken);
    CHECK(spoken->role() == QAccessible::Slider);
    CHECK(spoken->valueInterface()->currentValue().toInt() == 4096);
    CHECK(spoken->text(QAccessible::Value).endsWith(QStringLiteral("tokens")));
}

TEST_CASE_METHOD(DockFixture, "The tokens of a step stand beside the global batch") {
    CHECK(find<QLabel>("plan.tokens")->text().startsWith(QStringLiteral("62.9")));
    type("plan.global_batch.box", "7680");
    CHECK(find<QLabel>("plan.tokens")->text().startsWith(QStringLiteral("31.5")));
}

TEST_CASE_METHOD(DockFixture, "The ZeRO stage is chosen by mouse and by keys") {
    auto* zero = find<SegmentedControl>("plan.zero");
    QTest::mouseClick(zero, Qt::LeftButton, {}, zero->segmentRect(3).center());
    CHECK(plan().zero == 3);
    QTest::keyClick(zero, Qt::Key_Left);
    CHECK(plan().zero == 2);
    QTest::keyClick(zero, Qt::Key_Home);
    CHECK(plan().zero == 0);
}

TEST_CASE_METHOD(DockFixture, "Network, ceilings and fidelity are choices of the scenario") {
    for (const char* name : {"cluster.network", "ceilings", "fidelity"}) {
        auto* choice = find<SegmentedControl>(name);
        QTest::mouseClick(choice, Qt::LeftButton, {}, choice->segmentRect(0).center());
    }
    CHECK(document.scenario().cluster.network == NetworkModel::flat);
    CHECK(document.scenario().ceilings == Ceilings::datasheet);
    CHECK(document.scenario().fidelity == Fidelity::speed_of_light);
}

TEST_CASE_METHOD(DockFixture, "Model, accelerator, schedule, recomputation and rank order are chosen from lists") {
    for (const char* name : {"cluster.accelerator", "plan.schedule", "plan.recompute", "plan.order", "model"}) {
        const Scenario before = document.scenario();
        chooseNext(find<QComboBox>(name));
        INFO(name);
        CHECK_FALSE(document.scenario() == before);
    }
}

TEST_CASE_METHOD(DockFixture, "Another accelerator brings its own NVLink domain") {
    auto* combo = find<QComboBox>("cluster.accelerator");
    const int index = combo->findData(QStringLiteral("gb200"));
    REQUIRE(index >= 0);
    combo->setCurrentIndex(index);
    emit combo->activated(index);
    CHECK(document.scenario().cluster.gpus_per_domain == builtin_presets().accelerator("gb200")->gpus_per_domain);
    CHECK(document.scenario().cluster.gpus == 2048);
}

TEST_CASE_METHOD(DockFixture, "Recipes the accelerator has no matrix units for are hollow") {
    auto* slider = find<StopSlider>("precision.slider");
    const auto& recipes = builtin_presets().precisions;
    REQUIRE(slider->stops().size() == recipes.size());
    for (std::size_t i = 0; i < recipes.size(); ++i) // an H800 has FP8 and nothing narrower
        CHECK(slider->stops()[i].legal == (rate_class(recipes[i].gemm) != RateClass::fp4));
    QTest::keyClick(slider, Qt::Key_Home);
    CHECK(document.scenario().precision == recipes.front());
}

TEST_CASE_METHOD(DockFixture, "A control that differs from the saved scenario is marked, until undone") {
    auto* box = find<CountBox>("plan.micro_batch.box");
    auto* mark = box->findChild<ChangedMark*>();
    REQUIRE(mark);
    CHECK(mark->isHidden());
    QTest::keyClick(box, Qt::Key_PageUp);
    CHECK_FALSE(mark->isHidden());
    document.undo();
    CHECK(mark->isHidden());
}

TEST_CASE_METHOD(DockFixture, "Everything fits the dock's least width") {
    dock.resize(280, 900);
    QCoreApplication::processEvents();
    auto* scroll = find<QScrollArea>("planDock.scroll");
    CHECK(scroll->widget()->minimumSizeHint().width() <= 280);
    CHECK(scroll->widget()->width() <= scroll->viewport()->width());
}

TEST_CASE_METHOD(DockFixture, "A low dock scrolls") {
    dock.resize(318, 300);
    QCoreApplication::processEvents();
    auto* scroll = find<QScrollArea>("planDock.scroll");
    CHECK(scroll->widget()->height() > scroll->viewport()->height());
}

TEST_CASE_METHOD(DockFixture, "Controls show what undo and another scenario bring") {
    document.open(ridgepoint::testing::readyScenario("llama-3.1-405b-16384-h100"));
    CHECK(find<CountBox>("plan.tp.box")->value() == plan().tp);
    CHECK(find<CountBox>("cluster.gpus.box")->value() == 16384);
    CHECK(find<QComboBox>("model")->currentData().toString() == QStringLiteral("llama-3.1-405b"));
    CHECK(find<SegmentedControl>("plan.zero")->current() == plan().zero);
}

TEST_CASE_METHOD(DockFixture, "Further settings are folded away until their heading is opened") {
    auto* heading = find<QToolButton>("section.overlap");
    auto* combo = find<QComboBox>("plan.overlap.ep");
    CHECK_FALSE(combo->isVisible());
    heading->setFocus();
    QTest::keyClick(heading, Qt::Key_Space);
    CHECK(combo->isVisible());
}

TEST_CASE_METHOD(DockFixture, "An overlap switch goes from the framework's default to on, in one step of undo") {
    find<QToolButton>("section.overlap")->click();
    auto* combo = find<QComboBox>("plan.overlap.ep");
    CHECK(combo->currentText().startsWith("Framework"));
    chooseNext(combo);
    CHECK(plan().overlap.ep == std::optional(true));
    CHECK(steps() == 1);
    document.undo();
    CHECK_FALSE(plan().overlap.ep);
    CHECK(combo->currentIndex() == 0);
}

TEST_CASE_METHOD(DockFixture, "A setting that does nothing in this plan is disabled and says why") {
    auto* exchange = find<QComboBox>("plan.cp_kind");
    REQUIRE(plan().cp == 1);
    CHECK_FALSE(exchange->isEnabled());
    CHECK(exchange->toolTip().contains("CP is 1"));
}

TEST_CASE_METHOD(DockFixture, "The layers of each rank can be typed, and what is no list changes nothing") {
    find<QToolButton>("section.parallelism")->click();
    auto* line = find<QLineEdit>("plan.stage_layers");
    const std::vector<int> before = plan().stage_layers;
    line->setFocus();
    line->selectAll();
    QTest::keyClicks(line, "4 4 four");
    QTest::keyClick(line, Qt::Key_Return);
    CHECK(plan().stage_layers == before);
    line->selectAll();
    QTest::keyClicks(line, "1 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4");
    QTest::keyClick(line, Qt::Key_Return);
    REQUIRE(plan().stage_layers.size() == 16);
    CHECK(plan().stage_layers.front() == 1);
}

TEST_CASE_METHOD(DockFixture, "A power cap is set in watts and taken away at its least") {
    find<QToolButton>("section.machine")->click();
    auto* box = find<QDoubleSpinBox>("cluster.power_cap_w");
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, "500");
    QTest::keyClick(box, Qt::Key_Return);
    CHECK(document.scenario().cluster.power_cap_w == std::optional(500.0));
    box->selectAll();
    QTest::keyClicks(box, "0");
    QTest::keyClick(box, Qt::Key_Return);
    CHECK_FALSE(document.scenario().cluster.power_cap_w);
}

TEST_CASE_METHOD(DockFixture, "One click sets a micro-batch whose GEMM shapes reach the chosen share, and undo takes it back") {
    const int before = plan().micro_batch;
    find<QSpinBox>("shapes.share")->setValue(99); // more than any shape reaches: the best there is
    QTest::mouseClick(find<QPushButton>("shapes.fill"), Qt::LeftButton);
    CHECK(document.isLegal());
    CHECK(plan().micro_batch > before);
    CHECK(find<QLabel>("shapes.note")->text().startsWith(QStringLiteral("GEMM shapes reach")));
    document.undoStack()->undo();
    CHECK(plan().micro_batch == before);
}
