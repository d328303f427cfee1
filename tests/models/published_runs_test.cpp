// SPDX-License-Identifier: GPL-3.0-or-later
// Whole runs whose step time and rate are published (cost-model section 9).
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

using namespace ridgepoint;

TEST_CASE("DeepSeek-V3's published plan takes 19.9 s a step, within a tenth") {
    const Estimate e = estimate(ready("deepseek-v3-published"), Detail::numbers);
    CHECK(e.time.step.value == Approx(19.926).epsilon(0.10));
}

TEST_CASE("DeepSeek-V3's published plan fits in 80 GiB, with 64 to 74 GiB before the framework's context") {
    const Estimate e = estimate(ready("deepseek-v3-published"), Detail::numbers);
    CHECK(e.fits);
    double most = 0;
    for (const StageMemory& m : e.memory.stages)
        most = std::max(most, (m.total() - m.framework).value / bytes_per_gib);
    CHECK(most < 74);
    CHECK(most > 55);
}

TEST_CASE("With the multi-token-prediction layer that the run trained, rank 0 spends its step as published") {
    const Estimate e = estimate(ready("deepseek-v3-as-trained"), Detail::numbers);
    const PipelinePhases& p = e.pipeline.phases;
    CHECK(e.time.step.value == Approx(19.926).epsilon(0.10));
    CHECK(p.overlapped.value == Approx(13.95).epsilon(0.25));
    CHECK(p.forward.value == Approx(1.13).epsilon(0.25));
    CHECK(p.backward.value == Approx(1.99).epsilon(0.25));
    CHECK(p.weight.value == Approx(0.48).epsilon(0.25));
    CHECK(p.bubble.value > 1.0);
    CHECK(p.bubble.value < 2.06);
}

TEST_CASE("DualPipe is why: with 1F1B the same plan takes a quarter longer") {
    const Estimate paired = estimate(ready("deepseek-v3-published"), Detail::numbers);
    const Estimate plain = estimate(ready("deepseek-v3-published", {{"plan.schedule", "1f1b"}}), Detail::numbers);
    CHECK(plain.time.step > 1.2 * paired.time.step);
}
