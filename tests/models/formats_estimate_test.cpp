// SPDX-License-Identifier: GPL-3.0-or-later
// `estimate --json` as the contract lays it out.
#include "models/formats/answers.hpp"
#include "models/formats/estimate_json.hpp"
#include "models/formats/json.hpp"
#include "models/formats/scenario_json.hpp"
#include "resources/builtin.hpp"
#include "tests/catch.hpp"

#include <limits>

using namespace ridgepoint;
using formats::Json;

namespace {

Scenario ready(std::string_view id, const std::vector<Setting>& settings = {}) {
    return scenario_from_json(builtin_presets().scenario(id)->json, builtin_presets(), id, settings);
}

Json json_of(const Scenario& scenario, bool with_slots = false) {
    const Answer a = answer(scenario, with_slots ? Detail::pictures : Detail::lists);
    return Json::parse(estimate_to_json(scenario, a.estimate, a.verdict ? &*a.verdict : nullptr, with_slots));
}

std::vector<std::string> keys(const Json& object) {
    std::vector<std::string> out;
    for (auto it = object.begin(); it != object.end(); ++it)
        out.push_back(it.key());
    return out;
}

using Keys = std::vector<std::string>;

} // namespace

TEST_CASE("numbers are printed shortest, whole ones without a point, and what is not finite as null") {
    CHECK(formats::print_number(0.1) == "0.1");
    CHECK(formats::print_number(671026404352.0) == "671026404352");
    CHECK(formats::print_number(1e13) == "10000000000000");
    CHECK(formats::print_number(-0.0) == "0");
    CHECK(formats::print_number(1e300) == "1e+300");
    CHECK(formats::print_number(1.0 / 3) == "0.3333333333333333");
    CHECK(formats::print_number(5e-324) == "5e-324");
    CHECK(formats::print_number(std::numeric_limits<double>::infinity()) == "null");
    CHECK(formats::print_number(std::numeric_limits<double>::quiet_NaN()) == "null");
}

TEST_CASE("printed JSON reads back as the same value, whatever its shape") {
    const Json value = Json::parse(R"({"a": [], "b": {}, "c": [1, [2, {"d": null}], "x\n\"y"], "e": 0.1,
        "long": ["aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb",
        "ccccccccccccccccccccccccccccccccccccccccccccccccccc"], "deep": [[[[[["d"]]]]]]})");
    CHECK(Json::parse(formats::print_json(value)) == value);
}

TEST_CASE("each part of an answer has the keys of the contract in their order") {
    const Json json = json_of(ready("deepseek-v3-published"), true);
    CHECK(keys(json["memory"]) == Keys{"capacity_bytes", "peak_bytes", "peak_stage", "stages"});
    CHECK(keys(json["memory"]["stages"][0]) == Keys{"weights", "gradients", "optimizer", "activations",
                                                    "logits", "buffers", "framework", "total", "host"});
    CHECK(keys(json["communication"][0]) == Keys{"name", "parallelism", "collective", "link", "ranks",
                                                 "calls_per_step", "bytes_per_gpu_per_step",
                                                 "scale_up_bytes_per_gpu_per_step",
                                                 "scale_out_bytes_per_gpu_per_step", "time", "exposed"});
    CHECK(keys(json["time"]) ==
          Keys{"step", "compute", "exposed_communication", "bubble", "optimizer", "host"});
    CHECK(keys(json["speed_of_light"]["datasheet"]) ==
          Keys{"compute", "hbm", "scale_up", "scale_out", "step"});
    CHECK(keys(json["throughput"]) == Keys{"tokens_per_s", "tokens_per_s_per_gpu", "tflops_per_gpu_causal",
                                           "tflops_per_gpu_full", "mfu_causal", "mfu_full", "mfu_bf16_causal",
                                           "mfu_bf16_full", "hfu_causal"});
    CHECK(keys(json["losses"][0]) == Keys{"name", "fraction"});
    CHECK(keys(json["verdict"]) == Keys{"bound", "text", "hints"});
    CHECK(keys(json["training"]) == Keys{"days", "gpu_hours", "cost", "energy_mwh"});
    CHECK(keys(json["pipeline"]["phases"]) ==
          Keys{"forward", "overlapped", "backward", "weight", "bubble", "optimizer"});
    CHECK(keys(json["pipeline"]["stages"][0]) ==
          Keys{"layers", "forward", "backward_input", "backward_weight", "in_flight"});
    CHECK(keys(json["roofs"]) == Keys{"compute", "hbm", "scale_up", "scale_out"});
    const Json& first = json["operators"][0];
    CHECK(keys(first) == Keys{"name", "kind", "layer_kind", "pass", "precision", "flops", "bytes", "time",
                              "calls_per_step", "bound", "recomputed"});
    for (const char* key : {"rank", "stream", "kind", "micro_batch", "start", "end"}) {
        CHECK(json["schedule"][0].contains(key));
        CHECK(json["timeline"][0].contains(key));
    }
}

