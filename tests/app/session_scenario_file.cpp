// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/catch.hpp"

#include "app/session/scenario_file.hpp"
#include "resources/builtin.hpp"
#include "tests/app/examples.hpp"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#ifdef Q_OS_UNIX
#include <csignal>
#include <sys/resource.h>
#endif

using namespace ridgepoint;
using namespace ridgepoint::tests;

namespace {

struct Folder {
    QTemporaryDir folder;
    QString file() const { return folder.filePath(QStringLiteral("näme.ridgepoint.json")); }
    void write(const QByteArray& text) const {
        QFile out(file());
        REQUIRE(out.open(QIODevice::WriteOnly));
        out.write(text);
    }
};

} // namespace

TEST_CASE("a scenario written to a file reads back equal") {
    const Folder folder;
    REQUIRE(writeScenarioFile(folder.file(), exampleScenario(), builtin_presets()));
    const auto read = readScenarioFile(folder.file(), builtin_presets());
    REQUIRE(read);
    CHECK(read.value() == exampleScenario());
}

TEST_CASE("a scenario file that cannot be read names itself") {
    const Folder folder;
    const auto read = readScenarioFile(folder.file(), builtin_presets());
    REQUIRE_FALSE(read);
    CHECK(read.failure().kind == Failure::Kind::unavailable);
    CHECK(read.failure().text.contains(QDir::toNativeSeparators(folder.file())));
}

TEST_CASE("a folder is not a scenario file") {
    const Folder folder;
    CHECK_FALSE(readScenarioFile(folder.folder.path(), builtin_presets()));
}

TEST_CASE("a wrong scenario file is refused with its name in the message") {
    const Folder folder;
    folder.write("{\"format\": 3}");
    const auto read = readScenarioFile(folder.file(), builtin_presets());
    REQUIRE_FALSE(read);
    CHECK(read.failure().kind == Failure::Kind::badContent);
    CHECK(read.failure().text.contains(QStringLiteral("näme.ridgepoint.json")));
}

TEST_CASE("a failed write leaves the old file as it was") {
    const Folder folder;
    const QString below = folder.file() + QStringLiteral("/scenario.json");
    folder.write("old");
    const auto written = writeScenarioFile(below, exampleScenario(), builtin_presets());
    REQUIRE_FALSE(written);
    CHECK(written.failure().text.contains(QDir::toNativeSeparators(below)));
    QFile file(folder.file());
    REQUIRE(file.open(QIODevice::ReadOnly));
    CHECK(file.readAll() == "old");
    CHECK(QDir(folder.folder.path()).entryList(QDir::Files).size() == 1); // nothing half written lies about
}

#ifdef Q_OS_UNIX
namespace {

/// For its lifetime files of this process cannot grow, as on a full disk.
struct NoSpace {
    rlimit before{};
    void (*handler)(int) = nullptr;
    NoSpace() {
        handler = std::signal(SIGXFSZ, SIG_IGN);
        getrlimit(RLIMIT_FSIZE, &before);
        const rlimit none{0, before.rlim_max};
        setrlimit(RLIMIT_FSIZE, &none);
    }
    ~NoSpace() {
        setrlimit(RLIMIT_FSIZE, &before);
        std::signal(SIGXFSZ, handler);
    }
};

} // namespace

TEST_CASE("a file that found no space is a failure and the old one stays") {
    const Folder folder;
    folder.write("old");
    bool written = false;
    {
        const NoSpace full; // no test output in here: it could be a file, too
        written = writeScenarioFile(folder.file(), exampleScenario(), builtin_presets()).ok();
    }
    CHECK_FALSE(written);
    QFile file(folder.file());
    REQUIRE(file.open(QIODevice::ReadOnly));
    CHECK(file.readAll() == "old");
    CHECK(QDir(folder.folder.path()).entryList(QDir::Files).size() == 1);
}
#endif
