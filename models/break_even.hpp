// SPDX-License-Identifier: GPL-3.0-or-later
// The value of one input at which the verdict changes, found by bisection.
#pragma once

#include "models/estimate.hpp"

#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

namespace ridgepoint {

/// One input of a scenario as a number.
struct VariedInput {
    std::function<Scenario(double)> scenario; ///< the whole scenario at that value
    double low = 0, high = 0;                 ///< low < high
    bool whole = false;                       ///< it takes whole numbers only
    double unit = 1; ///< what one of it counts in the answer: tokens for micro-batches counted in sequences
};

struct BreakEven {
    double value = 0;       ///< where the two limits balance; of a whole input between the two values around it
    Resource below{}, above{}; ///< what bounds the step on either side
    double last_below = 0, first_above = 0; ///< nearest values that were estimated
};

/// Where what bounds the step at `low` ceases to. Nothing: it bounds the step at `high` too, no legal plan was found
/// at an end, or a stop was asked for. The bounds need not be legal themselves: of a whole input the nearest values
/// inwards are tried. `value` is where step time without the one limit and without the other are equal, interpolated
/// between the two last values, which is exact where times are linear in the input.
[[nodiscard]] std::optional<BreakEven> break_even(const VariedInput& input, const std::stop_token& stop = {});

/// Every such value between the two, ascending, where one limit after another takes over.
[[nodiscard]] std::vector<BreakEven> break_evens(const VariedInput& input, const std::stop_token& stop = {});

/// Tokens per GPU and step: the micro-batch in sequences, the global batch one micro-batch a replica.
[[nodiscard]] VariedInput tokens_per_gpu(const Scenario& scenario, double low, double high);

} // namespace ridgepoint
