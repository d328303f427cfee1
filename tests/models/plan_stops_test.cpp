// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plan_stops.hpp"

#include "models/formats/scenario_json.hpp"
#include "models/rules.hpp"
#include "resources/builtin.hpp"
#include "tests/catch.hpp"

#include <algorithm>

using namespace ridgepoint;

namespace {

Scenario published() {
    const Presets& presets = builtin_presets();
    return scenario_from_json(presets.scenario("deepseek-v3-published")->json, presets, "test");
}

bool offers(const std::vector<ValueStop>& stops, int value) {
    return std::any_of(stops.begin(), stops.end(), [value](const ValueStop& stop) { return stop.value == value; });
}

bool solid(const std::vector<ValueStop>& stops, int value) {
    return std::any_of(stops.begin(), stops.end(),
                       [value](const ValueStop& stop) { return stop.value == value && stop.legal; });
}

} // namespace

TEST_CASE("Sliders offer the present value among ascending stops") {
    Scenario scenario = published();
    scenario.plan.micro_batch = 7;
    scenario.plan.global_batch = 15361;
    scenario.plan.sequence = 5000;
    scenario.plan.vpp = 9;
    const auto ascending = [](const std::vector<ValueStop>& stops) {
        return std::is_sorted(stops.begin(), stops.end(),
                              [](const ValueStop& a, const ValueStop& b) { return a.value < b.value; });
    };
    for (const auto& [stops, value] : {std::pair{micro_batch_stops(scenario), 7},
                                       {global_batch_stops(scenario), 15361},
                                       {sequence_stops(scenario), 5000},
                                       {virtual_stage_stops(scenario), 9}}) {
        CHECK(offers(stops, value));
        CHECK(ascending(stops));
    }
}

TEST_CASE("A micro-batch on offer divides a replica's share of the batch") {
    const auto stops = micro_batch_stops(published()); // 15,360 sequences over 128 replicas: 120
    for (const ValueStop& stop : stops)
        CHECK(120 % stop.value == 0);
    CHECK(stops.size() == 16);
}

TEST_CASE("A global batch on offer fills every replica with whole micro-batches") {
    const auto stops = global_batch_stops(published());
    CHECK(solid(stops, 15360));
    for (const ValueStop& stop : stops)
        CHECK(stop.value % 128 == 0);
}

TEST_CASE("A value is solid when it alone leaves the plan legal") {
    const Scenario scenario = published();
    REQUIRE(violations(scenario).empty());
    for (const ValueStop& stop : virtual_stage_stops(scenario)) {
        Scenario trial = scenario;
        trial.plan.vpp = stop.value;
        CHECK(stop.legal == violations(trial).empty());
    }
}

TEST_CASE("What is wrong elsewhere is not held against a value") {
    Scenario scenario = published();
    scenario.plan.tp = 7;
    for (const ValueStop& stop : sequence_stops(scenario))
        CHECK(stop.legal);
}
