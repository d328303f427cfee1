// SPDX-License-Identifier: GPL-3.0-or-later
// A calibration as a file, "ridgepoint-calibration/1", and inside a scenario.
#pragma once

#include "models/calibration.hpp"
#include "models/formats/input_error.hpp"
#include "models/formats/json.hpp"

#include <string>
#include <string_view>

namespace ridgepoint {

/// Throws InputError naming file and key.
[[nodiscard]] Calibration calibration_from_json(std::string_view text, std::string_view file);
/// Reading it back gives an equal calibration.
[[nodiscard]] std::string calibration_to_json(const Calibration& calibration);

namespace formats {

[[nodiscard]] Calibration read_calibration(const Json& value, const Place& place);
[[nodiscard]] Json write_calibration(const Calibration& calibration);

} // namespace formats

} // namespace ridgepoint
