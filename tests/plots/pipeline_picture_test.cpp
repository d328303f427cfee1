// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/pipeline_picture.hpp"
#include "plots/wording.hpp"
#include "tests/catch.hpp"
#include "tests/plots/exported.hpp"
#include "tests/plots/sample_estimate.hpp"

#include <QTest>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {
struct Pipeline {
    Scenario scenario = sampleScenario();
    Estimate estimate = sampleEstimate();
    PipelinePicture picture;
    Pipeline() {
        picture.resize(700, 400);
        picture.setResult(&scenario, &estimate, false);
    }
};
} // namespace

TEST_CASE("The pipeline has a row a rank and a target a slot") {
    Pipeline p;
    CHECK(p.picture.rowCount() == 16);
    CHECK(p.picture.targetCount() == int(p.estimate.pipeline_slots.size()));
    CHECK(p.picture.subtitle().contains("16 ranks"));
    CHECK(p.picture.subtitle().contains("120 micro-batches"));
}

TEST_CASE("The pipeline's legend gives the bubble and what follows the last backward") {
    Pipeline p;
    const QStringList texts = p.picture.legendTexts();
    CHECK(texts.contains("bubble " + quantity(text::duration(Seconds(2.06))) + ", " +
                         quantity(text::percent(2.06 / 19.93))));
    CHECK(texts.contains("optimizer " + quantity(text::duration(Seconds(0.29)))));
    CHECK(texts.contains("F"));
    CHECK(texts.contains("B"));
}

TEST_CASE("The pointer finds the slot under it") {
    Pipeline p;
    p.picture.show();
    QTest::qWait(20);
    for (const int index : {0, 7, 300, 2000}) {
        const InteractivePicture::Target target = p.picture.target(index);
        CHECK(p.picture.targetAt(target.at) == index);
    }
}

TEST_CASE("A slot's tooltip names rank, micro-batch and exact times") {
    Pipeline p;
    p.picture.rowCount();
    const Slot& slot = p.estimate.pipeline_slots[5];
    const QString shown = p.picture.target(5).text;
    CHECK(shown.contains("Rank 0"));
    CHECK(shown.contains("forward of micro-batch 5"));
    CHECK(shown.contains(quantity(text::duration(slot.start, text::Digits::exact))));
}

TEST_CASE("Zoomed in, slots carry their numbers, zoomed out, runs merge") {
    Pipeline p;
    const auto texts = [&] { return svgOf(p.picture, QSize(700, 400)).count("<text"); };
    const auto whole = texts();
    p.picture.show();
    QTest::qWait(20);
    for (int i = 0; i < 15; ++i)
        QTest::keyClick(p.picture.canvas(), Qt::Key_Plus);
    CHECK(texts() > whole + 50);
}

TEST_CASE("Zooming the pipeline changes time only") {
    Pipeline p;
    p.picture.show();
    QTest::qWait(20);
    const Range x = p.picture.xRange(), y = p.picture.yRange();
    QTest::keyClick(p.picture.canvas(), Qt::Key_Plus);
    CHECK(p.picture.yRange() == y);
    CHECK(p.picture.xRange().upper < x.upper);
}

TEST_CASE("The pipeline table has the stage times of the estimate") {
    Pipeline p;
    const PictureTable table = p.picture.table();
    REQUIRE(table.rows.size() == 16);
    CHECK(table.rows[15][1] == "1");
    CHECK(table.rows[0][2] == "50.000");
}

TEST_CASE("A forward run with a backward shows both numbers") {
    Pipeline p;
    p.estimate.pipeline_slots = {
        {0, SlotKind::forward_backward, 0, 15, 7, Seconds(0), Seconds(10)},
        {0, SlotKind::backward_weight, 0, 8, -1, Seconds(10), Seconds(15)},
    };
    p.estimate.pipeline.stages.resize(1);
    p.picture.setResult(&p.scenario, &p.estimate, false);
    CHECK(svgOf(p.picture, QSize(700, 400)).contains("15/7"));
    CHECK(p.picture.legendTexts().contains("F with B: forward / backward"));
    CHECK(p.picture.legendTexts().contains("W: weight gradient"));
    CHECK(p.picture.target(0).text.contains("forward of micro-batch 15 with backward of 7"));
}

TEST_CASE("With DualPipe micro-batches from the last rank count from 0 again and are told apart") {
    Pipeline p;
    p.scenario.plan.schedule = Schedule::dualpipe;
    p.estimate.pipeline_slots = {
        {0, SlotKind::forward, 0, 3, -1, Seconds(0), Seconds(5)},
        {0, SlotKind::forward_backward, 1, 67, 2, Seconds(5), Seconds(15)},
    };
    p.estimate.pipeline.stages.resize(2);
    p.picture.setResult(&p.scenario, &p.estimate, false);
    REQUIRE(p.picture.rowCount() == 2);
    CHECK(p.picture.target(0).text.contains("micro-batch 3 from rank 0"));
    CHECK(p.picture.target(1).text.contains("micro-batch 7 from rank 1 with backward of 2 from rank 0"));
    CHECK(p.picture.legendTexts().contains("foot: from rank 1"));
    CHECK(p.picture.subtitle().contains("from both ends"));
}
