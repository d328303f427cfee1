// SPDX-License-Identifier: GPL-3.0-or-later
// Which values of an input a sweep takes, when it is told a range or how many.
#pragma once

#include "models/sweep_inputs.hpp"

#include <cstddef>

namespace ridgepoint {

/// Whether its values are asked for as a range; else each by itself.
[[nodiscard]] bool takes_range(SweepKey key);

struct ValueSpan {
    double low = 0, high = 0; ///< both allowed
};
/// What a range may reach: of whole numbers from the least to the greatest usual value, of a bandwidth far beyond them.
[[nodiscard]] ValueSpan swept_span(const Scenario& scenario, SweepKey key, const Recipes& recipes);

/// At most `most` of ascending values, evenly by place, the first and the last among them, and `kept` where it was there
/// (it may make one more).
[[nodiscard]] std::vector<double> thinned(std::vector<double> values, std::size_t most, double kept);

/// About `count` values from `low` to `high`, ascending, the present one among them where it lies between: the usual
/// ones where there are enough of them (of a bandwidth or a power cap only over their own range), else evenly spaced (by
/// ratio where the input's steps are ratios), whole ones in steps that the plan divides. Empty where there is none.
[[nodiscard]] std::vector<double> values_between(const Scenario& scenario, SweepKey key, double low, double high,
                                                 std::size_t count, const Recipes& recipes);

} // namespace ridgepoint
