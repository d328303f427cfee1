// SPDX-License-Identifier: GPL-3.0-or-later
// The scenario file, "ridgepoint/1" (interface contract). Unknown keys, wrong types, non-finite and out-of-range
// numbers throw InputError; nothing is guessed.
#pragma once

#include "models/formats/input_error.hpp"
#include "models/formats/presets.hpp"
#include "models/scenario.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ridgepoint {

using Setting = std::pair<std::string, std::string>; ///< "plan.tp", "8": the value read as JSON, else as text

/// `file` is only for messages. Settings are applied to the text before it is read.
[[nodiscard]] Scenario scenario_from_json(std::string_view text, const Presets& presets, std::string_view file,
                                          const std::vector<Setting>& settings = {});
/// A file may hold one scenario or an array of them.
[[nodiscard]] std::vector<Scenario> scenarios_from_json(std::string_view text, const Presets& presets,
                                                        std::string_view file,
                                                        const std::vector<Setting>& settings = {});
/// Every key, presets by id where the value still equals the preset; reading it back gives an equal scenario.
[[nodiscard]] std::string scenario_to_json(const Scenario& scenario, const Presets& presets);
[[nodiscard]] Scenario with_settings(const Scenario& scenario, const Presets& presets,
                                     const std::vector<Setting>& settings);

} // namespace ridgepoint
