// SPDX-License-Identifier: GPL-3.0-or-later
// What a search keeps of the plans it prices. Whatever the order they come in, what is kept is the same.
#pragma once

#include "models/planner/plan_key.hpp"

#include <cstddef>
#include <unordered_map>
#include <vector>

namespace ridgepoint {

enum class Objective { step, cost, memory };

/// By the objective, then memory, then the plan's keys. The cost of a training run goes with its step.
[[nodiscard]] bool better(const PricedPlan& a, const PricedPlan& b, Objective objective);

/// The best `most` plans, best first.
class TopPlans {
public:
    TopPlans(Objective objective, std::size_t most) : objective_(objective), most_(most) {}
    void add(const PricedPlan& plan);
    [[nodiscard]] const std::vector<PricedPlan>& plans() const { return plans_; }
    /// Whether a plan no better than this could still come in.
    [[nodiscard]] bool takes(Seconds step, Bytes memory) const;

private:
    Objective objective_;
    std::size_t most_;
    std::vector<PricedPlan> plans_;
};

/// Plans that no other beats in step or memory without losing in the other, by memory; of equals the first by keys.
class ParetoFront {
public:
    void add(const PricedPlan& plan);
    [[nodiscard]] const std::vector<PricedPlan>& plans() const { return plans_; }
    [[nodiscard]] bool holds(const PricedPlan& plan) const;
    /// Whether a plan no better than this could still come in.
    [[nodiscard]] bool takes(Seconds step, Bytes memory) const;

private:
    std::vector<PricedPlan> plans_; ///< memory ascending, step descending
};

/// One plan for every dot a picture can tell apart: the fastest in each cell of memory (in shares of the capacity)
/// against step (logarithmic).
class PlanDots {
public:
    explicit PlanDots(Bytes capacity) : capacity_(capacity) {}
    void add(const PricedPlan& plan);
    void add(const PlanDots& other);
    /// By memory, then step.
    [[nodiscard]] std::vector<PricedPlan> plans() const;
    /// At most `most` of them, spread as all are: the fastest in each of fewer, larger cells.
    [[nodiscard]] std::vector<PricedPlan> sample(std::size_t most) const;
    [[nodiscard]] bool empty() const { return cells_.empty(); }

private:
    using Cells = std::unordered_map<std::uint64_t, PricedPlan>;
    static void keep(Cells& cells, std::uint64_t cell, const PricedPlan& plan); ///< of those in one place, the better

    Bytes capacity_;
    Cells cells_;
};

} // namespace ridgepoint
