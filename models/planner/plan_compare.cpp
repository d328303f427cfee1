// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/planner/plan_compare.hpp"

#include "models/rule.hpp"

#include <algorithm>
#include <cmath>

namespace ridgepoint {

std::vector<LossPair> loss_pairs(const Estimate& plan, const Estimate& best, std::size_t most) {
    std::vector<LossPair> all = paired_losses(plan, best);
    std::erase_if(all, [](const LossPair& p) { return p.best.value == 0 && p.plan.value == 0; });
    std::ranges::stable_sort(all, std::greater<>(),
                             [](const LossPair& p) { return std::abs(p.difference().value); });
    if (all.size() > most) {
        LossPair rest;
        for (std::size_t i = most; i < all.size(); ++i) {
            rest.best += all[i].best;
            rest.plan += all[i].plan;
        }
        all.resize(most);
        all.push_back(rest);
    }
    return all;
}

std::vector<OneChange> changes_towards(const FoundPlans& found, const PlanKey& from, const PlanKey& towards) {
    std::vector<OneChange> list;
    for (int i = 0; i < plan_axis_count; ++i) {
        const PlanAxis axis = PlanAxis(i);
        PlanKey key = from;
        set_axis_value(key, axis, axis_value(towards, axis));
        if (key == from)
            continue;
        const Scenario scenario = found.scenario(key);
        if (!rules::legal(scenario))
            continue;
        const Estimate e = estimate(scenario, Detail::numbers);
        list.push_back({axis, key, e.time.step, e.memory.peak, e.memory.peak <= found.allowed()});
    }
    std::ranges::stable_sort(list, {}, &OneChange::step);
    return list;
}

} // namespace ridgepoint
