// SPDX-License-Identifier: GPL-3.0-or-later
// Small micro-batches leave matrix units idle; one click finds the smallest that does not.
#include "models/shape_share.hpp"

#include "models/rules.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

using namespace ridgepoint;

namespace {

/// Short sequences: one alone gives GEMMs of 256 rows.
Scenario short_sequences() {
    return ready("gpt3-175b-megatron", {{"plan.sequence", "256"}, {"plan.global_batch", "512"}});
}

} // namespace

TEST_CASE("Larger micro-batches fill GEMMs better") {
    Scenario s = short_sequences();
    const double one = gemm_shape_share(s);
    s.plan.micro_batch = 8;
    CHECK(gemm_shape_share(s) > one);
    CHECK(one > 0);
    CHECK(gemm_shape_share(s) <= 1);
}

TEST_CASE("The micro-batch for a share is the smallest legal one that reaches it") {
    const Scenario s = short_sequences();
    const std::optional<ShapedBatch> found = micro_batch_for_shapes(s, 0.8);
    REQUIRE(found);
    CHECK(found->reaches(0.8));
    CHECK(found->micro_batch * found->accumulation == s.plan.global_batch / s.dp());
    Scenario changed = s;
    changed.plan.micro_batch = found->micro_batch;
    CHECK(violations(changed).empty());
    CHECK(gemm_shape_share(changed) == Approx(found->share));
    changed.plan.micro_batch = found->micro_batch / 2;
    if (changed.plan.micro_batch > 0)
        CHECK(gemm_shape_share(changed) < 0.8);
}

TEST_CASE("Where no micro-batch reaches the share, the best one is named and says so") {
    const std::optional<ShapedBatch> found = micro_batch_for_shapes(short_sequences(), 1.0);
    REQUIRE(found);
    CHECK_FALSE(found->reaches(1.0));
    CHECK(found->share > 0.8);
}

TEST_CASE("A mesh that does not divide has no micro-batch to offer") {
    Scenario s = short_sequences();
    s.plan.tp = 5;
    CHECK_FALSE(micro_batch_for_shapes(s));
}
