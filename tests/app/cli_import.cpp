// SPDX-License-Identifier: GPL-3.0-or-later
// `ridgepoint import`: measurements of a user's own cluster become ceilings.
#include "tests/app/cli_program.hpp"
#include "tests/catch.hpp"
#include "tests/models/nccl_output.hpp"

#include <QFile>
#include <QTemporaryDir>

using namespace ridgepoint;
using namespace ridgepoint::tests;

namespace {

struct Folder {
    QTemporaryDir folder;
    QString write(const QString& name, const std::string& text) const {
        const QString path = folder.filePath(name);
        QFile file(path);
        if (file.open(QIODevice::WriteOnly))
            file.write(text.data(), qint64(text.size()));
        return path;
    }
    QString path(const char* name) const { return folder.filePath(QString::fromLatin1(name)); }
};

std::string gathers(int nodes) {
    ridgepoint::testing::NcclOutput out;
    out.nodes = nodes;
    out.prefix = "[1,0]<stdout>:";
    return out.text();
}

} // namespace

TEST_CASE("import makes a calibration that ceilings can name", "[cli]") {
    const Folder f;
    const QString one = f.write(QStringLiteral("all_gather_1.log"), gathers(1));
    const QString two = f.write(QStringLiteral("all_gather_2.log"), gathers(2));
    const QString gemms = f.write(QStringLiteral("gemms.csv"), "m,n,k,precision,tflops\n"
                                                               "8192,8192,1024,bf16,550\n8192,8192,8192,bf16,600\n");
    const Run network = runProgram({QStringLiteral("import"), QStringLiteral("nccl-tests"), one, two,
                                    QStringLiteral("--accelerator"), QStringLiteral("h100-sxm"), QStringLiteral("--name"),
                                    QStringLiteral("ours"), QStringLiteral("--out"), f.path("ours.json")});
    INFO(network.err.toStdString());
    REQUIRE(network.status == 0);
    CHECK(network.out.contains("all-gather on 2 domains"));
    const Run both = runProgram({QStringLiteral("import"), QStringLiteral("gemm-csv"), gemms, QStringLiteral("--into"),
                                 f.path("ours.json")});
    REQUIRE(both.status == 0);
    CHECK(both.json()["name"] == "ours");
    CHECK(both.json()["curves"]["curves"].size() == 2);
    const QString complete = f.write(QStringLiteral("complete.json"), both.out.toStdString());
    const Run estimate =
        runProgram({QStringLiteral("estimate"), QStringLiteral("--json"), QStringLiteral("--preset"),
                    QStringLiteral("llama-3.1-8b-8-h100-fsdp"), QStringLiteral("--calibration"), complete,
                    QStringLiteral("--set"), QStringLiteral("ceilings=ours"), QStringLiteral("--set"),
                    QStringLiteral("cluster.network=measured")});
    INFO(estimate.err.toStdString());
    REQUIRE((estimate.status == 0 || estimate.status == 4));
    CHECK(estimate.json()["speed_of_light"].contains("calibrated"));
    CHECK(estimate.json()["roofs"]["scale_up"].get<double>() == Approx(300e9).epsilon(0.02));
}

TEST_CASE("import refuses broken files with one line and writes nothing", "[cli]") {
    const Folder f;
    const QString broken = f.write(QStringLiteral("all_gather.log"), gathers(1).substr(0, 1500));
    for (const QString& path : {broken, f.write(QStringLiteral("empty.log"), ""), f.path("missing.log")}) {
        const Run run = runProgram({QStringLiteral("import"), QStringLiteral("nccl-tests"), path, QStringLiteral("--out"),
                                    f.path("out.json")});
        CHECK(run.status == 2);
        CHECK(run.errIsOneLine());
        CHECK(run.err.contains(path.toUtf8()));
        CHECK_FALSE(QFile::exists(f.path("out.json")));
    }
    CHECK(runProgram({QStringLiteral("import"), QStringLiteral("nccl"), broken}).status == 2);
    CHECK(runProgram({QStringLiteral("import"), QStringLiteral("nccl-tests")}).status == 2);
}
