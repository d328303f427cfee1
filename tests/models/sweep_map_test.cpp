// SPDX-License-Identifier: GPL-3.0-or-later
// Maps over two inputs: their cells, and where between them the verdict changes.
#include "models/advise.hpp"
#include "models/rule.hpp"
#include "models/sweep_pairs.hpp"
#include "models/sweep_study.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

#include <algorithm>

using namespace ridgepoint;

namespace {

const Recipes& recipes() {
    return builtin_presets().precisions;
}

SweepStudy map_of(const Scenario& scenario, SweptInput x, SweptInput y) {
    SweepStudy study;
    study.kind = SweepKind::map;
    study.scenarios = {scenario};
    study.x = std::move(x);
    study.y = std::move(y);
    study.recipes = recipes();
    return study;
}

Scenario zero3_at_speed_of_light() {
    return ready("deepseek-v3-zero3",
                 {{"cluster.network", "flat"}, {"fidelity", "speed-of-light"}, {"precision", "bf16"}});
}

/// Tokens per GPU against the InfiniBand bandwidth, as it is and doubled.
SweepStudy tokens_against_bandwidth() {
    const Scenario s = zero3_at_speed_of_light();
    const double bandwidth = input_value(s, SweepKey::scale_out, recipes());
    return map_of(s, {SweepKey::tokens_per_gpu, {32768, 65536, 131072, 262144, 524288}},
                  {SweepKey::scale_out, {bandwidth, 2 * bandwidth}});
}

} // namespace

TEST_CASE("Twice the bandwidth halves the tokens per GPU at which ZeRO-3 turns compute-bound", "[sweep]") {
    const SweepAnswer answer = run_study(tokens_against_bandwidth());
    REQUIRE(answer.whole);
    std::vector<double> by_row(2);
    for (const VerdictChange& change : answer.changes)
        if (change.over_x) {
            REQUIRE(change.at);
            CHECK(change.below == Resource::scale_out);
            CHECK(change.above == Resource::compute);
            by_row[change.row] = change.at->value;
        }
    CHECK(by_row[0] == Approx(243707).epsilon(0.005));
    CHECK(by_row[1] == Approx(243707 / 2.0).epsilon(0.005));
}

TEST_CASE("A verdict that changes from row to row is solved over the rows' input", "[sweep]") {
    const SweepStudy study = tokens_against_bandwidth();
    const SweepAnswer answer = run_study(study);
    // Work and traffic of 131 072 tokens balance where the bandwidth is 243 707 / 131 072 times the present one.
    const auto change = std::ranges::find_if(
        answer.changes, [](const VerdictChange& c) { return !c.over_x && c.column == 2 && c.row == 0; });
    REQUIRE(change != answer.changes.end());
    REQUIRE(change->at);
    CHECK(change->at->value == Approx(study.y.values[0] * 243707 / 131072).epsilon(0.005));
}

TEST_CASE("A verdict changes between two cells of a map where theirs differ, and nowhere else", "[sweep]") {
    const Scenario s = ready("mixtral-8x7b-64-gb200");
    const SweepAnswer answer = run_study(map_of(s, {SweepKey::scale_up, {100, 200, 400, 800, 1600}},
                                                {SweepKey::micro_batch, {1, 2, 4}}));
    const std::vector<SweepPoint>& points = answer.lines[0].points;
    for (std::size_t row = 0; row < 3; ++row)
        for (std::size_t column = 0; column + 1 < 5; ++column) {
            const SweepPoint &left = points[row * 5 + column], &right = points[row * 5 + column + 1];
            std::vector<VerdictChange> between;
            for (const VerdictChange& change : answer.changes)
                if (change.over_x && change.row == row && change.column == column)
                    between.push_back(change);
            INFO(row << ' ' << column);
            REQUIRE(between.empty() == (!left.legal || !right.legal || left.bound == right.bound));
            if (between.empty())
                continue;
            CHECK(between.front().below == left.bound);
            CHECK(between.back().above == right.bound);
            CHECK(between.front().at->value >= answer.study.x.values[column]);
            CHECK(between.back().at->value <= answer.study.x.values[column + 1]);
        }
}

