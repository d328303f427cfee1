// SPDX-License-Identifier: GPL-3.0-or-later
// One scenario at every set of ceilings.
#include "models/ghosts.hpp"
#include "models/sweep_study.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"
#include "tests/models/ready_scenarios.hpp"

#include <algorithm>

using namespace ridgepoint;

namespace {

/// A cluster whose matrix products reach half of what the accelerator's best do.
CalibrationRef half_speed(const Accelerator& of, const char* name = "ours") {
    Calibration c;
    c.name = name;
    c.accelerator = of.id;
    for (std::size_t i = 0; i < rate_class_count; ++i)
        c.achievable[i] = of.achievable[i] * 0.5;
    return CalibrationRef(c);
}

std::vector<std::string> names(const Ghosts& ghosts) {
    std::vector<std::string> all;
    for (const Ghost& ghost : ghosts.all)
        all.push_back(ghost.name);
    return all;
}

} // namespace

TEST_CASE("Without measurements of one's own a scenario stands beside the other of datasheet and achievable") {
    Scenario s = ready("deepseek-v3-published");
    CHECK(compare_ceilings(s, {}).own == "achievable");
    CHECK(names(compare_ceilings(s, {})) == std::vector<std::string>{"datasheet"});
    s.ceilings = Ceilings::datasheet;
    CHECK(compare_ceilings(s, {}).own == "datasheet");
    CHECK(names(compare_ceilings(s, {})) == std::vector<std::string>{"achievable"});
}

TEST_CASE("With them it stands beside both others, and each keeps its look whichever is in use") {
    Scenario s = ready("llama-3.1-405b-16384-h100");
    const CalibrationRef mine = half_speed(s.cluster.accelerator);
    const std::vector<std::string> all{"datasheet", "achievable", "mine"};
    for (const Ceilings used : ceiling_sets(mine)) {
        const Scenario now = at_ceilings(s, used, mine);
        const Ghosts ghosts = compare_ceilings(now, mine);
        CHECK(ghosts.own == all[std::size_t(used)]);
        REQUIRE(ghosts.all.size() == 2);
        for (const Ghost& ghost : ghosts.all) {
            CHECK(ghost.name != ghosts.own);
            CHECK(ghost.name == all[std::size_t(ghost.look)]);
        }
    }
}

TEST_CASE("Mine is what the scenario carries, else the first that was measured with its accelerator") {
    Scenario s = ready("llama-3.1-405b-16384-h100");
    const Accelerator& own = s.cluster.accelerator;
    const Accelerator& other = *builtin_presets().accelerator("b200");
    REQUIRE(own.id != other.id);
    const std::vector kept{half_speed(other, "theirs"), half_speed(own, "ours"), half_speed(own, "older")};
    CHECK(own_calibration(s, kept)->name == "ours");
    CHECK_FALSE(own_calibration(s, std::span(kept).first(1)));
    CHECK_FALSE(own_calibration(s, {}));
    s.calibration = half_speed(other, "carried");
    CHECK(own_calibration(s, kept)->name == "carried");
    s.calibration = {};
    s.cluster.accelerator.id.clear(); // described in the scenario: nobody can have measured it by name
    std::vector<CalibrationRef> nameless{half_speed(s.cluster.accelerator)};
    CHECK_FALSE(own_calibration(s, nameless));
}

TEST_CASE("A ghost is the estimate of the same scenario at the other ceilings") {
    for (const Scenario& s : testing::ready_scenarios()) {
        INFO(s.name);
        const CalibrationRef mine = half_speed(s.cluster.accelerator);
        for (const Ghost& ghost : compare_ceilings(s, mine).all) {
            Scenario other = s;
            other.ceilings = Ceilings(ghost.look);
            if (other.ceilings == Ceilings::calibrated)
                other.calibration = mine;
            CHECK(ghost.scenario == other);
            REQUIRE(ghost.estimate.legal());
            CHECK(ghost.estimate.time.step == estimate(other).time.step);
        }
    }
}

TEST_CASE("Datasheet ceilings make a step shorter, a slow cluster's own longer, and none changes what it holds") {
    for (const Scenario& s : testing::ready_scenarios()) {
        INFO(s.name);
        const Scenario now = at_ceilings(s, Ceilings::achievable, {});
        const Estimate e = estimate(now);
        const Ghosts ghosts = compare_ceilings(now, half_speed(s.cluster.accelerator));
        REQUIRE(ghosts.all.size() == 2);
        CHECK(ghosts.all[0].estimate.time.step < e.time.step);
        CHECK(ghosts.all[1].estimate.time.step > e.time.step);
        for (const Ghost& ghost : ghosts.all) {
            CHECK(ghost.estimate.memory.peak == e.memory.peak);
            REQUIRE(ghost.estimate.losses.size() == e.losses.size());
            for (std::size_t i = 0; i < e.losses.size(); ++i) // pictures put them side by side
                CHECK(ghost.estimate.losses[i].name == e.losses[i].name);
        }
    }
}

TEST_CASE("A sweep of lines gets one line a ghost, a map none") {
    const Scenario s = ready("deepseek-v3-published");
    SweepStudy study = usual_study(s, {});
    const Ghosts ghosts = compare_ceilings(s, half_speed(s.cluster.accelerator));
    add_lines(study, ghosts);
    REQUIRE(study.scenarios.size() == 3);
    CHECK(study.scenarios[0] == s);
    CHECK(study.scenarios[1].name == "datasheet");
    CHECK(study.scenarios[2].ceilings == Ceilings::calibrated);
    study.kind = SweepKind::map;
    study.scenarios = {s};
    add_lines(study, ghosts);
    CHECK(study.scenarios.size() == 1);
}
