// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mesh_bar.hpp"

#include "tests/catch.hpp"
#include "tests/ui/document_fixture.hpp"
#include "ui/mesh_bar_handle.hpp"
#include "ui/mesh_bar_tip.hpp"

#include <QAccessible>
#include <QApplication>
#include <QMouseEvent>
#include <QTest>

#include <cmath>
#include <memory>

using namespace ridgepoint;
using ridgepoint::testing::DocumentFixture;

namespace {

struct BarFixture : DocumentFixture {
    MeshBar bar{document};

    explicit BarFixture(std::string_view id = "deepseek-v3-published") : DocumentFixture(id) {
        bar.resize(318, bar.sizeHint().height());
        bar.show();
        REQUIRE(QTest::qWaitForWindowExposed(&bar));
    }

    const Plan& plan() { return document.scenario().plan; }
    int dp() { return document.scenario().dp(); }

    void press(MeshHandle* handle) {
        m_start = handle->geometry().center();
        QTest::mousePress(handle, Qt::LeftButton, {}, handle->rect().center());
    }
    /// From the press, in doublings of the bar's scale.
    void moveBy(MeshHandle* handle, double doublings, Qt::KeyboardModifiers modifiers = {}) {
        const QPoint inBar = m_start + QPoint(qRound(doublings * bar.barLayout().scale()), 0);
        const QPoint place = handle->mapFrom(&bar, inBar);
        QMouseEvent move(QEvent::MouseMove, place, handle->mapToGlobal(place), Qt::NoButton, Qt::LeftButton,
                         modifiers);
        QApplication::sendEvent(handle, &move);
    }
    void release(MeshHandle* handle) { QTest::mouseRelease(handle, Qt::LeftButton); }
    void drag(MeshHandle* handle, double doublings) {
        press(handle);
        moveBy(handle, doublings / 2);
        moveBy(handle, doublings);
        release(handle);
    }

private:
    QPoint m_start;
};

} // namespace

TEST_CASE_METHOD(BarFixture, "Dragging DP's edge outwards takes the factor from PP") {
    drag(bar.edge(Axis::dp), 1);
    CHECK(dp() == 256);
    CHECK(plan().pp == 8);
    CHECK(plan().tp == 1);
}

TEST_CASE_METHOD(BarFixture, "Dragging TP's edge takes the factor from DP, though CP lies between") {
    drag(bar.edge(Axis::tp), 3);
    CHECK(plan().tp == 8);
    CHECK(dp() == 16);
    CHECK(plan().pp == 16);
}

TEST_CASE_METHOD(BarFixture, "With Shift the neighbour pays") {
    drag(bar.edge(Axis::cp), 2);
    REQUIRE(plan().cp == 4);
    MeshHandle* edge = bar.edge(Axis::tp);
    press(edge);
    moveBy(edge, 1, Qt::ShiftModifier);
    release(edge);
    CHECK(plan().tp == 2);
    CHECK(plan().cp == 2);
    CHECK(dp() == 32);
}

TEST_CASE_METHOD(BarFixture, "One drag is one step of undo") {
    const Scenario before = document.scenario();
    drag(bar.edge(Axis::dp), 2);
    CHECK(steps() == 1);
    document.undo();
    CHECK(document.scenario() == before);
}

TEST_CASE_METHOD(BarFixture, "A drag there and back leaves no step and the plan as it was") {
    const Scenario before = document.scenario();
    MeshHandle* edge = bar.edge(Axis::dp);
    press(edge);
    moveBy(edge, -2);
    CHECK_FALSE(document.scenario() == before);
    moveBy(edge, 0);
    release(edge);
    CHECK(document.scenario() == before);
    CHECK(steps() == 0);
    CHECK_FALSE(document.isModified());
}

TEST_CASE_METHOD(BarFixture, "The expert group follows the drag and comes back with it") {
    MeshHandle* edge = bar.edge(Axis::dp);
    press(edge);
    moveBy(edge, -2);
    CHECK(plan().ep == 32);
    CHECK(bar.followers().contains(QStringLiteral("EP 64 → 32")));
    moveBy(edge, -1);
    CHECK(plan().ep == 64);
    release(edge);
}

