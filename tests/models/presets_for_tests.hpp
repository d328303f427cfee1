// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/estimate.hpp"
#include "models/formats/scenario_json.hpp"
#include "resources/builtin.hpp"

#include <string>
#include <string_view>

namespace ridgepoint {

/// A ready scenario, changed as `--set` would.
inline Scenario ready(std::string_view id, const std::vector<Setting>& settings = {}) {
    const ReadyScenario* found = builtin_presets().scenario(id);
    if (!found)
        throw InputError("no ready scenario " + std::string(id));
    return scenario_from_json(found->json, builtin_presets(), id, settings);
}

} // namespace ridgepoint
