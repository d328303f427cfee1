// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/json.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>

namespace ridgepoint::formats {

namespace {

constexpr std::size_t line_width = 110;
constexpr double exact_integers = 9007199254740992.0; ///< 2^53: below it every whole number is a double

template <class N>
std::string shortest(N value) {
    std::array<char, 32> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
    return {buffer.data(), end};
}

std::string print_scalar(const Json& value) {
    if (value.is_number_float())
        return print_number(value.get<double>());
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string print_key(const std::string& key) {
    return Json(key).dump(-1, ' ', false, Json::error_handler_t::replace) + ": ";
}

/// Appends on one line; false as soon as `limit` characters are passed.
bool print_inline(const Json& value, std::string& out, std::size_t limit) {
    if (!value.is_structured()) {
        out += print_scalar(value);
        return out.size() <= limit;
    }
    const bool object = value.is_object();
    out += object ? '{' : '[';
    bool first = true;
    for (auto it = value.begin(); it != value.end(); ++it) {
        if (!first)
            out += ", ";
        first = false;
        if (object)
            out += print_key(it.key());
        if (!print_inline(*it, out, limit))
            return false;
    }
    out += object ? '}' : ']';
    return out.size() <= limit;
}

void print_block(const Json& value, std::string& out, std::size_t indent) {
    std::string line;
    if (!value.is_structured() || value.empty() ||
        print_inline(value, line, line_width - std::min(indent, line_width))) {
        line.clear();
        print_inline(value, line, std::string::npos);
        out += line;
        return;
    }
    const bool object = value.is_object();
    out += object ? '{' : '[';
    bool first = true;
    for (auto it = value.begin(); it != value.end(); ++it) {
        out += first ? "\n" : ",\n";
        first = false;
        out.append(indent + 2, ' ');
        if (object)
            out += print_key(it.key());
        print_block(*it, out, indent + 2);
    }
    out += '\n';
    out.append(indent, ' ');
    out += object ? '}' : ']';
}

} // namespace

std::string print_number(double value) {
    if (!std::isfinite(value))
        return "null";
    if (value == std::trunc(value) && std::abs(value) < exact_integers)
        return shortest(static_cast<std::int64_t>(value));
    return shortest(value);
}

std::string print_json(const Json& value) {
    std::string out;
    print_block(value, out, 0);
    out += '\n';
    return out;
}

} // namespace ridgepoint::formats