TEST_CASE_METHOD(BarFixture, "Escape during a drag goes back to the start") {
    const Scenario before = document.scenario();
    MeshHandle* edge = bar.edge(Axis::dp);
    press(edge);
    moveBy(edge, 3);
    QTest::keyClick(edge, Qt::Key_Escape);
    CHECK(document.scenario() == before);
    CHECK(steps() == 0);
    CHECK_FALSE(document.inGesture());
}

TEST_CASE_METHOD(BarFixture, "A drag may rest on a plan that is not legal, the pictures keep the last legal one") {
    drag(bar.edge(Axis::dp), 4);
    CHECK(dp() == 2048); // 15,360 sequences do not divide over 2,048 replicas
    CHECK_FALSE(document.isLegal());
    CHECK(document.pictured().dp() != 2048);
}

TEST_CASE_METHOD(BarFixture, "The end of the expert bracket changes EP alone") {
    drag(bar.experts(), -1);
    CHECK(plan().ep == 32);
    CHECK(dp() == 128);
    CHECK(plan().pp == 16);
    CHECK(steps() == 1);
}

TEST_CASE_METHOD(BarFixture, "The end of the ZeRO bracket changes the group that shards together") {
    drag(bar.zeroGroup(), -2);
    CHECK(plan().hsdp_group == 32);
    drag(bar.zeroGroup(), 2);
    CHECK(plan().hsdp_group == 0);
}

TEST_CASE_METHOD(BarFixture, "Arrows move a focused edge by one stop, Home and End to its ends") {
    MeshHandle* edge = bar.edge(Axis::tp);
    QTest::keyClick(edge, Qt::Key_Right);
    CHECK(plan().tp == 2);
    QTest::keyClick(edge, Qt::Key_Right);
    CHECK(plan().tp == 4);
    QTest::keyClick(edge, Qt::Key_Left);
    CHECK(plan().tp == 2);
    QTest::keyClick(edge, Qt::Key_End);
    CHECK(plan().tp == 128);
    QTest::keyClick(edge, Qt::Key_Home);
    CHECK(plan().tp == 1);
}

TEST_CASE_METHOD(BarFixture, "A run of keys that ends where it began restores what followed") {
    const Scenario before = document.scenario();
    MeshHandle* edge = bar.edge(Axis::dp);
    QTest::keyClick(edge, Qt::Key_Left);
    QTest::keyClick(edge, Qt::Key_Left);
    CHECK(plan().ep == 32);
    QTest::keyClick(edge, Qt::Key_Right);
    QTest::keyClick(edge, Qt::Key_Right);
    CHECK(document.scenario() == before);
}

TEST_CASE_METHOD(BarFixture, "Alt with an arrow trades with the neighbour") {
    QTest::keyClick(bar.edge(Axis::cp), Qt::Key_Right);
    REQUIRE(plan().cp == 2);
    QTest::keyClick(bar.edge(Axis::tp), Qt::Key_Right, Qt::AltModifier);
    CHECK(plan().tp == 2);
    CHECK(plan().cp == 1);
}

TEST_CASE_METHOD(BarFixture, "A screen reader hears a slider with its degrees and its legal range") {
    QAccessibleInterface* spoken = QAccessible::queryAccessibleInterface(bar.edge(Axis::dp));
    REQUIRE(spoken);
    CHECK(spoken->role() == QAccessible::Slider);
    CHECK(spoken->text(QAccessible::Name) == QStringLiteral("Divider between data parallel 128 and pipeline parallel 16"));
    CHECK(spoken->text(QAccessible::Value).startsWith(QStringLiteral("legal from DP ")));
    REQUIRE(spoken->valueInterface());
    CHECK(spoken->valueInterface()->currentValue().toInt() == 128);
    CHECK(spoken->valueInterface()->maximumValue().toInt() == 2048);
    spoken->valueInterface()->setCurrentValue(256);
    CHECK(dp() == 256);
}

