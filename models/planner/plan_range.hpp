// SPDX-License-Identifier: GPL-3.0-or-later
// What a user holds a search to, as it is typed and as it is read.
#pragma once

#include "models/planner/plan_space.hpp"

#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace ridgepoint {

inline constexpr int no_upper_bound = std::numeric_limits<int>::max();

/// "8" (held fast), "4..16", "..8", "4.."; spaces do not matter. Nothing for anything else, and for a range the wrong way
/// round.
[[nodiscard]] std::optional<ValueRange> range_from_text(std::string_view text);
/// Whether an axis can have such values: ZeRO 0 to 3, an HSDP group from 0 (the whole one), all others from 1.
[[nodiscard]] bool can_have(PlanAxis axis, const ValueRange& range);
/// The same back: "8", "4..16", "..8", "4..".
[[nodiscard]] std::string range_text(const ValueRange& range);
/// "TP 8", "PP 4 to 16", "EP at most 8", "EP at least 4", "ZeRO-1".
[[nodiscard]] std::string range_words(PlanAxis axis, const ValueRange& range);
/// Whether values between two bounds make sense: not of a schedule, sequence parallelism or a policy.
[[nodiscard]] bool has_range(PlanAxis axis);

} // namespace ridgepoint
