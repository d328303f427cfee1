// SPDX-License-Identifier: GPL-3.0-or-later
// The steps from a row of measurements to a scenario; validation.hpp has the whole.
#pragma once

#include "models/validation.hpp"

#include <stdexcept>

namespace ridgepoint::validating {

/// A row that cannot be stated as a scenario. Caught by stated_run.
struct CannotState : std::runtime_error {
    Skip skip;
    CannotState(std::string kind, std::string text)
        : std::runtime_error(text), skip{std::move(kind), std::move(text)} {}
};

/// A cell that has no sensible stand-in. Throws CannotState when it is empty or zero.
[[nodiscard]] int needed(const std::optional<int>& cell, const char* column);

using Assumed = std::vector<std::string>;

/// Fields that no column states (norms, biases, an MoE period) are those of the preset of the same shape.
[[nodiscard]] Architecture model_of(const Measurement& row, const Presets& presets, Assumed& assumed);
[[nodiscard]] Cluster cluster_of(const Measurement& row, const Presets& presets, const RunWords& words,
                                 Assumed& assumed);
[[nodiscard]] PrecisionRecipe recipe_of(const Measurement& row, const Presets& presets,
                                        const FrameworkHabits& habits, Assumed& assumed);
/// Needs the model, the cluster and the framework in place.
void fill_plan(Scenario& scenario, const Measurement& row, const FrameworkHabits& habits, Assumed& assumed);
[[nodiscard]] Recompute recompute_of(const Measurement& row, Assumed& assumed);
[[nodiscard]] MemoryQuestion memory_question(const Measurement& row, const FrameworkHabits& habits,
                                             Assumed& assumed);

/// Whether the text holds the word, in any case.
[[nodiscard]] bool says(std::string_view text, std::string_view word);
/// The first whole number behind `before` in the text, in any case.
[[nodiscard]] std::optional<double> share_behind(std::string_view text, std::string_view before); ///< 0 to 1
[[nodiscard]] std::optional<int> number_behind(std::string_view text, std::string_view before);

} // namespace ridgepoint::validating
