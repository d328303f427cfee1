// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace ridgepoint::text {

namespace {

constexpr std::string_view narrow_space = "\u202F";
constexpr std::string_view minus = "\u2212";
constexpr int significant = 3;
constexpr int exact_digits = 12; ///< far beyond what a model can mean, short of binary noise

struct Step { ///< a unit and what one of it is worth
    double worth;
    std::string_view unit;
};

/// The decimal exponent after rounding to `digits` significant ones, so that 999.6 counts as 1000.
int exponent(double value, int digits) {
    const std::string text = fmt::format("{:.{}e}", value, digits - 1);
    return std::stoi(text.substr(text.find('e') + 1));
}

/// "62914560" becomes "62 914 560"; the part after the point stays.
std::string grouped(std::string digits) {
    std::size_t point = digits.find('.');
    if (point == std::string::npos)
        point = digits.size();
    for (std::size_t i = point; i > 3; i -= 3)
        digits.insert(i - 3, narrow_space);
    return digits;
}

std::string without_trailing_zeros(std::string digits) {
    if (digits.find('.') == std::string::npos)
        return digits;
    digits.erase(digits.find_last_not_of('0') + 1);
    if (digits.back() == '.')
        digits.pop_back();
    return digits;
}

std::string superscript(int n) {
    static constexpr std::array<std::string_view, 10> digits{"⁰", "¹", "²", "³", "⁴",
                                                             "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string out = n < 0 ? "⁻" : "";
    for (char c : std::to_string(std::abs(n)))
        out += digits[std::size_t(c - '0')];
    return out;
}

/// Of a positive number, without a sign.
std::string significant_digits(double value, int digits, bool keep_zeros) {
    const int exp = exponent(value, digits);
    constexpr int smallest = -4;
    if (exp < smallest) {
        const std::string mantissa = significant_digits(value / std::pow(10.0, exp), digits, keep_zeros);
        return fmt::format("{} × 10{}", mantissa, superscript(exp));
    }
    const int decimals = digits - 1 - exp;
    if (decimals < 0) {
        const double unit = std::pow(10.0, -decimals);
        return grouped(fmt::format("{:.0f}", std::round(value / unit) * unit));
    }
    const std::string text = fmt::format("{:.{}f}", value, decimals);
    return grouped(keep_zeros ? text : without_trailing_zeros(text));
}

/// Whole but for binary noise: 47e-6 s is 47 µs.
bool is_whole(double value) {
    constexpr double noise = 1e-12;
    return std::abs(value - std::round(value)) <= noise * std::abs(value);
}

std::string positive(double value, Digits digits) {
    if (digits == Digits::exact)
        return significant_digits(value, exact_digits, false);
    return significant_digits(value, significant, !is_whole(value));
}

/// In the largest unit that the rounded value reaches, or the smallest there is. `steps` ascend.
Measure in_units(double value, Digits digits, std::span<const Step> steps) {
    if (!std::isfinite(value))
        return {number(value, digits), std::string(steps.back().unit)};
    const Step* chosen = &steps.front();
    for (const Step& step : steps)
        if (value != 0 && exponent(std::abs(value) / step.worth, significant) >= 0)
            chosen = &step;
    if (value == 0)
        chosen = &steps.back();
    return {number(value / chosen->worth, digits), std::string(chosen->unit)};
}

/// Decimals that three significant digits of `value` have.
int decimals_of(double value) {
    return value == 0 ? 0 : std::max(0, significant - 1 - exponent(std::abs(value), significant));
}

} // namespace

std::string Measure::joined() const {
    return unit.empty() ? number : fmt::format("{}{}{}", number, narrow_space, unit);
}

std::string count(double n) {
    if (!std::isfinite(n))
        return number(n);
    return fmt::format("{}{}", n <= -0.5 ? minus : "", grouped(fmt::format("{:.0f}", std::abs(n))));
}

std::string number(double n, Digits digits) {
    if (std::isnan(n))
        return "not known";
    if (n == 0)
        return "0";
    const std::string_view sign = n < 0 ? minus : "";
    if (std::isinf(n))
        return fmt::format("{}∞", sign);
    return fmt::format("{}{}", sign, positive(std::abs(n), digits));
}

Measure duration(Seconds time, Digits digits) {
    static constexpr std::array<Step, 3> steps{{{1e-6, "µs"}, {1e-3, "ms"}, {1, "s"}}};
    return in_units(time.value, digits, steps);
}

Measure memory(Bytes bytes, Digits digits) {
    return {number(bytes.value / bytes_per_gib, digits), "GiB"};
}

Measure traffic(Bytes bytes, Digits digits) {
    static constexpr std::array<Step, 5> steps{
        {{1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}}};
    if (bytes.value == 0)
        return {"0", "GB"};
    return in_units(bytes.value, digits, steps);
}

Measure bandwidth(BytesPerSecond bandwidth, Digits digits) {
    static constexpr std::array<Step, 2> steps{{{1e9, "GB/s"}, {1e12, "TB/s"}}};
    if (bandwidth.value == 0)
        return {"0", "GB/s"};
    return in_units(bandwidth.value, digits, steps);
}

Measure rate(FlopPerSecond rate, Digits digits) {
    return {number(rate.value / 1e12, digits), "TFLOP/s"};
}

Measure work(Flop flop, Digits digits) {
    static constexpr std::array<Step, 5> steps{
        {{1e6, "MFLOP"}, {1e9, "GFLOP"}, {1e12, "TFLOP"}, {1e15, "PFLOP"}, {1e18, "EFLOP"}}};
    if (flop.value == 0)
        return {"0", "FLOP"};
    return in_units(flop.value, digits, steps);
}

Measure intensity(FlopPerByte intensity, Digits digits) {
    return {number(intensity.value, digits), "FLOP/B"};
}

Measure percent(double fraction, Digits digits) {
    const double value = fraction * 100;
    constexpr int most_decimals = 2; // 0.07 %, not 0.0712 %
    if (digits == Digits::exact || !std::isfinite(value) || decimals_of(value) <= most_decimals)
        return {number(value, digits), "%"};
    const std::string text = without_trailing_zeros(fmt::format("{:.{}f}", std::abs(value), most_decimals));
    return {fmt::format("{}{}", value < 0 && text != "0" ? minus : "", text), "%"};
}

Measure tokens_per_second(double rate, Digits digits) {
    static constexpr std::array<Step, 3> steps{{{1, "tok/s"}, {1e3, "k\u202Ftok/s"}, {1e6, "M\u202Ftok/s"}}};
    constexpr double thousands_from = 1e4; // 7 376 tok/s reads better than 7.38 k
    if (std::abs(rate) < thousands_from)
        return {number(rate, digits), "tok/s"};
    return in_units(rate, digits, steps);
}

Measure money(double amount, Digits digits) {
    static constexpr std::array<Step, 3> steps{{{1, "$"}, {1e3, "k$"}, {1e6, "M$"}}};
    if (amount == 0)
        return {"0", "$"};
    return in_units(amount, digits, steps);
}

Measure parameters(double n, Digits digits) {
    static constexpr std::array<Step, 5> steps{{{1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "B"}, {1e12, "T"}}};
    return in_units(n, digits, steps);
}

std::string_view sign(double value) {
    return value < 0 ? minus : "+";
}

std::string change(double before, double after, std::string_view unit) {
    const double difference = after - before;
    const std::string gap(unit.empty() ? "" : narrow_space);
    if (difference == 0 || !std::isfinite(difference))
        return fmt::format("{}{}{}", difference == 0 ? "±0" : "not known", gap, unit);
    const int decimals = std::max(decimals_of(before), decimals_of(after));
    std::string text = fmt::format("{:.{}f}", std::abs(difference), std::min(decimals, 6));
    if (text.find_first_not_of("0.") == std::string::npos) // less than the shown digits of either
        text = number(std::abs(difference));
    else
        text = grouped(text);
    return fmt::format("{}{}{}{}", difference > 0 ? "▲ +" : fmt::format("▼ {}", minus), text, gap, unit);
}

} // namespace ridgepoint::text
