// SPDX-License-Identifier: GPL-3.0-or-later
// Plans one control away from a given one: what the hints are chosen from.
#pragma once

#include "models/rules.hpp"

#include <string>
#include <vector>

namespace ridgepoint {

struct Candidate {
    Repair set;       ///< the control first, then what follows from it
    std::string text; ///< "EP 64 → 32"
    Scenario scenario;
};

/// Legal plans only; batch, sequence, model and cluster stay as they are.
[[nodiscard]] std::vector<Candidate> single_changes(const Scenario&);

} // namespace ridgepoint
