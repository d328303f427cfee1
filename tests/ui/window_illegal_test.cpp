// SPDX-License-Identifier: GPL-3.0-or-later
// An illegal plan empties nothing: the rule is named and the way back is a click away.
#include "tests/catch.hpp"
#include "tests/ui/window_fixture.hpp"

#include "ui/words.hpp"

#include <QLabel>
#include <QPushButton>

using namespace ridgepoint;
using namespace ridgepoint::testing;

TEST_CASE("An illegal plan shows the broken rule with its numbers", "[window]") {
    WindowFixture fixture;
    CHECK_FALSE(fixture.find("banner")->isVisible());
    fixture.breakPlan();
    REQUIRE_FALSE(fixture.document.isLegal());
    CHECK(fixture.find("banner")->isVisible());
    CHECK(fixture.find<QLabel>("banner.rule")->text().contains(
        toQString(fixture.document.violations().front().text)));
}

TEST_CASE("An illegal plan keeps the last legal numbers and marks them as stale", "[window]") {
    WindowFixture fixture;
    const QString step = fixture.header("step");
    fixture.breakPlan();
    CHECK(fixture.header("step") == step);
    CHECK(fixture.find("header.step")->accessibleDescription().contains(QStringLiteral("Stale")));
}

TEST_CASE("A button of the banner repairs the plan, as one step of undo", "[window]") {
    WindowFixture fixture;
    fixture.breakPlan();
    const int steps = fixture.steps();
    auto* repair = fixture.find<QPushButton>("banner.repair0");
    REQUIRE(repair != nullptr);
    repair->click();
    fixture.settle();
    CHECK(fixture.document.isLegal());
    CHECK_FALSE(fixture.find("banner")->isVisible());
    CHECK(fixture.steps() == steps + 1);
}

TEST_CASE("Escape goes back to the last legal plan, and undo to the illegal one", "[window]") {
    WindowFixture fixture;
    const Scenario legal = fixture.document.scenario();
    fixture.breakPlan();
    QTest::keyClick(&fixture.window, Qt::Key_Escape);
    CHECK(fixture.document.scenario() == legal);
    fixture.document.undo();
    CHECK_FALSE(fixture.document.isLegal());
}
