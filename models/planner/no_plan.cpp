// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/planner/no_plan.hpp"

#include "models/planner/plan_range.hpp"
#include "models/planner/plan_view.hpp"
#include "models/rules.hpp"
#include "models/text.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

namespace ridgepoint {
namespace {

std::vector<PlanAxis> held_axes(const PlanConstraints& constraints) {
    std::vector<PlanAxis> axes;
    for (int axis = 0; axis < plan_axis_count; ++axis)
        if (constraints.of(PlanAxis(axis)))
            axes.push_back(PlanAxis(axis));
    return axes;
}

std::string words_of(const PlanConstraints& constraints, const std::vector<PlanAxis>& axes) {
    std::vector<std::string> list;
    for (const PlanAxis axis : axes)
        list.push_back(range_words(axis, *constraints.of(axis)));
    return fmt::format("{}", fmt::join(list, ", "));
}

PlanConstraints without(PlanConstraints constraints, PlanAxis axis) {
    constraints.ranges[std::size_t(axis)].reset();
    return constraints;
}

/// Constraints without one of which `enough` is true of what a search considers.
template <class Enough>
std::vector<PlanAxis> blamed(const PlannerRequest& request, Enough enough) {
    std::vector<PlanAxis> axes;
    for (const PlanAxis axis : held_axes(request.constraints))
        if (enough(PlanSpace(request.scenario, without(request.constraints, axis))))
            axes.push_back(axis);
    return axes;
}

/// What plans without the constraint have; empty for what is decided below their shapes.
std::string values_without(const PlannerRequest& request, PlanAxis axis) {
    constexpr std::array of_shapes{PlanAxis::tp, PlanAxis::cp,  PlanAxis::pp,
                                   PlanAxis::ep, PlanAxis::etp, PlanAxis::micro_batch};
    if (std::ranges::find(of_shapes, axis) == of_shapes.end())
        return {};
    const PlanSpace space(request.scenario, without(request.constraints, axis));
    std::set<int> values;
    for (const PlanShape& shape : space.shapes()) {
        PlanKey key;
        key.tp = shape.tp;
        key.cp = shape.cp;
        key.ep = shape.ep;
        key.etp = shape.etp;
        key.micro_batch = shape.micro_batch;
        for (const std::int32_t pp : space.depths(shape)) {
            key.pp = pp;
            values.insert(axis_value(key, axis));
        }
    }
    return values.empty() ? std::string() : fmt::format(" Without that it is {}.", fmt::join(values, ", "));
}

std::string nothing_considered(const PlannerRequest& request) {
    const std::vector<PlanAxis> all = held_axes(request.constraints);
    const std::vector<PlanAxis> axes =
        blamed(request, [](const PlanSpace& space) { return space.considered() > 0; });
    if (axes.empty())
        return fmt::format("No combination meets the constraints: {}.", words_of(request.constraints, all));
    const PlanAxis first = axes.front();
    std::string text = fmt::format("No combination meets the constraint {}",
                                   range_words(first, *request.constraints.of(first)));
    if (all.size() > 1) {
        std::vector<PlanAxis> others = all;
        std::erase(others, first);
        text += fmt::format(" beside {}", words_of(request.constraints, others));
    }
    text += '.' + values_without(request, first);
    if (const ValueRange& range = *request.constraints.of(first);
        first == PlanAxis::zero && range.low == 2 && range.high == 2)
        text += " It is searched where a step has one micro-batch, or where it is held fast.";
    return text;
}

/// The rule's own sentence, where the scenario with the values held fast breaks it.
std::string sentence_of(std::string_view rule, const PlannerRequest& request) {
    const std::vector<Recompute> policies = usual_policies(request.scenario.plan.recompute);
    PlanKey key;
    for (int i = 0; i < plan_axis_count; ++i) {
        const PlanAxis axis{i};
        const std::optional<ValueRange>& range = request.constraints.of(axis);
        set_axis_value(key, axis,
                       range && range->low == range->high ? range->low
                                                          : axis_value(request.scenario.plan, axis, policies));
    }
    for (const Violation& violation : violations(planned(request.scenario, key, policies)))
        if (violation.rule == rule)
            return ' ' + violation.text + (violation.text.ends_with('.') ? "" : ".");
    return {};
}

std::string all_illegal(const PlannerRequest& request, const PlannerCounts& counts) {
    std::vector<std::pair<std::string_view, std::uint64_t>> rules(counts.illegal_by_rule.begin(),
                                                                  counts.illegal_by_rule.end());
    std::ranges::stable_sort(rules, [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> list;
    for (const auto& [rule, plans] : rules)
        list.push_back(fmt::format("{} {}", text::count(double(plans)), rule));
    std::string out = fmt::format("None of {} combinations is legal; rules they break: {}.",
                                  text::count(double(counts.considered)), fmt::join(list, ", "));
    out += sentence_of(rules.front().first, request);
    const std::vector<PlanAxis> axes =
        blamed(request, [](const PlanSpace& space) { return space.considered() > space.illegal(); });
    if (!axes.empty())
        out += fmt::format(" Without {} there are legal plans.",
                           range_words(axes.front(), *request.constraints.of(axes.front())));
    return out;
}

/// The plan that takes least, whether or not it fits.
std::optional<PricedPlan> smallest(PlannerRequest request, const std::stop_token& stop) {
    constexpr double many_capacities = 1e6;
    request.objective = Objective::memory;
    request.top = 1;
    request.exhaustive = false;
    request.headroom = request.scenario.cluster.accelerator.hbm * -many_capacities;
    PlannerWatch watch;
    watch.stop = stop;
    const PlannerResult result = search_plans(request, watch);
    return result.best.empty() ? std::nullopt : std::optional(result.best.front());
}

NoPlan nothing_fits(const PlannerRequest& request, const PlannerCounts& counts, const std::stop_token& stop) {
    const Bytes capacity = request.scenario.cluster.accelerator.hbm;
    const std::optional<PricedPlan> least = smallest(request, stop);
    const std::string legal = text::count(double(counts.considered - counts.illegal));
    if (!least)
        return {NoPlan::Reason::memory, fmt::format("None of {} legal plans fits.", legal)};
    const std::string takes =
        fmt::format("the smallest takes {} of {} on the fullest rank: {}.", text::memory(least->memory).joined(),
                    text::memory(capacity).joined(), plan_words(least->key));
    if (least->memory <= capacity)
        return {NoPlan::Reason::constraints,
                fmt::format("None of {} legal plans leaves {} free; {}", legal,
                            text::memory(request.headroom).joined(), takes)};
    NoPlan answer{NoPlan::Reason::memory, fmt::format("None of {} legal plans fits; {}", legal, takes)};
    const std::vector<PlanAxis> held = held_axes(request.constraints);
    PlannerRequest freed = request;
    freed.constraints.ranges = {};
    if (const auto other = held.empty() ? std::nullopt : smallest(freed, stop);
        other && other->memory <= capacity - request.headroom)
        answer.text += fmt::format(" Without the constraints ({}) the smallest takes {}.",
                                   words_of(request.constraints, held), text::memory(other->memory).joined());
    return answer;
}

} // namespace

std::string_view reason_name(NoPlan::Reason reason) {
    switch (reason) {
    case NoPlan::Reason::constraints:
        return "Constraint not met";
    case NoPlan::Reason::rules:
        return "Illegal by rule";
    case NoPlan::Reason::memory:
        return "Out of memory";
    }
    return "";
}

std::optional<NoPlan> why_no_plan(const PlannerRequest& request, const PlannerResult& result,
                                  const std::stop_token& stop) {
    if (!result.whole || !result.best.empty() || !result.front.empty())
        return std::nullopt;
    if (result.counts.considered == 0)
        return NoPlan{NoPlan::Reason::constraints, nothing_considered(request)};
    if (result.counts.considered == result.counts.illegal)
        return NoPlan{NoPlan::Reason::rules, all_illegal(request, result.counts)};
    return nothing_fits(request, result.counts, stop);
}

} // namespace ridgepoint
