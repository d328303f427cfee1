// SPDX-License-Identifier: GPL-3.0-or-later
// One estimate of a ready scenario, its verdict, and reading its file.
#include "models/advise.hpp"
#include "models/estimate.hpp"
#include "models/formats/scenario_json.hpp"
#include "resources/builtin.hpp"

#include <benchmark/benchmark.h>

namespace {

using namespace ridgepoint;

Scenario ready(std::string_view id) {
    return scenario_from_json(builtin_presets().scenario(id)->json, builtin_presets(), id);
}

void estimates(benchmark::State& state, const char* id, Detail detail) {
    const Scenario scenario = ready(id);
    for (auto _ : state)
        benchmark::DoNotOptimize(estimate(scenario, detail));
    state.SetItemsProcessed(state.iterations());
}

void verdicts(benchmark::State& state, const char* id) {
    const Scenario scenario = ready(id);
    const Estimate base = estimate(scenario, Detail::lists);
    for (auto _ : state)
        benchmark::DoNotOptimize(advise(scenario, base));
}

void rules(benchmark::State& state, const char* id) {
    const Scenario scenario = ready(id);
    for (auto _ : state)
        benchmark::DoNotOptimize(violations(scenario));
}

void reading(benchmark::State& state, const char* id) {
    const std::string& text = builtin_presets().scenario(id)->json;
    for (auto _ : state)
        benchmark::DoNotOptimize(scenario_from_json(text, builtin_presets(), id));
}

/// 64 stages, 512 micro-batches: a trillion parameters on 512 A100.
void deep_pipelines(benchmark::State& state, Schedule schedule, int vpp, Detail detail) {
    Scenario scenario = ready("megatron-1t-512-a100");
    scenario.plan.schedule = schedule;
    scenario.plan.vpp = vpp;
    if (!violations(scenario).empty())
        return state.SkipWithError("the plan is illegal");
    for (auto _ : state)
        benchmark::DoNotOptimize(estimate(scenario, detail));
    state.SetItemsProcessed(state.iterations());
}

constexpr const char* published = "deepseek-v3-published";
constexpr const char* zero3 = "deepseek-v3-zero3";
constexpr const char* interleaved = "llama-3.1-405b-16384-h100";

BENCHMARK_CAPTURE(estimates, published_numbers, published, Detail::numbers);
BENCHMARK_CAPTURE(estimates, published_lists, published, Detail::lists);
BENCHMARK_CAPTURE(estimates, published_pictures, published, Detail::pictures);
BENCHMARK_CAPTURE(estimates, zero3_numbers, zero3, Detail::numbers);
BENCHMARK_CAPTURE(estimates, interleaved_numbers, interleaved, Detail::numbers);
BENCHMARK_CAPTURE(estimates, interleaved_pictures, interleaved, Detail::pictures);
BENCHMARK_CAPTURE(deep_pipelines, one_f_one_b, Schedule::one_f_one_b, 1, Detail::numbers);
BENCHMARK_CAPTURE(deep_pipelines, interleaved, Schedule::interleaved, 2, Detail::numbers);
BENCHMARK_CAPTURE(deep_pipelines, zb_h1, Schedule::zb_h1, 1, Detail::numbers);
BENCHMARK_CAPTURE(deep_pipelines, dualpipe, Schedule::dualpipe, 1, Detail::numbers);
BENCHMARK_CAPTURE(deep_pipelines, dualpipe_slots, Schedule::dualpipe, 1, Detail::pictures);
BENCHMARK_CAPTURE(verdicts, published, published);
BENCHMARK_CAPTURE(verdicts, zero3, zero3);
BENCHMARK_CAPTURE(rules, published, published);
BENCHMARK_CAPTURE(reading, published, published);

} // namespace
