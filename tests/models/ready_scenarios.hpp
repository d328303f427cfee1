// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios that tests range over: the ready ones, and random legal plans from a fixed seed.
#pragma once

#include "models/scenario.hpp"

#include <string>
#include <vector>

namespace ridgepoint::testing {

[[nodiscard]] std::vector<Scenario> ready_scenarios();
/// Legal plans of any preset model, accelerator, recipe and framework; the same for the same seed.
[[nodiscard]] std::vector<Scenario> random_scenarios(unsigned seed, int count);
/// What a failing test prints to find the plan again.
[[nodiscard]] std::string described(const Scenario& scenario);

} // namespace ridgepoint::testing
