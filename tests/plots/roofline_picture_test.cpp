// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/roofline_picture.hpp"
#include "plots/wording.hpp"
#include "tests/catch.hpp"
#include "tests/plots/sample_estimate.hpp"

#include <QTest>
#include <QWheelEvent>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {
struct Roofline {
    Scenario scenario = sampleScenario();
    Estimate estimate = sampleEstimate();
    RooflinePicture picture;
    Roofline() {
        picture.resize(500, 360);
        picture.setResult(&scenario, &estimate, false);
    }
};

void wheel(QWidget& widget, QPointF at, int notches) {
    QWheelEvent event(at, widget.mapToGlobal(at), {}, QPoint(0, 120 * notches), Qt::NoButton, Qt::NoModifier,
                      Qt::NoScrollPhase, false);
    QCoreApplication::sendEvent(&widget, &event);
}
} // namespace

TEST_CASE("The roofline has one mark for every operator and pass that has FLOPs") {
    Roofline r;
    const auto withFlops =
        std::ranges::count_if(r.estimate.operators, [](const auto& op) { return op.flops.value > 0; });
    CHECK(long(r.picture.marks().size()) == withFlops);
    for (const auto& mark : r.picture.marks()) {
        const OperatorCost& op = r.estimate.operators[mark.index];
        CHECK(mark.intensity == Approx((op.flops / op.bytes).value));
        CHECK(mark.attained == Approx((op.flops / op.time).value / 1e12));
        CHECK(mark.backward == (op.pass != Pass::forward));
    }
}

TEST_CASE("The roofline draws both ceilings of each precision in use and of no other") {
    Roofline r;
    QStringList texts;
    for (const auto& ceiling : r.picture.ceilings())
        texts << ceiling.text;
    REQUIRE(texts.size() == 4); // FP8 and BF16, datasheet and achievable; FP32 runs no operator
    CHECK(texts[0].startsWith("FP8 1"));
    CHECK(texts[3].startsWith("BF16 758"));
}

TEST_CASE("The roofline's legend names the kinds there are") {
    Roofline r;
    CHECK(r.picture.legendTexts() == QStringList{"dense GEMM", "expert GEMM", "attention", "logits",
                                                 "element-wise", "router", "forward", "backward"});
}

TEST_CASE("The roofline's subtitle says how much of the step its marks cover") {
    Roofline r;
    double covered = 0;
    for (const auto& mark : r.picture.marks())
        covered += mark.share;
    CHECK(r.picture.subtitle().contains(quantity(text::percent(covered))));
}

TEST_CASE("Axes of the roofline are logarithmic, say so, and have a label a decade") {
    Roofline r;
    r.picture.marks();
    const QStringList x = r.picture.tickTexts(Qt::XAxis);
    CHECK(x.contains("0.1"));
    CHECK(x.contains("1"));
    CHECK(x.contains("100"));
    CHECK(x.contains(words(text::count(10000))));
}

TEST_CASE("A mark's tooltip has the exact intensity, rate and time") {
    Roofline r;
    const auto& marks = r.picture.marks();
    const OperatorCost& op = r.estimate.operators[marks[0].index];
    const QString shown = r.picture.target(0).text;
    CHECK(shown.contains(quantity(text::intensity(op.flops / op.bytes, text::Digits::exact))));
    CHECK(shown.contains(quantity(text::rate(op.flops / op.time, text::Digits::exact))));
    CHECK(shown.contains(quantity(text::duration(op.time, text::Digits::exact))));
    CHECK(shown.contains(words(text::count(op.calls_per_step))));
}

TEST_CASE("The roofline's table has the rates of the estimate") {
    Roofline r;
    const PictureTable table = r.picture.table();
    REQUIRE(table.rows.size() == r.estimate.operators.size());
    CHECK(table.rows[0][6] ==
          words(text::rate(r.estimate.operators[0].flops / r.estimate.operators[0].time).number));
    CHECK(table.subjects[0].name == r.estimate.operators[0].name);
}

