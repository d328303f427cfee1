// SPDX-License-Identifier: GPL-3.0-or-later
// Activation memory of Korthikanti et al. 2022 (arXiv 2205.05198), table 3 and figures 1 and 7: first pipeline stage,
// tensor parallel 8, without a fused attention kernel.
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

using namespace ridgepoint;

namespace {

struct Run {
    const char* model;
    int pp, vpp, micro_batch, micro_batches;
};
constexpr Run runs[]{{"megatron-22b", 1, 1, 4, 1},
                     {"gpt3-175b", 8, 3, 1, 64},
                     {"megatron-530b", 35, 3, 1, 280},
                     {"megatron-1t", 64, 1, 1, 512}};

Estimate run(const Run& r, bool selective) {
    return estimate(ready("gpt3-175b-megatron",
                          {{"model", r.model},
                           {"cluster.gpus", std::to_string(8 * r.pp)},
                           {"plan.pp", std::to_string(r.pp)},
                           {"plan.vpp", std::to_string(r.vpp)},
                           {"plan.schedule", r.vpp > 1 ? "interleaved" : "1f1b"},
                           {"plan.micro_batch", std::to_string(r.micro_batch)},
                           {"plan.global_batch", std::to_string(r.micro_batch * r.micro_batches)},
                           {"plan.attention_kernel", "unfused"},
                           {"plan.sequence_parallel", selective ? "true" : "false"},
                           {"plan.recompute", selective ? "selective" : "none"}}),
                    Detail::numbers);
}

double first_stage_gib(const Run& r, bool selective) {
    const Estimate e = run(r, selective);
    REQUIRE(e.legal());
    return e.memory.stages.front().activations.value / bytes_per_gib;
}

/// Weights, gradients and optimizer of a rank without embedding and head, or of all layers where there is one rank.
double layer_states_gib(const Run& r) {
    const Estimate e = run(r, true);
    const StageMemory& m = e.memory.stages[r.pp > 1 ? 1 : 0];
    double bytes = (m.weights + m.gradients + m.optimizer).value;
    if (r.pp == 1) {
        const Architecture model = ready("gpt3-175b-megatron", {{"model", r.model}}).model;
        const double outside = 1.0 * model.vocab * model.hidden / 8 + 1.0 * model.learned_positions * model.hidden;
        bytes -= 18 * outside;
    }
    return bytes / bytes_per_gib;
}

} // namespace

TEST_CASE("Without recomputation the first stage of Korthikanti's models keeps 59 to 131 GiB of activations") {
    CHECK(first_stage_gib(runs[0], false) == Approx(59.25).epsilon(0.01));
    CHECK(first_stage_gib(runs[1], false) == Approx(66.84).epsilon(0.01));
    CHECK(first_stage_gib(runs[2], false) == Approx(114.02).epsilon(0.01));
    CHECK(first_stage_gib(runs[3], false) == Approx(131.25).epsilon(0.01));
}

TEST_CASE("Sequence parallelism and selective recomputation bring them to 10 to 27 GiB") {
    CHECK(first_stage_gib(runs[0], true) == Approx(9.56).epsilon(0.01));
    CHECK(first_stage_gib(runs[1], true) == Approx(12.35).epsilon(0.01));
    CHECK(first_stage_gib(runs[2], true) == Approx(23.08).epsilon(0.01));
    CHECK(first_stage_gib(runs[3], true) == Approx(26.56).epsilon(0.01));
}

TEST_CASE("Layers take 18 bytes a parameter for weights, gradients and optimizer: 32 to 46 GiB a GPU") {
    CHECK(layer_states_gib(runs[0]) == Approx(45.56).epsilon(0.01));
    CHECK(layer_states_gib(runs[1]) == Approx(45.56).epsilon(0.01));
    CHECK(layer_states_gib(runs[2]) == Approx(31.64).epsilon(0.01));
    CHECK(layer_states_gib(runs[3]) == Approx(32.96).epsilon(0.01));
}
