// SPDX-License-Identifier: GPL-3.0-or-later
// Which values a sweep takes of a range.
#include "models/rule.hpp"
#include "models/sweep_values.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

#include <algorithm>
#include <cmath>

using namespace ridgepoint;

namespace {

const Recipes& recipes() {
    return builtin_presets().precisions;
}

std::vector<double> between(const Scenario& s, SweepKey key, double low, double high, std::size_t count) {
    return values_between(s, key, low, high, count, recipes());
}

} // namespace

TEST_CASE("A whole range gives the usual values, thinned to so many with both ends and the present one", "[sweep]") {
    const Scenario s = ready("deepseek-v3-published");
    const ValueSpan span = swept_span(s, SweepKey::global_batch, recipes());
    const std::vector<double> usual = usual_values(s, SweepKey::global_batch, recipes());
    CHECK(between(s, SweepKey::global_batch, span.low, span.high, usual.size()) == usual);
    const std::vector<double> few = between(s, SweepKey::global_batch, span.low, span.high, 6);
    CHECK(few.size() >= 6);
    CHECK(few.size() <= 7);
    CHECK(few.front() == usual.front());
    CHECK(few.back() == usual.back());
    CHECK(std::ranges::find(few, 15360) != few.end());
}

TEST_CASE("A narrow range is filled with values that the plan divides", "[sweep]") {
    const Scenario s = ready("deepseek-v3-published");
    for (const SweepKey key : {SweepKey::global_batch, SweepKey::tokens_per_gpu, SweepKey::sequence}) {
        const double present = input_value(s, key, recipes());
        const std::vector<double> values = between(s, key, 0.9 * present, 1.2 * present, 9);
        INFO(sweep_input(key).id);
        CHECK(values.size() >= 7);
        CHECK(values.size() <= 10);
        CHECK(std::ranges::is_sorted(values));
        CHECK(std::ranges::find(values, present) != values.end());
        for (const double v : values) {
            CHECK(v >= 0.9 * present);
            CHECK(v <= 1.2 * present);
            CHECK(rules::legal(with_input(s, key, v, recipes())));
        }
    }
}

TEST_CASE("Bandwidths lie at equal ratios, power caps at equal steps", "[sweep]") {
    Scenario s = ready("deepseek-v3-published");
    const std::vector<double> gb_s = between(s, SweepKey::scale_out, 1000, 16000, 5);
    REQUIRE(gb_s.size() == 5);
    for (std::size_t i = 0; i < 5; ++i)
        CHECK(gb_s[i] == Approx(1000 * std::pow(2, double(i))));
    const double board = s.cluster.accelerator.power_w;
    const std::vector<double> watts = between(s, SweepKey::power_cap, 0.11 * board, 0.13 * board, 3);
    REQUIRE(watts.size() == 3);
    CHECK(watts[1] == Approx(0.12 * board));
}

TEST_CASE("A range that no value divides is empty", "[sweep]") {
    const Scenario s = ready("deepseek-v3-published");
    CHECK(between(s, SweepKey::global_batch, 129, 200, 8).empty()); // DP 128: multiples of 128
}

TEST_CASE("What can be swept of an input holds its usual values", "[sweep]") {
    const Scenario s = ready("llama-3.1-405b-16384-h100");
    for (const SweepInput& input : sweep_inputs()) {
        if (!offers(s, input.key) || !takes_range(input.key))
            continue;
        INFO(input.id);
        const ValueSpan span = swept_span(s, input.key, recipes());
        const std::vector<double> usual = usual_values(s, input.key, recipes());
        CHECK(span.low <= usual.front());
        CHECK(span.high >= usual.back());
    }
}
