// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plan_stops.hpp"

#include "models/mesh.hpp"
#include "models/rules.hpp"

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace ridgepoint {
namespace {

constexpr int most_sequences_offered = 131072;
constexpr int shortest_sequence = 512;
constexpr int longest_sequence = 1 << 20;
constexpr int most_chunks_offered = 16;

bool blamed(const Scenario& scenario, std::string_view key) {
    for (const Violation& violation : violations(scenario))
        if (std::find(violation.keys.begin(), violation.keys.end(), key) != violation.keys.end())
            return true;
    return false;
}

/// Sorted, without doubles, the present value among them, each judged by the rules.
std::vector<ValueStop> judged(const Scenario& scenario, int Plan::* field, std::string_view key,
                              std::vector<int> values) {
    values.push_back(scenario.plan.*field);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::vector<ValueStop> stops;
    Scenario trial = scenario;
    for (const int value : values) {
        trial.plan.*field = value;
        stops.push_back({value, !blamed(trial, key)});
    }
    return stops;
}

} // namespace

std::vector<ValueStop> micro_batch_stops(const Scenario& scenario) {
    const int dp = mesh::shown_dp(scenario);
    const int share = std::max(1, scenario.plan.global_batch / dp);
    return judged(scenario, &Plan::micro_batch, "plan.micro_batch", mesh::divisors(share));
}

std::vector<ValueStop> global_batch_stops(const Scenario& scenario) {
    const std::int64_t least = std::int64_t(mesh::shown_dp(scenario)) * std::max(1, scenario.plan.micro_batch);
    std::vector<int> values;
    for (const int odd : {1, 3, 5, 15})
        for (std::int64_t batch = least * odd; batch <= most_sequences_offered; batch *= 2)
            values.push_back(static_cast<int>(batch));
    return judged(scenario, &Plan::global_batch, "plan.global_batch", std::move(values));
}

std::vector<ValueStop> sequence_stops(const Scenario& scenario) {
    std::vector<int> values;
    for (int length = shortest_sequence; length <= longest_sequence; length *= 2) {
        values.push_back(length);
        if (length / 2 * 3 <= longest_sequence)
            values.push_back(length / 2 * 3);
    }
    return judged(scenario, &Plan::sequence, "plan.sequence", std::move(values));
}

std::vector<ValueStop> virtual_stage_stops(const Scenario& scenario) {
    const int most = std::clamp(scenario.model.layers / std::max(1, scenario.plan.pp), 1, most_chunks_offered);
    std::vector<int> values;
    for (int chunks = 1; chunks <= most; ++chunks)
        values.push_back(chunks);
    return judged(scenario, &Plan::vpp, "plan.vpp", std::move(values));
}

} // namespace ridgepoint
