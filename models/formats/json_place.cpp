// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <numeric>

namespace ridgepoint::formats {

namespace {

bool is_plain(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '-';
    });
}

std::string one_line(std::string text) {
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, ' ');
    return text;
}

std::string lower(std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(), [](unsigned char c) {
        return c == '_' || c == ' ' ? '-' : static_cast<char>(std::tolower(c));
    });
    return out;
}

/// Levenshtein: insertions, deletions and replacements between two names.
std::size_t distance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t(0));
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
        }
    }
    return row.back();
}

} // namespace

std::string shown(const Json& value) {
    std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
    constexpr std::size_t longest = 80;
    if (text.size() <= longest)
        return text;
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) // not inside a character
        --end;
    return text.substr(0, end) + "…";
}

std::string_view nearest_name(std::string_view given, const std::vector<std::string_view>& known) {
    constexpr std::size_t longest = 100;
    if (given.empty() || given.size() > longest)
        return {};
    const std::string wanted = lower(given);
    std::string_view best;
    std::size_t least = std::max<std::size_t>(1, given.size() / 3) + 1;
    for (std::string_view name : known) {
        const std::size_t d = distance(wanted, lower(name));
        if (d < least && d < name.size()) {
            least = d;
            best = name;
        }
    }
    return best;
}

Place Place::in(std::string_view child) const {
    constexpr std::size_t longest = 80;
    const std::string name =
        is_plain(child) && child.size() <= longest ? std::string(child) : shown(Json(child));
    return {file, key.empty() ? name : key + "." + name};
}

Place Place::at(std::size_t index) const {
    return {file, fmt::format("{}[{}]", key, index)};
}

void Place::fail(std::string_view problem, std::string_view allowed) const {
    const std::string where = key.empty() ? "" : fmt::format("key {}: ", key);
    throw InputError(one_line(fmt::format("{}: {}{}; allowed: {}", file, where, problem, allowed)));
}

void Place::fail(const Json& value, std::string_view problem, std::string_view allowed) const {
    fail(fmt::format("value {} {}", shown(value), problem), allowed);
}

void Place::unknown(std::string_view what, std::string_view given, const std::vector<std::string_view>& known,
                    std::string_view also) const {
    const std::string_view near = nearest_name(given, known);
    const std::string hint = near.empty() ? "" : fmt::format(" (did you mean {}?)", near);
    fail(fmt::format("{}{}", what, hint), fmt::format("{}{}", fmt::join(known, ", "), also));
}

} // namespace ridgepoint::formats