TEST_CASE("The wheel zooms the roofline about the pointer, and F shows everything again") {
    Roofline r;
    r.picture.show();
    QTest::qWait(20);
    const Range before = r.picture.xRange();
    wheel(*r.picture.canvas(), QPointF(200, 150), 2);
    const Range zoomed = r.picture.xRange();
    CHECK(zoomed.upper / zoomed.lower < before.upper / before.lower);
    CHECK(zoomed.lower > before.lower);
    CHECK(zoomed.upper < before.upper);
    QTest::keyClick(r.picture.canvas(), Qt::Key_F);
    CHECK(r.picture.xRange() == before);
}

TEST_CASE("A change of the plan moves marks, never the axes") {
    Roofline r;
    r.picture.show();
    QTest::qWait(20);
    const Range x = r.picture.xRange(), y = r.picture.yRange();
    Estimate changed = r.estimate;
    for (OperatorCost& op : changed.operators)
        op.time *= 100; // far below the view that was fitted
    r.picture.setResult(&r.scenario, &changed, false);
    CHECK(r.picture.xRange() == x);
    CHECK(r.picture.yRange() == y);
    CHECK(r.picture.marks()[0].attained == Approx((changed.operators[r.picture.marks()[0].index].flops /
                                                   changed.operators[r.picture.marks()[0].index].time)
                                                      .value /
                                                  1e12));
}

TEST_CASE("Dragging pans the roofline by what the pointer moved") {
    Roofline r;
    r.picture.show();
    QTest::qWait(20);
    const Range before = r.picture.xRange();
    QTest::mousePress(r.picture.canvas(), Qt::LeftButton, {}, QPoint(200, 150));
    QMouseEvent move(QEvent::MouseMove, QPointF(150, 150), r.picture.canvas()->mapToGlobal(QPointF(150, 150)),
                     Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(r.picture.canvas(), &move);
    QTest::mouseRelease(r.picture.canvas(), Qt::LeftButton, {}, QPoint(150, 150));
    const Range after = r.picture.xRange();
    CHECK(after.lower > before.lower);
    CHECK(after.upper / after.lower == Approx(before.upper / before.lower));
}

TEST_CASE("Non-finite operators are left out of the roofline") {
    Roofline r;
    const std::size_t before = r.picture.marks().size();
    r.estimate.operators[0].time = infinite<Seconds>();
    r.picture.setResult(&r.scenario, &r.estimate, false);
    CHECK(r.picture.marks().size() == before - 1);
}

TEST_CASE("A zone's name leaves the upper corner to a roof and an inset, and comes back where nothing is free") {
    const QRectF frame(0, 0, 300, 200);
    const QSizeF text(80, 14);
    const QRectF roof(100, 16, 200, 4), inset(120, 60, 175, 120);
    const auto place = [&](const std::vector<QRectF>& taken) { return rightCorner(frame, text, {8, 12}, 28, taken); };
    CHECK(place({}) == QRectF(212, 5, 80, 14));
    CHECK(place({roof}) == QRectF(212, 165, 80, 14));
    CHECK(place({roof, inset}) == place({}));
    CHECK(place({inset}) == place({}));
}

TEST_CASE("A slope as boxes has no gap a label could lie in") {
    const QLineF slope(10, 190, 250, 30);
    const std::vector<QRectF> boxes = boxesAlong(slope, 4);
    for (double share = 0; share <= 1; share += 0.001)
        CHECK(std::ranges::any_of(boxes, [&](const QRectF& box) {
            return box.adjusted(-0.1, -0.1, 0.1, 0.1).contains(slope.pointAt(share));
        }));
}

TEST_CASE("The roofline is fitted to another scenario of the same model, and not to a change of its plan") {
    Roofline r;
    const auto shown = [&] {
        r.picture.setResult(&r.scenario, &r.estimate, false);
        (void)r.picture.marks(); // a hidden picture works out late
        return r.picture.yRange();
    };
    const Range y = shown();
    for (auto& roof : r.estimate.roofs.compute)
        roof.datasheet = roof.datasheet * 3.0;
    CHECK(shown() == y);
    r.scenario.name += ", another";
    CHECK(shown().upper > y.upper);
}
