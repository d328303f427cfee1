// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/planner/plan_view.hpp"

#include "models/counts.hpp"
#include "models/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <type_traits>

namespace ridgepoint {

FoundPlans found_plans(const PlannerRequest& request, PlannerResult result) {
    FoundPlans found{request, std::move(result), 0, std::nullopt};
    const Scenario& s = request.scenario;
    const FlopPerSecond peak = s.cluster.accelerator.datasheet[std::size_t(rate_class(s.precision.gemm))];
    if (peak.value > 0)
        found.mfu_at_one_second = flop_counts(s).model_per_step.value / s.cluster.gpus / peak.value;
    return found;
}

FoundPlans find_plans(const PlannerRequest& request, const PlannerWatch& watch) {
    FoundPlans found = found_plans(request, search_plans(request, watch));
    found.none = why_no_plan(found.request, found.result, watch.stop);
    return found;
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
    PlanKey key;
    const char* at = id.data();
    const char* const end = at + id.size();
    for (int axis = 0; axis < plan_axis_count; ++axis) {
        int value = 0;
        const auto [rest, error] = std::from_chars(at, end, value);
        const bool last = axis + 1 == plan_axis_count;
        if (error != std::errc() || (last ? rest != end : rest == end || *rest != '-'))
            return std::nullopt;
        set_axis_value(key, PlanAxis(axis), value);
        at = last ? rest : rest + 1;
    }
    return key;
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

namespace {

/// Hands `visit` the key's field for an axis.
template <class Key, class Visit>
void on_field(Key& k, PlanAxis axis, Visit visit) {
    switch (axis) {
    case PlanAxis::tp:
        return visit(k.tp);
    case PlanAxis::pp:
        return visit(k.pp);
    case PlanAxis::vpp:
        return visit(k.vpp);
    case PlanAxis::cp:
        return visit(k.cp);
    case PlanAxis::ep:
        return visit(k.ep);
    case PlanAxis::etp:
        return visit(k.etp);
    case PlanAxis::zero:
        return visit(k.zero);
    case PlanAxis::hsdp_group:
        return visit(k.hsdp_group);
    case PlanAxis::schedule:
        return visit(k.schedule);
    case PlanAxis::sequence_parallel:
        return visit(k.sequence_parallel);
    case PlanAxis::micro_batch:
        return visit(k.micro_batch);
    case PlanAxis::recompute:
        return visit(k.recompute);
    }
}

} // namespace

int axis_value(const PlanKey& k, PlanAxis axis) {
    int value = 0;
    on_field(k, axis, [&value](auto field) { value = int(field); });
    return value;
}

void set_axis_value(PlanKey& k, PlanAxis axis, int value) {
    on_field(k, axis, [value](auto& field) { field = std::remove_reference_t<decltype(field)>(value); });
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
