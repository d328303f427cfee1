// SPDX-License-Identifier: GPL-3.0-or-later
// `ridgepoint estimate` from outside: exit statuses, forms and messages of the interface contract.
#include "tests/app/cli_program.hpp"
#include "tests/catch.hpp"

#include "resources/builtin.hpp"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace ridgepoint;
using namespace ridgepoint::tests;
using Catch::Matchers::ContainsSubstring;

namespace {

Run estimate(QStringList arguments, const QByteArray& input = {}) {
    arguments.prepend(QStringLiteral("estimate"));
    return runProgram(arguments, input);
}

QByteArray ready(const char* id) {
    return QByteArray::fromStdString(builtin_presets().scenario(id)->json);
}

const char* fitting = "mixtral-8x7b-64-gb200";

QString written(const QTemporaryDir& folder, const QString& name, const QByteArray& text) {
    QFile file(folder.filePath(name));
    REQUIRE(file.open(QIODevice::WriteOnly));
    file.write(text);
    return file.fileName();
}

} // namespace

TEST_CASE("estimate ends with 0, 3 or 4 by what the plan is", "[cli]") {
    CHECK(estimate({"--preset", fitting}).status == 0);
    CHECK(estimate({"--preset", fitting, "--set", "plan.global_batch=255"}).status == 3);
    CHECK(estimate({"--preset", "deepseek-v3-zero3"}).status == 4);
}

TEST_CASE("of several scenarios the highest status counts", "[cli]") {
    const Run run = estimate({"--preset", fitting, "--preset", "deepseek-v3-zero3", "--json"});
    CHECK(run.status == 4);
    REQUIRE(run.json().is_array());
    CHECK(run.json().size() == 2);
    CHECK(run.json()[0]["fits"] == true);
    CHECK(run.json()[1]["fits"] == false);
}

TEST_CASE("an illegal plan has parameters, FLOPs and violations, and nothing else", "[cli]") {
    const auto json = estimate({"--preset", fitting, "--set", "plan.global_batch=255", "--json"}).json();
    CHECK(json["legal"] == false);
    CHECK(json["violations"].size() >= 1);
    CHECK(json["violations"][0]["keys"].size() >= 1);
    for (auto it = json.begin(); it != json.end(); ++it) {
        INFO(it.key());
        const bool given =
            QStringList{"format", "name", "legal", "parameters", "flops", "violations"}.contains(
                QString::fromStdString(it.key()));
        CHECK(it->is_null() != given);
    }
}

TEST_CASE("the JSON answer has the keys of the contract in their order", "[cli]") {
    const auto json = estimate({"--preset", fitting, "--json"}).json();
    std::vector<std::string> keys;
    for (auto it = json.begin(); it != json.end(); ++it)
        keys.push_back(it.key());
    CHECK(keys == std::vector<std::string>{"format",        "name",      "legal",          "fits",
                                           "parameters",    "flops",     "parallel",       "memory",
                                           "communication", "time",      "speed_of_light", "throughput",
                                           "losses",        "verdict",   "training",       "warnings",
                                           "violations",    "operators", "roofs",          "pipeline"});
    CHECK(json["format"] == "ridgepoint-estimate/1");
}

TEST_CASE("slots come only when asked for", "[cli]") {
    const auto json = estimate({"--preset", fitting, "--json", "--slots"}).json();
    CHECK(json["schedule"].size() > 0);
    CHECK(json["timeline"].size() > 0);
    CHECK(estimate({"--preset", fitting, "--slots"}).status == 2);
}

TEST_CASE("answers are the same from run to run", "[cli]") {
    const QStringList arguments{"--preset", "deepseek-v3-published", "--json", "--slots"};
    CHECK(estimate(arguments).out == estimate(arguments).out);
}

TEST_CASE("a dash reads standard input, one scenario or a list", "[cli]") {
    const Run one = estimate({"-", "--json"}, ready(fitting));
    CHECK(one.status == 0);
    CHECK(one.out == estimate({"--preset", fitting, "--json"}).out);
    const Run list = estimate({"-", "--json"}, "[" + ready(fitting) + "]");
    CHECK(list.status == 0);
    CHECK(list.json().is_array());
    CHECK(estimate({"-", "--json"}, "[]").json() == nlohmann::ordered_json::array());
}

