// SPDX-License-Identifier: GPL-3.0-or-later
// A search from words and its answer as JSON (interface contract, `plan --json`).
#pragma once

#include "models/formats/presets.hpp"
#include "models/planner/planner.hpp"

#include <string>
#include <string_view>

namespace ridgepoint {

/// "tp=8" or "plan.schedule=dualpipe": a value as `--set` takes it. A key that the search does not vary is set in the
/// scenario. Throws InputError.
void pin(PlannerRequest& request, const Presets& presets, std::string_view text, std::string_view option);
/// "pp=8..16", both included; either end may be left out. Throws InputError.
void bound(PlannerRequest& request, std::string_view text, std::string_view option);

[[nodiscard]] std::string plans_to_json(const PlannerRequest& request, const PlannerResult& result);

} // namespace ridgepoint
