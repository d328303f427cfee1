// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/planner_json.hpp"

#include "models/formats/inputs_json.hpp"
#include "models/formats/scenario_json.hpp"
#include "models/formats/settings.hpp"
#include "models/planner/plan_range.hpp"
#include "models/planner/plan_view.hpp"

#include <array>

namespace ridgepoint {

namespace {

using namespace formats;

struct AxisName {
    std::string_view key;
    PlanAxis axis;
};
constexpr std::array axis_names{
    AxisName{"tp", PlanAxis::tp},
    AxisName{"pp", PlanAxis::pp},
    AxisName{"vpp", PlanAxis::vpp},
    AxisName{"cp", PlanAxis::cp},
    AxisName{"ep", PlanAxis::ep},
    AxisName{"etp", PlanAxis::etp},
    AxisName{"zero", PlanAxis::zero},
    AxisName{"hsdp_group", PlanAxis::hsdp_group},
    AxisName{"schedule", PlanAxis::schedule},
    AxisName{"sequence_parallel", PlanAxis::sequence_parallel},
    AxisName{"micro_batch", PlanAxis::micro_batch},
};
constexpr std::string_view prefix = "plan.";

std::string_view bare(std::string_view key) {
    return key.starts_with(prefix) ? key.substr(prefix.size()) : key;
}

const AxisName* axis_of(std::string_view key) {
    for (const AxisName& name : axis_names)
        if (name.key == bare(key))
            return &name;
    return nullptr;
}

Json counts_json(const PlannerCounts& c) {
    Json by_rule = Json::object();
    for (const auto& [rule, plans] : c.illegal_by_rule)
        by_rule[std::string(rule)] = plans;
    return {{"considered", c.considered},       {"illegal", c.illegal}, {"illegal_by_rule", std::move(by_rule)},
            {"out_of_memory", c.out_of_memory}, {"pruned", c.pruned},   {"evaluated", c.evaluated}};
}

Json plan_json(const PlannerRequest& request, const PlannerResult& result, const PricedPlan& plan, std::size_t rank) {
    const Scenario s = planned(request.scenario, plan.key, result.policies);
    const Estimate e = estimate(s, Detail::numbers);
    return {{"rank", rank},
            {"plan", write_plan(s.plan)},
            {"step", plan.step.value},
            {"memory", plan.memory.value},
            {"mfu_causal", e.throughput.mfu_causal},
            {"cost", e.training.cost},
            {"pareto", plan.pareto}};
}

Json plans_json(const PlannerRequest& request, const PlannerResult& result, const std::vector<PricedPlan>& plans) {
    Json list = Json::array();
    for (std::size_t i = 0; i < plans.size(); ++i)
        list.push_back(plan_json(request, result, plans[i], i + 1));
    return list;
}

} // namespace

void pin(PlannerRequest& request, const Presets& presets, std::string_view text, std::string_view option) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0)
        refuse_option(option, text, "KEY=VALUE, as in tp=8");
    const std::string_view given = text.substr(0, equals);
    const AxisName* name = axis_of(given);
    const bool in_plan = name != nullptr || bare(given) == "recompute";
    const std::string key = in_plan ? std::string(prefix).append(bare(given)) : std::string(given);
    request.scenario = with_settings(request.scenario, presets, {{key, std::string(text.substr(equals + 1))}});
    if (name != nullptr)
        request.constraints.pin(name->axis, axis_value(request.scenario.plan, name->axis, {}));
    else if (in_plan)
        request.constraints.policies = {request.scenario.plan.recompute};
}

void bound(PlannerRequest& request, std::string_view text, std::string_view option) {
    constexpr std::string_view allowed =
        "KEY=MIN..MAX, as in pp=8..16, pp=..8 or pp=4.., of tp, pp, vpp, cp, ep, etp, zero, hsdp_group or micro_batch";
    const std::size_t equals = text.find('='), dots = text.find("..");
    if (equals == std::string_view::npos || dots == std::string_view::npos || dots < equals)
        refuse_option(option, text, allowed);
    const AxisName* name = axis_of(text.substr(0, equals));
    if (name == nullptr || !has_range(name->axis))
        refuse_option(option, text, allowed);
    const std::optional<ValueRange> range = range_from_text(text.substr(equals + 1));
    if (!range || !can_have(name->axis, *range))
        refuse_option(option, text, allowed);
    request.constraints.bound(name->axis, range->low, range->high);
}

std::string plans_to_json(const PlannerRequest& request, const PlannerResult& result) {
    Json out = Json::object();
    out["counts"] = counts_json(result.counts);
    out["plans"] = plans_json(request, result, result.best);
    out["front"] = plans_json(request, result, result.front);
    return print_json(out);
}

} // namespace ridgepoint
