// SPDX-License-Identifier: GPL-3.0-or-later
// What a sweep can vary: one input of a scenario as a number, the values worth trying, and the scenario at
// each.
#pragma once

#include "models/break_even.hpp"
#include "models/sweep.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

enum class SweepKey {
    global_batch,
    micro_batch,
    sequence,
    tokens_per_gpu,
    gpus,
    tp,
    cp,
    pp,
    ep,
    vpp,
    zero,
    schedule,
    precision,
    scale_out,
    scale_up,
    power_cap
};

struct SweepInput {
    SweepKey key{};
    std::string_view id;     ///< "plan.tp"
    std::string_view name;   ///< "Global batch"
    std::string_view unit;   ///< "sequences"; empty for a degree
    bool logarithmic = true; ///< steps worth trying are ratios
    bool choice = false;     ///< values are places in a list, without order between them
};
[[nodiscard]] std::span<const SweepInput> sweep_inputs();
[[nodiscard]] const SweepInput& sweep_input(SweepKey key);
/// Whether the scenario has such an input: EP needs experts, VPP a pipeline.
[[nodiscard]] bool offers(const Scenario& scenario, SweepKey key);

/// Whether it takes values between any two, so that one can be found at which the verdict changes; not choices, degrees
/// and GPUs.
[[nodiscard]] bool continuous(SweepKey key);

/// `recipes`: what a value of `precision` counts in.
using Recipes = std::vector<PrecisionRecipe>;
[[nodiscard]] double input_value(const Scenario& scenario, SweepKey key, const Recipes& recipes);
/// Values worth trying, ascending, the present one among them.
[[nodiscard]] std::vector<double> usual_values(const Scenario& scenario, SweepKey key,
                                               const Recipes& recipes);
/// Of whole numbers the multiples that the plan divides; 0: any value will do.
[[nodiscard]] double value_step(const Scenario& scenario, SweepKey key);
/// The scenario at a value. Degrees trade with DP and what depends on them follows, as on the mesh bar;
/// tokens per GPU change the number of micro-batches, and where a GPU has one and no pipeline its size; GPUs
/// change DP; a bandwidth is the datasheet's, the achievable one goes with it.
[[nodiscard]] Scenario with_input(const Scenario& scenario, SweepKey key, double value,
                                  const Recipes& recipes);
/// "1F1B", "BF16"; of a number the number.
[[nodiscard]] std::string input_value_name(SweepKey key, double value, const Recipes& recipes);
/// For the value at which the verdict changes; nothing where the input is not continuous.
[[nodiscard]] std::optional<VariedInput> varied_over(const Scenario& scenario, SweepKey key, double low,
                                                     double high, const Recipes& recipes);

} // namespace ridgepoint
