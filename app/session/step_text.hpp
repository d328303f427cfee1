// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of undo is called: made from the two scenarios it lies between.
#pragma once

#include "models/scenario.hpp"

#include <QString>

namespace ridgepoint {

/// "Set tensor parallel 2 → 8", "Set tensor parallel 2 → 8, expert parallel 64 → 32", "Set model … and 3
/// more". Names up to two differences, in the order of the Plan dock.
[[nodiscard]] QString describeChange(const Scenario& before, const Scenario& after);

} // namespace ridgepoint
