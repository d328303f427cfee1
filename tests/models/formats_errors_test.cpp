// SPDX-License-Identifier: GPL-3.0-or-later
// Bad input: one line that names the file, the key, the value and what is allowed.
#include "models/formats/scenario_json.hpp"
#include "resources/builtin.hpp"
#include "tests/catch.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>

using namespace ridgepoint;
using Catch::Matchers::ContainsSubstring;
using Json = nlohmann::ordered_json;

namespace {

std::string message(std::string_view text, const std::vector<Setting>& settings = {}) {
    try {
        (void)scenarios_from_json(text, builtin_presets(), "a.json", settings);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

const std::string good = R"({"format": "ridgepoint/1", "model": "llama-3.1-70b",
    "cluster": {"accelerator": "gb200", "gpus": 64}, "plan": {"global_batch": 256, "sequence": 8192},
    "precision": "fp8"})";

std::string with(const char* key, const char* value) {
    return message(good, {{key, value}});
}

std::string without(std::string pointer) {
    Json value = Json::parse(good);
    const auto dot = pointer.find('.');
    if (dot == std::string::npos)
        value.erase(pointer);
    else
        value[pointer.substr(0, dot)].erase(pointer.substr(dot + 1));
    return message(value.dump());
}

} // namespace

TEST_CASE("a good scenario has no message") {
    CHECK(message(good).empty());
}

TEST_CASE("a wrong type names file, key, value and what is allowed") {
    CHECK(with("plan.tp", "x") ==
          "a.json: key plan.tp: value \"x\" is not an integer; allowed: an integer from 1 to 1000000");
    CHECK_THAT(with("plan.tp", "1.5"), ContainsSubstring("key plan.tp: value 1.5 is not an integer"));
    CHECK_THAT(with("plan.tp", "true"), ContainsSubstring("value true is not an integer"));
    CHECK_THAT(with("plan.tp", "null"), ContainsSubstring("value null is not an integer"));
    CHECK_THAT(with("plan.sequence_parallel", "1"), ContainsSubstring("is neither true nor false"));
    CHECK_THAT(with("training.tokens", "many"),
               ContainsSubstring("key training.tokens: value \"many\" is not a number"));
    CHECK_THAT(with("plan", "3"), ContainsSubstring("key plan: value 3 is not an object"));
    CHECK_THAT(with("name", "7"), ContainsSubstring("key name: value 7 is not a text"));
    CHECK_THAT(with("plan.stage_layers", "4"),
               ContainsSubstring("key plan.stage_layers: value 4 is not a list"));
    CHECK_THAT(with("plan.stage_layers", "[4, \"a\"]"),
               ContainsSubstring("key plan.stage_layers[1]: value \"a\""));
}

TEST_CASE("a number out of range or not finite is refused") {
    for (const char* key :
         {"plan.tp", "plan.pp", "plan.vpp", "plan.cp", "plan.ep", "plan.etp", "plan.micro_batch",
          "plan.global_batch", "plan.sequence", "cluster.gpus", "cluster.gpus_per_domain"}) {
        INFO(key);
        for (const char* value : {"0", "-1", "1e10", "99999999999999999999999"})
            CHECK_THAT(with(key, value), ContainsSubstring(std::string("key ") + key + ": value ") &&
                                             ContainsSubstring("; allowed: an integer from 1 to "));
    }
    CHECK_THAT(with("cluster.gpus", "1000001"), ContainsSubstring("allowed: an integer from 1 to 1000000"));
    CHECK(with("cluster.gpus", "1000000").empty());
    CHECK(with("plan.sequence", "10000000").empty());
    CHECK_THAT(with("plan.zero", "4"), ContainsSubstring("an integer from 0 to 3"));
    CHECK_THAT(with("training.tokens", "1e999"), ContainsSubstring("key training.tokens"));
    CHECK_THAT(with("training.tokens", "NaN"), ContainsSubstring("value \"NaN\" is not a number"));
    CHECK_THAT(message(R"({"training": {"tokens": 1e999}})"), ContainsSubstring("key training.tokens"));
    CHECK_THAT(message(R"({"training": {"tokens": NaN}})"),
               ContainsSubstring("key training.tokens: parse error"));
}

TEST_CASE("an unknown key or name is refused, and the nearest known one is named") {
    CHECK_THAT(with("plan.ttp", "1"), ContainsSubstring("key plan.ttp: unknown key (did you mean tp?)"));
    CHECK_THAT(with("plan.globalbatch", "1"), ContainsSubstring("did you mean global_batch?"));
    CHECK_THAT(with("comment", "x"),
               ContainsSubstring("key comment: unknown key; allowed: format, name, model"));
    CHECK_THAT(with("model", "deepsek-v3"),
               ContainsSubstring("did you mean deepseek-v3?") && ContainsSubstring("or an object"));
    CHECK_THAT(with("cluster.accelerator", "H100"), ContainsSubstring("h100-sxm"));
    CHECK_THAT(with("plan.schedule", "1f1"), ContainsSubstring("did you mean 1f1b?"));
    CHECK_THAT(with("plan.recompute", "some"), ContainsSubstring("\"none\", \"selective\", \"full\""));
    CHECK_THAT(with("plan.recompute", R"({"operators": ["norms"]})"),
               ContainsSubstring("did you mean norm?"));
    CHECK_THAT(with("plan.gather_format", "fp16"), ContainsSubstring("allowed: fp32, bf16, fp8, recipe"));
    CHECK_THAT(with("ceilings", "my-cluster"), ContainsSubstring("allowed: datasheet, achievable"));
    CHECK_THAT(with("framework", "megatrom"), ContainsSubstring("did you mean megatron?"));
    CHECK_THAT(with("plan.order", "tp-cp-ep-dp-dp"), ContainsSubstring("names dp twice"));
    CHECK_THAT(with("plan.order", "tp"), ContainsSubstring("is not an order"));
    CHECK_THAT(with("format", "ridgepoint/2"), ContainsSubstring("allowed: ridgepoint/1"));
}

