// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps as they are shown, against single estimates.
#include "models/rule.hpp"
#include "models/sweep_study.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

#include <algorithm>

using namespace ridgepoint;

namespace {

const Recipes& recipes() {
    return builtin_presets().precisions;
}

SweepStudy over(const Scenario& scenario, SweepKey key) {
    SweepStudy study;
    study.scenarios = {scenario};
    study.recipes = recipes();
    study.x = {key, usual_values(scenario, key, recipes())};
    return study;
}

} // namespace

TEST_CASE("The scenario at the present value of an input is the scenario itself") {
    for (const char* id : {"deepseek-v3-published", "llama-3.1-405b-16384-h100", "mixtral-8x7b-64-gb200"}) {
        const Scenario s = ready(id);
        for (const SweepInput& input : sweep_inputs()) {
            INFO(id << " " << input.id);
            if (offers(s, input.key))
                CHECK(with_input(s, input.key, input_value(s, input.key, recipes()), recipes()) == s);
        }
    }
}

TEST_CASE("Values worth trying ascend, hold the present one, and each is what the scenario then has") {
    const Scenario s = ready("deepseek-v3-published");
    for (const SweepInput& input : sweep_inputs()) {
        if (!offers(s, input.key))
            continue;
        INFO(input.id);
        const std::vector<double> values = usual_values(s, input.key, recipes());
        REQUIRE(!values.empty());
        CHECK(std::ranges::is_sorted(values));
        CHECK(std::ranges::find(values, input_value(s, input.key, recipes())) != values.end());
        for (const double value : values)
            CHECK(input_value(with_input(s, input.key, value, recipes()), input.key, recipes()) ==
                  Approx(value).epsilon(1e-12));
    }
}

TEST_CASE("A degree trades with DP and takes with it what depends on it") {
    const Scenario s = ready("deepseek-v3-published");
    const Scenario deeper = with_input(s, SweepKey::pp, 8, recipes());
    CHECK(deeper.plan.pp == 8);
    CHECK(deeper.dp() == 2 * s.dp());
    CHECK((deeper.plan.stage_layers.empty() || deeper.plan.stage_layers.size() == 8));
    CHECK(deeper.cluster.gpus == s.cluster.gpus);
}

TEST_CASE("A bandwidth moves the achievable one in proportion") {
    Scenario s = ready("deepseek-v3-published");
    s.cluster.scale_out_achievable = gigabytes_per_second(40);
    const double before = input_value(s, SweepKey::scale_out, recipes());
    const Scenario twice = with_input(s, SweepKey::scale_out, 2 * before, recipes());
    CHECK(twice.cluster.scale_out_achievable->value == Approx(80e9));
    CHECK(twice.cluster.scale_out->value == Approx(2 * before * 1e9));
}

TEST_CASE("A line's points are the estimates of its scenarios") {
    const Scenario s = ready("mixtral-8x7b-64-gb200");
    const SweepAnswer answer = run_study(over(s, SweepKey::global_batch));
    REQUIRE(answer.whole);
    REQUIRE(answer.lines.size() == 1);
    for (std::size_t i = 0; i < answer.columns(); ++i) {
        const Scenario at = scenario_at(answer.study, 0, i);
        const SweepPoint& point = answer.lines[0].points[i];
        REQUIRE(point.legal == rules::legal(at));
        if (!point.legal)
            continue;
        const Estimate e = estimate(at, Detail::numbers);
        CHECK(output_value(point, SweepOutput::step) == e.time.step.value);
        CHECK(output_value(point, SweepOutput::mfu) == Approx(100 * e.throughput.mfu_causal));
        CHECK(output_value(point, SweepOutput::memory) == Approx(e.memory.peak.value / bytes_per_gib));
        CHECK(output_value(point, SweepOutput::cost) == Approx(e.training.cost / 1e6));
        CHECK(point.fits == e.fits);
    }
}

TEST_CASE("A map holds every pair of values, x fastest") {
    const Scenario s = ready("mixtral-8x7b-64-gb200");
    SweepStudy study = over(s, SweepKey::micro_batch);
    study.kind = SweepKind::map;
    study.y = {SweepKey::sequence, {2048, 4096, 8192}};
    const SweepAnswer answer = run_study(study);
    REQUIRE(answer.lines.size() == 1);
    REQUIRE(answer.lines[0].points.size() == 3 * answer.columns());
    for (std::size_t i = 0; i < answer.lines[0].points.size(); ++i) {
        const Scenario at = scenario_at(study, 0, i);
        CHECK(at.plan.micro_batch == int(study.x.values[i % answer.columns()]));
        CHECK(at.plan.sequence == int(study.y.values[i / answer.columns()]));
    }
}

