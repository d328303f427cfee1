// SPDX-License-Identifier: GPL-3.0-or-later
// Why a search came back empty: three different things, each with its numbers.
#pragma once

#include "models/planner/planner.hpp"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace ridgepoint {

struct NoPlan {
    enum class Reason {
        constraints, ///< no combination meets them, or nothing leaves the memory free that they ask for
        rules,       ///< combinations do, and each breaks a rule
        memory       ///< legal plans do, and none fits
    };
    Reason reason{};
    std::string text; ///< whole sentences
};

/// "Constraint not met", "Illegal by rule", "Out of memory".
[[nodiscard]] std::string_view reason_name(NoPlan::Reason reason);

/// Of a whole search that found no plan that fits; nothing of another. May search again, for the smallest plan.
[[nodiscard]] std::optional<NoPlan> why_no_plan(const PlannerRequest& request, const PlannerResult& result,
                                                const std::stop_token& stop = {});

} // namespace ridgepoint
