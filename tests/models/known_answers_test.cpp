// SPDX-License-Identifier: GPL-3.0-or-later
// The worked example of cost-model section 5: DeepSeek-V3 on 2,048 H800, ZeRO-3 against the published layout.
#include "models/advise.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

using namespace ridgepoint;

namespace {

Estimate light(std::string_view id, std::vector<Setting> settings = {}) {
    settings.emplace_back("fidelity", "speed-of-light");
    return estimate(ready(id, settings), Detail::numbers);
}

double scale_out_gb(const Estimate& e, std::string_view prefix = "") {
    double sum = 0;
    for (const CollectiveCost& c : e.communication)
        if (c.name.starts_with(prefix))
            sum += c.scale_out_bytes.value / 1e9;
    return sum;
}

} // namespace

TEST_CASE("On the flat network ZeRO-3 needs 80.5 s of InfiniBand for 10.83 s of compute") {
    const Estimate e = light("deepseek-v3-zero3", {{"cluster.network", "flat"}});
    CHECK(e.achievable.scale_out.value == Approx(80.5).epsilon(0.01));
    CHECK(e.achievable.compute.value == Approx(10.83).epsilon(0.01));
    CHECK(e.time.step == e.achievable.scale_out);
    CHECK(scale_out_gb(e) == Approx(4024).epsilon(0.01));
}

TEST_CASE("On the hierarchical network the H800's NVLink is the limit: 22.0 s against 10.0 s of InfiniBand") {
    const Estimate e = light("deepseek-v3-zero3");
    CHECK(e.achievable.scale_up.value == Approx(22.0).epsilon(0.01));
    CHECK(e.achievable.scale_out.value == Approx(10.0).epsilon(0.01));
    CHECK(e.time.step == e.achievable.scale_up);
}

TEST_CASE("With the H100's NVLink the NIC is the limit of ZeRO-3, at 10.0 s") {
    const Estimate e = light("deepseek-v3-zero3", {{"cluster.scale_up_gbps", "450"},
                                                   {"cluster.scale_up_achievable_gbps", "450"}});
    CHECK(e.achievable.scale_out.value == Approx(10.0).epsilon(0.01));
    CHECK(e.achievable.scale_up < e.achievable.scale_out);
}

TEST_CASE("Micro-batches of one sequence make ZeRO-3 gather eight times as much") {
    const Estimate e = light("deepseek-v3-zero3", {{"cluster.network", "flat"}, {"plan.micro_batch", "1"}});
    CHECK(e.achievable.scale_out.value == Approx(644).epsilon(0.01));
}

TEST_CASE("FP32 reduction costs ZeRO-3 107.3 s on the flat network, FP8 gathers bring it to 53.7 s") {
    const Estimate wide = light("deepseek-v3-zero3", {{"cluster.network", "flat"}, {"plan.reduce_format", "fp32"}});
    const Estimate narrow = light("deepseek-v3-zero3", {{"cluster.network", "flat"}, {"plan.gather_format", "fp8"}});
    CHECK(wide.achievable.scale_out.value == Approx(107.3).epsilon(0.01));
    CHECK(narrow.achievable.scale_out.value == Approx(53.7).epsilon(0.01));
}

TEST_CASE("Expert parallelism over 64 ranks brings ZeRO-3 on the flat network to 8.7 s") {
    const Estimate e = light("deepseek-v3-zero3", {{"cluster.network", "flat"}, {"plan.ep", "64"},
                                                   {"plan.recompute", "none"}, {"precision", "fp8-deepseek"},
                                                   {"plan.gather_format", "bf16"}});
    // 8.7 s is for 15,360 sequences: 164 GB of weights and 271 GB of expert traffic.
    const double experts = scale_out_gb(e, "ep-") * 15360 / 16384;
    const double weights = scale_out_gb(e) - scale_out_gb(e, "ep-");
    CHECK((experts + weights) / 50 == Approx(8.7).epsilon(0.01));
}

TEST_CASE("The published batch computes in 10.15 s in BF16 and 5.27 s in FP8, whatever the plan") {
    CHECK(light("deepseek-v3-published", {{"precision", "bf16"}}).achievable.compute.value ==
          Approx(10.15).epsilon(0.01));
    CHECK(light("deepseek-v3-published", {{"precision", "fp8"}}).achievable.compute.value ==
          Approx(5.27).epsilon(0.01));
}

TEST_CASE("The published layout moves 292 GB per GPU on the NIC, 303 GB on the flat network") {
    // DualPipe's mirrored copies reduce together, in groups twice as large.
    const Estimate e = estimate(ready("deepseek-v3-published"), Detail::numbers);
    CHECK(scale_out_gb(e) == Approx(292).epsilon(0.005));
    CHECK(scale_out_gb(e, "ep-") == Approx(271.0).epsilon(0.005));
    CHECK(scale_out_gb(e, "pp-") == Approx(13.2).epsilon(0.005));
    const Estimate flat = estimate(ready("deepseek-v3-published", {{"cluster.network", "flat"}}), Detail::numbers);
    CHECK(scale_out_gb(flat) == Approx(303).epsilon(0.005));
}

TEST_CASE("With one copy of the parameters the published layout moves 287 GB, 293 GB on the flat network") {
    const std::vector<Setting> one_copy{{"plan.schedule", "1f1b"}};
    CHECK(scale_out_gb(estimate(ready("deepseek-v3-published", one_copy), Detail::numbers)) ==
          Approx(287).epsilon(0.005));
    const Scenario flat = ready("deepseek-v3-published", {one_copy[0], {"cluster.network", "flat"}});
    CHECK(scale_out_gb(estimate(flat, Detail::numbers)) == Approx(293).epsilon(0.005));
}

TEST_CASE("The fullest stage, with four MoE layers, carries 321 GB of the published plan's traffic") {
    const Estimate e = estimate(ready("deepseek-v3-published", {{"plan.schedule", "1f1b"}}), Detail::numbers);
    // Expert traffic of four MoE layers is 4 / 58 of sixteen times the mean; every stage sends and reduces alike.
    CHECK(scale_out_gb(e, "ep-") * 16 * 4 / 58 + scale_out_gb(e, "pp-") * 16 / 15 == Approx(321).epsilon(0.03));
}

TEST_CASE("ZeRO-3 turns compute-bound at 243,707 tokens per GPU flat and 66,639 hierarchical") {
    // Compute grows with the tokens, the gathers of one micro-batch do not.
    const double tokens = 32768;
    const Estimate flat = light("deepseek-v3-zero3", {{"cluster.network", "flat"}});
    const Estimate hierarchical = light("deepseek-v3-zero3");
    CHECK(tokens * (flat.achievable.scale_out / flat.achievable.compute) == Approx(243707).epsilon(0.005));
    CHECK(tokens * (hierarchical.achievable.scale_up / hierarchical.achievable.compute) ==
          Approx(66639).epsilon(0.005));
}

TEST_CASE("ZeRO-3 without a pipeline does not fit in 80 GiB, the published plan does") {
    CHECK_FALSE(estimate(ready("deepseek-v3-zero3"), Detail::numbers).fits);
    CHECK(estimate(ready("deepseek-v3-published"), Detail::numbers).fits);
}

TEST_CASE("The verdict of ZeRO-3 hangs on the network model") {
    const auto bound = [](const char* network) {
        const Scenario s = ready("deepseek-v3-zero3", {{"fidelity", "speed-of-light"}, {"cluster.network", network}});
        return advise(s, estimate(s)).bound;
    };
    CHECK(bound("flat") == Resource::scale_out);
    CHECK(bound("hierarchical") == Resource::scale_up);
}
