// SPDX-License-Identifier: GPL-3.0-or-later
// A control moves, and the whole window follows.
#include "tests/catch.hpp"
#include "tests/ui/window_fixture.hpp"

#include "ui/badge.hpp"
#include "ui/mesh_bar.hpp"
#include "ui/mesh_bar_handle.hpp"
#include "ui/picture_frame.hpp"
#include "ui/picture_table_model.hpp"
#include "ui/verdict_line.hpp"

#include <QAction>
#include <QLabel>
#include <QTabWidget>
#include <QTableView>

using namespace ridgepoint;
using namespace ridgepoint::testing;

namespace {

QImage shown(QWidget& widget) { return widget.grab().toImage(); }

/// Drags an edge of the mesh bar by `pixels` in steps, as a hand does. The grip moves under the pointer, so places
/// are kept in the bar.
void dragEdge(WindowFixture& fixture, Axis axis, int pixels) {
    auto* bar = fixture.window.findChild<MeshBar*>();
    QWidget* edge = bar->edge(axis);
    const QPoint start = edge->mapTo(bar, edge->rect().center());
    QTest::mousePress(edge, Qt::LeftButton, {}, edge->mapFrom(bar, start));
    constexpr int steps = 12;
    for (int step = 1; step <= steps; ++step)
        QTest::mouseMove(edge, edge->mapFrom(bar, start + QPoint(pixels * step / steps, 0)));
    QTest::mouseRelease(edge, Qt::LeftButton, {}, edge->mapFrom(bar, start + QPoint(pixels, 0)));
    fixture.settle();
}

} // namespace

TEST_CASE("Dragging an edge of the mesh bar moves the header and every picture in view", "[window]") {
    WindowFixture fixture;
    const QString step = fixture.header("step");
    const QString memory = fixture.header("memory");
    const int pp = fixture.document.scenario().plan.pp;
    std::vector<std::pair<QWidget*, QImage>> before;
    for (PictureFrame* frame : fixture.window.findChildren<PictureFrame*>()) {
        if (frame->isVisible())
            before.emplace_back(frame, shown(*frame));
    }
    REQUIRE(before.size() == 4);

    dragEdge(fixture, Axis::dp, -70);

    CHECK(fixture.document.scenario().plan.pp != pp);
    CHECK(fixture.header("step") != step);
    CHECK(fixture.header("memory") != memory);
    for (const auto& [frame, image] : before) {
        INFO(frame->objectName().toStdString());
        CHECK(shown(*frame) != image);
    }
}

TEST_CASE("One drag is one step of undo, and undo brings the header back", "[window]") {
    WindowFixture fixture;
    const QString step = fixture.header("step");
    dragEdge(fixture, Axis::dp, -70);
    REQUIRE(fixture.header("step") != step);
    CHECK(fixture.steps() == 1);

    fixture.window.actionRegistry().action(QStringLiteral("edit.undo"))->trigger();
    fixture.settle();

    CHECK(fixture.header("step") == step);
}

TEST_CASE("A key on a slider of the Plan dock moves the header", "[window]") {
    WindowFixture fixture;
    const QString step = fixture.header("step");
    auto* slider = fixture.find("plan.micro_batch.slider");
    REQUIRE(slider != nullptr);
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Right);
    fixture.settle();
    CHECK(fixture.document.scenario().plan.micro_batch > 1);
    CHECK(fixture.header("step") != step);
}

TEST_CASE("A picture whose tab is hidden catches up when it is shown", "[window]") {
    WindowFixture fixture;
    QTabWidget* tabs = fixture.window.tabs();
    tabs->setCurrentIndex(3);
    fixture.settle();
    auto* frame = tabs->currentWidget()->findChild<PictureFrame*>();
    REQUIRE(frame != nullptr);
    const QImage before = shown(*frame);
    tabs->setCurrentIndex(0);
    Scenario next = fixture.document.scenario();
    next.plan.zero = 0;
    fixture.change(next);

    tabs->setCurrentIndex(3);
    fixture.settle();

    CHECK(shown(*frame) != before);
}

TEST_CASE("A plan that does not fit says by how much, in words and with its own badge", "[window]") {
    WindowFixture fixture("deepseek-v3-zero3");
    Scenario next = fixture.document.scenario();
    next.cluster.accelerator.hbm = gib(10);
    fixture.change(next);
    REQUIRE_FALSE(fixture.document.estimate().fits);
    auto* badge = fixture.find<Badge>("verdict.fits");
    CHECK(badge->isVisible());
    CHECK(badge->text().contains(QStringLiteral("GiB")));
}

TEST_CASE("What is selected anywhere is selected in the tables and explained in Details", "[window]") {
    WindowFixture fixture;
    QTabWidget* tabs = fixture.window.tabs();
    tabs->setCurrentIndex(1);
    fixture.settle();
    auto* frame = tabs->currentWidget()->findChild<PictureFrame*>();
    frame->setTableShown(true);
    auto* table = frame->findChild<QTableView*>();
    auto* rows = static_cast<PictureTableModel*>(table->model());
    int row = 0;
    while (row < rows->rowCount() && rows->subjectAt(row).kind != Subject::Kind::operator_cost)
        ++row;
    REQUIRE(row < rows->rowCount());

    fixture.window.selection().select(rows->subjectAt(row));
    fixture.settle();

    CHECK(table->currentIndex().row() == row);
    CHECK_FALSE(fixture.find<QLabel>("details.title")->text().isEmpty());
    QTest::keyClick(&fixture.window, Qt::Key_Escape);
    CHECK(fixture.window.selection().isEmpty());
}

TEST_CASE("A figure of the header asks Details why", "[window]") {
    WindowFixture fixture;
    fixture.click("header.memory");
    CHECK(fixture.window.selection().subject().kind == Subject::Kind::stage);
}

TEST_CASE("The theme switches in the running window", "[window]") {
    WindowFixture fixture;
    fixture.window.actionRegistry().action(QStringLiteral("view.theme.dark"))->trigger();
    fixture.settle();
    CHECK(fixture.window.palette().color(QPalette::Window).lightness() < 128);
    const QImage picture = shown(*fixture.find("picture.memory"));
    CHECK(picture.pixelColor(2, 2).lightness() < 128);
}
