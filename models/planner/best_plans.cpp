// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/planner/best_plans.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace ridgepoint {
namespace {

/// Of plans in the same place, the one with the lower keys.
bool before(const PricedPlan& a, const PricedPlan& b) {
    return std::tie(a.step, a.memory, a.key) < std::tie(b.step, b.memory, b.key);
}

constexpr double cells_per_octave = 24;    ///< of the step
constexpr double cells_per_capacity = 128; ///< of the memory
constexpr double most_capacities = 16;     ///< further out all lie in the last cell

constexpr int step_bits = 32;

std::uint64_t cell_at(std::int64_t step, std::uint64_t memory) {
    return (std::uint64_t(step) << step_bits) + memory;
}
std::int64_t step_of(std::uint64_t cell) {
    return std::int64_t(cell) >> step_bits;
}
std::uint64_t memory_of(std::uint64_t cell) {
    return cell & ((std::uint64_t(1) << step_bits) - 1);
}

std::vector<PricedPlan> in_order(const std::unordered_map<std::uint64_t, PricedPlan>& cells) {
    std::vector<PricedPlan> list;
    list.reserve(cells.size());
    for (const auto& [cell, plan] : cells)
        list.push_back(plan);
    std::sort(list.begin(), list.end(), [](const PricedPlan& a, const PricedPlan& b) {
        return std::tie(a.memory, a.step, a.key) < std::tie(b.memory, b.step, b.key);
    });
    return list;
}

} // namespace

bool better(const PricedPlan& a, const PricedPlan& b, Objective objective) {
    if (objective == Objective::memory)
        return std::tie(a.memory, a.key) < std::tie(b.memory, b.key);
    return before(a, b);
}

void TopPlans::add(const PricedPlan& plan) {
    const auto less = [this](const PricedPlan& a, const PricedPlan& b) { return better(a, b, objective_); };
    if (most_ == 0 || (plans_.size() == most_ && !less(plan, plans_.back())))
        return;
    if (plans_.size() == most_)
        plans_.pop_back();
    plans_.insert(std::upper_bound(plans_.begin(), plans_.end(), plan, less), plan);
}

bool TopPlans::takes(Seconds step, Bytes memory) const {
    if (plans_.size() < most_)
        return true;
    const PricedPlan& last = plans_.back();
    if (objective_ == Objective::memory)
        return memory <= last.memory;
    return std::tie(step, memory) <= std::tie(last.step, last.memory);
}

bool ParetoFront::takes(Seconds step, Bytes memory) const {
    const auto above = std::upper_bound(plans_.begin(), plans_.end(), memory,
                                        [](Bytes m, const PricedPlan& p) { return m < p.memory; });
    return above == plans_.begin() || step < std::prev(above)->step ||
           (step == std::prev(above)->step && memory == std::prev(above)->memory);
}

void ParetoFront::add(const PricedPlan& plan) {
    if (!takes(plan.step, plan.memory))
        return;
    const auto first = std::lower_bound(plans_.begin(), plans_.end(), plan.memory,
                                        [](const PricedPlan& p, Bytes m) { return p.memory < m; });
    if (first != plans_.end() && first->memory == plan.memory && first->step == plan.step) {
        if (plan.key < first->key)
            *first = plan;
        return;
    }
    auto last = first;
    while (last != plans_.end() && last->step >= plan.step)
        ++last;
    plans_.insert(plans_.erase(first, last), plan);
}

bool ParetoFront::holds(const PricedPlan& plan) const {
    const auto place = std::lower_bound(plans_.begin(), plans_.end(), plan.memory,
                                        [](const PricedPlan& p, Bytes m) { return p.memory < m; });
    return place != plans_.end() && place->memory == plan.memory && place->step == plan.step;
}

void PlanDots::add(const PricedPlan& plan) {
    const double memory = std::min(most_capacities, plan.memory / capacity_) * cells_per_capacity;
    const double step = std::log2(std::max(plan.step.value, 1e-9)) * cells_per_octave;
    keep(cells_, cell_at(std::int64_t(std::floor(step)), std::uint64_t(memory)), plan);
}

void PlanDots::keep(Cells& cells, std::uint64_t cell, const PricedPlan& plan) {
    const auto [place, is_new] = cells.try_emplace(cell, plan);
    if (!is_new && before(plan, place->second))
        place->second = plan;
}

void PlanDots::add(const PlanDots& other) {
    for (const auto& [cell, plan] : other.cells_)
        keep(cells_, cell, plan);
}

std::vector<PricedPlan> PlanDots::plans() const {
    return in_order(cells_);
}

std::vector<PricedPlan> PlanDots::sample(std::size_t most) const {
    Cells few;
    const Cells* all = &cells_;
    for (int halvings = 1; all->size() > std::max<std::size_t>(1, most); ++halvings) {
        few.clear();
        for (const auto& [cell, plan] : cells_)
            keep(few, cell_at(step_of(cell) >> halvings, memory_of(cell) >> halvings), plan);
        all = &few;
    }
    return in_order(*all);
}

} // namespace ridgepoint
