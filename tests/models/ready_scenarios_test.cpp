// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/models/ready_scenarios.hpp"

#include "models/rules.hpp"
#include "tests/catch.hpp"

using namespace ridgepoint;

TEST_CASE("Every ready scenario is legal") {
    const std::vector<Scenario> scenarios = testing::ready_scenarios();
    CHECK(scenarios.size() >= 5);
    for (const Scenario& s : scenarios) {
        INFO(s.name);
        for (const Violation& v : violations(s))
            FAIL_CHECK(v.text);
    }
}

TEST_CASE("Random scenarios are the same for the same seed, and legal") {
    const std::vector<Scenario> scenarios = testing::random_scenarios(3, 50);
    CHECK(scenarios == testing::random_scenarios(3, 50));
    for (const Scenario& s : scenarios)
        CHECK(violations(s).empty());
}
