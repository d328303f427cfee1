// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a search's plans, against estimates of them.
#include "models/planner/plan_compare.hpp"
#include "models/rule.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

#include <algorithm>

using namespace ridgepoint;

namespace {

FoundPlans searched(const std::vector<Setting>& settings = {}) {
    PlannerRequest request;
    request.scenario = ready("mixtral-8x7b-64-gb200", settings);
    request.threads = 2;
    return find_plans(request);
}

} // namespace

TEST_CASE("A plan's name gives its key back, and nothing else does") {
    const PlanKey key{8, 4, 2, 1, 16, 2, 3, 64, Schedule::interleaved, true, 2, 1};
    CHECK(plan_key(plan_id(key)) == key);
    CHECK_FALSE(plan_key(""));
    CHECK_FALSE(plan_key(plan_id(key) + "-1"));
    CHECK_FALSE(plan_key("8-4-2"));
    CHECK_FALSE(plan_key("tp-4-2-1-1-1-1-1-1-1-1-1"));
}

TEST_CASE("A search's MFU is that of the plan's estimate") {
    const FoundPlans found = searched();
    REQUIRE(!found.result.best.empty());
    for (const PricedPlan& plan : found.result.best) {
        const Estimate e = estimate(found.scenario(plan.key), Detail::numbers);
        CHECK(found.mfu(plan.step) == Approx(e.throughput.mfu_causal).epsilon(1e-9));
    }
}

TEST_CASE("Pure ZeRO-3 is among the dots, whether it fits or not") {
    const FoundPlans found = searched({{"plan.sequence", "32768"}, {"plan.global_batch", "1024"}});
    CHECK(std::ranges::any_of(found.result.dots,
                              [](const PricedPlan& plan) { return is_pure_zero3(plan.key); }));
    const FoundPlans held = [] {
        PlannerRequest request;
        request.scenario = ready("mixtral-8x7b-64-gb200");
        request.constraints.pin(PlanAxis::zero, 1);
        return find_plans(request);
    }();
    CHECK(std::ranges::none_of(held.result.dots,
                               [](const PricedPlan& plan) { return is_pure_zero3(plan.key); }));
}

TEST_CASE("Another plan of the same search keeps its key, another batch has none") {
    const FoundPlans found = searched();
    const PlanKey key = found.result.best.back().key;
    Scenario now = found.scenario(key);
    now.name = "another name";
    CHECK(key_within(found.request.scenario, now, found.result.policies) == key);
    now.plan.global_batch *= 2;
    CHECK_FALSE(key_within(found.request.scenario, now, found.result.policies));
}

TEST_CASE("A policy that the search does not know is no plan of it") {
    const FoundPlans found = searched();
    Scenario now = found.request.scenario;
    now.plan.recompute = {recompute_norm | recompute_activation, {}};
    CHECK_FALSE(key_within(found.request.scenario, now, found.result.policies));
}

TEST_CASE("Losses side by side account for the whole difference between two steps") {
    const FoundPlans found = searched();
    REQUIRE(found.result.best.size() > 4);
    const Estimate best = estimate(found.scenario(found.result.best.front().key));
    const Estimate plan = estimate(found.scenario(found.result.best.back().key));
    for (const std::size_t most : {std::size_t(3), std::size_t(50)}) {
        const std::vector<LossPair> pairs = loss_pairs(plan, best, most);
        CHECK(pairs.size() <= most + 1);
        Seconds sum;
        for (const LossPair& pair : pairs)
            sum += pair.difference();
        CHECK(sum.value == Approx((plan.time.step - best.time.step).value).margin(1e-9));
    }
}

TEST_CASE("One change towards the best differs in one value and is priced by its estimate") {
    const FoundPlans found = searched();
    const PlanKey best = found.result.best.front().key, from = found.result.front.front().key;
    REQUIRE(best != from);
    const std::vector<OneChange> changes = changes_towards(found, from, best);
    for (const OneChange& change : changes) {
        int differing = 0;
        for (int axis = 0; axis < plan_axis_count; ++axis)
            differing += axis_value(change.key, PlanAxis(axis)) != axis_value(from, PlanAxis(axis)) ? 1 : 0;
        CHECK(differing == 1);
        CHECK(axis_value(change.key, change.axis) == axis_value(best, change.axis));
        CHECK(rules::legal(found.scenario(change.key)));
        CHECK(change.step == estimate(found.scenario(change.key)).time.step);
    }
    CHECK(std::ranges::is_sorted(changes, {}, &OneChange::step));
}
