// SPDX-License-Identifier: GPL-3.0-or-later
// `ridgepoint sweep` from outside.
#include "tests/app/cli_program.hpp"
#include "tests/catch.hpp"

using namespace ridgepoint;
using namespace ridgepoint::tests;

namespace {

Run sweep(QStringList arguments) {
    arguments = QStringList{"sweep", "--preset", "mixtral-8x7b-64-gb200"} + arguments;
    return runProgram(arguments);
}

} // namespace

TEST_CASE("a sweep gives every combination as the contract lays it out", "[cli]") {
    const Run run = sweep({"--over", "plan.ep=1,2,3", "--over", "precision=bf16,mxfp8", "--json"});
    CHECK(run.status == 0);
    const auto json = run.json();
    CHECK(json["over"][1]["key"] == "precision");
    REQUIRE(json["points"].size() == 6);
    CHECK(json["points"][1]["values"]["precision"] == "mxfp8");
    CHECK(json["points"][2]["values"]["plan.ep"] == 2);
    for (const auto& point : json["points"]) {
        CHECK(point["legal"] == (point["values"]["plan.ep"] != 3));
        CHECK(point["time"].is_null() != (point["legal"] == true));
    }
    CHECK(json["points"][0]["memory"]["peak_bytes"] > 0);
    CHECK(json["points"][0]["verdict"]["bound"].is_string());
}

TEST_CASE("a sweep's point is the estimate of that scenario", "[cli]") {
    const auto point = sweep({"--over", "cluster.power_cap_w=600", "--json"}).json()["points"][0];
    const auto estimate = runProgram({"estimate", "--preset", "mixtral-8x7b-64-gb200", "--set",
                                      "cluster.power_cap_w=600", "--json"})
                              .json();
    CHECK(point["time"] == estimate["time"]);
    CHECK(point["throughput"] == estimate["throughput"]);
    CHECK(point["verdict"]["bound"] == estimate["verdict"]["bound"]);
}

TEST_CASE("a sweep as CSV has one line a point", "[cli]") {
    const QList<QByteArray> lines = sweep({"--over", "plan.micro_batch=1,2,4", "--csv"}).out.split('\n');
    REQUIRE(lines.size() == 5);
    CHECK(lines[0].startsWith("plan.micro_batch,legal,fits,time.step,"));
    CHECK(lines[3].startsWith("4,"));
}

TEST_CASE("a sweep names what is wrong with its inputs on one line and ends with 2", "[cli]") {
    const QList<QStringList> wrong{{},
                                   {"--over", "plan.tp"},
                                   {"--over", "plan.tpp=1,2"},
                                   {"--over", "plan.tp=1,x"},
                                   {"--break-even", "plan.tp=1"},
                                   {"--over", "plan.tp=1", "--csv", "--json"}};
    for (const QStringList& arguments : wrong) {
        const Run run = sweep(arguments);
        INFO(arguments.join(' ').toStdString());
        CHECK(run.status == 2);
        CHECK(run.errIsOneLine());
        CHECK(run.out.isEmpty());
    }
}
