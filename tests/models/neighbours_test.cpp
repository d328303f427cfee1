// SPDX-License-Identifier: GPL-3.0-or-later
// An honest error band rests on measured runs that are like the plan, and there is none where nothing is.
#include "models/explain_measured.hpp"
#include "models/formats/scenario_json.hpp"
#include "models/neighbours.hpp"
#include "resources/builtin.hpp"
#include "tests/catch.hpp"

using namespace ridgepoint;

namespace {

Scenario scenario(const char* id) {
    const ReadyScenario* ready = builtin_presets().scenario(id);
    REQUIRE(ready != nullptr);
    return scenario_from_json(ready->json, builtin_presets(), ready->id);
}

/// `errors` runs of the same scenario, each off by its error.
Validation measured(const Scenario& s, const std::vector<double>& errors) {
    Validation v;
    for (std::size_t i = 0; i < errors.size(); ++i) {
        Measurement m;
        m.id = "RUN-" + std::to_string(i);
        m.source = "TEST";
        m.model = s.model.name;
        ValidationRow row;
        row.scenario = s;
        row.speed.measured = 1000;
        row.speed.predicted = 1000 * (1 + errors[i]);
        v.measurements.push_back(m);
        v.rows.push_back(row);
    }
    return v;
}

} // namespace

TEST_CASE("a run is nearest to itself, and likeness does not depend on who asks") {
    const RunTraits a = run_traits(scenario("deepseek-v3-published"));
    const RunTraits b = run_traits(scenario("deepseek-v3-zero3"));
    CHECK(run_distance(a, a) == 0);
    CHECK(run_distance(a, b) > 0);
    CHECK(run_distance(a, b) == run_distance(b, a));
}

TEST_CASE("another precision, accelerator generation or kind of model is not the same kind of run") {
    Scenario s = scenario("deepseek-v3-published");
    const RunTraits here = run_traits(s);
    Scenario bf16 = s;
    bf16.precision = *builtin_presets().precision("bf16");
    CHECK(run_distance(here, run_traits(bf16)) >= like_this);
    Scenario ampere = s;
    ampere.cluster.accelerator = *builtin_presets().accelerator("a100-80gb-sxm");
    CHECK(run_distance(here, run_traits(ampere)) > like_this);
    Scenario dense = s;
    dense.model = *builtin_presets().model("llama-3.1-405b");
    CHECK(run_distance(here, run_traits(dense)) > like_this);
    Scenario larger = s;
    larger.cluster.gpus *= 2;
    CHECK(run_distance(here, run_traits(larger)) < like_this);
}

TEST_CASE("the band holds four in five of the runs like the plan") {
    const Scenario s = scenario("deepseek-v3-published");
    const MeasuredNeighbours known(measured(s, {0.01, -0.02, 0.03, -0.04, 0.05, -0.06, 0.07, -0.08, 0.09, -0.10, 0.11}));
    const LikelyError likely = known.of(s);
    CHECK(likely.alike == 11);
    REQUIRE(likely.most);
    CHECK(*likely.half == Approx(0.06));
    CHECK(*likely.most == Approx(0.09));
    CHECK(likely.bias == Approx(0.01));
}

TEST_CASE("too few runs, or none like the plan, make no band") {
    const Scenario s = scenario("deepseek-v3-published");
    CHECK_FALSE(MeasuredNeighbours(measured(s, {0.1, 0.1, 0.1, 0.1})).of(s).most);
    Scenario other = s;
    other.cluster.accelerator = *builtin_presets().accelerator("a100-80gb-sxm");
    const LikelyError unlike = MeasuredNeighbours(measured(other, std::vector<double>(20, 0.1))).of(s);
    CHECK(unlike.alike == 0);
    CHECK_FALSE(unlike.most);
    CHECK(unlike.nearest.size() == nearest_listed);
    CHECK(explain_likely_error(measured(other, std::vector<double>(20, 0.1)), unlike).summary.find("not known") !=
          std::string::npos);
}

TEST_CASE("rows that were not predicted or not measured tell nothing of the error") {
    const Scenario s = scenario("deepseek-v3-published");
    Validation v = measured(s, std::vector<double>(6, 0.1));
    v.rows[0].skip = Skip{"kind", "text"};
    v.rows[1].speed.measured.reset();
    CHECK(MeasuredNeighbours(v).size() == 4);
}

TEST_CASE("a measured run is explained by what was predicted and measured") {
    const Scenario s = scenario("deepseek-v3-published");
    const Explanation x = explain_measured_run(measured(s, {-0.25}), 0);
    CHECK(x.title.find("RUN-0") == 0);
    CHECK(x.substituted.find("\u2212" "25") != std::string::npos);
}
