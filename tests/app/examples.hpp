// SPDX-License-Identifier: GPL-3.0-or-later
// A small legal scenario and ways to change it.
#pragma once

#include "models/scenario.hpp"

#include <QString>

namespace ridgepoint::tests {

[[nodiscard]] Scenario exampleScenario(); ///< Llama 3.1 8B on 8 GPUs, from the ready scenarios
[[nodiscard]] Scenario withTp(Scenario scenario, int tp);
[[nodiscard]] Scenario withMicroBatch(Scenario scenario, int sequences);
[[nodiscard]] Scenario illegal(Scenario scenario); ///< degrees that do not multiply out to its GPUs
[[nodiscard]] QString json(const Scenario& scenario);

} // namespace ridgepoint::tests
