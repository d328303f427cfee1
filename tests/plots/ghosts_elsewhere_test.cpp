// SPDX-License-Identifier: GPL-3.0-or-later
// What the pictures of many plans or runs show beside those: sweeps, searches and measured runs at other ceilings.
#include "plots/planner_picture.hpp"
#include "plots/sweep_picture.hpp"
#include "plots/validation_picture.hpp"
#include "tests/catch.hpp"
#include "tests/plots/exported.hpp"
#include "tests/plots/sample_ghosts.hpp"


#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

constexpr QSize size(900, 560);

SweepPoint point(double step) {
    SweepPoint p;
    p.legal = p.fits = true;
    p.time.step = Seconds(step);
    p.memory_peak = gib(60);
    p.capacity = gib(80);
    return p;
}

SweepAnswer map() {
    SweepAnswer a;
    a.study.kind = SweepKind::map;
    a.study.scenarios = {sampleScenario()};
    a.study.x = {SweepKey::micro_batch, {1, 2}};
    a.study.y = {SweepKey::sequence, {4096, 8192}};
    a.lines = {{"sample", {point(10), point(9), point(21), point(17)}, {}}};
    a.whole = true;
    return a;
}

PricedPlan plan(int pp, double step, double memory) {
    PricedPlan p;
    p.key.pp = pp;
    p.key.zero = 1;
    p.step = Seconds(step);
    p.memory = gib(memory);
    p.fits = p.pareto = true;
    return p;
}

FoundPlans found(const Scenario& scenario) {
    PlannerRequest request;
    request.scenario = scenario;
    PlannerResult r;
    r.best = {plan(16, 18.8, 69), plan(32, 21, 40)};
    r.front = {plan(32, 21, 40), plan(16, 18.8, 69)};
    r.dots = r.front;
    r.policies = {Recompute{}};
    r.whole = true;
    return found_plans(request, r);
}

/// Two runs, predicted 10 % and 20 % too fast.
std::shared_ptr<const Validation> runs() {
    Validation all;
    for (const double error : {0.1, 0.2}) {
        Measurement run;
        run.id = error == 0.1 ? "R-1" : "R-2";
        run.source = "R";
        run.model = "model";
        ValidationRow row;
        row.scenario = sampleScenario();
        row.speed.measured = 1000;
        row.speed.predicted = 1000 * (1 + error);
        all.measurements.push_back(run);
        all.rows.push_back(row);
    }
    return std::make_shared<const Validation>(std::move(all));
}

} // namespace

TEST_CASE("A map gives the plan at hand under each set, in its margin and as rows of its table") {
    const Scenario scenario = sampleScenario();
    const Estimate estimate = sampleEstimate();
    SweepPicture picture;
    picture.resize(760, 460);
    picture.setAnswer(std::make_shared<const SweepAnswer>(map()));
    picture.setResult(&scenario, &estimate, false, fastAndSlow());
    const QStringList texts = picture.ghostTexts();
    REQUIRE(texts.size() == 3);
    CHECK(texts[0] == "present 19.9");
    CHECK(texts[1] == "swift 15.9");
    CHECK(texts[2] == "lame 24.9");
    CHECK(svgOf(picture, size).contains("swift 15.9"));
    const PictureTable table = picture.table();
    REQUIRE(table.rows.size() == 6);
    CHECK(table.rows.size() == table.subjects.size());
    CHECK(table.rows[4].size() == table.header.size());
    CHECK(table.rows[4].front() == "this plan, swift");
    const auto step = std::ranges::find(table.header, QStringLiteral("Step time, s")) - table.header.begin();
    CHECK(table.rows[5][std::size_t(step)] == "24.9");
    picture.setResult(&scenario, &estimate, false);
    CHECK(picture.ghostTexts().isEmpty());
    CHECK(picture.table().rows.size() == 4);
}

