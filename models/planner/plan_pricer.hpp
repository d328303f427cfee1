// SPDX-License-Identifier: GPL-3.0-or-later
// Prices plans as estimate() does, with the same functions on the same values, and shares what plans have in common:
// layer costs among plans of one shape, spans among plans with the same slot times, what a rank does in its slots
// among shardings of the optimizer and the gradients, and everything among ranks with the same load.
#pragma once

#include "models/planner/plan_space.hpp"
#include "models/step.hpp"

#include <functional>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace ridgepoint {

/// One worker's; not to be shared between threads. Answers do not depend on what was priced before.
class PlanPricer {
public:
    using Visit = std::function<void(const PricedPlan&)>;

    PlanPricer(const Scenario& scenario, const PlanSpace& space);

    /// Prices every legal plan of a shape at one pipeline depth; `fits` is left to the caller.
    void price(const PlanShape& shape, int pp, const Visit& visit);

private:
    /// Ranks that hold the same and have the same neighbours.
    struct RankClass {
        StageLoad load;
        std::vector<int> ranks;
    };
    struct Stages {
        std::vector<StageLoad> loads;
        std::vector<RankClass> classes;
    };
    /// Costs of a shape's layers under one policy and kind of schedule, and the groups they were made for.
    struct Table {
        CostTable costs;
        PlanShape shape;
        Group tp, cp, ep, etp;
        bool made = false;
    };
    /// Ranks that do the same in one run of the pipeline; `activity` has the most in flight and the latest end of all.
    struct ActiveClass {
        const RankClass* ranks = nullptr;
        int first = 0;
        RankActivity activity;
        RankWork work;
    };
    struct Run {
        PipelineInput input;
        PipelineRun run;
    };

    void apply_key();
    void price_sharded(int policy, int kind, const PlanShape& shape, const std::vector<PipelineChoice>& choices,
                       const std::vector<Sharding>& shardings, const Visit& visit);
    [[nodiscard]] CostTable& table_of(int policy, int kind, const PlanShape& shape,
                                      const std::vector<PipelineChoice>& choices);
    [[nodiscard]] const Stages& stages_of();
    void price_pipeline(const CostTable& table, const std::vector<Sharding>& shardings, const Visit& visit);
    [[nodiscard]] const PipelineRun& run_of(PipelineInput input);
    void settle_classes(const CostTable& table, const Stages& stages, const PipelineRun& run);
    [[nodiscard]] PricedPlan priced(const CostTable& table, const Stages& stages, const PipelineRun& run);
    [[nodiscard]] PricedPlan swapped(const CostTable& table, const Stages& stages);
    [[nodiscard]] Seconds at_speed_of_light(const PipelineRun& run);
    [[nodiscard]] CostContext context() const { return {scenario_, layout_, device_, network_, shape_}; }

    const PlanSpace& space_;
    Scenario scenario_; ///< the plan in hand
    const std::vector<int> stage_layers_;
    const Flop model_per_step_;
    const Network network_;
    PlanKey key_;
    Layout layout_;
    DeviceCeilings device_;
    OperatorShape shape_;
    std::vector<Layout> layouts_;     ///< of the shardings in hand
    std::vector<ActiveClass> active_; ///< of the pipeline in hand, by first rank
    StepModel step_;                  ///< of the plan in hand; kept for its memory
    std::map<std::tuple<int, int, int, int>, Stages> stages_; ///< by depth, chunks, fold and policy
    std::vector<Table> tables_;                               ///< by policy, then kind of schedule
    std::map<std::pair<int, int>, Run> runs_;                 ///< the latest of each schedule and VPP
};

} // namespace ridgepoint
