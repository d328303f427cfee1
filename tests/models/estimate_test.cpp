// SPDX-License-Identifier: GPL-3.0-or-later
// The timeline, the verdict and the hints of an estimate. What holds for every plan is in invariants_test.cpp.
#include "models/advise.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

using namespace ridgepoint;

namespace {

template <class Check>
void for_every_ready_scenario(Check check) {
    for (const ReadyScenario& r : builtin_presets().scenarios)
        for (const char* fidelity : {"detailed", "speed-of-light"}) {
            INFO(r.id << ", " << fidelity);
            const Scenario s = ready(r.id, {{"fidelity", fidelity}});
            check(s, estimate(s, Detail::pictures));
        }
}

} // namespace

TEST_CASE("The timeline of a layer ends where its last block ends") {
    for_every_ready_scenario([](const Scenario&, const Estimate& e) {
        Seconds last;
        for (const TimelineBlock& b : e.timeline.blocks) {
            CHECK(b.start <= b.end);
            if (b.stream != Stream::communication)
                last = std::max(last, b.end);
        }
        CHECK(last.value == Approx(e.timeline.span.value).epsilon(1e-9));
    });
}

TEST_CASE("Tokens of recomputed experts are sent again in the backward pass, and only there") {
    const auto calls = [](const char* recompute, std::string_view name) {
        const Estimate e = estimate(ready("mixtral-8x7b-64-gb200", {{"plan.recompute", recompute}}), Detail::lists);
        for (const CollectiveCost& c : e.communication)
            if (c.name == name)
                return c.calls_per_step;
        return 0.0;
    };
    for (const char* forward : {"ep-dispatch", "ep-combine"})
        CHECK(calls("full", forward) == calls("none", forward));
    for (const char* backward : {"ep-combine-gradient", "ep-dispatch-gradient"})
        CHECK(calls("full", backward) == 2 * calls("none", backward));
}

TEST_CASE("Removing a resource never lengthens the step, and the bound is the one that shortens it most") {
    for_every_ready_scenario([](const Scenario& s, const Estimate& e) {
        const Verdict v = advise(s, e);
        for (const Seconds without : v.step_without) {
            CHECK(without <= e.time.step);
            CHECK(v.step_without[std::size_t(v.bound)] <= without);
        }
    });
}

TEST_CASE("Every hint is legal, at most three, and better than the plan") {
    for_every_ready_scenario([](const Scenario& s, const Estimate& e) {
        const Verdict v = advise(s, e);
        CHECK(v.hints.size() <= 3);
        for (const Hint& h : v.hints) {
            INFO(h.text);
            std::vector<Setting> settings;
            for (const auto& [key, value] : h.set)
                settings.emplace_back(key, value.setting());
            const Estimate changed = estimate(with_settings(s, builtin_presets(), settings), Detail::numbers);
            CHECK(changed.legal());
            CHECK(changed.time.step == h.step);
            CHECK(changed.memory.peak == h.memory);
            if (e.fits)
                CHECK(changed.time.step < e.time.step);
        }
    });
}

TEST_CASE("An illegal plan still counts parameters and FLOPs, and nothing else") {
    const Estimate e = estimate(ready("deepseek-v3-published", {{"plan.tp", "3"}}));
    CHECK_FALSE(e.legal());
    CHECK(e.parameters.total == 671026404352.0);
    CHECK(e.memory.stages.empty());
    CHECK(e.time.step.value == 0);
}
