// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/planner_picture.hpp"
#include "tests/catch.hpp"
#include "tests/plots/exported.hpp"
#include "tests/plots/sample_estimate.hpp"

#include <QTest>

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

PricedPlan plan(int pp, int zero, double step, double memory, bool fits = true) {
    PricedPlan p;
    p.key.pp = pp;
    p.key.zero = zero;
    p.step = Seconds(step);
    p.memory = gib(memory);
    p.fits = fits;
    return p;
}

/// A best, a front of three, a slow plan, and two that do not fit, one of them pure ZeRO-3 and far beyond.
FoundPlans sampleFound() {
    PlannerRequest request;
    request.scenario = sampleScenario();
    request.scenario.cluster.accelerator.hbm = gib(80);
    PlannerResult r;
    PricedPlan best = plan(16, 1, 18.8, 69), middle = plan(32, 1, 21, 40), small = plan(32, 2, 25, 20);
    for (PricedPlan* p : {&best, &middle, &small})
        p->pareto = true;
    const PricedPlan second = plan(8, 1, 19.4, 75), slow = plan(4, 2, 150, 60);
    r.best = {best, second, middle};
    r.front = {small, middle, best};
    r.dots = {small, middle, slow, best, second, plan(8, 0, 19, 95, false), plan(1, 3, 272, 400, false)};
    r.policies = {Recompute{}};
    r.counts.considered = 100;
    r.counts.evaluated = 5;
    r.counts.out_of_memory = 2;
    r.whole = true;
    return found_plans(request, r);
}

struct Shown {
    Scenario scenario = sampleScenario();
    Estimate estimate = sampleEstimate();
    PlannerPicture picture;

    explicit Shown(QSize size = {900, 560}) {
        scenario.plan.recompute = {};
        scenario.cluster.accelerator.hbm = gib(80);
        picture.resize(size);
        picture.setResult(&scenario, &estimate, false);
        FoundPlans found = sampleFound();
        found.request.scenario = scenario;
        picture.setFound(std::make_shared<const FoundPlans>(std::move(found)));
    }
    QByteArray svg() { return svgOf(picture, picture.size()); }
};

bool anyStartsWith(const QStringList& texts, const char* start) {
    return std::ranges::any_of(
        texts, [start](const QString& text) { return text.startsWith(QLatin1String(start)); });
}

} // namespace

TEST_CASE("Before a search the planner says what belongs here") {
    PlannerPicture picture;
    picture.resize(500, 360);
    CHECK(picture.targetCount() == 0);
    CHECK(picture.table().rows.empty());
    CHECK(picture.subtitle().isEmpty());
}

TEST_CASE("Every plan of a search is one dot, the best ones first") {
    Shown shown;
    REQUIRE(shown.picture.dots().size() == 7);
    CHECK(shown.picture.targetCount() == 7);
    CHECK(shown.picture.dots().front().plan.step == Seconds(18.8));
    CHECK(std::ranges::count_if(shown.picture.dots(), [](const auto& dot) { return dot.front; }) == 3);
}

TEST_CASE("Best, front, this plan and pure ZeRO-3 are named, and the plan that is asked about") {
    Shown shown;
    const QStringList texts = shown.picture.calloutTexts();
    CHECK(anyStartsWith(texts, "best: TP 1"));
    CHECK(anyStartsWith(texts, "this plan: 19.9"));
    CHECK(anyStartsWith(texts, "Pareto front"));
    CHECK(anyStartsWith(texts, "pure ZeRO-3 does not fit: 272"));
    CHECK_FALSE(anyStartsWith(texts, "why not?"));
    shown.picture.setSelection(shown.picture.target(1).subject);
    CHECK(anyStartsWith(shown.picture.calloutTexts(), "why not? 19.4"));
    CHECK(shown.picture.legendTexts().contains("why not?"));
}

TEST_CASE("This plan is marked only where it is one of the search's") {
    Shown shown;
    shown.scenario.plan.global_batch *= 2;
    CHECK_FALSE(anyStartsWith(shown.picture.calloutTexts(), "this plan"));
}