TEST_CASE("a missing key is named") {
    for (const char* key : {"format", "model", "cluster.accelerator", "cluster.gpus", "plan.global_batch",
                            "plan.sequence", "precision", "plan", "cluster"}) {
        INFO(key);
        CHECK_THAT(without(key),
                   ContainsSubstring(std::string("a.json: key ") + key + ": missing; allowed: "));
    }
}

TEST_CASE("a key that is there twice is refused") {
    CHECK_THAT(message(R"({"plan": {"tp": 1, "tp": 2}})"),
               ContainsSubstring("key plan.tp: the key is there twice"));
    CHECK_THAT(with("plan", R"({"tp": 1, "tp": 2})"),
               ContainsSubstring("key plan.tp: the key is there twice"));
}

TEST_CASE("what is not JSON is refused") {
    for (const char* text :
         {"", "{", "{\"format\": }", "nonsense", "{} {}", "[1,]", "{\"a\": 1} // comment", "/* */ {}",
          "\xff\xfe", "{\"a\": \"\xff\"}", "{'a': 1}", "3", "null", "\"text\""}) {
        INFO(text);
        CHECK_THAT(message(text), ContainsSubstring("a.json: ") && ContainsSubstring("allowed: "));
    }
}

TEST_CASE("messages stay on one line and are short, whatever the value holds") {
    const std::string huge(100'000, 'x');
    for (const std::string& value : {std::string("a\nb\x01"), huge, std::string("\xc3\xa4\xc3\xb6")}) {
        for (const char* key : {"model", "plan.tp", "plan.schedule"}) {
            const std::string text = message(good, {{key, value}});
            CHECK(!text.empty());
            CHECK(text.find('\n') == std::string::npos);
            CHECK(text.size() < 2000);
        }
        const std::string text = message(good, {{"plan." + value, "1"}});
        CHECK(text.find('\n') == std::string::npos);
        CHECK(text.size() < 2000);
    }
}

TEST_CASE("deep nesting and endless lists are refused") {
    CHECK_THAT(message(std::string(100'000, '[')), ContainsSubstring("nested too deeply"));
    std::string deep;
    for (int i = 0; i < 100'000; ++i)
        deep += "{\"a\":";
    CHECK_THAT(message(deep), ContainsSubstring("nested too deeply"));
    std::string list = "[0";
    for (int i = 0; i < 200'000; ++i)
        list += ",0";
    CHECK_THAT(message(list + "]"), ContainsSubstring("too long"));
}

TEST_CASE("an element of a list of scenarios is named by its index") {
    CHECK_THAT(message("[" + good + ", {\"format\": \"ridgepoint/1\"}]"),
               ContainsSubstring("a.json: key [1].model"));
}

TEST_CASE("a described model is checked as a whole") {
    const auto model = [](const char* text) { return with("model", text); };
    CHECK_THAT(model(R"({"layers": 2, "hidden": 100, "ffn": 4, "heads": 8, "vocab": 10})"),
               ContainsSubstring("key model.head_dim: missing, and hidden 100 does not divide by 8 heads"));
    CHECK_THAT(model(R"({"layers": 2, "hidden": 128, "ffn": 4, "heads": 8, "kv_heads": 3, "vocab": 10})"),
               ContainsSubstring("key model.kv_heads: value 3 does not divide the 8 heads"));
    CHECK_THAT(model(R"({"layers": 2, "hidden": 128, "ffn": 4, "heads": 8, "vocab": 10,
                         "moe": {"experts": 4, "top_k": 8, "ffn": 4}})"),
               ContainsSubstring("key model.moe.top_k: value 8 is more than the 4 experts"));
    CHECK_THAT(model(R"({"layers": 2})"), ContainsSubstring("key model.hidden: missing"));
    CHECK_THAT(model(R"({"id": "x"})"), ContainsSubstring("key model.id: unknown key"));
}

TEST_CASE("a setting that leads nowhere is refused") {
    CHECK_THAT(with("plan.tp.x", "1"), ContainsSubstring("key plan.tp"));
    CHECK_THAT(with("", "1"), ContainsSubstring("unknown key"));
    CHECK_THAT(with("plan..tp", "1"), ContainsSubstring("unknown key"));
    CHECK_THAT(with("plan.stage_layers", "[1"), ContainsSubstring("key plan.stage_layers[1]: parse error"));
}

TEST_CASE("a damaged file is a message or a scenario, never anything else") {
    std::uint32_t state = 1; // a plain linear congruential generator: the same damage on every machine
    const auto random = [&](std::size_t below) {
        state = state * 1664525u + 1013904223u;
        return std::size_t(state >> 8) % below;
    };
    const std::string text = builtin_presets().scenario("deepseek-v3-published")->json;
    const std::string pieces = "{}[]\",:0123456789.-+eE \\\n\x01\x80\xff"
                               "nulltruefalse";
    int refused = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string damaged = text;
        for (std::size_t n = 1 + random(3); n > 0; --n) {
            const std::size_t at = random(damaged.size());
            switch (random(3)) {
            case 0:
                damaged[at] = pieces[random(pieces.size())];
                break;
            case 1:
                damaged.erase(at, 1 + random(8));
                break;
            default:
                damaged.insert(at, 1, pieces[random(pieces.size())]);
                break;
            }
        }
        const std::string said = message(damaged);
        refused += said.empty() ? 0 : 1;
        CHECK(said.find('\n') == std::string::npos);
    }
    CHECK(refused > 1000);
}
