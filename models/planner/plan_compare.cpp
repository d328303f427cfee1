// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/planner/plan_compare.hpp"

#include "models/rule.hpp"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

void set_value(PlanKey& key, PlanAxis axis, const PlanKey& from) {
    switch (axis) {
    case PlanAxis::tp:
        key.tp = from.tp;
        break;
    case PlanAxis::pp:
        key.pp = from.pp;
        break;
    case PlanAxis::vpp:
        key.vpp = from.vpp;
        break;
    case PlanAxis::cp:
        key.cp = from.cp;
        break;
    case PlanAxis::ep:
        key.ep = from.ep;
        break;
    case PlanAxis::etp:
        key.etp = from.etp;
        break;
    case PlanAxis::zero:
        key.zero = from.zero;
        break;
    case PlanAxis::hsdp_group:
        key.hsdp_group = from.hsdp_group;
        break;
    case PlanAxis::schedule:
        key.schedule = from.schedule;
        break;
    case PlanAxis::sequence_parallel:
        key.sequence_parallel = from.sequence_parallel;
        break;
    case PlanAxis::micro_batch:
        key.micro_batch = from.micro_batch;
        break;
    case PlanAxis::recompute:
        key.recompute = from.recompute;
        break;
    }
}

} // namespace

std::vector<LossPair> loss_pairs(const Estimate& plan, const Estimate& best, std::size_t most) {
    std::vector<LossPair> all;
    const auto pair_named = [&](const std::string& name) -> LossPair& {
        const auto found = std::ranges::find(all, name, &LossPair::name);
        return found != all.end() ? *found : all.emplace_back(LossPair{name, {}, {}});
    };
    for (const Loss& loss : best.losses)
        pair_named(loss.name).best += loss.time;
    for (const Loss& loss : plan.losses)
        pair_named(loss.name).plan += loss.time;
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
        set_value(key, axis, towards);
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