TEST_CASE(
    "Slow plans go into a band, plans far beyond the capacity are counted, and neither squeezes the others") {
    Shown shown;
    CHECK(shown.picture.hasSlowBand());
    CHECK(shown.picture.yRange().upper < 140);
    CHECK(shown.picture.xRange().upper < 200);
    CHECK(shown.picture.plansBeyondView() == 1);
    const QByteArray svg = shown.svg();
    CHECK(svg.contains("slower"));
    CHECK(svg.contains("1 more beyond"));
    CHECK(svg.contains("80\u202FGiB capacity"));
    CHECK(svg.contains("Memory of the fullest rank, GiB"));
    CHECK(svg.contains("Step time, s (log)"));
}

TEST_CASE("What does not fit is on hatched ground right of the capacity") {
    Shown shown;
    const auto lines = [](const QByteArray& svg) { return svg.count("<polyline"); };
    const auto hatched = lines(shown.svg());
    CHECK(shown.picture.legendTexts().contains("does not fit"));
    FoundPlans roomy = sampleFound();
    roomy.request.headroom = gib(60);
    shown.picture.setFound(std::make_shared<const FoundPlans>(roomy));
    CHECK(lines(shown.svg()) > hatched); // from 20 GiB on instead of 80
}

TEST_CASE("A dot tells its plan, its exact step, its memory and how far it is from the best") {
    Shown shown;
    const QString second = shown.picture.target(1).text;
    CHECK(second.contains("PP 8"));
    CHECK(second.contains("19.4"));
    CHECK(second.contains("+3.2"));
    CHECK(second.contains("75"));
    CHECK(second.contains("MFU"));
    const auto& dots = shown.picture.dots();
    const auto pure = std::ranges::find_if(dots, [](const auto& dot) { return is_pure_zero3(dot.plan.key); });
    const QString text = shown.picture.target(int(pure - dots.begin())).text;
    CHECK(text.contains(QString::fromUtf8("320\u202FGiB more than")));
}

TEST_CASE("Colours follow the chosen parameter and its legend names every group") {
    Shown shown;
    CHECK(shown.picture.legendTexts().contains("Colour: PP"));
    CHECK(shown.picture.levels().size() == 5);
    shown.picture.setColourAxis(PlanAxis::zero);
    CHECK(shown.picture.legendTexts().contains("Colour: ZeRO"));
    CHECK(shown.picture.levels().size() == 4);
    const auto& dots = shown.picture.dots();
    CHECK(dots[0].colour != dots.back().colour);
}

TEST_CASE("More values than colours share colours in neighbouring groups") {
    Shown shown;
    FoundPlans many = sampleFound();
    for (int pp = 1; pp <= 9; ++pp)
        many.result.dots.push_back(plan(1 << pp, 1, 30 + pp, 30));
    shown.picture.setFound(std::make_shared<const FoundPlans>(many));
    const auto& levels = shown.picture.levels();
    CHECK(int(levels.size()) == level_count);
    for (std::size_t i = 1; i < levels.size(); ++i) {
        CHECK(levels[i].low > levels[i - 1].high);
        CHECK(levels[i].colour != levels[i - 1].colour);
    }
}

TEST_CASE("While a newer search runs the older dots stay, dimmed and not to be clicked") {
    Shown shown;
    FoundPlans on_the_way = sampleFound();
    on_the_way.result.dots.clear();
    on_the_way.result.whole = false;
    shown.picture.setRunning(std::make_shared<const FoundPlans>(on_the_way), 0.34);
    CHECK(shown.picture.subtitle().contains("34"));
    CHECK(shown.picture.targetCount() == 4); // three best and one more of the front
    CHECK(shown.picture.dots().size() == 7);
    CHECK(shown.picture.dots().back().old);
}

