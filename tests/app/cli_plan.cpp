// SPDX-License-Identifier: GPL-3.0-or-later
// `ridgepoint plan` from outside.
#include "tests/app/cli_program.hpp"
#include "tests/catch.hpp"

using namespace ridgepoint;
using namespace ridgepoint::tests;

namespace {

Run plan(QStringList arguments) {
    arguments = QStringList{"plan", "--preset", "llama-3.1-8b-8-h100-fsdp"} + arguments;
    return runProgram(arguments);
}

} // namespace

TEST_CASE("plan prints counts that sum and the best plans first, as the contract lays them out", "[cli]") {
    const Run run = plan({"--top", "5", "--json"});
    CHECK(run.status == 0);
    const auto json = run.json();
    const auto& counts = json["counts"];
    CHECK(counts["illegal"].get<long>() + counts["out_of_memory"].get<long>() + counts["pruned"].get<long>() +
              counts["evaluated"].get<long>() ==
          counts["considered"].get<long>());
    long by_rule = 0;
    for (const auto& plans : counts["illegal_by_rule"])
        by_rule += plans.get<long>();
    CHECK(by_rule == counts["illegal"].get<long>());
    REQUIRE(json["plans"].size() == 5);
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK(json["plans"][i]["rank"] == i + 1);
        CHECK(json["plans"][i]["plan"]["global_batch"].is_number());
        if (i > 0)
            CHECK(json["plans"][i]["step"].get<double>() >= json["plans"][i - 1]["step"].get<double>());
    }
    CHECK(json["plans"][0]["pareto"] == true);
    CHECK(run.out == plan({"--top", "5", "--json"}).out);
}

TEST_CASE("a plan's step is that of its estimate", "[cli]") {
    const auto best = plan({"--top", "1", "--json"}).json()["plans"][0];
    QStringList arguments{"estimate", "--preset", "llama-3.1-8b-8-h100-fsdp", "--json"};
    for (const auto& [key, value] : best["plan"].items())
        arguments << "--set" << QString::fromStdString("plan." + key + "=" + value.dump());
    const auto estimate = runProgram(arguments).json();
    CHECK(estimate["time"]["step"] == best["step"]);
    CHECK(estimate["memory"]["peak_bytes"] == best["memory"]);
    CHECK(estimate["training"]["cost"] == best["cost"]);
}

TEST_CASE("pins and bounds hold, and a memory that stays free", "[cli]") {
    const auto json = plan({"--pin", "tp=2", "--bound", "plan.micro_batch=2..4", "--pin", "recompute=full", "--headroom",
                            "20", "--json"})
                          .json();
    REQUIRE(json["plans"].size() > 0);
    for (const auto& plan : json["plans"]) {
        CHECK(plan["plan"]["tp"] == 2);
        CHECK(plan["plan"]["micro_batch"].get<int>() >= 2);
        CHECK(plan["plan"]["micro_batch"].get<int>() <= 4);
        CHECK(plan["plan"]["recompute"] == "full");
        CHECK(plan["memory"].get<double>() <= (80 - 20) * 1073741824.0);
    }
}

TEST_CASE("without a plan that fits the list is empty and the status 4", "[cli]") {
    const Run run = plan({"--headroom", "79", "--json"});
    CHECK(run.status == 4);
    CHECK(run.json()["plans"].empty());
    CHECK(run.json()["counts"]["evaluated"] == 0);
}

TEST_CASE("plan names what is wrong with its constraints on one line and ends with 2", "[cli]") {
    const QList<QStringList> wrong{{"--pin", "tp"},          {"--pin", "tpp=2"},         {"--pin", "tp=x"},
                                   {"--bound", "pp=4..2"},   {"--bound", "schedule=0..2"}, {"--bound", "pp=4"},
                                   {"--objective", "speed"}, {"--top", "0"},             {"--headroom", "-1"}};
    for (const QStringList& arguments : wrong) {
        const Run run = plan(arguments);
        INFO(arguments.join(' ').toStdString());
        CHECK(run.status == 2);
        CHECK(run.errIsOneLine());
        CHECK(run.out.isEmpty());
    }
}
