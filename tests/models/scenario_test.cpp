// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/scenario.hpp"
#include "tests/catch.hpp"

#include <numeric>

using namespace ridgepoint;

namespace {

Scenario published() {
    Scenario s;
    s.model.layers = 61;
    s.cluster.gpus = 2048;
    s.plan.pp = 16;
    s.plan.ep = 64;
    s.plan.global_batch = 15360;
    return s;
}

} // namespace

TEST_CASE("The published plan of DeepSeek-V3 has 128 replicas, 2 expert replicas and 120 micro-batches") {
    const Scenario s = published();
    CHECK(s.dp() == 128);
    CHECK(s.edp() == 2);
    CHECK(s.micro_batches() == 120);
    CHECK(s.tokens_per_step() == 62914560);
}

TEST_CASE("Replicas and micro-batches that do not divide are 0") {
    Scenario s = published();
    s.plan.micro_batch = 7;
    CHECK(s.dp() == 128);
    CHECK(s.micro_batches() == 0);
    s.plan.tp = 3;
    CHECK(s.dp() == 0);
    CHECK(s.micro_batches() == 0);
    s.plan.ep = 3;
    CHECK(s.edp() == 0);
}

TEST_CASE("Layers are spread as evenly as possible, the extra ones on the middle ranks") {
    Scenario s = published();
    CHECK(s.layers_per_rank() == std::vector{3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3});
    s.plan.pp = 4;
    CHECK(s.layers_per_rank() == std::vector{15, 16, 15, 15});
    s.model.layers = 64;
    CHECK(s.layers_per_rank() == std::vector{16, 16, 16, 16});
    for (int pp = 1; pp <= 61; ++pp) {
        s.model.layers = 61;
        s.plan.pp = pp;
        const std::vector<int> layers = s.layers_per_rank();
        CHECK(std::accumulate(layers.begin(), layers.end(), 0) == 61);
    }
}

TEST_CASE("An explicit list of layers per stage is taken as it is") {
    Scenario s = published();
    s.plan.stage_layers = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1};
    CHECK(s.layers_per_rank() == s.plan.stage_layers);
}

TEST_CASE("Gathers and reductions use the recipe's formats unless the plan names others") {
    Scenario s = published();
    s.precision.gather = NumberFormat::bf16;
    s.precision.reduce = NumberFormat::fp32;
    CHECK(s.gather_format() == NumberFormat::bf16);
    CHECK(s.reduce_format() == NumberFormat::fp32);
    s.plan.gather_format = NumberFormat::fp8;
    s.plan.reduce_format = NumberFormat::bf16;
    CHECK(s.gather_format() == NumberFormat::fp8);
    CHECK(s.reduce_format() == NumberFormat::bf16);
}
