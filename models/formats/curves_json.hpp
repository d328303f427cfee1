// SPDX-License-Identifier: GPL-3.0-or-later
// Measured network curves: presets (resources/curves/), `cluster.curves` of a scenario, and calibrations.
#pragma once

#include "models/curves.hpp"
#include "models/formats/inputs_json.hpp"

namespace ridgepoint::formats {

/// {"name", "gpus_per_domain", "scale_up_gbps", "scale_out_gbps", "curves": [{"collective", "domains", "ranks",
/// "points": [[bytes, microseconds], …] or "bus_gbps"}]}
[[nodiscard]] NetworkCurves read_curves(const Json& value, const Place& place, Remarks remarks);
[[nodiscard]] Json write_curves(const NetworkCurves& curves);

} // namespace ridgepoint::formats
