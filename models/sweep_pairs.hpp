// SPDX-License-Identifier: GPL-3.0-or-later
// Two inputs of a scenario at once: what the cells of a map are.
#pragma once

#include "models/sweep_inputs.hpp"

namespace ridgepoint {

struct InputValue {
    SweepKey key{};
    double value = 0;
};

/// What hangs on another input is set after it, so that both have their values: tokens per GPU hang on the
/// GPUs and the sequence, VPP on PP, the number of micro-batches on their size. In whichever order they are named.
[[nodiscard]] Scenario with_inputs(const Scenario& scenario, InputValue one, InputValue other,
                                   const Recipes& recipes);
/// `key` between two values while another input is held at its value; nothing where it is not continuous.
[[nodiscard]] std::optional<VariedInput> varied_beside(const Scenario& scenario, SweepKey key, double low,
                                                       double high, InputValue held, const Recipes& recipes);

} // namespace ridgepoint
