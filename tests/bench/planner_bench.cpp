// SPDX-License-Identifier: GPL-3.0-or-later
// Searches and sweeps: plans and points a second, and how long a planner takes to follow a control.
#include "models/formats/scenario_json.hpp"
#include "models/planner/planner.hpp"
#include "models/sweep.hpp"
#include "models/sweep_study.hpp"
#include "models/sweep_values.hpp"
#include "resources/builtin.hpp"

#include <benchmark/benchmark.h>

namespace {

using namespace ridgepoint;

Scenario ready(std::string_view id, const std::vector<Setting>& settings = {}) {
    return scenario_from_json(builtin_presets().scenario(id)->json, builtin_presets(), id, settings);
}

void search(benchmark::State& state, const PlannerRequest& request, const PlannerWatch& watch = {}) {
    PlannerCounts counts;
    for (auto _ : state)
        counts = search_plans(request, watch).counts;
    const double priced = double(counts.evaluated + (request.exhaustive ? counts.out_of_memory : 0));
    state.counters["considered"] = double(counts.considered);
    state.counters["legal"] = double(counts.considered - counts.illegal);
    state.counters["priced/s"] = benchmark::Counter(priced, benchmark::Counter::kIsIterationInvariantRate);
    state.counters["settled/s"] = benchmark::Counter(double(counts.considered), benchmark::Counter::kIsIterationInvariantRate);
}

/// GPT-3 175B on 4,096 A100, batch 4096: every legal plan.
void gpt3_exhaustive(benchmark::State& state) {
    PlannerRequest request;
    request.scenario = ready("gpt3-175b-megatron", {{"cluster.gpus", "4096"}, {"plan.global_batch", "4096"}});
    request.exhaustive = true;
    search(state, request);
}

void gpt3(benchmark::State& state) {
    PlannerRequest request;
    request.scenario = ready("gpt3-175b-megatron", {{"cluster.gpus", "4096"}, {"plan.global_batch", "4096"}});
    search(state, request);
}

void deepseek_v3(benchmark::State& state) {
    PlannerRequest request;
    request.scenario = ready("deepseek-v3-published");
    search(state, request);
}

/// The same as the window asks for it, with dots to draw on the way.
void deepseek_v3_shown(benchmark::State& state) {
    PlannerRequest request;
    request.scenario = ready("deepseek-v3-published");
    std::size_t answers = 0, dots = 0;
    PlannerWatch watch;
    watch.dots = 1500;
    watch.progress = [&](const PlannerResult& so_far, double) {
        ++answers;
        dots = so_far.dots.size();
    };
    search(state, request, watch);
    state.counters["answers"] = double(answers) / double(state.iterations());
    state.counters["dots"] = double(dots);
}

/// A map of 16 by 16 values, and where on it the verdict changes.
void map_of_verdicts(benchmark::State& state) {
    SweepStudy study;
    study.kind = SweepKind::map;
    study.scenarios = {ready("deepseek-v3-published")};
    study.recipes = builtin_presets().precisions;
    constexpr std::size_t each = 16;
    for (const auto& [input, key] : {std::pair{&study.x, SweepKey::tokens_per_gpu}, std::pair{&study.y, SweepKey::scale_out}}) {
        const std::vector<double> usual = usual_values(study.scenarios.front(), key, study.recipes);
        *input = {key, values_between(study.scenarios.front(), key, usual.front(), usual.back(), each, study.recipes)};
    }
    std::size_t changes = 0;
    for (auto _ : state)
        changes = run_study(study).changes.size();
    state.counters["changes"] = double(changes);
}

/// What a moved control costs until there is something to draw: stopped at the first answer.
void refresh(benchmark::State& state, const char* id) {
    PlannerRequest request;
    request.scenario = ready(id);
    for (auto _ : state) {
        std::stop_source stop;
        PlannerWatch watch;
        watch.stop = stop.get_token();
        watch.progress = [&stop](const PlannerResult&, double) { stop.request_stop(); };
        benchmark::DoNotOptimize(search_plans(request, watch));
    }
}

void sweeps(benchmark::State& state) {
    std::vector<Scenario> list(256, ready("deepseek-v3-published"));
    for (std::size_t i = 0; i < list.size(); ++i)
        list[i].cluster.scale_out = gigabytes_per_second(double(i + 1));
    for (auto _ : state)
        benchmark::DoNotOptimize(sweep(list));
    state.SetItemsProcessed(state.iterations() * std::int64_t(list.size()));
}

BENCHMARK(gpt3_exhaustive)->Unit(benchmark::kSecond)->UseRealTime();
BENCHMARK(gpt3)->Unit(benchmark::kSecond)->UseRealTime();
BENCHMARK(deepseek_v3)->Unit(benchmark::kSecond)->UseRealTime();
BENCHMARK(deepseek_v3_shown)->Unit(benchmark::kSecond)->UseRealTime();
BENCHMARK(map_of_verdicts)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(refresh, deepseek_v3, "deepseek-v3-published")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(refresh, llama_8b, "llama-3.1-8b-8-h100-fsdp")->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(sweeps)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