TEST_CASE("The view stays while what there is to show fills it, and follows where it does not") {
    Shown shown;
    const Range before = shown.picture.yRange();
    FoundPlans nearly = sampleFound();
    nearly.result.best.front().step = Seconds(18.9);
    shown.picture.setFound(std::make_shared<const FoundPlans>(nearly));
    CHECK(shown.picture.yRange() == before);
    FoundPlans other = sampleFound();
    for (auto* list : {&other.result.best, &other.result.front, &other.result.dots})
        for (PricedPlan& p : *list)
            p.step = p.step * 0.1;
    shown.picture.setFound(std::make_shared<const FoundPlans>(other));
    CHECK(shown.picture.yRange().upper < before.upper / 5);
}

TEST_CASE("The planner's table ranks the best, adds the front and the plan asked about") {
    Shown shown;
    const PictureTable table = shown.picture.table();
    REQUIRE(table.rows.size() == 4);
    CHECK(table.rows.size() == table.subjects.size());
    for (const auto& row : table.rows)
        CHECK(row.size() == table.header.size());
    CHECK(table.rows[0][0] == "1");
    CHECK(table.rows[0][2] == "best");
    CHECK(table.rows[1][2] == "+3.2");
    CHECK(std::ranges::find(table.header, QString("CP")) == table.header.end());
    const auto& dots = shown.picture.dots();
    shown.picture.setSelection(shown.picture.target(int(dots.size()) - 1).subject);
    CHECK(shown.picture.table().rows.size() == 5);
}

TEST_CASE("A click on a dot asks for its plan, Page Down and Enter do the same") {
    Shown shown;
    shown.picture.show();
    QTest::qWait(20);
    std::vector<Subject> asked;
    QObject::connect(&shown.picture, &Picture::activated,
                     [&](const Subject& subject) { asked.push_back(subject); });
    QTest::mouseClick(shown.picture.canvas(), Qt::LeftButton, {}, shown.picture.target(1).at.toPoint());
    QTest::keyClick(shown.picture.canvas(), Qt::Key_PageDown);
    QTest::keyClick(shown.picture.canvas(), Qt::Key_Return);
    REQUIRE(asked.size() == 2);
    CHECK(asked[0] == shown.picture.target(1).subject);
    CHECK(asked[1] == shown.picture.target(2).subject);
    CHECK(plan_key(asked[1].name) == shown.picture.dots()[2].plan.key);
}

TEST_CASE("A search without any plan says which of three things kept it from one") {
    Shown shown;
    FoundPlans none = sampleFound();
    none.result.best.clear();
    none.result.front.clear();
    none.result.dots.clear();
    using Reason = NoPlan::Reason;
    for (const auto& [reason, words] : {std::pair{Reason::constraints, "No plan meets the constraints"},
                                        std::pair{Reason::rules, "No plan with these values is legal"},
                                        std::pair{Reason::memory, "No plan fits into memory"}}) {
        none.none = NoPlan{reason, {}};
        shown.picture.setFound(std::make_shared<const FoundPlans>(none));
        CHECK(shown.svg().contains(words));
        CHECK(shown.picture.subtitle() == (reason == Reason::memory ? "none of 100 plans fits" : words));
    }
}

TEST_CASE("While a search runs its dots are drawn over those found before") {
    Shown shown;
    FoundPlans so_far = sampleFound();
    so_far.result.whole = false;
    so_far.result.dots = {plan(2, 1, 30, 30), plan(2, 1, 35, 90, false)};
    shown.picture.setRunning(std::make_shared<const FoundPlans>(so_far), 0.4);
    const auto& dots = shown.picture.dots();
    const auto dot = [&](const PricedPlan& of) { return std::ranges::find(dots, of.key, [](const auto& d) { return d.plan.key; }); };
    REQUIRE(dot(so_far.result.dots[0]) != dots.end());
    CHECK_FALSE(dot(so_far.result.dots[0])->old);
    const PricedPlan slow = plan(4, 2, 150, 60); // of the search before
    REQUIRE(dot(slow) != dots.end());
    CHECK(dot(slow)->old);
    CHECK(dot(so_far.result.dots[0]) < dot(slow));
}
