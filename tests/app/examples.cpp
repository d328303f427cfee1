// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/examples.hpp"

#include "models/formats/scenario_json.hpp"
#include "resources/builtin.hpp"

namespace ridgepoint::tests {

Scenario exampleScenario() {
    constexpr std::string_view id = "llama-3.1-8b-8-h100-fsdp";
    Scenario scenario = scenario_from_json(builtin_presets().scenario(id)->json, builtin_presets(), id);
    scenario.plan.global_batch = 64; // room for every micro-batch and degree the tests set
    return scenario;
}

Scenario withTp(Scenario scenario, int tp) {
    scenario.plan.tp = tp;
    return scenario;
}

Scenario withMicroBatch(Scenario scenario, int sequences) {
    scenario.plan.micro_batch = sequences;
    return scenario;
}

Scenario illegal(Scenario scenario) {
    scenario.plan.tp = 3;
    return scenario;
}

QString json(const Scenario& scenario) {
    return QString::fromStdString(scenario_to_json(scenario, builtin_presets()));
}

} // namespace ridgepoint::tests
