// SPDX-License-Identifier: GPL-3.0-or-later
// `estimate --json`, "ridgepoint-estimate/1" (interface contract): SI units, shortest round-trip numbers.
#pragma once

#include "models/advise.hpp"
#include "models/estimate.hpp"

#include <string>

namespace ridgepoint {

/// `verdict` may be null for an illegal plan.
[[nodiscard]] std::string estimate_to_json(const Scenario& scenario, const Estimate& estimate,
                                           const Verdict* verdict, bool with_slots = false);

} // namespace ridgepoint
