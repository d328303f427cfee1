// SPDX-License-Identifier: GPL-3.0-or-later
// Two plans of one search side by side: the losses of each, and what one change towards the other would do.
#pragma once

#include "models/estimate.hpp"
#include "models/planner/plan_view.hpp"
#include "models/planner/why_not.hpp"

#include <string>
#include <vector>

namespace ridgepoint {

/// At most `most`, largest difference first, then what is left in one; without losses that are nothing in
/// both.
[[nodiscard]] std::vector<LossPair> loss_pairs(const Estimate& plan, const Estimate& best, std::size_t most);

/// A plan that differs from another in one value.
struct OneChange {
    PlanAxis axis{};
    PlanKey key; ///< the changed plan
    Seconds step;
    Bytes memory;
    bool fits = false; ///< with the search's headroom
};
/// `from` with one value of `towards` each, where that is legal; fastest first.
[[nodiscard]] std::vector<OneChange> changes_towards(const FoundPlans& found, const PlanKey& from,
                                                     const PlanKey& towards);

} // namespace ridgepoint
