// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/fields.hpp"

#include <fmt/ranges.h>

#include <cmath>

namespace ridgepoint::formats {

namespace {

std::string span_text(std::string_view what, Range range) {
    return fmt::format("{} from {} to {}", what, print_number(range.least), print_number(range.most));
}

double checked(const Json& value, const Place& place, Range range, const std::string& allowed) {
    const double number = value.get<double>();
    if (!(number >= range.least && number <= range.most))
        place.fail(value, "is out of range", allowed);
    return number == 0 ? 0 : number; // no negative zero
}

} // namespace

std::string integers(Range range) {
    return span_text("an integer", range);
}

std::string numbers(Range range) {
    return span_text("a number", range);
}

int read_integer(const Json& value, const Place& place, Range range) {
    const bool whole = value.is_number_integer() ||
                       (value.is_number_float() && value.get<double>() == std::trunc(value.get<double>()));
    if (!whole)
        place.fail(value, "is not an integer", integers(range));
    return static_cast<int>(checked(value, place, range, integers(range)));
}

double read_number(const Json& value, const Place& place, Range range) {
    if (!value.is_number())
        place.fail(value, "is not a number", numbers(range));
    return checked(value, place, range, numbers(range));
}

bool read_flag(const Json& value, const Place& place) {
    if (!value.is_boolean())
        place.fail(value, "is neither true nor false", "true, false");
    return value.get<bool>();
}

std::string read_text(const Json& value, const Place& place) {
    constexpr std::size_t longest = 1000;
    const std::string allowed = fmt::format("a text of at most {} bytes", longest);
    if (!value.is_string())
        place.fail(value, "is not a text", allowed);
    const std::string& text = value.get_ref<const std::string&>();
    if (text.size() > longest)
        place.fail(value, "is too long", allowed);
    return text;
}

std::size_t read_choice(const Json& value, const Place& place, const std::vector<std::string_view>& list) {
    if (!value.is_string())
        place.fail(value, "is not a text", fmt::format("{}", fmt::join(list, ", ")));
    const std::string& text = value.get_ref<const std::string&>();
    const auto found = std::find(list.begin(), list.end(), text);
    if (found == list.end())
        place.unknown(fmt::format("value {} is not known", shown(value)), text, list);
    return std::size_t(found - list.begin());
}

void check_array(const Json& value, const Place& place, std::size_t least, std::size_t most) {
    const std::string allowed = least == most ? fmt::format("a list of {}", most)
                                              : fmt::format("a list of {} to {} elements", least, most);
    if (!value.is_array())
        place.fail(value, "is not a list", allowed);
    if (value.size() < least || value.size() > most)
        place.fail(fmt::format("a list of {}", value.size()), allowed);
}

double in_unit(double value, double unit) {
    const double quotient = value / unit;
    for (const double candidate :
         {quotient, std::nextafter(quotient, 0.0), std::nextafter(quotient, HUGE_VAL)})
        if (candidate * unit == value)
            return candidate;
    return quotient;
}

} // namespace ridgepoint::formats
