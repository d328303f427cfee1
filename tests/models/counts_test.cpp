// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters and FLOPs against the published checkpoints (cost-model section 3).
#include "models/counts.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

using namespace ridgepoint;

namespace {

ParameterCounts of(std::string_view id) {
    const Architecture* model = builtin_presets().model(id);
    REQUIRE(model != nullptr);
    return parameter_counts(*model);
}

FlopCounts flops_at_4096(std::string_view id) {
    Scenario s;
    s.model = *builtin_presets().model(id);
    s.plan.sequence = 4096;
    return flop_counts(s);
}

} // namespace

TEST_CASE("Parameter counts equal the published checkpoints' to the last one") {
    CHECK(of("llama-3.1-8b").total == 8030261248.0);
    CHECK(of("llama-3.1-70b").total == 70553706496.0);
    CHECK(of("llama-3.1-405b").total == 405853388800.0);
    CHECK(of("mixtral-8x7b").total == 46702792704.0);
    CHECK(of("deepseek-v3").total == 671026404352.0);
    CHECK(of("qwen2.5-72b").total == 72706203648.0);
    CHECK(of("qwen3-235b-a22b").total == 235093634560.0);
}

TEST_CASE("Active parameters count top-k of the routed experts") {
    CHECK(of("mixtral-8x7b").active == 12879925248.0);
    CHECK(of("deepseek-v3").active == 37552282624.0);
    CHECK(of("qwen3-235b-a22b").active == 22190763520.0);
}

TEST_CASE("A dense model is active as a whole") {
    const ParameterCounts p = of("llama-3.1-70b");
    CHECK(p.active == p.total);
}

TEST_CASE("Forward FLOPs per token at 4,096 tokens, causal and full") {
    struct Known {
        const char* model;
        double causal, full;
    };
    for (const Known& k : {Known{"llama-3.1-8b", 16.083, 17.157}, Known{"llama-3.1-70b", 144.372, 149.741},
                           Known{"llama-3.1-405b", 824.407, 841.319}, Known{"mixtral-8x7b", 26.571, 27.645},
                           Known{"deepseek-v3", 83.483, 93.717}, Known{"qwen3-235b-a22b", 49.444, 55.752}}) {
        INFO(k.model);
        const FlopCounts f = flops_at_4096(k.model);
        CHECK(f.per_token_forward_causal.value / 1e9 == Approx(k.causal).margin(0.0006).epsilon(0));
        CHECK(f.per_token_forward_full.value / 1e9 == Approx(k.full).margin(0.0006).epsilon(0));
    }
}

TEST_CASE("Training is three times the forward FLOPs") {
    const Scenario s = ready("deepseek-v3-published");
    const FlopCounts f = flop_counts(s);
    CHECK(f.model_per_step.value == Approx(3 * f.per_token_forward_causal.value * 62914560).epsilon(1e-12));
}

TEST_CASE("Full recomputation does every layer's forward pass once more, and only in hardware FLOPs") {
    const FlopCounts none = flop_counts(ready("gpt3-175b-megatron", {{"plan.recompute", "none"}}));
    const FlopCounts full = flop_counts(ready("gpt3-175b-megatron", {{"plan.recompute", "full"}}));
    CHECK(full.model_per_step == none.model_per_step);
    CHECK(none.hardware_per_step == none.model_per_step);
    CHECK(full.hardware_per_step / full.model_per_step == Approx(4.0 / 3).epsilon(0.01)); // the head is not repeated
}
