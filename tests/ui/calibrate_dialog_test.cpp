// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate_dialog.hpp"

#include "app/session/calibration_store.hpp"
#include "plots/calibration_picture.hpp"
#include "tests/catch.hpp"
#include "tests/models/nccl_output.hpp"
#include "tests/ui/window_fixture.hpp"
#include "ui/controls/segmented_control.hpp"

#include <QApplication>
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>

using namespace ridgepoint;
using ridgepoint::testing::NcclOutput;
using ridgepoint::testing::WindowFixture;

namespace {

struct DialogFixture : WindowFixture {
    CalibrationStore calibrations{store.database()};
    CalibrateDialog dialog{document, &calibrations, Theme::light};

    QString file(const char* name, const std::string& text) {
        const QString path = folder.filePath(QString::fromLatin1(name));
        QFile out(path);
        REQUIRE(out.open(QIODevice::WriteOnly));
        out.write(text.data(), qint64(text.size()));
        return path;
    }
    template <class Widget>
    Widget* part(const char* name) {
        auto* widget = dialog.findChild<Widget*>(QString::fromLatin1(name));
        REQUIRE(widget);
        return widget;
    }
};

} // namespace

TEST_CASE("measured files are shown as points and fit, kept under a name and used in the scenario") {
    DialogFixture f;
    NcclOutput out;
    REQUIRE(f.dialog.importFiles(calibration::ImportKind::nccl_tests, {f.file("all_gather.log", out.text())}));
    auto* picture = f.part<CalibrationPicture>("calibrate.picture");
    REQUIRE(picture->series().size() == 1);
    CHECK(picture->series().front().points.size() == out.sizes.size());
    CHECK(picture->series().front().line.size() == out.sizes.size());
    CHECK(f.part<QPlainTextEdit>("calibrate.fit")->toPlainText().contains(QStringLiteral("all-gather")));
    CHECK_FALSE(f.dialog.save()); // no name yet
    f.dialog.setCalibrationName(QStringLiteral("our cluster"));
    REQUIRE(f.dialog.save());
    CHECK(f.document.scenario().ceilings == Ceilings::calibrated);
    CHECK(f.document.scenario().calibration->name == "our cluster");
    CHECK(f.calibrations.list().value().size() == 1);
    WindowFixture::settle();
    CHECK(f.find<SegmentedControl>("ceilings")->spokenText() == QStringLiteral("Mine"));
    f.document.undo();
    CHECK(f.document.scenario().ceilings == Ceilings::achievable);
}

TEST_CASE("a file that is refused gets one line and changes nothing") {
    DialogFixture f;
    const Calibration before = f.dialog.calibration();
    CHECK_FALSE(f.dialog.importFiles(calibration::ImportKind::gemm_csv, {f.file("x.csv", "m,n\n1,2\n")}));
    CHECK(f.dialog.calibration() == before);
    const QString message = f.part<QLabel>("calibrate.message")->text();
    CHECK(message.contains(QStringLiteral("x.csv")));
    CHECK_FALSE(message.contains(QLatin1Char('\n')));
}
