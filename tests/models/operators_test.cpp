// SPDX-License-Identifier: GPL-3.0-or-later
// Activation memory of the classic GPT layer (Korthikanti et al. 2022, table 2), from the operator list.
#include "models/operators.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

using namespace ridgepoint;

namespace {

constexpr double sequence = 2048, batch = 1;

Architecture classic() {
    return *builtin_presets().model("gpt3-175b");
}

/// Bytes kept by one layer over s·b·h.
double kept_per_element(int tp, bool sequence_parallel, unsigned recompute) {
    Architecture model = classic();
    model.dropout = true;
    OperatorShape shape;
    shape.batch = batch;
    shape.sequence = sequence;
    shape.tp = tp;
    shape.sequence_parallel = sequence_parallel;
    shape.attention = AttentionKernel::unfused;
    const PrecisionRecipe fp16 = *builtin_presets().precision("fp16");
    return saved_bytes(layer_operators(model, fp16, shape, false, false), recompute).value /
           (sequence * batch * model.hidden);
}

double score_term() {
    const Architecture m = classic();
    return 5.0 * m.heads * sequence / m.hidden;
}

} // namespace

TEST_CASE("A GPT layer keeps s·b·h·(34 + 5·a·s/h) bytes") {
    CHECK(kept_per_element(1, false, recompute_none) == Approx(34 + score_term()).epsilon(1e-9));
}

TEST_CASE("Tensor parallelism divides all but ten of them") {
    CHECK(kept_per_element(8, false, recompute_none) == Approx(10 + 24.0 / 8 + score_term() / 8).epsilon(1e-9));
}

TEST_CASE("Sequence parallelism divides those as well") {
    CHECK(kept_per_element(8, true, recompute_none) == Approx((34 + score_term()) / 8).epsilon(1e-9));
}

TEST_CASE("Selective recomputation leaves 34/t") {
    CHECK(kept_per_element(8, true, recompute_attention_core) == Approx(34.0 / 8).epsilon(1e-9));
}

TEST_CASE("Full recomputation leaves the layer's input") {
    CHECK(kept_per_element(1, false, recompute_full) == Approx(2).epsilon(1e-9));
    CHECK(kept_per_element(8, true, recompute_full) == Approx(2.0 / 8).epsilon(1e-9));
}

TEST_CASE("Recomputing more never keeps more") {
    for (unsigned set = 0; set < 32; ++set)
        for (unsigned bit : {1u, 2u, 4u, 8u, 16u})
            CHECK(kept_per_element(2, true, set | bit) <= kept_per_element(2, true, set));
}
