// SPDX-License-Identifier: GPL-3.0-or-later
// Which plans are legal. A wrong plan is a value: every broken rule, its numbers, and the nearest legal values.
#pragma once

#include "models/scenario.hpp"

#include <string>
#include <utility>
#include <vector>

namespace ridgepoint {

/// What a key takes: a number, or JSON text for what is none ("1f1b", "[]").
struct RepairValue {
    double number = 0;
    std::string text; ///< empty for a number

    RepairValue(double n) : number(n) {}
    RepairValue(int n) : number(n) {}
    RepairValue(const char* choice) : text(choice) {}
    [[nodiscard]] bool is_number() const { return text.empty(); }
    /// As `--set KEY=VALUE` takes it.
    [[nodiscard]] std::string setting() const;
    bool operator==(const RepairValue&) const = default;
};

/// One way to repair a plan: keys as in the scenario file ("plan.tp") and the value each takes.
using Repair = std::vector<std::pair<std::string, RepairValue>>;

struct Violation {
    std::string rule; ///< stable id, e.g. "batch-divides"
    std::vector<std::string> keys;
    std::string text; ///< one sentence with the numbers
    std::vector<Repair> nearest;
    bool operator==(const Violation&) const = default;
};

/// Every broken rule, in a fixed order; empty when the plan is legal. Only sound when the scenario itself was
/// read by formats/ (positive sizes, finite numbers).
[[nodiscard]] std::vector<Violation> violations(const Scenario& scenario);

} // namespace ridgepoint
