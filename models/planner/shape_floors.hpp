// SPDX-License-Identifier: GPL-3.0-or-later
// What no plan of a shape can do better than, whatever its policy of recomputation, schedule and sharding: from the
// layer costs of one of them, so that most of a shape's plans are ruled out together and none of their costs are made.
#pragma once

#include "models/planner/plan_space.hpp"
#include "models/stages.hpp"

#include <array>
#include <vector>

namespace ridgepoint {

/// No plan of some set takes less.
struct PlanFloor {
    Seconds step;
    Bytes memory;
};

/// What one micro-batch sends inside the layers of `load`.
[[nodiscard]] Traffic sent_by(const CostTable& table, const StageLoad& load);
/// What the links need over a step for a rank's mean part of what the whole model sends for one micro-batch.
[[nodiscard]] Seconds mean_link_time(const CostContext& x, const Traffic& sent);

/// Schedules whose ranks hold alike and keep alike: one stage a rank (GPipe, 1F1B, ZB-H1), several in turn
/// (interleaved, ZB-V), a V in pairs (DualPipeV), two copies in pairs (DualPipe).
inline constexpr int schedule_families = 4;
[[nodiscard]] int schedule_family(Schedule schedule);

class ShapeFloors {
public:
    /// `costs`: without recomputation, parameters whole, no gradients added up apart (OperatorShape::accumulates), no SMs
    /// lent: whatever is otherwise takes no less. `model`: what all ranks hold together.
    ShapeFloors(CostTable costs, StageLoad model, const std::vector<Recompute>& policies);

    /// Whether it knows the policy: not where only the first layers of a stage are recomputed.
    [[nodiscard]] bool knows(int policy) const { return works_[std::size_t(policy)].known; }
    /// Of the family's plans under the policy, in this context (its plan's schedule, depth, sharding). `first`: what
    /// the first rank of a single-stage schedule holds.
    [[nodiscard]] PlanFloor floor(const CostContext& x, int policy, int family, const StageLoad& first);

private:
    struct PolicyWork {
        bool known = false;
        Seconds alone, paired; ///< of one micro-batch through the whole model
        std::array<Bytes, variant_count> kept{};
    };
    [[nodiscard]] PolicyWork work_of(const Recompute& policy) const;
    [[nodiscard]] Bytes memory(const CostContext& x, int policy, int family, const StageLoad& first);

    [[nodiscard]] Seconds step(const CostContext& x, int policy) const;

    CostTable costs_; ///< `kept` is that of the policy last asked for
    Traffic sent_;    ///< for one micro-batch, by the whole model
    StageLoad model_, twice_;
    std::vector<PolicyWork> works_;
};

} // namespace ridgepoint