TEST_CASE_METHOD(BarFixture, "While dragging, a tip says what changes, at rest there is none") {
    auto* tip = bar.findChild<MeshBarTip*>();
    REQUIRE(tip);
    CHECK_FALSE(tip->isVisible());
    MeshHandle* edge = bar.edge(Axis::dp);
    press(edge);
    moveBy(edge, 1);
    CHECK(tip->isVisible());
    CHECK(tip->plainText().contains(QStringLiteral("DP 128 → 256, PP 16 → 8")));
    release(edge);
    CHECK_FALSE(tip->isVisible());
}

TEST_CASE_METHOD(BarFixture, "Every grip has a name and a tooltip") {
    for (MeshHandle* handle : bar.handles()) {
        CHECK_FALSE(handle->accessibleName().isEmpty());
        CHECK_FALSE(handle->toolTip().isEmpty());
        CHECK(handle->focusPolicy() == Qt::StrongFocus);
    }
}

TEST_CASE_METHOD(BarFixture, "The bar follows the rank order") {
    Scenario next = document.scenario();
    next.plan.order = {Axis::tp, Axis::cp, Axis::ep, Axis::pp, Axis::dp};
    document.change(QStringLiteral("test"), next);
    CHECK(bar.edge(Axis::pp)->isVisible());
    CHECK_FALSE(bar.edge(Axis::dp)->isVisible());
    CHECK(bar.barLayout().parts().back().segment.axis == Axis::dp);
    drag(bar.edge(Axis::pp), -1);
    CHECK(plan().pp == 8);
    CHECK(dp() == 256);
}

TEST_CASE("A segment is as long as the logarithm of its degree, and a grip") {
    const DocumentFixture fixture("deepseek-v3-published");
    const MeshBarLayout layout(fixture.document.scenario(), 318, {});
    for (const MeshBarLayout::Part& part : layout.parts())
        CHECK(part.box.width() == Approx(MeshBarLayout::grip + std::log2(part.segment.degree) * layout.scale()));
    CHECK(layout.parts().back().box.right() == Approx(layout.bar().right()));
    CHECK(layout.idle().isEmpty());
}

TEST_CASE("The NVLink mark lies at TP's edge when TP fills the domain") {
    Scenario scenario = ridgepoint::testing::readyScenario("deepseek-v3-published");
    scenario.plan.tp = 8;
    const MeshBarLayout layout(scenario, 318, {});
    REQUIRE(layout.rankX(3));
    CHECK(*layout.rankX(3) == Approx(layout.part(Axis::tp)->box.right()));
    CHECK(*layout.rankX(4) > layout.part(Axis::dp)->box.left());
    CHECK_FALSE(layout.rankX(12).has_value());
}

TEST_CASE("What the degrees leave over is idle, at the right end") {
    Scenario scenario = ridgepoint::testing::readyScenario("deepseek-v3-published");
    scenario.plan.pp = 14;
    const MeshBarLayout layout(scenario, 318, {});
    CHECK(layout.idle().width() > 0);
    CHECK(layout.idle().right() == Approx(layout.bar().right()));
    CHECK(layout.idle().left() > layout.parts().back().box.right());
}

TEST_CASE("On one GPU all four segments are grips and nothing can move") {
    Scenario scenario = ridgepoint::testing::readyScenario("llama-3.1-8b-8-h100-fsdp");
    scenario.cluster.gpus = 1;
    scenario.plan.global_batch = 1;
    Document document(builtin_presets());
    document.open(scenario);
    MeshBar bar(document);
    bar.resize(318, bar.sizeHint().height());
    for (const MeshBarLayout::Part& part : bar.barLayout().parts())
        CHECK(part.box.width() == Approx(MeshBarLayout::grip));
    QTest::keyClick(bar.edge(Axis::tp), Qt::Key_Right);
    CHECK(document.scenario() == scenario);
}
