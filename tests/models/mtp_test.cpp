// SPDX-License-Identifier: GPL-3.0-or-later
// Multi-token prediction: one more layer and one more pass over the vocabulary on the last stage.
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

using namespace ridgepoint;

namespace {

Estimate deepseek(bool mtp, const char* schedule = "1f1b") {
    return estimate(ready("deepseek-v3-published", {{"plan.mtp", mtp ? "true" : "false"}, {"plan.schedule", schedule}}));
}

} // namespace

TEST_CASE("DeepSeek-V3's multi-token-prediction layer adds 4 % to the FLOPs") {
    // NVIDIA's tables count 260 GFLOP a token with it, 250.4 without (causal, training).
    CHECK(3 * deepseek(true).flops.per_token_forward_causal.value / 1e9 == Approx(260.6).epsilon(0.001));
    CHECK(3 * deepseek(false).flops.per_token_forward_causal.value / 1e9 == Approx(250.4).epsilon(0.001));
}

TEST_CASE("The multi-token-prediction layer is on the last stage and nowhere else") {
    const Estimate with = deepseek(true), without = deepseek(false);
    const std::size_t last = with.pipeline.stages.size() - 1;
    CHECK(with.pipeline.stages[last].layers == without.pipeline.stages[last].layers + 1);
    CHECK(with.pipeline.stages[last].forward > without.pipeline.stages[last].forward);
    for (std::size_t i = 0; i < last; ++i)
        CHECK(with.pipeline.stages[i].forward == without.pipeline.stages[i].forward);
    CHECK(with.memory.stages[last].logits.value == Approx(2 * without.memory.stages[last].logits.value));
}

TEST_CASE("With DualPipe both ends of the pipeline hold the last stage") {
    const Estimate with = deepseek(true, "dualpipe");
    CHECK(with.pipeline.stages.front().layers == 6);
    CHECK(with.pipeline.stages.back().layers == 6);
}
