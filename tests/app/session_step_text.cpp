// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/catch.hpp"

#include "app/session/step_text.hpp"
#include "tests/app/examples.hpp"

using namespace ridgepoint;
using namespace ridgepoint::tests;

TEST_CASE("a step is named by what differs") {
    const Scenario before = exampleScenario();
    CHECK(describeChange(before, withTp(before, 4)) == QString::fromUtf8("Set tensor parallel 1 → 4"));
}

TEST_CASE("what followed from a degree is named with it") {
    const Scenario before = exampleScenario();
    Scenario after = withTp(before, 4);
    after.plan.vpp = 2;
    CHECK(describeChange(before, after) ==
          QString::fromUtf8("Set tensor parallel 1 → 4, virtual pipeline 1 → 2"));
}

TEST_CASE("more than two differences are counted") {
    const Scenario before = exampleScenario();
    Scenario after = withTp(before, 4);
    after.plan.vpp = 2;
    after.plan.ep = 2;
    after.cluster.gpus = 16;
    CHECK(describeChange(before, after) ==
          QString::fromUtf8("Set GPUs %1 → 16, tensor parallel 1 → 4 and 2 more").arg(before.cluster.gpus));
}

TEST_CASE("a choice is named by its words") {
    const Scenario before = exampleScenario();
    Scenario after = before;
    after.fidelity = Fidelity::speed_of_light;
    CHECK(describeChange(before, after) == QString::fromUtf8("Set fidelity detailed → speed of light"));
}

TEST_CASE("a difference without words of its own still has a name") {
    const Scenario before = exampleScenario();
    Scenario after = before;
    after.host.extra_copies += 1;
    CHECK(describeChange(before, after) == "Set host");
}
