// SPDX-License-Identifier: GPL-3.0-or-later
// The planner: all legal plans of a scenario's model, cluster, batch and precision, ranked. Exact: the best plans are
// those that estimating every plan would give, to the last bit, for any number of threads.
#pragma once

#include "models/planner/best_plans.hpp"
#include "models/planner/plan_space.hpp"

#include <functional>
#include <stop_token>

namespace ridgepoint {

struct PlannerCounts {
    std::uint64_t considered = 0; ///< illegal + out_of_memory + pruned + evaluated
    std::uint64_t illegal = 0;
    RuleCounts illegal_by_rule;   ///< each illegal plan once, under the first rule it was found to break
    std::uint64_t out_of_memory = 0;
    std::uint64_t pruned = 0;     ///< legal and not priced: proven to belong neither to the best nor to the front
    std::uint64_t evaluated = 0;  ///< priced, and they fit
};

struct PlannerResult {
    std::vector<PricedPlan> best;  ///< that fit, best first
    std::vector<PricedPlan> front; ///< that fit, memory ascending, step descending
    /// What a picture shows: priced plans, thinned to one a dot, what does not fit among them, pure ZeRO-3 always; memory
    /// ascending. On the way as many as were asked for.
    std::vector<PricedPlan> dots;
    PlannerCounts counts;
    std::vector<Recompute> policies; ///< what PlanKey::recompute counts
    bool whole = false;              ///< false: on the way, or stopped before the end
};

struct PlannerRequest {
    Scenario scenario; ///< what the search does not vary is taken from its plan
    PlanConstraints constraints;
    Objective objective = Objective::step;
    std::size_t top = 20;
    Bytes headroom;          ///< of the capacity, to stay free
    bool exhaustive = false; ///< price every legal plan
    unsigned threads = 0;    ///< 0: as many as the machine has; the answer is the same
};

struct PlannerWatch {
    std::stop_token stop;
    /// The answer so far, after every round; the first rounds are short, so that there is something to draw at once.
    /// On the caller's thread.
    std::function<void(const PlannerResult& so_far, double share_done)> progress;
    /// Most dots an answer on the way carries, spread as all are.
    std::size_t dots = 0;
};

[[nodiscard]] PlannerResult search_plans(const PlannerRequest& request, const PlannerWatch& watch = {});

} // namespace ridgepoint
