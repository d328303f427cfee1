// SPDX-License-Identifier: GPL-3.0-or-later
// Strict reading and byte-stable writing of JSON, and the one form of message for bad input.
#pragma once

#include "models/formats/input_error.hpp"

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint::formats {

using Json = nlohmann::ordered_json;

/// A value as it is shown in a message: JSON on one line, cut where it would flood it.
[[nodiscard]] std::string shown(const Json& value);

/// Where a value stands: the file and the dotted key. Every message is one line
/// "FILE: key plan.tp: value "x" …; allowed: …".
struct Place {
    std::string file;
    std::string key; ///< empty: the whole file

    [[nodiscard]] Place in(std::string_view child) const;
    [[nodiscard]] Place at(std::size_t index) const;
    [[noreturn]] void fail(std::string_view problem, std::string_view allowed) const;
    [[noreturn]] void fail(const Json& value, std::string_view problem, std::string_view allowed) const;
    /// A key or an id that does not exist; names the nearest that does.
    [[noreturn]] void unknown(std::string_view what, std::string_view given,
                              const std::vector<std::string_view>& known, std::string_view also = {}) const;
};

inline constexpr std::size_t largest_file = 64u << 20; ///< bytes; a thousand times any sensible input
inline constexpr std::size_t deepest_nesting = 32;
inline constexpr std::size_t most_keys = 1000;        ///< in one object
inline constexpr std::size_t most_elements = 100'000; ///< in one array

/// One JSON value and nothing else: no comments, no key twice, no NaN, within the limits above.
[[nodiscard]] Json parse_json(std::string_view text, const Place& place);

/// Keys in order, shortest numbers that read back equal, whole numbers without a point, null for what is not
/// finite. What fits on a line stays on one.
[[nodiscard]] std::string print_json(const Json& value);
[[nodiscard]] std::string print_number(double value);

/// The known name a typing error away from `given`, or empty.
[[nodiscard]] std::string_view nearest_name(std::string_view given,
                                            const std::vector<std::string_view>& known);

} // namespace ridgepoint::formats
