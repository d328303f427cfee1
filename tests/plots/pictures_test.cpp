// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every picture alike.
#include "plots/interactive_picture.hpp"
#include "tests/catch.hpp"
#include "tests/plots/exported.hpp"
#include "tests/plots/sample_estimate.hpp"

#include <QFile>
#include <QImage>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

struct Shown {
    Scenario scenario = sampleScenario();
    Estimate estimate = sampleEstimate();
    std::unique_ptr<InteractivePicture> picture;

    explicit Shown(PictureKind kind, bool stale = false) {
        picture.reset(static_cast<InteractivePicture*>(makePicture(kind).release()));
        picture->resize(500, 360);
        picture->setResult(&scenario, &estimate, stale);
    }
    void show() {
        picture->show();
        QTest::qWait(20);
    }
};

constexpr QSize size(500, 360);

PictureKind anyKind() {
    return GENERATE(PictureKind::roofline, PictureKind::network, PictureKind::memory, PictureKind::timeline,
                    PictureKind::pipeline, PictureKind::waterfall);
}

} // namespace

TEST_CASE("Every picture exports as PNG at the asked size and scale without being shown") {
    Shown shown(anyKind());
    const QTemporaryDir dir;
    QString error;
    REQUIRE(shown.picture->exportTo(dir.filePath("a.png"), QSize(420, 330), &error, 2));
    CHECK(error.isEmpty());
    const QImage image(dir.filePath("a.png"));
    CHECK(image.size() == QSize(840, 660));
    // Something is drawn: more than the ground.
    bool varied = false;
    for (int x = 0; x < image.width() && !varied; ++x)
        varied = image.pixel(x, 330) != image.pixel(0, 0);
    CHECK(varied);
}

TEST_CASE("Every picture's SVG keeps text as text, with axis titles") {
    const PictureKind kind = anyKind();
    Shown shown(kind);
    const QTemporaryDir dir;
    const QByteArray svg = svgOf(*shown.picture, size);
    CHECK(svg.contains("<text"));
    const char* expected[] = {"FLOP per HBM byte (log)", "FLOP per network byte (log)", "GiB per GPU",
                              "Milliseconds", "Seconds in the step", "% of the FP8 datasheet peak"};
    CHECK(svg.contains(expected[int(kind)]));
}

TEST_CASE("A picture that cannot be written says so and names the file") {
    Shown shown(anyKind());
    QString error;
    CHECK_FALSE(shown.picture->exportTo("/nowhere/at/all.png", QSize(400, 300), &error));
    CHECK(error.contains("/nowhere/at/all.png"));
    CHECK_FALSE(shown.picture->exportTo("picture.bmp", QSize(400, 300), &error));
    CHECK(error.contains("picture.bmp"));
    CHECK_FALSE(shown.picture->exportTo("picture.png", QSize(0, 300), &error));
}

TEST_CASE("A stale picture says which legal plan it still shows, and shows it") {
    const PictureKind kind = anyKind();
    Shown shown(kind, true);
    const QTemporaryDir dir;
    const QByteArray stale = svgOf(*shown.picture, size);
    CHECK(stale.contains("Last legal plan: TP"));
    shown.picture->setResult(&shown.scenario, &shown.estimate, false);
    CHECK_FALSE(svgOf(*shown.picture, size).contains("Last legal plan"));
}

TEST_CASE("Without a result a picture shows its axes and one line") {
    Shown shown(anyKind());
    shown.picture->setResult(nullptr, nullptr, false);
    const QTemporaryDir dir;
    CHECK(svgOf(*shown.picture, size).contains("Results of a legal plan appear here"));
    CHECK(shown.picture->table().rows.empty());
    CHECK(shown.picture->targetCount() == 0);
    CHECK(shown.picture->subtitle().isEmpty());
}

TEST_CASE("The theme changes the colours of a picture that is on the screen") {
    Shown shown(anyKind());
    const QTemporaryDir dir;
    const QString light = colour(Theme::light, Colour::picture_ground).name();
    shown.picture->setTheme(Theme::dark);
    const QByteArray dark = svgOf(*shown.picture, size);
    CHECK(dark.contains(colour(Theme::dark, Colour::picture_ground).name().toLatin1()));
    CHECK(dark.contains(colour(Theme::dark, Colour::text_secondary).name().toLatin1()));
    shown.picture->setTheme(Theme::light);
    CHECK(
        svgOf(*shown.picture, size).contains(colour(Theme::light, Colour::text_secondary).name().toLatin1()));
}

