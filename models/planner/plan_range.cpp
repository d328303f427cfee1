// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/planner/plan_range.hpp"

#include "models/planner/plan_view.hpp"

#include <fmt/format.h>

#include <charconv>

namespace ridgepoint {
namespace {

constexpr std::string_view between = "..";

std::string without_spaces(std::string_view text) {
    std::string kept;
    for (const char c : text)
        if (c != ' ')
            kept += c;
    return kept;
}

std::optional<int> whole_number(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = error == std::errc() && end == text.data() + text.size() && value >= 0;
    return whole ? std::optional(value) : std::nullopt;
}

} // namespace

std::optional<ValueRange> range_from_text(std::string_view given) {
    const std::string text = without_spaces(given);
    const std::size_t dots = text.find(between);
    if (dots == std::string::npos) {
        const std::optional<int> value = whole_number(text);
        return value ? std::optional(ValueRange{*value, *value, true}) : std::nullopt;
    }
    const std::string low = text.substr(0, dots), high = text.substr(dots + between.size());
    if (low.empty() && high.empty())
        return std::nullopt;
    const std::optional<int> from = low.empty() ? 0 : whole_number(low);
    const std::optional<int> to = high.empty() ? no_upper_bound : whole_number(high);
    if (!from || !to || *from > *to)
        return std::nullopt;
    return ValueRange{*from, *to, false};
}

bool can_have(PlanAxis axis, const ValueRange& range) {
    constexpr int last_zero_stage = 3;
    if (axis == PlanAxis::zero)
        return range.low <= last_zero_stage && (range.high <= last_zero_stage || range.high == no_upper_bound);
    return axis == PlanAxis::hsdp_group || (range.high >= 1 && (range.low >= 1 || !range.pinned));
}

std::string range_text(const ValueRange& range) {
    if (range.pinned)
        return std::to_string(range.low);
    return fmt::format("{}{}{}", range.low > 0 ? std::to_string(range.low) : "", between,
                       range.high < no_upper_bound ? std::to_string(range.high) : "");
}

std::string range_words(PlanAxis axis, const ValueRange& range) {
    const auto value = [axis](int v) { return axis_value_name(axis, v, {}); };
    const bool named = axis == PlanAxis::zero || axis == PlanAxis::schedule; // the value says whose it is
    const std::string name = named ? std::string() : fmt::format("{} ", axis_name(axis));
    if (range.low == range.high)
        return name + value(range.low);
    if (range.high == no_upper_bound)
        return fmt::format("{} at least {}", axis_name(axis), range.low);
    return range.low <= 0 ? fmt::format("{} at most {}", axis_name(axis), range.high)
                          : fmt::format("{} {} to {}", axis_name(axis), range.low, range.high);
}

bool has_range(PlanAxis axis) {
    return axis != PlanAxis::schedule && axis != PlanAxis::sequence_parallel && axis != PlanAxis::recompute;
}

} // namespace ridgepoint
