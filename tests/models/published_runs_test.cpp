// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs whose step time and rate are published (cost-model section 9).
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

using namespace ridgepoint;

namespace {

double tflops(const std::vector<Setting>& settings) {
    const Estimate e = estimate(ready("llama-3.1-405b-16384-h100", settings), Detail::numbers);
    REQUIRE(e.legal());
    return e.throughput.per_gpu_causal.value / 1e12;
}

} // namespace

TEST_CASE("DeepSeek-V3's published plan takes 19.9 s a step, within a tenth") {
    const Estimate e = estimate(ready("deepseek-v3-published"), Detail::numbers);
    CHECK(e.time.step.value == Approx(19.926).epsilon(0.10));
    CHECK(e.throughput.mfu_bf16_full == Approx(0.4373).margin(0.03));
    CHECK(e.throughput.mfu_bf16_causal == Approx(0.3894).margin(0.03));
}

TEST_CASE("DeepSeek-V3's published plan fits in 80 GiB, with less than 74 GiB before the framework's context") {
    const Estimate e = estimate(ready("deepseek-v3-published"), Detail::numbers);
    CHECK(e.fits);
    double most = 0;
    for (const StageMemory& m : e.memory.stages)
        most = std::max(most, (m.total() - m.framework).value / bytes_per_gib);
    CHECK(most < 74);
}

TEST_CASE("With the multi-token-prediction layer that the run trained, rank 0 spends its step as published") {
    const Estimate e = estimate(ready("deepseek-v3-as-trained"), Detail::numbers);
    const PipelinePhases& p = e.pipeline.phases;
    CHECK(e.time.step.value == Approx(19.926).epsilon(0.10));
    CHECK(p.overlapped.value == Approx(13.95).epsilon(0.25));
    CHECK(p.forward.value == Approx(1.13).epsilon(0.25));
    CHECK(p.backward.value == Approx(1.99).epsilon(0.25));
    CHECK(p.weight.value == Approx(0.48).epsilon(0.25));
    CHECK(p.optimizer.value == Approx(0.29).epsilon(0.25));
    CHECK(p.bubble.value > 1.0);
    CHECK(p.bubble.value < 2.06);
}

TEST_CASE("DualPipe is why: with 1F1B the same plan takes a quarter longer") {
    const Estimate paired = estimate(ready("deepseek-v3-published"), Detail::numbers);
    const Estimate plain = estimate(ready("deepseek-v3-published", {{"plan.schedule", "1f1b"}}), Detail::numbers);
    CHECK(plain.time.step > 1.2 * paired.time.step);
}

TEST_CASE("Llama 3 405B reaches 400 and 430 TFLOP/s per GPU within a tenth, 380 at long context within 15 %") {
    CHECK(tflops({}) == Approx(400).epsilon(0.10));
    CHECK(tflops({{"cluster.gpus", "8192"}}) == Approx(430).epsilon(0.10));
    CHECK(tflops({{"plan.cp", "16"}, {"plan.cp_kind", "all-gather"}, {"plan.global_batch", "128"},
                  {"plan.sequence", "131072"}}) == Approx(380).epsilon(0.15));
}
