// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli_program.hpp"
#include "tests/catch.hpp"

#include "resources/builtin.hpp"

#include <QDir>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>

using namespace ridgepoint;
using namespace ridgepoint::tests;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("version and help go to standard output", "[cli]") {
    const Run version = runProgram({"--version"});
    CHECK(version.status == 0);
    CHECK(version.out == "ridgepoint " RIDGEPOINT_VERSION "\n");
    const Run help = runProgram({"--help"});
    CHECK(help.status == 0);
    for (const char* command : {"estimate", "list", "render", "--database"})
        CHECK(help.out.contains(command));
}

TEST_CASE("help lists only what is there", "[cli]") {
    const QByteArray help = runProgram({"--help"}).out;
    for (const char* command : {"report", "export"})
        CHECK_FALSE(help.contains(command));
}

TEST_CASE("list names every preset, as text and as JSON", "[cli]") {
    const Presets& presets = builtin_presets();
    const auto agrees = [](const char* kind, std::size_t count, const std::string& id) {
        const Run json = runProgram({"list", kind, "--json"});
        CHECK(json.status == 0);
        CHECK(json.json().size() == count);
        const Run text = runProgram({"list", kind});
        CHECK(text.status == 0);
        CHECK(std::size_t(text.out.count('\n')) == count);
        CHECK(text.out.contains(QByteArray::fromStdString(id)));
    };
    agrees("models", presets.models.size(), "deepseek-v3");
    agrees("accelerators", presets.accelerators.size(), "h800-sxm");
    agrees("precisions", presets.precisions.size(), "fp8-deepseek");
    agrees("scenarios", presets.scenarios.size(), "deepseek-v3-zero3");
    agrees("curves", presets.curves.size(), "ultra-scale");
    CHECK(runProgram({"list", "lessons", "--json"}).json().empty());
}

TEST_CASE("list gives exact parameter counts", "[cli]") {
    bool found = false;
    for (const auto& model : runProgram({"list", "models", "--json"}).json())
        if (model["id"] == "deepseek-v3") {
            found = true;
            CHECK(model["parameters"]["total"] == 671026404352);
            CHECK(model["parameters"]["active"] == 37552282624);
        }
    CHECK(found);
}

TEST_CASE("list of something else is bad usage", "[cli]") {
    for (const QStringList& arguments : {QStringList{"list"}, QStringList{"list", "kittens"}}) {
        const Run run = runProgram(arguments);
        CHECK(run.status == 2);
        CHECK(run.out.isEmpty());
        CHECK(run.errIsOneLine());
    }
}

TEST_CASE("a misspelt command is not taken for a window", "[cli]") {
    const Run run = runProgram({"estimat", "--preset", "deepseek-v3-zero3"});
    CHECK(run.status == 2);
    CHECK(runProgram({"missing.json"}).status == 2);
}

TEST_CASE("without a display the window says what there is instead", "[cli]") {
#ifdef Q_OS_LINUX
    const Run run = runProgram({});
    CHECK(run.status == 2);
    CHECK_THAT(run.err.toStdString(), ContainsSubstring("no display") && ContainsSubstring("estimate"));
#endif
}

TEST_CASE("render writes every picture as PNG and SVG without a display", "[cli]") {
    const QTemporaryDir folder;
    for (const char* view : {"roofline", "network", "memory", "timeline", "pipeline", "sweep"})
        for (const char* theme : {"light", "dark"}) {
            INFO(view << ", " << theme);
            const QString png = folder.filePath(QString("%1-%2.png").arg(view, theme));
            const Run run = runProgram({"render", "--preset", "deepseek-v3-published", "--view", view,
                                        "--out", png, "--size", "640x480", "--theme", theme});
            CHECK(run.status == 0);
            CHECK(run.out.isEmpty());
            CHECK(QImage(png).size() == QSize(640, 480));
            const QString svg = folder.filePath(QString("%1-%2.svg").arg(view, theme));
            CHECK(runProgram({"render", "--preset", "deepseek-v3-published", "--view", view, "--out", svg,
                              "--theme", theme})
                      .status == 0);
            QFile file(svg);
            REQUIRE(file.open(QIODevice::ReadOnly));
            CHECK(file.readAll().contains("<svg"));
        }
}

TEST_CASE("render searches for the plans that the planner's picture shows", "[cli]") {
    const QTemporaryDir folder;
    const QString svg = folder.filePath("plans.svg");
    const Run run = runProgram({"render", "--preset", "llama-3.1-8b-8-h100-fsdp", "--view", "planner", "--out", svg});
    CHECK(run.status == 0);
    CHECK(run.err.isEmpty());
    QFile file(svg);
    REQUIRE(file.open(QIODevice::ReadOnly));
    const QByteArray drawn = file.readAll();
    CHECK(drawn.contains("best: TP"));
    CHECK(drawn.contains("Pareto front"));
}

