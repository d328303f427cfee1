// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/scenario_json.hpp"
#include "resources/builtin.hpp"
#include "tests/catch.hpp"

#include <nlohmann/json.hpp>

using namespace ridgepoint;
using Json = nlohmann::ordered_json;

namespace {

const Presets& presets() {
    return builtin_presets();
}

Scenario read(const Json& value, const std::vector<Setting>& settings = {}) {
    return scenario_from_json(value.dump(), presets(), "a.json", settings);
}

/// Only what is required.
Json least() {
    return Json::parse(R"({"format": "ridgepoint/1", "model": "llama-3.1-70b",
        "cluster": {"accelerator": "gb200", "gpus": 64},
        "plan": {"global_batch": 256, "sequence": 8192}, "precision": "fp8"})");
}

Scenario ready(std::string_view id) {
    return scenario_from_json(presets().scenario(id)->json, presets(), id);
}

} // namespace

TEST_CASE("every ready scenario reads, and reading what was written gives the same scenario") {
    REQUIRE(presets().scenarios.size() >= 5);
    for (const ReadyScenario& one : presets().scenarios) {
        INFO(one.id);
        const Scenario scenario = scenario_from_json(one.json, presets(), one.id);
        const std::string text = scenario_to_json(scenario, presets());
        const Scenario again = scenario_from_json(text, presets(), "again");
        CHECK(again == scenario);
        CHECK(scenario_to_json(again, presets()) == text);
    }
}

TEST_CASE("a described model, accelerator and recipe round-trip as objects") {
    for (const Architecture& model : presets().models)
        for (const Accelerator& accelerator : presets().accelerators) {
            Scenario scenario = ready("deepseek-v3-published");
            scenario.model = model;
            scenario.model.id.clear();
            scenario.cluster.accelerator = accelerator;
            scenario.cluster.accelerator.id.clear();
            scenario.precision.id.clear();
            INFO(model.id << " on " << accelerator.id);
            CHECK(scenario_from_json(scenario_to_json(scenario, presets()), presets(), "again") == scenario);
        }
}

TEST_CASE("every optional value round-trips") {
    Scenario s = ready("deepseek-v3-published");
    s.cluster.scale_up = gigabytes_per_second(123.456);
    s.cluster.scale_out = gigabytes_per_second(0.1);
    s.cluster.scale_up_achievable = gigabytes_per_second(1.0 / 3);
    s.cluster.scale_out_achievable = BytesPerSecond(47e9 / 7);
    s.cluster.power_cap_w = 412.5;
    s.cluster.in_network_reduction = true;
    s.cluster.oversubscription = 1.7;
    s.cluster.gpus_per_pod = 512;
    s.cluster.rails = true;
    s.cluster.curves = presets().network_curves("ultra-scale");
    s.plan.recompute = {recompute_norm | recompute_full, 3};
    s.plan.stage_layers.clear();
    s.plan.order = {Axis::cp, Axis::tp, Axis::dp, Axis::ep, Axis::pp};
    s.plan.offload = Offload::all;
    s.plan.gather_format = NumberFormat::fp8;
    s.plan.reduce_format.reset();
    s.plan.reshard_after_forward = false;
    s.plan.prefetch_layers = 3;
    s.plan.bucket_mb = 0.1;
    s.plan.cp_kind = CpKind::all_to_all;
    s.plan.overlap = {true, false, true, std::nullopt, false, true, false};
    s.plan.comm_sms = 20;
    s.plan.moe_imbalance = 1.0 / 0.7;
    s.plan.mtp = true;
    s.plan.attention_kernel = AttentionKernel::unfused;
    s.host = {false, 2, 0.3};
    s.attention_flops = AttentionFlops::full;
    s.fidelity = Fidelity::speed_of_light;
    s.ceilings = Ceilings::datasheet;
    Calibration mine;
    mine.name = "our cluster";
    mine.pcie = gigabytes_per_second(51.3);
    s.calibration = CalibrationRef(mine);
    CHECK(scenario_from_json(scenario_to_json(s, presets()), presets(), "again") == s);
}

TEST_CASE("what is absent takes the defaults of the contract") {
    const Scenario s = read(least());
    CHECK(s.cluster.gpus_per_domain == 72); // the accelerator's
    CHECK(s.cluster.network == NetworkModel::hierarchical);
    CHECK((s.plan.tp == 1 && s.plan.pp == 1 && s.plan.vpp == 1 && s.plan.cp == 1 && s.plan.ep == 1));
    CHECK(s.plan.schedule == Schedule::one_f_one_b);
    CHECK_FALSE(s.plan.sequence_parallel);
    CHECK(s.plan.recompute == Recompute{});
    CHECK_FALSE(s.plan.gather_format.has_value());
    CHECK(s.ceilings == Ceilings::achievable);
    CHECK(s.fidelity == Fidelity::detailed);
    CHECK(s.framework == *presets().framework("megatron"));
}

TEST_CASE("sequence parallelism is on by default where there is tensor parallelism") {
    CHECK(read(least(), {{"plan.tp", "8"}}).plan.sequence_parallel);
    CHECK_FALSE(
        read(least(), {{"plan.tp", "8"}, {"plan.sequence_parallel", "false"}}).plan.sequence_parallel);
}