TEST_CASE("Choices have no value between two of them at which a verdict could change", "[sweep]") {
    // 262 144 tokens keep BF16's GEMMs busy longer than the network, and FP8's not; at half the bandwidth neither.
    const Scenario s = with_input(zero3_at_speed_of_light(), SweepKey::tokens_per_gpu, 262144, recipes());
    const auto place = [](const char* recipe) {
        return input_value(ready("deepseek-v3-zero3", {{"precision", recipe}}), SweepKey::precision, recipes());
    };
    const double bandwidth = input_value(s, SweepKey::scale_out, recipes());
    const SweepAnswer answer = run_study(map_of(s, {SweepKey::precision, {place("bf16"), place("fp8-deepseek")}},
                                                {SweepKey::scale_out, {bandwidth / 2, bandwidth}}));
    REQUIRE(answer.changes.size() == 2);
    REQUIRE(std::ranges::any_of(answer.changes, &VerdictChange::over_x));
    for (const VerdictChange& change : answer.changes)
        CHECK(change.at.has_value() == !change.over_x);
}

TEST_CASE("Both inputs of a cell have the values of its column and row, whichever is which", "[sweep]") {
    const Scenario s = ready("deepseek-v3-zero3");
    const std::vector<std::pair<SweptInput, SweptInput>> pairs{
        {{SweepKey::tokens_per_gpu, {32768, 65536}}, {SweepKey::sequence, {4096, 8192, 16384}}},
        {{SweepKey::sequence, {4096, 8192, 16384}}, {SweepKey::tokens_per_gpu, {32768, 65536}}},
        {{SweepKey::tokens_per_gpu, {32768, 65536}}, {SweepKey::gpus, {1024, 2048}}},
        {{SweepKey::global_batch, {16384, 32768}}, {SweepKey::gpus, {1024, 2048}}}};
    for (const auto& [x, y] : pairs)
        for (const double at_x : x.values)
            for (const double at_y : y.values) {
                INFO(sweep_input(x.key).id << ' ' << at_x << ", " << sweep_input(y.key).id << ' ' << at_y);
                const Scenario cell = with_inputs(s, {x.key, at_x}, {y.key, at_y}, recipes());
                CHECK(input_value(cell, x.key, recipes()) == Approx(at_x));
                CHECK(input_value(cell, y.key, recipes()) == Approx(at_y));
            }
}

TEST_CASE("Where limits take over one after another, each break-even begins where the last one ended", "[sweep]") {
    const Scenario s = ready("deepseek-v3-published");
    const std::optional<VariedInput> input = varied_over(s, SweepKey::scale_out, 1, 2000, recipes());
    REQUIRE(input);
    const std::vector<BreakEven> all = break_evens(*input);
    REQUIRE(!all.empty());
    for (std::size_t i = 0; i < all.size(); ++i) {
        CHECK(all[i].below != all[i].above);
        if (i == 0)
            continue;
        CHECK(all[i].below == all[i - 1].above);
        CHECK(all[i].value > all[i - 1].value);
    }
}

TEST_CASE("A map and its lines are the same for any number of threads", "[sweep]") {
    WorkOptions one, many;
    one.threads = 1;
    many.threads = 3;
    const SweepAnswer a = run_study(tokens_against_bandwidth(), one), b = run_study(tokens_against_bandwidth(), many);
    REQUIRE(a.changes.size() == b.changes.size());
    REQUIRE(!a.changes.empty());
    for (std::size_t i = 0; i < a.changes.size(); ++i) {
        CHECK(a.changes[i].column == b.changes[i].column);
        CHECK(a.changes[i].row == b.changes[i].row);
        CHECK(a.changes[i].at->value == b.changes[i].at->value);
    }
}

TEST_CASE("A map's progress never falls and ends with the whole", "[sweep]") {
    WorkOptions options;
    options.threads = 1;
    double last = 0;
    options.progress = [&](std::size_t done, std::size_t all) {
        const double share = double(done) / double(all);
        CHECK(share >= last);
        last = share;
    };
    static_cast<void>(run_study(tokens_against_bandwidth(), options));
    CHECK(last == 1);
}

TEST_CASE("A map that is stopped while its lines are solved is not whole", "[sweep]") {
    std::stop_source stop;
    WorkOptions options;
    options.stop = stop.get_token();
    options.progress = [&](std::size_t done, std::size_t all) {
        if (10 * done >= 6 * all) // the points are there
            stop.request_stop();
    };
    CHECK_FALSE(run_study(tokens_against_bandwidth(), options).whole);
}
