// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/formats/json.hpp"
#include "models/formats/presets.hpp"
#include "models/formats/scenario_json.hpp"

namespace ridgepoint::formats {

/// Puts `setting` into a scenario's JSON. A preset named by its id becomes an object when a key inside it is set
/// ("model.layers", "cluster.accelerator.hbm_gib", "precision.moments").
void apply_setting(Json& scenario, const Setting& setting, const Presets& presets, const Place& place);

/// A command-line option that is not understood: names the option, its text and what is allowed.
[[noreturn]] void refuse_option(std::string_view option, std::string_view text, std::string_view allowed);

} // namespace ridgepoint::formats