TEST_CASE("the framework gives the plan's prefetch, wherever it stands in the file") {
    Json value = least();
    value["framework"] = "fsdp2"; // after "plan"
    CHECK(read(value).plan.prefetch_layers == presets().framework("fsdp2")->prefetch_layers);
}

TEST_CASE("a setting changes one value, read as JSON where it is JSON and else as text") {
    const auto set = [](const char* key, const char* value) { return read(least(), {{key, value}}); };
    CHECK(set("plan.tp", "8").plan.tp == 8);
    CHECK(set("model", "deepseek-v3").model == *presets().model("deepseek-v3"));
    CHECK(set("precision", "bf16").precision == *presets().precision("bf16"));
    CHECK(set("precision", "\"bf16\"").precision == *presets().precision("bf16"));
    CHECK(set("plan.recompute", "full").plan.recompute.operators == recompute_full);
    CHECK(set("plan.recompute", R"({"operators": ["norm"], "layers": 2})").plan.recompute ==
          Recompute{recompute_norm, 2});
    CHECK(set("plan.stage_layers", "[1,2,3]").plan.stage_layers == std::vector{1, 2, 3});
    CHECK(set("plan.overlap.dp-reduce", "false").plan.overlap.dp_reduce == false);
    CHECK(set("training.tokens", "14.8e12").training.tokens == 14.8e12);
    CHECK(set("name", "8 GPUs").name == "8 GPUs");
    CHECK(set("cluster.accelerator", "h100-sxm").cluster.accelerator.id == "h100-sxm");
}

TEST_CASE("a setting reaches into a preset") {
    const Scenario s =
        read(least(),
             {{"cluster.accelerator.hbm_gib", "141"}, {"model.layers", "40"}, {"precision.reduce", "bf16"}});
    CHECK(s.cluster.accelerator.hbm == gib(141));
    CHECK(s.cluster.accelerator.id.empty());
    CHECK(s.cluster.accelerator.sms == presets().accelerator("gb200")->sms);
    CHECK(s.model.layers == 40);
    CHECK(s.precision.reduce == NumberFormat::bf16);
}

TEST_CASE("settings apply to a scenario value too") {
    const Scenario before = ready("deepseek-v3-published");
    Scenario expected = before;
    expected.plan.ep = 32;
    CHECK(with_settings(before, presets(), {{"plan.ep", "32"}}) == expected);
    CHECK(with_settings(before, presets(), {}) == before);
}

TEST_CASE("a model needs only its sizes, the rest is a plain Llama-like layer") {
    Json value = least();
    value["model"] = Json::parse(R"({"layers": 2, "hidden": 1024, "ffn": 4096, "heads": 8, "vocab": 1000})");
    const Architecture model = read(value).model;
    CHECK(model.kv_heads == 8);
    CHECK(model.head_dim == 128);
    CHECK(model.gated_mlp);
    CHECK(model.norm == Norm::rmsnorm);
    CHECK_FALSE((model.mla.has_value() || model.moe.has_value() || model.bias || model.tied_embeddings));
}

TEST_CASE("an accelerator without measurements reaches its datasheet") {
    Json value = least();
    value["cluster"]["accelerator"] =
        Json::parse(R"({"name": "X", "hbm_gib": 80, "hbm_gbps": 3350, "sms": 132,
        "power_w": 700, "peak_tflops": {"bf16": 989, "fp8": 1979}, "achievable_tflops": {"bf16": 758},
        "scale_up_gbps": 200, "scale_out_gbps": 50, "gpus_per_domain": 4, "pcie_gbps": 64})");
    const Cluster cluster = read(value).cluster;
    CHECK(cluster.gpus_per_domain == 4);
    CHECK(cluster.accelerator.achievable[std::size_t(RateClass::bf16)] == teraflops(758));
    CHECK(cluster.accelerator.achievable[std::size_t(RateClass::fp8)] == teraflops(1979));
    CHECK(cluster.accelerator.scale_up_achievable == gigabytes_per_second(200));
    CHECK_FALSE(cluster.accelerator.has_rate(RateClass::fp4));
}

TEST_CASE("a file holds one scenario or a list of them") {
    const Json one = least();
    CHECK(scenarios_from_json(one.dump(), presets(), "a.json").size() == 1);
    CHECK(scenarios_from_json(Json::array({one, one}).dump(), presets(), "a.json", {{"plan.tp", "4"}})[1]
              .plan.tp == 4);
    CHECK(scenarios_from_json("[]", presets(), "a.json").empty());
}

TEST_CASE("a written scenario has its keys in the order of the contract") {
    const Json value = Json::parse(scenario_to_json(ready("deepseek-v3-published"), presets()));
    std::vector<std::string> keys;
    for (auto it = value.begin(); it != value.end(); ++it)
        keys.push_back(it.key());
    CHECK(keys == std::vector<std::string>{"format", "name", "model", "cluster", "plan", "precision",
                                           "ceilings", "fidelity", "framework", "training", "host",
                                           "attention_flops"});
    CHECK(value["model"] == "deepseek-v3");
    CHECK(value["cluster"]["accelerator"] == "h800-sxm");
    CHECK(value["precision"] == "fp8-deepseek");
}