TEST_CASE("an answer holds one memory and one pipeline entry a pipeline rank") {
    const Json json = json_of(ready("deepseek-v3-published"));
    CHECK(json["memory"]["stages"].size() == 16);
    CHECK(json["pipeline"]["stages"].size() == 16);
}

TEST_CASE("no number of a ready scenario's answer is missing") {
    for (const ReadyScenario& one : builtin_presets().scenarios) {
        const Json json = json_of(ready(one.id));
        for (const char* part : {"parameters", "flops", "parallel", "time", "throughput", "training"})
            for (const Json& value : json[part]) {
                INFO(one.id << ": " << part);
                CHECK(value.is_number());
            }
    }
}

TEST_CASE("repairs are numbers where they are numbers and names or lists where not") {
    Estimate illegal;
    illegal.violations.push_back(
        {"rule",
         {"plan.tp"},
         "text",
         {{{"plan.tp", 8}}, {{"plan.schedule", "1f1b"}, {"plan.stage_layers", "[]"}}}});
    const Json json = Json::parse(estimate_to_json(ready("deepseek-v3-zero3"), illegal, nullptr));
    const Json& nearest = json["violations"][0]["nearest"];
    CHECK(nearest[0]["plan.tp"] == 8);
    CHECK(nearest[1]["plan.schedule"] == "1f1b");
    CHECK(nearest[1]["plan.stage_layers"] == Json::array());
}

TEST_CASE("offered repairs can be put in as settings and mend the rule") {
    const Scenario broken = ready("deepseek-v3-zero3", {{"plan.global_batch", "15360"}});
    const Estimate result = estimate(broken);
    REQUIRE_FALSE(result.legal());
    for (const Repair& repair : result.violations.front().nearest) {
        std::vector<Setting> settings;
        for (const auto& [key, value] : repair)
            settings.emplace_back(key, value.setting());
        CHECK(estimate(with_settings(broken, builtin_presets(), settings)).legal());
    }
}

TEST_CASE("CSV quotes what holds commas, quotes and line ends") {
    Scenario s = ready("deepseek-v3-zero3");
    s.name = "a, \"b\"\nc";
    const std::string csv = answers_to_csv({answer(s, Detail::lists)});
    CHECK(csv.find("name,\"a, \"\"b\"\"\nc\"\n") != std::string::npos);
}

TEST_CASE("several scenarios make a column each") {
    const Answer a = answer(ready("deepseek-v3-zero3"), Detail::lists);
    const Answer b = answer(ready("deepseek-v3-zero3", {{"name", "other"}}), Detail::lists);
    CHECK(answers_to_csv({a, b}).starts_with("key,\"DeepSeek-V3, pure ZeRO-3\",other\n"));
    CHECK(answers_to_markdown({a, b}).starts_with("| key | DeepSeek-V3, pure ZeRO-3 | other |\n"));
    CHECK(Json::parse(answers_to_json({a, b}, true, false)).size() == 2);
}
