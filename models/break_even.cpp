// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/break_even.hpp"

#include "models/advise.hpp"
#include "models/rule.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr int most_halvings = 200;
constexpr double nearest_whole = 1, nearest_share = 1e-9;
constexpr int most_values_tried = 4096; ///< for a legal one beside an illegal one

struct Judged {
    double value = 0;
    Resource bound{};
    std::array<Seconds, 6> without{};
};

std::optional<Judged> judged(const VariedInput& input, double value) {
    const Scenario s = input.scenario(value);
    if (!rules::legal(s))
        return std::nullopt;
    const Estimate e = estimate(s, Detail::numbers);
    Judged v{value, {}, {}};
    v.bound = bounding_resource(s, e, v.without);
    return v;
}

/// At `value`, or at the nearest legal one between the bounds, both excluded unless they are `value`.
std::optional<Judged> near(const VariedInput& input, double value, double low, double high) {
    if (std::optional<Judged> v = judged(input, value))
        return v;
    if (!input.whole)
        return std::nullopt;
    for (int away = 1; away <= most_values_tried; ++away)
        for (const double other : {value - away, value + away})
            if (other > low && other < high)
                if (std::optional<Judged> v = judged(input, other))
                    return v;
    return std::nullopt;
}

/// How much more the step gains from lifting the one limit than from lifting the other.
double margin(const Judged& v, Resource one, Resource other) {
    return (v.without[std::size_t(other)] - v.without[std::size_t(one)]).value;
}

double balance(const Judged& a, const Judged& b) {
    const double at_a = margin(a, a.bound, b.bound), at_b = margin(b, a.bound, b.bound);
    const double fall = at_a - at_b;
    return fall > 0 ? a.value + (b.value - a.value) * std::clamp(at_a / fall, 0.0, 1.0) : b.value;
}

} // namespace

std::optional<BreakEven> break_even(const VariedInput& input, const std::stop_token& stop) {
    const auto start = [&](double v) { return input.whole ? std::round(v) : v; };
    const double low = start(input.low), high = start(input.high);
    std::optional<Judged> a = near(input, low, low, high), b = near(input, high, low, high);
    if (!a || !b || a->bound == b->bound)
        return std::nullopt;
    for (int i = 0; i < most_halvings && !stop.stop_requested(); ++i) {
        const double gap = b->value - a->value;
        if (gap <= (input.whole ? nearest_whole : nearest_share * b->value))
            break;
        const double middle = start(a->value + gap / 2);
        const std::optional<Judged> c = near(input, middle, a->value, b->value);
        if (!c)
            break; // nothing legal between them
        (c->bound == a->bound ? a : b) = c;
    }
    if (stop.stop_requested())
        return std::nullopt;
    return BreakEven{balance(*a, *b) * input.unit, a->bound, b->bound, a->value * input.unit,
                     b->value * input.unit};
}

std::vector<BreakEven> break_evens(const VariedInput& input, const std::stop_token& stop) {
    constexpr std::size_t most_limits = 16; // a limit that comes and goes more often than this is noise
    std::vector<BreakEven> found;
    VariedInput rest = input;
    while (found.size() < most_limits && rest.low < rest.high) {
        const std::optional<BreakEven> next = break_even(rest, stop);
        if (!next)
            break;
        found.push_back(*next);
        rest.low = next->first_above / input.unit;
    }
    return found;
}

VariedInput tokens_per_gpu(const Scenario& scenario, double low, double high) {
    // Whole micro-batches are what a plan can have; tokens between two of them are interpolated.
    const double ranks = 1.0 * scenario.plan.tp * scenario.plan.pp * scenario.plan.cp;
    const double each = scenario.plan.sequence / ranks;
    VariedInput input;
    input.low = std::max(1.0, low / each);
    input.high = std::max(2.0, high / each);
    input.whole = true;
    input.unit = each;
    input.scenario = [scenario](double sequences) {
        Scenario s = scenario;
        s.plan.micro_batch = int(sequences);
        s.plan.global_batch = s.plan.micro_batch * s.dp();
        return s;
    };
    return input;
}

} // namespace ridgepoint
