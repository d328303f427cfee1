// SPDX-License-Identifier: GPL-3.0-or-later
// Figures that the cost model is pinned to, asked from outside (cost-model sections 5 and 9).
#include "tests/app/cli_program.hpp"
#include "tests/catch.hpp"

using namespace ridgepoint::tests;

namespace {

nlohmann::ordered_json answer(const char* preset, const QStringList& settings) {
    QStringList arguments{"estimate", "--preset", preset, "--json"};
    for (const QString& setting : settings)
        arguments << "--set" << setting;
    return runProgram(arguments).json();
}

nlohmann::ordered_json light(const char* preset, QStringList settings) {
    return answer(preset, settings << "fidelity=speed-of-light");
}

double number(const nlohmann::ordered_json& value) {
    return value.get<double>();
}

constexpr double one_percent = 0.01, two_percent = 0.02;

} // namespace

TEST_CASE("pure ZeRO-3 of DeepSeek-V3 on a flat network waits 80.5 s for InfiniBand", "[cli][known]") {
    const auto json = light("deepseek-v3-zero3", {"cluster.network=flat"});
    const auto& s = json["speed_of_light"]["achievable"];
    CHECK(number(s["scale_out"]) == Approx(80.5).epsilon(one_percent));
    CHECK(number(s["compute"]) == Approx(10.83).epsilon(one_percent));
    CHECK(json["verdict"]["bound"] == "scale-out");
    CHECK(number(json["time"]["step"]) == Approx(80.5).epsilon(one_percent));
}

TEST_CASE("with a hierarchical network it waits 22.0 s for NVLink, and 10.0 s for InfiniBand",
          "[cli][known]") {
    const auto json = light("deepseek-v3-zero3", {"cluster.network=hierarchical"});
    const auto& s = json["speed_of_light"]["achievable"];
    CHECK(number(s["scale_up"]) == Approx(22.0).epsilon(one_percent));
    CHECK(number(s["scale_out"]) == Approx(10.0).epsilon(one_percent));
    CHECK(json["verdict"]["bound"] == "scale-up");
}

TEST_CASE("micro-batches and formats scale what ZeRO-3 gathers", "[cli][known]") {
    const auto scale_out = [](const QStringList& settings) {
        return number(light("deepseek-v3-zero3", QStringList{"cluster.network=flat"} +
                                                     settings)["speed_of_light"]["achievable"]["scale_out"]);
    };
    CHECK(scale_out({"plan.micro_batch=1"}) == Approx(644).epsilon(one_percent));
    CHECK(scale_out({"plan.reduce_format=fp32"}) == Approx(107.3).epsilon(one_percent));
    CHECK(scale_out({"plan.gather_format=fp8"}) == Approx(53.7).epsilon(one_percent));
}

TEST_CASE("the published plan needs 10.15 s of BF16 compute and 5.27 s of FP8", "[cli][known]") {
    const auto compute = [](const char* precision) {
        const QString setting = QStringLiteral("precision=%1").arg(QLatin1String(precision));
        return number(light("deepseek-v3-published", {setting})["speed_of_light"]["achievable"]["compute"]);
    };
    CHECK(compute("bf16") == Approx(10.15).epsilon(one_percent));
    CHECK(compute("fp8") == Approx(5.27).epsilon(one_percent));
}

TEST_CASE("the published plan sends 287 GB a step over each InfiniBand port", "[cli][known]") {
    const auto json = answer("deepseek-v3-published", {"plan.schedule=1f1b"});
    double bytes = 0;
    for (const auto& collective : json["communication"])
        bytes += number(collective["scale_out_bytes_per_gpu_per_step"]);
    CHECK(bytes == Approx(287e9).epsilon(two_percent));
}

TEST_CASE("the two checked scenarios are shaped as published", "[cli][known]") {
    const auto published = answer("deepseek-v3-published", {});
    CHECK(published["parallel"]["dp"] == 128);
    CHECK(published["parallel"]["edp"] == 2);
    CHECK(published["parallel"]["micro_batches"] == 120);
    CHECK(published["parallel"]["tokens_per_step"] == 62914560);
    CHECK(published["parameters"]["total"] == 671026404352);
    CHECK(published["parameters"]["active"] == 37552282624);
    const auto zero3 = answer("deepseek-v3-zero3", {});
    CHECK(zero3["parallel"]["dp"] == 2048);
    CHECK(zero3["parallel"]["micro_batches"] == 1);
    CHECK(zero3["fits"] == false);
}

TEST_CASE("15,360 sequences do not divide over 2,048 replicas, and the message offers what does",
          "[cli][known]") {
    const auto json = answer("deepseek-v3-zero3", {"plan.global_batch=15360"});
    CHECK(json["legal"] == false);
    std::vector<double> offered;
    for (const auto& repair : json["violations"][0]["nearest"])
        if (repair.contains("plan.global_batch"))
            offered.push_back(number(repair["plan.global_batch"]));
    CHECK(std::find(offered.begin(), offered.end(), 16384) != offered.end());
}

TEST_CASE("the five parts of the step sum to the step", "[cli][known]") {
    const auto t = answer("deepseek-v3-published", {})["time"];
    CHECK(number(t["compute"]) + number(t["exposed_communication"]) + number(t["bubble"]) +
              number(t["optimizer"]) + number(t["host"]) ==
          Approx(number(t["step"])).epsilon(1e-12));
}