TEST_CASE("render shows every picture at the other ceilings, and says how to get one's own", "[cli]") {
    const QTemporaryDir folder;
    const auto drawn = [&](const char* view, const QStringList& more) {
        const QString svg = folder.filePath(QString("%1.svg").arg(view));
        const Run run = runProgram(QStringList{"render", "--preset", "llama-3.1-8b-8-h100-fsdp", "--view", view,
                                               "--out", svg, "--compare-ceilings"} + more);
        CHECK(run.status == 0);
        CHECK(run.err.isEmpty());
        CHECK(run.out.contains("--calibration FILE") == more.isEmpty());
        QFile file(svg);
        REQUIRE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    };
    const QString mine = folder.filePath("mine.json");
    QFile calibration(mine);
    REQUIRE(calibration.open(QIODevice::WriteOnly));
    calibration.write(R"({"format": "ridgepoint-calibration/1", "name": "ours", "accelerator": "h100-sxm",
                          "achievable_tflops": {"bf16": 500}})");
    calibration.close();
    for (const char* view : {"roofline", "network", "memory", "timeline", "pipeline", "waterfall", "sweep", "planner",
                             "validation"}) {
        INFO(view);
        const QByteArray alone = drawn(view, {});
        CHECK(alone.contains("datasheet"));
        CHECK_FALSE(alone.contains("mine"));
        CHECK(drawn(view, {"--calibration", mine}).contains("mine"));
    }
}

TEST_CASE("render draws the window and its Overview", "[cli]") {
    const QTemporaryDir folder;
    for (const char* view : {"window", "overview"}) {
        const QString png = folder.filePath(QString("%1.png").arg(view));
        const Run run = runProgram({"render", "--preset", "deepseek-v3-published", "--view", view, "--out",
                                    png, "--size", "1280x800"});
        CHECK(run.status == 0);
        CHECK(run.err.isEmpty());
        CHECK(QImage(png).size() == QSize(1280, 800));
    }
}

TEST_CASE("render of an illegal plan: 3 and no file, of one that does not fit: the file and 0", "[cli]") {
    const QTemporaryDir folder;
    const QString png = folder.filePath("a.png");
    const Run illegal = runProgram({"render", "--preset", "deepseek-v3-published", "--view", "memory",
                                    "--out", png, "--set", "plan.global_batch=15361"});
    CHECK(illegal.status == 3);
    CHECK(illegal.errIsOneLine());
    CHECK_FALSE(QFile::exists(png));
    CHECK(runProgram({"render", "--preset", "deepseek-v3-zero3", "--view", "memory", "--out", png}).status ==
          0);
    CHECK(QFile::exists(png));
}

TEST_CASE("render that cannot write ends with 1 and leaves nothing", "[cli]") {
    const QTemporaryDir folder;
    const Run run = runProgram({"render", "--preset", "deepseek-v3-published", "--view", "memory", "--out",
                                folder.filePath("no/such/folder/a.png")});
    CHECK(run.status == 1);
    CHECK(run.errIsOneLine());
    CHECK(QDir(folder.path()).isEmpty());
}

TEST_CASE("render says what is wrong with its options", "[cli]") {
    const QStringList base{"render", "--preset", "deepseek-v3-published"};
    const QList<QStringList> wrong{{"--view", "memory"},
                                   {"--out", "a.png"},
                                   {"--view", "kitten", "--out", "a.png"},
                                   {"--view", "memory", "--out", "a.pdf"},
                                   {"--view", "window", "--out", "a.svg"},
                                   {"--view", "memory", "--out", "a.png", "--size", "big"},
                                   {"--view", "memory", "--out", "a.png", "--size", "0x10"},
                                   {"--view", "memory", "--out", "a.png", "--size", "640x480x1"},
                                   {"--view", "memory", "--out", "a.png", "--theme", "blue"}};
    for (const QStringList& arguments : wrong) {
        const Run run = runProgram(base + arguments);
        INFO(arguments.join(' ').toStdString());
        CHECK(run.status == 2);
        CHECK(run.errIsOneLine());
    }
    CHECK_THAT(runProgram(base + QStringList{"--view", "memory", "--out", "a.pdf"}).err.toStdString(),
               ContainsSubstring("allowed: .png, .svg"));
}
