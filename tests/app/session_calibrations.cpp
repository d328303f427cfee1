// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/catch.hpp"

#include "app/session/calibration_store.hpp"
#include "app/session/scenario_store.hpp"

#include <QTemporaryDir>

using namespace ridgepoint;

namespace {

Calibration named(const char* name, double pcie = 50) {
    Calibration c;
    c.name = name;
    c.pcie = gigabytes_per_second(pcie);
    return c;
}

} // namespace

TEST_CASE("calibrations are kept by name and come back equal, newest first") {
    const QTemporaryDir folder;
    ScenarioStore library(folder.filePath(QStringLiteral("library.db")));
    CalibrationStore store(library.database());
    int changes = 0;
    QObject::connect(&store, &CalibrationStore::changed, [&] { ++changes; });
    REQUIRE(store.save(named("ours")));
    REQUIRE(store.save(named("ours", 40)));
    CHECK(changes == 2);
    const auto list = store.list();
    REQUIRE(list);
    REQUIRE(list.value().size() == 1);
    CHECK(*list.value().front() == named("ours", 40));
    REQUIRE(store.remove(QStringLiteral("ours")));
    CHECK(store.list().value().isEmpty());
    CHECK_FALSE(store.remove(QStringLiteral("ours")));
}

TEST_CASE("a calibration without a name of its own is not kept") {
    const QTemporaryDir folder;
    ScenarioStore library(folder.filePath(QStringLiteral("library.db")));
    CalibrationStore store(library.database());
    for (const char* name : {"", "datasheet"}) {
        const auto saved = store.save(named(name));
        REQUIRE_FALSE(saved);
        CHECK(saved.failure().kind == Failure::Kind::badContent);
    }
    CHECK_FALSE(CalibrationStore(nullptr).save(named("ours")));
}
