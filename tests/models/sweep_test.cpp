// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps, scaling curves and break-even values.
#include "models/break_even.hpp"
#include "models/formats/sweep_json.hpp"
#include "models/sweep.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

using namespace ridgepoint;

namespace {

std::vector<Setting> at_speed_of_light(std::string network) {
    return {{"fidelity", "speed-of-light"}, {"precision", "bf16"}, {"cluster.network", std::move(network)}};
}

double turning_point(const std::string& network) {
    const Scenario zero3 = ready("deepseek-v3-zero3", at_speed_of_light(network));
    const std::optional<BreakEven> found = break_even(tokens_per_gpu(zero3, 4096, 1e6));
    REQUIRE(found);
    CHECK(found->above == Resource::compute);
    CHECK(found->last_below < found->value);
    CHECK(found->value <= found->first_above);
    return found->value;
}

} // namespace

TEST_CASE("ZeRO-3 on H800 turns compute-bound at 243,707 tokens per GPU on the flat network, 66,639 hierarchical",
          "[sweep]") {
    CHECK(turning_point("flat") == Approx(243707).epsilon(0.005));
    CHECK(turning_point("hierarchical") == Approx(66639).epsilon(0.005));
}

TEST_CASE("the break-even bandwidth is where network and compute time are equal at speed of light", "[sweep]") {
    const Scenario zero3 = ready("deepseek-v3-zero3", at_speed_of_light("flat"));
    const BreakEvenQuestion question = break_even_question("cluster.scale_out_achievable_gbps=10..4000", "--break-even");
    const VariedInput input = varied_input(zero3, builtin_presets(), question);
    CHECK_FALSE(input.whole);
    const std::optional<BreakEven> found = break_even(input);
    REQUIRE(found);
    CHECK(found->below == Resource::scale_out);
    CHECK(found->above == Resource::compute);
    const Estimate there = estimate(input.scenario(found->value));
    CHECK(there.achievable.scale_out.value == Approx(there.achievable.compute.value).epsilon(1e-6));
}

TEST_CASE("a verdict that does not change has no break-even", "[sweep]") {
    const Scenario zero3 = ready("deepseek-v3-zero3", at_speed_of_light("flat"));
    CHECK_FALSE(break_even(tokens_per_gpu(zero3, 400000, 1000000)));
}

TEST_CASE("a sweep's points are the estimates of its scenarios, whatever the thread count", "[sweep]") {
    const Scenario base = ready("deepseek-v3-published");
    const std::vector<SweepAxis> axes{sweep_axis("plan.tp=1,3", "--over"),
                                      sweep_axis("cluster.scale_out_gbps=25,50,100", "--over")};
    const std::vector<Scenario> list = swept(base, builtin_presets(), axes);
    REQUIRE(list.size() == 6);
    CHECK(list[4].plan.tp == 3);
    CHECK(list[4].cluster.scale_out == gigabytes_per_second(50));
    WorkOptions one, many;
    one.threads = 1;
    many.threads = 3;
    const std::vector<SweepPoint> points = sweep(list, one), again = sweep(list, many);
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Estimate e = estimate(list[i], Detail::numbers);
        CHECK(points[i].legal == e.legal());
        CHECK(points[i].time.step.value == e.time.step.value);
        CHECK(points[i].memory_peak.value == e.memory.peak.value);
        CHECK(again[i].time.step.value == points[i].time.step.value);
        CHECK(again[i].bound == points[i].bound);
    }
    CHECK_FALSE(points[4].legal);
}

TEST_CASE("weak scaling keeps a GPU's work, strong scaling the batch", "[sweep]") {
    const Scenario base = ready("llama-3.1-8b-8-h100-fsdp");
    const std::vector<int> gpus{8, 16, 64};
    const std::vector<Scenario> weak = scaled(base, gpus, Scaling::weak), strong = scaled(base, gpus, Scaling::strong);
    CHECK(weak[2].plan.global_batch == 8 * base.plan.global_batch);
    CHECK(strong[2].plan.global_batch == base.plan.global_batch);
    CHECK(weak[1].cluster.gpus == 16);
    const std::vector<SweepPoint> points = sweep(weak);
    CHECK(points[2].throughput.tokens_per_s > 7 * points[0].throughput.tokens_per_s);
}

TEST_CASE("commas inside a list do not divide the values of a sweep", "[sweep]") {
    const SweepAxis axis = sweep_axis("plan.stage_layers=[4,4],[3,5]", "--over");
    CHECK(axis.values == std::vector<std::string>{"[4,4]", "[3,5]"});
    CHECK_THROWS_AS(sweep_axis("plan.tp", "--over"), InputError);
    CHECK_THROWS_AS(sweep_axis("plan.tp=1,,2", "--over"), InputError);
    CHECK_THROWS_AS(break_even_question("plan.tp=4..2", "--break-even"), InputError);
}
