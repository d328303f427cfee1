// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/plan_stops.hpp"

#include "models/mesh.hpp"
#include "models/rule.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace ridgepoint {
namespace {

constexpr int most_sequences_offered = 131072;
constexpr int shortest_sequence = 512;
constexpr int longest_sequence = 1 << 20;
constexpr int most_chunks_offered = 16;

/// Sorted, without doubles, the present value among them. A value is legal when no other breaks fewer rules, so that
/// what is wrong elsewhere in the plan is not held against it.
std::vector<ValueStop> judged(const Scenario& scenario, int Plan::* field, std::vector<int> values) {
    values.push_back(scenario.plan.*field);
    std::sort(values.begin(), values.end());
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::vector<std::size_t> broken;
    Scenario trial = scenario;
    for (const int value : values) {
        trial.plan.*field = value;
        broken.push_back(rules::broken_count(trial));
    }
    const std::size_t fewest = *std::min_element(broken.begin(), broken.end());
    std::vector<ValueStop> stops;
    for (std::size_t i = 0; i < values.size(); ++i)
        stops.push_back({values[i], broken[i] == fewest});
    return stops;
}

} // namespace

std::vector<ValueStop> micro_batch_stops(const Scenario& scenario) {
    const int dp = mesh::shown_dp(scenario);
    const int share = std::max(1, scenario.plan.global_batch / dp);
    return judged(scenario, &Plan::micro_batch, mesh::divisors(share));
}

std::vector<ValueStop> global_batch_stops(const Scenario& scenario) {
    const std::int64_t least = std::int64_t(mesh::shown_dp(scenario)) * std::max(1, scenario.plan.micro_batch);
    std::vector<int> values;
    for (const int odd : {1, 3, 5, 15})
        for (std::int64_t batch = least * odd; batch <= most_sequences_offered; batch *= 2)
            values.push_back(static_cast<int>(batch));
    return judged(scenario, &Plan::global_batch, std::move(values));
}

std::vector<ValueStop> sequence_stops(const Scenario& scenario) {
    std::vector<int> values;
    for (int length = shortest_sequence; length <= longest_sequence; length *= 2) {
        values.push_back(length);
        if (length / 2 * 3 <= longest_sequence)
            values.push_back(length / 2 * 3);
    }
    return judged(scenario, &Plan::sequence, std::move(values));
}

std::vector<ValueStop> virtual_stage_stops(const Scenario& scenario) {
    const int most = std::clamp(scenario.model.layers / std::max(1, scenario.plan.pp), 1, most_chunks_offered);
    std::vector<int> values;
    for (int chunks = 1; chunks <= most; ++chunks)
        values.push_back(chunks);
    return judged(scenario, &Plan::vpp, std::move(values));
}

} // namespace ridgepoint
