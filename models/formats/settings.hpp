// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/formats/json.hpp"
#include "models/formats/presets.hpp"
#include "models/formats/scenario_json.hpp"

namespace ridgepoint::formats {

/// Puts `setting` into a scenario's JSON. A preset named by its id becomes an object when a key inside it is set
/// ("model.layers", "cluster.accelerator.hbm_gib", "precision.moments").
void apply_setting(Json& scenario, const Setting& setting, const Presets& presets, const Place& place);

} // namespace ridgepoint::formats