TEST_CASE("one unreadable file: 2 and no output", "[cli]") {
    const QTemporaryDir folder;
    const QString good = written(folder, "good.json", ready(fitting));
    const QString bad = written(folder, "bad.json", "{\"format\": \"ridgepoint/1\", \"plann\": 1}");
    for (const QString& second : {bad, folder.filePath("missing.json"), folder.path()}) {
        const Run run = estimate({good, second, "--json"});
        CHECK(run.status == 2);
        CHECK(run.out.isEmpty());
        CHECK(run.errIsOneLine());
        CHECK(run.err.startsWith(second.toLocal8Bit()));
    }
    CHECK_THAT(estimate({bad}).err.toStdString(),
               ContainsSubstring("key plann: unknown key (did you mean plan?)"));
    CHECK_THAT(estimate({folder.filePath("missing.json")}).err.toStdString(),
               ContainsSubstring("No such file or directory"));
}

TEST_CASE("bad usage: 2 and one line that says what is allowed", "[cli]") {
    const QList<QStringList> wrong{{},
                                   {"--preset", "nothing"},
                                   {"--preset", fitting, "--set", "plan.tp"},
                                   {"--preset", fitting, "--set", "plan.tp=x"},
                                   {"--preset", fitting, "--set", "plan.ttp=1"},
                                   {"--preset", fitting, "--json", "--csv"},
                                   {"--preset", fitting, "--colour"},
                                   {"--preset"}};
    for (const QStringList& arguments : wrong) {
        const Run run = estimate(arguments);
        INFO(arguments.join(' ').toStdString());
        CHECK(run.status == 2);
        CHECK(run.out.isEmpty());
        CHECK(run.errIsOneLine());
    }
    CHECK(estimate({"--preset", fitting, "--set", "plan.tp=x"}).err ==
          QByteArray(fitting) +
              ": key plan.tp: value \"x\" is not an integer; allowed: an integer from 1 to 1000000\n");
}

TEST_CASE("settings apply in order, whatever stands around them", "[cli]") {
    const Run run = estimate({"--set", "name=A b", "--set", "plan.micro_batch=4", "--preset", fitting,
                              "--set", "plan.micro_batch=1", "--json"});
    CHECK(run.status == 0);
    CHECK(run.json()["name"] == "A b");
    CHECK(run.json()["parallel"]["micro_batches"] == 4);
    const QTemporaryDir folder;
    const QString file = written(folder, "a.json", ready(fitting));
    CHECK(estimate({"--set", "plan.stage_layers=[32]", file}).status == 0);
    CHECK(estimate({"--set", R"(plan.recompute={"operators": ["norm"], "layers": 3})", file}).status == 0);
}

TEST_CASE("CSV and Markdown hold the values of the JSON", "[cli]") {
    const auto json = estimate({"--preset", fitting, "--json"}).json();
    const QByteArray csv = estimate({"--preset", fitting, "--csv"}).out;
    CHECK(csv.startsWith("key,value\nformat,ridgepoint-estimate/1\n"));
    CHECK(csv.contains("\"Mixtral 8x7B, 64 GB200, EP8\""));
    const QByteArray step = QByteArray::fromStdString(json["time"]["step"].dump());
    CHECK(csv.contains("\ntime.step," + step.left(8)));
    const QByteArray markdown = estimate({"--preset", fitting, "--markdown"}).out;
    CHECK(markdown.startsWith("| key | value |\n| --- | --- |\n"));
    CHECK(markdown.contains("| time.step | " + step.left(8)));
    CHECK(estimate({"--preset", fitting, "--preset", "deepseek-v3-zero3", "--csv"}).out.startsWith("key,"));
}

TEST_CASE("the answer for people names step, memory and communication", "[cli]") {
    const std::string text = estimate({"--preset", "deepseek-v3-published"}).out.toStdString();
    for (const char* part :
         {"DeepSeek-V3, published plan", "step ", "MFU", "memory", "communication", "ep-dispatch"})
        CHECK_THAT(text, ContainsSubstring(part));
    const std::string illegal =
        estimate({"--preset", fitting, "--set", "plan.global_batch=255"}).out.toStdString();
    CHECK_THAT(illegal, ContainsSubstring("The plan is illegal.") && ContainsSubstring("--set '"));
}

TEST_CASE("the locale changes nothing", "[cli]") {
    const QStringList arguments{"estimate", "--preset", fitting, "--json"};
    CHECK(runProgram(arguments, {}, {"LC_ALL=de_DE.UTF-8"}).out ==
          runProgram(arguments, {}, {"LC_ALL=C"}).out);
}

#ifdef Q_OS_LINUX
TEST_CASE("an output that cannot be written ends with 1", "[cli]") {
    const Run run = runProgramInto("/dev/full", {"estimate", "--preset", fitting, "--json"});
    CHECK(run.status == 1);
    CHECK(run.errIsOneLine());
}

TEST_CASE("an endless file is refused", "[cli]") {
    const Run run = estimate({"/dev/zero"});
    CHECK(run.status == 2);
    CHECK_THAT(run.err.toStdString(), ContainsSubstring("/dev/zero: ") && ContainsSubstring("at most"));
}
#endif
