// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/planner/plan_view.hpp"

#include "models/counts.hpp"
#include "models/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace ridgepoint {

FoundPlans found_plans(const PlannerRequest& request, PlannerResult result) {
    FoundPlans found{request, std::move(result), 0};
    const Scenario& s = request.scenario;
    const FlopPerSecond peak = s.cluster.accelerator.datasheet[std::size_t(rate_class(s.precision.gemm))];
    if (peak.value > 0)
        found.mfu_at_one_second = flop_counts(s).model_per_step.value / s.cluster.gpus / peak.value;
    return found;
}

FoundPlans find_plans(const PlannerRequest& request, const PlannerWatch& watch) {
    return found_plans(request, search_plans(request, watch));
}

bool is_pure_zero3(const PlanKey& key) {
    return key.zero == 3 && key.tp == 1 && key.pp == 1 && key.ep == 1;
}

std::string plan_id(const PlanKey& key) {
    std::string id;
    for (int axis = 0; axis < plan_axis_count; ++axis)
        id += fmt::format("{}{}", axis == 0 ? "" : "-", axis_value(key, PlanAxis(axis)));
    return id;
}

std::optional<PlanKey> plan_key(std::string_view id) {
    std::array<int, plan_axis_count> v{};
    const char* at = id.data();
    const char* const end = at + id.size();
    for (std::size_t i = 0; i < v.size(); ++i) {
        const auto [rest, error] = std::from_chars(at, end, v[i]);
        const bool last = i + 1 == v.size();
        if (error != std::errc() || (last ? rest != end : rest == end || *rest != '-'))
            return std::nullopt;
        at = last ? rest : rest + 1;
    }
    return PlanKey{v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], Schedule(v[8]), v[9] != 0, v[10], v[11]};
}

const PricedPlan* find_plan(const PlannerResult& result, const PlanKey& key) {
    for (const std::vector<PricedPlan>* list : {&result.best, &result.front, &result.dots}) {
        const auto found = std::ranges::find(*list, key, &PricedPlan::key);
        if (found != list->end())
            return &*found;
    }
    return nullptr;
}

std::string plan_words(const PlanKey& k) {
    std::string words = fmt::format("TP {}", k.tp);
    const auto add = [&](const char* name, int degree) {
        if (degree > 1)
            words += fmt::format(" · {} {}", name, degree);
    };
    add("CP", k.cp);
    words += fmt::format(" · PP {}", k.pp);
    add("VPP", k.vpp);
    add("EP", k.ep);
    add("ETP", k.etp);
    words += fmt::format(" · ZeRO-{}", k.zero);
    if (k.hsdp_group > 0)
        words += fmt::format(" over {}", k.hsdp_group);
    if (k.pp > 1)
        words += fmt::format(" · {}", text::name(k.schedule));
    return words;
}

std::string_view axis_name(PlanAxis axis) {
    switch (axis) {
    case PlanAxis::tp:
        return "TP";
    case PlanAxis::pp:
        return "PP";
    case PlanAxis::vpp:
        return "VPP";
    case PlanAxis::cp:
        return "CP";
    case PlanAxis::ep:
        return "EP";
    case PlanAxis::etp:
        return "ETP";
    case PlanAxis::zero:
        return "ZeRO";
    case PlanAxis::hsdp_group:
        return "HSDP group";
    case PlanAxis::schedule:
        return "Schedule";
    case PlanAxis::sequence_parallel:
        return "Sequence parallel";
    case PlanAxis::micro_batch:
        return "Micro-batch";
    case PlanAxis::recompute:
        return "Recompute";
    }
    return "";
}

int axis_value(const PlanKey& k, PlanAxis axis) {
    switch (axis) {
    case PlanAxis::tp:
        return k.tp;
    case PlanAxis::pp:
        return k.pp;
    case PlanAxis::vpp:
        return k.vpp;
    case PlanAxis::cp:
        return k.cp;
    case PlanAxis::ep:
        return k.ep;
    case PlanAxis::etp:
        return k.etp;
    case PlanAxis::zero:
        return k.zero;
    case PlanAxis::hsdp_group:
        return k.hsdp_group;
    case PlanAxis::schedule:
        return int(k.schedule);
    case PlanAxis::sequence_parallel:
        return k.sequence_parallel ? 1 : 0;
    case PlanAxis::micro_batch:
        return k.micro_batch;
    case PlanAxis::recompute:
        return k.recompute;
    }
    return 0;
}

namespace {

PlanKey key_of(const Plan& p, int recompute) {
    return {p.tp,          p.pp,     p.vpp,        p.cp,       p.ep,
            p.etp,         p.zero,   p.hsdp_group, p.schedule, p.sequence_parallel,
            p.micro_batch, recompute};
}

} // namespace

int axis_value(const Plan& plan, PlanAxis axis, const std::vector<Recompute>& policies) {
    const auto own = std::ranges::find(policies, plan.recompute);
    return axis_value(key_of(plan, int(own - policies.begin())), axis);
}

std::string axis_value_name(PlanAxis axis, int value, const std::vector<Recompute>& policies) {
    switch (axis) {
    case PlanAxis::zero:
        return fmt::format("ZeRO-{}", value);
    case PlanAxis::hsdp_group:
        return value == 0 ? "whole DP·CP" : std::to_string(value);
    case PlanAxis::schedule:
        return std::string(text::name(Schedule(value)));
    case PlanAxis::sequence_parallel:
        return value != 0 ? "on" : "off";
    case PlanAxis::recompute:
        return value >= 0 && std::size_t(value) < policies.size()
                   ? text::recompute(policies[std::size_t(value)])
                   : std::string("another");
    default:
        return std::to_string(value);
    }
}

std::optional<PlanKey> key_within(const Scenario& base, const Scenario& now,
                                  const std::vector<Recompute>& policies) {
    const auto policy = std::ranges::find(policies, now.plan.recompute);
    if (policy == policies.end())
        return std::nullopt;
    const PlanKey key = key_of(now.plan, int(policy - policies.begin()));
    Scenario same = planned(base, key, policies);
    same.name = now.name;
    same.training = now.training;
    return same == now ? std::optional(key) : std::nullopt;
}

} // namespace ridgepoint
