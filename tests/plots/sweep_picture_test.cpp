// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/sweep_picture.hpp"
#include "tests/catch.hpp"
#include "tests/plots/exported.hpp"
#include "tests/plots/sample_estimate.hpp"

#include <QTest>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

SweepPoint point(double step, double memory, bool fits = true) {
    SweepPoint p;
    p.legal = true;
    p.fits = fits;
    p.time.step = Seconds(step);
    p.time.exposed_communication = Seconds(step / 4);
    p.throughput.tokens_per_s = 1e7 / step;
    p.throughput.tokens_per_s_per_gpu = 1e4 / step;
    p.throughput.mfu_causal = 2 / step;
    p.memory_peak = gib(memory);
    p.capacity = gib(80);
    return p;
}

SweepPoint illegal() {
    SweepPoint p;
    p.violations.push_back({"batch-divides", {}, "64 sequences do not divide.", {}});
    return p;
}

/// Global batches 1x, 2x, 4x (illegal) and 8x (does not fit) of the sample's.
SweepAnswer lines() {
    SweepAnswer a;
    a.study.scenarios = {sampleScenario()};
    a.study.scenarios[0].cluster.accelerator.hbm = gib(80);
    const double batch = sampleScenario().plan.global_batch;
    a.study.x = {SweepKey::global_batch, {batch, 2 * batch, 4 * batch, 8 * batch}};
    a.lines = {{"sample", {point(10, 40), point(19, 60), illegal(), point(70, 95, false)}, {}}};
    a.whole = true;
    return a;
}

SweepAnswer map() {
    SweepAnswer a;
    a.study.kind = SweepKind::map;
    a.study.scenarios = {sampleScenario()};
    a.study.x = {SweepKey::micro_batch, {1, 2, 4}};
    a.study.y = {SweepKey::sequence, {4096, 8192}};
    a.lines = {
        {"sample",
         {point(10, 40), point(9, 50), point(8, 90, false), point(21, 60), illegal(), point(17, 99, false)},
         {}}};
    a.whole = true;
    return a;
}

struct Shown {
    SweepPicture picture;
    explicit Shown(SweepAnswer answer, QSize size = {760, 460}) {
        picture.resize(size);
        picture.setAnswer(std::make_shared<const SweepAnswer>(std::move(answer)));
    }
    QByteArray svg() { return svgOf(picture, picture.size()); }
};

} // namespace

TEST_CASE("A line shows its legal points, hollow where they do not fit, and rings the plan at hand") {
    Shown shown(lines());
    const auto& spots = shown.picture.spots();
    REQUIRE(spots.size() == 3);
    CHECK(spots[0].present);
    CHECK_FALSE(spots[1].present);
    CHECK_FALSE(spots[2].fits);
    CHECK(spots[2].point == 3);
    CHECK(shown.picture.legendTexts().contains("does not fit"));
    const QByteArray svg = shown.svg();
    CHECK(svg.contains("Global batch, sequences (log)"));
    CHECK(svg.contains("Step time, s"));
}

TEST_CASE("Another output moves the points and renames the axis") {
    Shown shown(lines());
    const double step = shown.picture.spots()[0].y;
    shown.picture.setOutput(SweepOutput::mfu);
    CHECK(shown.picture.spots()[0].y != step);
    CHECK(shown.picture.spots()[0].y == Approx(20));
    CHECK(shown.svg().contains("MFU of the GEMM peak, %"));
    CHECK(shown.picture.yRange().lower == 0);
}

TEST_CASE("A logarithmic axis of little more than a decade has numbers from one end to the other") {
    Shown shown(lines()); // 10 to 70 s
    shown.picture.spots();
    const QStringList ticks = shown.picture.tickTexts(Qt::YAxis);
    for (const char* wanted : {"10", "15", "20", "30", "50", "70"})
        CHECK(ticks.contains(wanted));
}

TEST_CASE("Memory is drawn up to the capacity at least") {
    SweepAnswer answer = lines();
    answer.lines[0].points.pop_back();
    answer.study.x.values.pop_back();
    Shown shown(answer);
    shown.picture.setOutput(SweepOutput::memory);
    CHECK(shown.picture.yRange().upper > 80);
    CHECK(shown.svg().contains("80\u202FGiB capacity"));
}

TEST_CASE("The value at which the verdict changes is a line with its number and both limits") {
    SweepAnswer answer = lines();
    answer.lines[0].break_evens = {
        BreakEven{answer.study.x.values[0] * 3, Resource::scale_out, Resource::compute, 0, 0}};
    Shown shown(answer);
    REQUIRE(shown.picture.breakEvenTexts().size() == 1);
    CHECK(shown.picture.breakEvenTexts()[0].startsWith("InfiniBand-bound below"));
    CHECK(shown.picture.breakEvenTexts()[0].endsWith("compute-bound above"));
    CHECK(shown.svg().contains("InfiniBand-bound below"));
}

