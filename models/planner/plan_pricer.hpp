// SPDX-License-Identifier: GPL-3.0-or-later
// Prices plans as estimate() does, with the same functions on the same values, and shares what plans have in common:
// layer costs among plans of one shape, spans among plans with the same slot times, what a rank does in its slots
// among shardings of the optimizer and the gradients, and everything among ranks with the same load.
#pragma once

#include "models/planner/plan_space.hpp"
#include "models/planner/shape_floors.hpp"
#include "models/step.hpp"

#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace ridgepoint {

/// What becomes of the plans of a shape.
class PlanSink {
public:
    virtual ~PlanSink() = default;
    virtual void priced(const PricedPlan& plan) = 0;
    /// So many plans are proven not to fit.
    virtual void too_large(std::uint64_t plans) = 0;
    /// Whether a plan that takes at least so long and so much can still matter.
    [[nodiscard]] virtual bool matters(Seconds step, Bytes memory) const = 0;
    /// Whether to leave the rest.
    [[nodiscard]] virtual bool stopped() const = 0;
};

/// One worker's; not to be shared between threads. Answers do not depend on what was priced before.
class PlanPricer {
public:
    /// `exhaustive`: prices every plan; else passes over what is proven not to fit into `capacity` or not to matter.
    PlanPricer(const Scenario& scenario, const PlanSpace& space, Bytes capacity, bool exhaustive);

    /// The legal plans of a shape, at every pipeline depth.
    void price(const PlanShape& shape, PlanSink& sink);

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
    /// What layers' costs hang on beside their policy and the kind of schedule; sharding is put right by reshard().
    struct Ground {
        PlanShape shape;
        Group tp, cp, ep, etp;
        bool accumulates = false; ///< the operators are listed for gradients added up apart (OperatorShape)
        bool operator==(const Ground&) const = default;
    };
    struct Table {
        CostTable costs;
        std::optional<Ground> ground; ///< none: not made yet
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

    /// Choices of one family at one depth (schedule_family()), and how they can be sharded.
    struct Depth {
        int pp = 1;
        std::array<std::vector<PipelineChoice>, schedule_families> choices;
        std::vector<Sharding> optimizer, parameters; ///< below ZeRO-3, the finest first; ZeRO-3
    };

    void apply_key();
    void take_shape(const PlanShape& shape);
    [[nodiscard]] Depth depth_of(const PlanShape& shape, int pp) const;
    [[nodiscard]] ShapeFloors floors_of(const Depth& depth);
    void price_depth(const PlanShape& shape, const Depth& depth, ShapeFloors* floors, PlanSink& sink);
    void price_policies(const PlanShape& shape, const std::vector<int>& policies,
                        const std::vector<PipelineChoice>& choices, const std::vector<Sharding>& shardings,
                        PlanSink& sink);
    [[nodiscard]] std::vector<int> left_over(ShapeFloors* floors, std::vector<int> policies,
                                             const std::vector<PipelineChoice>& choices,
                                             const std::vector<Sharding>& shardings, PlanSink& sink);
    void take(const PipelineChoice& choice, const Sharding& sharding);
    [[nodiscard]] const Layout& known_layout();
    void price_sharded(const PlanShape& shape, const std::vector<PipelineChoice>& choices,
                       const std::vector<Sharding>& shardings, PlanSink& sink);
    [[nodiscard]] CostTable& table_of(const PlanShape& shape, const std::vector<PipelineChoice>& choices);
    [[nodiscard]] const Stages& stages_of();
    [[nodiscard]] bool passed_over(const PlanFloor& floor, std::uint64_t plans, PlanSink& sink) const;
    [[nodiscard]] PlanFloor floor_of_all(const CostTable& table, const StageLoad& model) const;
    [[nodiscard]] PlanFloor floor_of_stages(const CostTable& table, const Stages& stages) const;
    [[nodiscard]] Seconds least_span(const PipelineInput& input) const;
    [[nodiscard]] PlanFloor floor_of_run(const CostTable& table, const Stages& stages, const PipelineRun& run) const;
    void price_pipeline(const CostTable& table, const std::vector<Sharding>& shardings, PlanSink& sink);
    [[nodiscard]] const PipelineRun& run_of(PipelineInput input);
    void settle_classes(const CostTable& table, const Stages& stages, const PipelineRun& run);
    [[nodiscard]] PricedPlan priced(const CostTable& table, const Stages& stages, const PipelineRun& run);
    [[nodiscard]] PricedPlan swapped(const CostTable& table, const Stages& stages);
    [[nodiscard]] Seconds at_speed_of_light(const PipelineRun& run);
    [[nodiscard]] CostContext context() const { return {scenario_, layout_, device_, network_, shape_}; }

    const PlanSpace& space_;
    const Bytes capacity_;
    const bool exhaustive_;
    /// Under speed of light everything hides: a step takes no less than the model's own work, and than its links need.
    Seconds lightest_;
    Scenario scenario_; ///< the plan in hand
    const std::vector<int> stage_layers_;
    const Flop model_per_step_;
    const Network network_;
    PlanKey key_;
    Layout layout_;
    DeviceCeilings device_;
    OperatorShape shape_;
    /// Of the shape in hand, by depth and HSDP group: schedules differ in copies of the parameters only.
    struct KnownLayout {
        int pp = 0, hsdp_group = 0;
        Layout layout;
    };
    std::array<KnownLayout, 2> known_layouts_; ///< the latest, by copies
    std::vector<Layout> layouts_;     ///< of the shardings in hand
    std::vector<ActiveClass> active_; ///< of the pipeline in hand, by first rank
    StepModel step_;                  ///< of the plan in hand; kept for its memory
    std::map<std::tuple<int, int, int, int>, Stages> stages_; ///< by depth, chunks, fold and policy
    std::vector<Table> tables_;                               ///< by policy, then kind of cost
    std::map<std::pair<int, int>, Run> runs_;                 ///< the latest of each schedule and VPP
};

} // namespace ridgepoint
