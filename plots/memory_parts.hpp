// SPDX-License-Identifier: GPL-3.0-or-later
// The components of a rank's memory in drawing order, framework at the foot. Private to plots/.
#pragma once

#include "models/estimate.hpp"
#include "plots/style.hpp"

namespace ridgepoint {

Bytes component(const StageMemory& stage, int index);
std::string componentId(int index); ///< as Subject names it: "activations"
QString componentName(int index);   ///< "Activations"
Colour componentColour(int index);
Hatch componentHatch(int index);

} // namespace ridgepoint
