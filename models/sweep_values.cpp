// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sweep_values.hpp"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr ValueSpan bandwidths{0.1, 100'000}; // GB/s per GPU: slower than 1 Gb Ethernet to faster than any memory
constexpr double least_power = 0.1;           // of the board's

/// Values that differ by rounding alone.
bool same(double a, double b) {
    constexpr double rounding = 1e-9;
    return std::abs(a - b) <= rounding * std::max(std::abs(a), std::abs(b));
}

double spaced(double low, double high, double share, bool by_ratio) {
    return by_ratio && low > 0 ? low * std::pow(high / low, share) : low + (high - low) * share;
}

} // namespace

bool takes_range(SweepKey key) {
    return continuous(key) || key == SweepKey::gpus;
}

ValueSpan swept_span(const Scenario& s, SweepKey key, const Recipes& recipes) {
    if (key == SweepKey::scale_out || key == SweepKey::scale_up)
        return bandwidths;
    if (key == SweepKey::power_cap)
        return {s.cluster.accelerator.power_w * least_power, s.cluster.accelerator.power_w};
    const std::vector<double> usual = usual_values(s, key, recipes);
    return usual.empty() ? ValueSpan{} : ValueSpan{usual.front(), usual.back()};
}

std::vector<double> thinned(std::vector<double> values, std::size_t most, double kept) {
    if (values.size() <= most || most < 2)
        return values;
    std::vector<double> few;
    for (std::size_t i = 0; i < most; ++i)
        few.push_back(values[i * (values.size() - 1) / (most - 1)]);
    if (std::ranges::find(values, kept) != values.end())
        few.push_back(kept);
    std::ranges::sort(few);
    few.erase(std::unique(few.begin(), few.end()), few.end());
    return few;
}

std::vector<double> values_between(const Scenario& s, SweepKey key, double low, double high, std::size_t count,
                                   const Recipes& recipes) {
    const double present = input_value(s, key, recipes);
    const auto inside = [&](double v) { return (v >= low || same(v, low)) && (v <= high || same(v, high)); };
    std::vector<double> values = usual_values(s, key, recipes);
    std::erase_if(values, [&](double v) { return !inside(v); });
    const double step = value_step(s, key);
    const bool whole_range = !values.empty() && same(values.front(), low) && same(values.back(), high);
    if (values.size() >= count && (step > 0 || whole_range))
        return thinned(std::move(values), count, present);
    values.clear();
    for (std::size_t i = 0; i < count; ++i) {
        const double share = count > 1 ? double(i) / double(count - 1) : 0;
        double v = spaced(low, high, share, sweep_input(key).logarithmic);
        if (step > 0)
            v = std::max(1.0, std::round(v / step)) * step;
        if (inside(v))
            values.push_back(v);
    }
    if (inside(present))
        values.push_back(present);
    std::ranges::sort(values);
    const auto doubled = std::unique(values.begin(), values.end(), same);
    values.erase(doubled, values.end());
    if (inside(present)) // exactly it, not what rounding made of it
        *std::ranges::find_if(values, [&](double v) { return same(v, present); }) = present;
    return values;
}

} // namespace ridgepoint