TEST_CASE("Strong scaling keeps the batch, weak scaling keeps a GPU's work") {
    const Scenario s = ready("llama-3.1-405b-16384-h100");
    SweepStudy study = over(s, SweepKey::gpus);
    study.kind = SweepKind::scaling;
    study.x.values = {8192, 16384, 32768};
    const SweepAnswer answer = run_study(study);
    REQUIRE(answer.lines.size() == 2);
    CHECK(scenario_at(study, 0, 2).plan.global_batch == s.plan.global_batch);
    CHECK(scenario_at(study, 1, 2).plan.global_batch == 2 * s.plan.global_batch);
    CHECK(scenario_at(study, 0, 1).plan == s.plan);
}

TEST_CASE("Weak scaling keeps the step: more replicas of the same work, whatever their number") {
    const Scenario s = ready("llama-3.1-405b-16384-h100");
    SweepStudy study = over(s, SweepKey::gpus);
    study.kind = SweepKind::scaling;
    study.x.values = {8192, 16384, 24576, 32768, 49152, 65536};
    const SweepAnswer answer = run_study(study);
    const std::vector<SweepPoint>& weak = answer.lines[1].points;
    for (std::size_t i = 0; i < weak.size(); ++i) {
        INFO(study.x.values[i]);
        CHECK(weak[i].time.step.value == Approx(weak[1].time.step.value).epsilon(0.01));
        CHECK(scenario_at(study, 1, i).plan.vpp == s.plan.vpp);
        CHECK(followers(study, 1, i).empty());
    }
}

TEST_CASE("Where strong scaling leaves too few micro-batches for interleaving, VPP follows, and a point says so") {
    const Scenario s = ready("llama-3.1-405b-16384-h100"); // PP 16, 2,048 sequences: 16 micro-batches, 8 on twice the GPUs
    REQUIRE(s.plan.vpp > 1);
    SweepStudy study = over(s, SweepKey::gpus);
    study.kind = SweepKind::scaling;
    study.x.values = {16384, 32768};
    CHECK(followers(study, 0, 0).empty());
    CHECK(followers(study, 0, 1) == std::vector<std::string>{"VPP " + std::to_string(s.plan.vpp) + " → 1"});
}

TEST_CASE("ZeRO-3 on H800 turns compute-bound at 243 707 tokens per GPU on a flat network") {
    const Scenario s =
        ready("deepseek-v3-zero3",
              {{"cluster.network", "flat"}, {"fidelity", "speed-of-light"}, {"precision", "bf16"}});
    const SweepAnswer answer = run_study(over(s, SweepKey::tokens_per_gpu));
    REQUIRE(answer.lines[0].break_evens.size() == 1);
    CHECK(answer.lines[0].break_evens[0].value == Approx(243707).epsilon(0.005));
    CHECK(answer.lines[0].break_evens[0].below == Resource::scale_out);
    CHECK(answer.lines[0].break_evens[0].above == Resource::compute);
}

TEST_CASE("A line has every value at which its verdict changes, each between the points on its sides") {
    const Scenario s = ready("deepseek-v3-zero3");
    SweepStudy study = over(s, SweepKey::scale_out);
    study.scenarios = {with_input(s, SweepKey::tokens_per_gpu, 12288, recipes())};
    study.x.values = {2, 8, 16, 24, 32, 64, 256};
    const SweepAnswer answer = run_study(study);
    const std::vector<SweepPoint>& points = answer.lines[0].points;
    const std::vector<BreakEven>& found = answer.lines[0].break_evens;
    std::size_t changes = 0;
    for (std::size_t i = 1; i < points.size(); ++i) {
        if (points[i].bound == points[i - 1].bound)
            continue;
        ++changes;
        CHECK(std::ranges::any_of(found, [&](const BreakEven& at) {
            return at.below == points[i - 1].bound && at.value >= study.x.values[i - 1] &&
                   at.value <= study.x.values[i];
        }));
    }
    CHECK(changes >= 1);
    CHECK(found.size() >= changes);
    CHECK(std::ranges::is_sorted(found, {}, &BreakEven::value));
}

TEST_CASE("A stopped sweep says that it is not whole") {
    const Scenario s = ready("mixtral-8x7b-64-gb200");
    std::stop_source stop;
    stop.request_stop();
    WorkOptions options;
    options.stop = stop.get_token();
    CHECK_FALSE(run_study(over(s, SweepKey::micro_batch), options).whole);
}