TEST_CASE("Over one input each set's line and break-even value carry its name") {
    const Scenario scenario = sampleScenario();
    const Estimate estimate = sampleEstimate();
    SweepAnswer answer;
    const double batch = scenario.plan.global_batch;
    answer.study.x = {SweepKey::global_batch, {batch, 2 * batch}};
    for (const char* name : {"sample", "swift", "lame", "pinned"}) {
        answer.study.scenarios.push_back(scenario);
        answer.lines.push_back({name, {point(10), point(19)}, {}});
        BreakEven at;
        at.value = 1.5 * batch;
        at.below = Resource::scale_out;
        at.above = Resource::compute;
        answer.lines.back().break_evens = {at};
    }
    answer.whole = true;
    SweepPicture picture;
    picture.resize(760, 460);
    picture.setAnswer(std::make_shared<const SweepAnswer>(std::move(answer)));
    picture.setResult(&scenario, &estimate, false, fastAndSlow());
    const QStringList texts = picture.breakEvenTexts();
    REQUIRE(texts.size() == 4);
    CHECK(texts[0].startsWith("InfiniBand-bound"));
    CHECK(texts[1].startsWith("swift: InfiniBand-bound"));
    CHECK(texts[2].startsWith("lame: InfiniBand-bound"));
    CHECK(texts[3].startsWith("InfiniBand-bound"));
    CHECK(picture.legendTexts().contains("this scenario, present"));
}

TEST_CASE("The planner marks the plan at hand and the front under each set") {
    Scenario scenario = sampleScenario();
    scenario.plan.recompute = {};
    scenario.cluster.accelerator.hbm = gib(80);
    const Estimate estimate = sampleEstimate();
    PlannerPicture picture;
    picture.resize(900, 560);
    picture.setResult(&scenario, &estimate, false, fastAndSlow());
    picture.setFound(std::make_shared<const FoundPlans>(found(scenario)));
    REQUIRE(picture.calloutTexts().filter("this plan").size() == 1);
    CHECK(picture.calloutTexts().filter("swift: 15.9").size() == 1);
    CHECK(picture.calloutTexts().filter("lame: 24.9").size() == 1);
    picture.setGhostFronts({{"swift", 0, {plan(32, 17, 40), plan(16, 15, 69)}}});
    CHECK(picture.legendTexts().filter("swift: best 15").size() == 1);
    const QByteArray svg = svgOf(picture, size);
    CHECK(svg.contains("swift: best 15"));
    CHECK(svg.contains("at lame"));
    const PictureTable table = picture.table();
    REQUIRE(table.rows.size() == 2 + 2 + 2); // plans, the plan at hand twice, the ghosts' front
    for (const auto& row : table.rows)
        CHECK(row.size() == table.header.size());
    CHECK(table.rows[2].front() == "this plan, swift");
    CHECK(table.rows[2][1].startsWith("15.9"));
    CHECK(table.rows[5].front() == "front, swift");
    CHECK(table.rows[5][1] == "15.000");
    CHECK(table.subjects[5].name == plan_id(plan(16, 15, 69).key));
}

TEST_CASE("Measured runs stand beside what they would be at other ceilings") {
    const Scenario scenario = sampleScenario();
    const Estimate estimate = sampleEstimate();
    ValidationPicture picture;
    picture.resize(760, 460);
    picture.setResult(&scenario, &estimate, false);
    picture.setValidation(runs());
    CHECK(picture.elsewhereTexts().isEmpty());
    picture.setElsewhere({{"swift", 0, {1500, 1700}}, {"own", 2, {900, 0}}});
    const QStringList texts = picture.elsewhereTexts();
    REQUIRE(texts.size() == 2);
    CHECK(texts[0].startsWith("at swift 2, 60")); // the median of 50 and 70 %
    CHECK(texts[1].startsWith("at own 1, 10"));
    CHECK(picture.subtitle().contains(texts[0]));
    CHECK(svgOf(picture, size).contains("at swift 2, 60"));
    CHECK(picture.target(0).text.contains("at swift ceilings"));
    const PictureTable table = picture.table();
    REQUIRE(table.rows.size() == 2);
    REQUIRE(table.rows[0].size() == table.header.size());
    const auto column = std::ranges::find(table.header, QStringLiteral("Error, %, own")) - table.header.begin();
    CHECK(table.rows[0][std::size_t(column)] == QString::fromUtf8("–")); // R-2, the worst, stands first
    CHECK(table.rows[1][std::size_t(column)] == QString::fromUtf8("−10.0"));
    picture.setElsewhere({});
    CHECK(picture.table().header.size() == table.header.size() - 4);
}
