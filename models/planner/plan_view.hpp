// SPDX-License-Identifier: GPL-3.0-or-later
// What people are shown of a search: its plans by name and by value, and which of them is the plan at hand.
#pragma once

#include "models/planner/no_plan.hpp"
#include "models/planner/planner.hpp"

#include <string>

namespace ridgepoint {

/// A search and its answer, for pictures and tables.
struct FoundPlans {
    PlannerRequest request;
    PlannerResult result;
    /// MFU (causal, of the datasheet peak of the GEMM precision) of a step of one second; that of a plan is
    /// this over its step, because the work of a step is the same for all.
    double mfu_at_one_second = 0;
    std::optional<NoPlan> none{}; ///< why a whole search found no plan that fits

    [[nodiscard]] double mfu(Seconds step) const {
        return step.value > 0 ? mfu_at_one_second / step.value : 0;
    }
    [[nodiscard]] Bytes capacity() const { return request.scenario.cluster.accelerator.hbm; }
    [[nodiscard]] Bytes allowed() const { return capacity() - request.headroom; } ///< less the headroom
    [[nodiscard]] Scenario scenario(const PlanKey& key) const {
        return planned(request.scenario, key, result.policies);
    }
};

[[nodiscard]] FoundPlans find_plans(const PlannerRequest& request, const PlannerWatch& watch = {});
[[nodiscard]] FoundPlans found_plans(const PlannerRequest& request, PlannerResult result);

/// ZeRO-3 over data parallel ranks alone: TP, EP and PP 1.
[[nodiscard]] bool is_pure_zero3(const PlanKey& key);

/// "8-4-1-…", the values in the order of PlanAxis: names one plan within a search.
[[nodiscard]] std::string plan_id(const PlanKey& key);
[[nodiscard]] std::optional<PlanKey> plan_key(std::string_view id); ///< nothing: no such name
/// Among best, front and dots; null: no such plan is kept.
[[nodiscard]] const PricedPlan* find_plan(const PlannerResult& result, const PlanKey& key);
/// "TP 8 · PP 8 · EP 16 · ZeRO-1 · 1F1B": degrees of 1 left out, except TP and PP.
[[nodiscard]] std::string plan_words(const PlanKey& key);

/// "TP", "Micro-batch".
[[nodiscard]] std::string_view axis_name(PlanAxis axis);
/// The key's value along an axis, of a policy its place in the search's list.
[[nodiscard]] int axis_value(const PlanKey& key, PlanAxis axis);
void set_axis_value(PlanKey& key, PlanAxis axis, int value);
[[nodiscard]] int axis_value(const Plan& plan, PlanAxis axis, const std::vector<Recompute>& policies);
/// "8", "ZeRO-1", "1F1B", "norms".
[[nodiscard]] std::string axis_value_name(PlanAxis axis, int value, const std::vector<Recompute>& policies);

/// The key with which a search over `base` would give `now`, names and price aside; nothing where they differ
/// in something the search does not vary.
[[nodiscard]] std::optional<PlanKey> key_within(const Scenario& base, const Scenario& now,
                                                const std::vector<Recompute>& policies);

} // namespace ridgepoint
