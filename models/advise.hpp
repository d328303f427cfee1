// SPDX-License-Identifier: GPL-3.0-or-later
// What bounds a step and what would help: answers found by estimating the changed scenario, never canned.
#pragma once

#include "models/estimate.hpp"

#include <array>

namespace ridgepoint {

struct Hint {
    Repair set; ///< the one control to change
    std::string text;
    Seconds step; ///< of the changed plan
    Bytes memory; ///< its peak
};

struct Verdict {
    Resource bound{};                      ///< whose removal shortens the step most; about time only
    std::array<Seconds, 6> step_without{}; ///< step with each Resource removed, indexed by it
    std::string text;                      ///< one or two sentences, with numbers
    std::vector<Hint> hints;               ///< at most three, largest gain first
};

/// The verdict's resource alone: whose removal shortens the step most; ties in the order of the enumeration. Fills in
/// the step with each resource removed. `base` is the legal scenario's estimate.
[[nodiscard]] Resource bounding_resource(const Scenario& scenario, const Estimate& base,
                                         std::array<Seconds, 6>& step_without);

/// Of a legal scenario; `base` is its estimate. Under 3 ms.
[[nodiscard]] Verdict advise(const Scenario& scenario, const Estimate& base);

} // namespace ridgepoint