TEST_CASE("A map has a cell for every pair, the illegal ones among them") {
    Shown shown(map());
    const auto& spots = shown.picture.spots();
    REQUIRE(spots.size() == 6);
    CHECK(std::ranges::count_if(spots, [](const auto& s) { return !s.legal; }) == 1);
    CHECK(std::ranges::count_if(spots, [](const auto& s) { return s.legal && !s.fits; }) == 2);
    CHECK(shown.picture.levels().size() == std::size_t(level_count));
    const QByteArray svg = shown.svg();
    CHECK(svg.contains("Sequence, tokens"));
    CHECK(svg.contains("Micro-batch, sequences"));
    CHECK(svg.contains("best that fits"));
}

TEST_CASE("Names of choices that are too long to stand side by side stand upright, and all of them do") {
    SweepAnswer a = map();
    a.study.x = {SweepKey::precision, {0, 1, 2}};
    for (const char* name : {"BF16 mixed, FP32 accumulation beside", "FP8, per-tensor scaling", "BF16 throughout"}) {
        PrecisionRecipe recipe;
        recipe.name = name;
        a.study.recipes.push_back(recipe);
    }
    Shown shown(a, {600, 460});
    const QByteArray svg = shown.svg();
    for (const char* line : {"BF16 mixed, FP32", "accumulation beside", "scaling", "throughout"})
        CHECK(svg.contains(line));
}

TEST_CASE("Clicking anywhere in a cell asks for its values") {
    Shown shown(map());
    shown.picture.show();
    QTest::qWait(20);
    std::vector<Subject> asked;
    QObject::connect(&shown.picture, &Picture::activated,
                     [&](const Subject& subject) { asked.push_back(subject); });
    QTest::mouseClick(shown.picture.canvas(), Qt::LeftButton, {},
                      shown.picture.target(1).at.toPoint() + QPoint(12, 9));
    REQUIRE(asked.size() == 1);
    CHECK(SweepPicture::placeOf(asked[0]) == std::pair(std::size_t(0), std::size_t(1)));
}

TEST_CASE("A point tells its values exactly, an illegal one the rule with its numbers") {
    Shown shown(map());
    CHECK(shown.picture.target(0).text.contains("step"));
    CHECK(shown.picture.target(2).text.contains("does not fit"));
    CHECK(shown.picture.target(4).text.contains("64 sequences do not divide."));
}

TEST_CASE("Scaling draws both lines against GPUs and throughput in proportion") {
    SweepAnswer a;
    a.study.kind = SweepKind::scaling;
    a.study.scenarios = {sampleScenario()};
    const double gpus = sampleScenario().cluster.gpus;
    a.study.x = {SweepKey::gpus, {gpus / 2, gpus, gpus * 2}};
    a.lines = {{"strong", {point(20, 40), point(11, 40), point(7, 40)}, {}},
               {"weak", {point(11, 40), point(11, 40), point(11.2, 40)}, {}}};
    a.whole = true;
    Shown shown(a);
    shown.picture.setOutput(SweepOutput::tokens_per_s);
    CHECK(shown.picture.spots().size() == 6);
    CHECK(shown.picture.legendTexts().filter("strong").size() == 1);
    CHECK(shown.picture.legendTexts().filter("weak").size() == 1);
    CHECK(shown.svg().contains("in proportion"));
}

TEST_CASE("A point from which on more of the plan follows than the input says what") {
    SweepAnswer a;
    a.study.kind = SweepKind::scaling;
    Scenario s = sampleScenario(); // PP 16 interleaved, 16 micro-batches: on twice the GPUs there are 8
    s.plan.schedule = Schedule::interleaved;
    s.plan.vpp = 2;
    s.plan.ep = 1;
    s.plan.stage_layers.clear();
    s.plan.global_batch = s.dp() * s.plan.micro_batch * s.plan.pp;
    a.study.scenarios = {s};
    const double gpus = s.cluster.gpus;
    a.study.x = {SweepKey::gpus, {gpus, gpus * 2}};
    a.lines = {{"strong", {point(20, 40), point(14, 40)}, {}},
               {"weak", {point(20, 40), point(20, 40)}, {}}};
    a.whole = true;
    Shown shown(a);
    const QString follows = QString::fromUtf8("VPP 2 → 1");
    CHECK(shown.picture.followerTexts() == QStringList{follows});
    CHECK(shown.picture.target(1).text.contains("with it: " + follows));
    CHECK(shown.svg().contains(follows.toUtf8()));
}

TEST_CASE("A sweep's table has every point, and says of an illegal one which rule it breaks") {
    Shown shown(lines());
    const PictureTable table = shown.picture.table();
    REQUIRE(table.rows.size() == 4);
    CHECK(table.subjects.size() == 4);
    for (const auto& row : table.rows)
        CHECK(row.size() == table.header.size());
    CHECK(table.rows[2].back() == "illegal: batch-divides");
    CHECK(table.rows[3].back() == "no");
}

TEST_CASE("A sweep whose answer moves a little keeps its view") {
    Shown shown(lines());
    const Range before = shown.picture.yRange();
    SweepAnswer moved = lines();
    moved.lines[0].points[0].time.step = Seconds(11);
    shown.picture.setAnswer(std::make_shared<const SweepAnswer>(moved));
    CHECK(shown.picture.yRange() == before);
}

TEST_CASE("Without a sweep the picture says what belongs here") {
    SweepPicture picture;
    picture.resize(500, 360);
    CHECK(picture.targetCount() == 0);
    CHECK(picture.table().rows.empty());
    CHECK(picture.subtitle().isEmpty());
}