TEST_CASE("Every picture has a table whose rows each name their subject") {
    Shown shown(anyKind());
    const PictureTable table = shown.picture->table();
    CHECK(!table.rows.empty());
    CHECK(table.rows.size() == table.subjects.size());
    for (const auto& row : table.rows)
        CHECK(row.size() == table.header.size());
}

TEST_CASE("Every picture has a name for screen readers, a way in by Tab, and says what its keys do") {
    Shown shown(anyKind());
    shown.show();
    CHECK(!shown.picture->canvas()->accessibleName().isEmpty());
    CHECK(!shown.picture->canvas()->accessibleDescription().isEmpty());
    CHECK((shown.picture->canvas()->focusPolicy() & Qt::TabFocus));
    CHECK(!shown.picture->canvas()->whatsThis().isEmpty());
}

TEST_CASE("Page Down goes from value to value and selects each") {
    Shown shown(anyKind());
    shown.show();
    std::vector<Subject> seen;
    QObject::connect(shown.picture.get(), &Picture::selected,
                     [&](const Subject& subject) { seen.push_back(subject); });
    QTest::keyClick(shown.picture->canvas(), Qt::Key_PageDown);
    QTest::keyClick(shown.picture->canvas(), Qt::Key_PageDown);
    REQUIRE(seen.size() == 2);
    CHECK(seen[0] == shown.picture->target(0).subject);
    CHECK(seen[1] == shown.picture->target(1).subject);
}

TEST_CASE("Clicking a thing selects it, and Escape clears the selection") {
    Shown shown(anyKind());
    shown.show();
    std::vector<Subject> seen;
    QObject::connect(shown.picture.get(), &Picture::selected,
                     [&](const Subject& subject) { seen.push_back(subject); });
    const InteractivePicture::Target first = shown.picture->target(0);
    auto* area = shown.picture->canvas()->findChild<QWidget*>(QStringLiteral("qt_scrollarea_viewport"));
    QTest::mouseClick(area ? area : shown.picture->canvas(), Qt::LeftButton, {}, first.at.toPoint());
    REQUIRE(seen.size() == 1);
    CHECK(seen[0].kind == first.subject.kind);
    shown.picture->setSelection(seen[0]);
    QTest::keyClick(shown.picture->canvas(), Qt::Key_Escape);
    REQUIRE(seen.size() == 2);
    CHECK(seen[1].kind == Subject::Kind::none);
}

TEST_CASE("Every target tells exact values with a unit") {
    Shown shown(anyKind());
    for (int i = 0; i < std::min(5, shown.picture->targetCount()); ++i) {
        const QString text = shown.picture->target(i).text;
        CAPTURE(text.toStdString());
        CHECK(text.contains(u'\n'));
        CHECK((text.contains("FLOP") || text.contains("GiB") || text.contains("s")));
    }
}

TEST_CASE("A hidden picture that is resized after its operators changed draws the new ones") {
    const PictureKind kind = anyKind();
    Shown shown(kind);
    shown.show();
    shown.picture->hide();
    Estimate fewer = shown.estimate;
    fewer.operators.resize(2);
    fewer.communication.resize(1);
    fewer.pipeline_slots.clear();
    fewer.timeline.blocks.resize(2);
    shown.picture->setResult(&shown.scenario, &fewer, false);
    shown.picture->resize(640, 420);
    QTest::qWait(20);
    shown.picture->show();
    QTest::qWait(20);
    CHECK(shown.picture->targetCount() < 200);
}

TEST_CASE("Auto-fit follows every result until the view is moved by hand") {
    Shown shown(PictureKind::timeline);
    shown.show();
    shown.picture->setAutoFit(true);
    CHECK(shown.picture->autoFit());
    QTest::keyClick(shown.picture->canvas(), Qt::Key_Plus);
    CHECK_FALSE(shown.picture->autoFit());
}

TEST_CASE("Pictures draw at the smallest size and at presentation scale") {
    Shown shown(anyKind());
    shown.picture->setScale(GENERATE(1.0, 1.5));
    const QTemporaryDir dir;
    QString error;
    CHECK(shown.picture->exportTo(dir.filePath("small.png"), shown.picture->minimumSizeHint(), &error));
    CHECK(shown.picture->exportTo(dir.filePath("tiny.png"), QSize(40, 30), &error));
}
