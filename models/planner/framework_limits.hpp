// SPDX-License-Identifier: GPL-3.0-or-later
// What training frameworks offer of what a search varies, so that it can be kept to what the scenario's one can run.
#pragma once

#include "models/planner/plan_space.hpp"

#include <string_view>

namespace ridgepoint {

/// Keeps a search to the framework's schedules, and to no pipeline where it has none; pinned values stay. A framework
/// whose limits are not known ("other", "ideal") sets none.
void keep_to_framework(PlanConstraints& constraints, std::string_view framework_id);

} // namespace ridgepoint
