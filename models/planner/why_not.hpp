// SPDX-License-Identifier: GPL-3.0-or-later
// "Why not this one?": any plan against the best of the same model, cluster, batch and precision, loss by loss.
#pragma once

#include "models/estimate.hpp"

#include <string>
#include <vector>

namespace ridgepoint {

/// One loss of both plans, seconds of the step. The work itself at the datasheet peak is the same for both.
struct LossPair {
    std::string name; ///< Loss::name; empty: all that are not listed together
    Seconds best, plan;
    [[nodiscard]] Seconds difference() const { return plan - best; }
};
/// Every loss of either, in their order. Both estimates with their losses (Detail::lists or more).
[[nodiscard]] std::vector<LossPair> paired_losses(const Estimate& plan, const Estimate& best);

/// A loss (Loss::name) of the plan less the same of the best one; above 0 it costs the plan time.
struct LossDifference {
    std::string name;
    Seconds time;
};

struct WhyNot {
    std::vector<Violation> violations; ///< the rules it breaks, each with its numbers; then nothing else is known
    Bytes too_much;                    ///< above the capacity; 0 where it fits
    int fullest_stage = 0;             ///< the pipeline rank that needs most
    Seconds slower;                    ///< its step less the best one's; below 0 where it would be faster, did it fit
    Bytes more_memory;                 ///< its peak less the best one's
    /// Largest first by size; they sum to `slower`, since both plans do the same model work. What is equal is left out.
    std::vector<LossDifference> differences;
    [[nodiscard]] bool legal() const { return violations.empty(); }
    [[nodiscard]] bool fits() const { return legal() && too_much.value <= 0; }
};

/// Both estimates with their losses (Detail::lists or more). `best` is legal.
[[nodiscard]] WhyNot why_not(const Estimate& plan, const Estimate& best);

/// The same for people, one to three sentences: "1.2 s (7 %) slower: EP exposed on InfiniBand +1.1 s, bubble +0.4 s,
/// recomputation −0.3 s." At most three losses are named. Of a plan as good as the best: "As fast as the best."
[[nodiscard]] std::string why_not_text(const WhyNot& why, const Estimate& best);

/// Why one of two plans with unlike expert parallelism is ahead: which links either all-to-all goes over, what each
/// receives there and exposes, and what else makes up the difference. Empty where both have the same EP, or one is
/// illegal.
[[nodiscard]] std::string expert_parallel_text(const Scenario& plan, const Estimate& of_plan, const Scenario& best,
                                               const Estimate& of_best);

} // namespace ridgepoint
