// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for every estimate: its parts are one whole.
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

TEST_CASE("The five parts of the step sum to the step") {
    for_every_ready_scenario([](const Scenario&, const Estimate& e) {
        const Seconds sum = e.time.compute + e.time.exposed_communication + e.time.bubble + e.time.optimizer +
                            e.time.host;
        CHECK(sum.value == Approx(e.time.step.value).epsilon(1e-9));
    });
}

TEST_CASE("Exposed collectives sum to the exposed communication, and none exposes more than it takes") {
    for_every_ready_scenario([](const Scenario&, const Estimate& e) {
        Seconds exposed;
        for (const CollectiveCost& c : e.communication) {
            exposed += c.exposed;
            CHECK(c.exposed.value <= c.time.value * (1 + 1e-9));
        }
        CHECK(exposed.value == Approx(e.time.exposed_communication.value).epsilon(1e-9).margin(1e-12));
    });
}

TEST_CASE("The operators' times sum to the compute of the critical rank") {
    for_every_ready_scenario([](const Scenario& s, const Estimate& e) {
        if (s.fidelity == Fidelity::speed_of_light)
            return;
        Seconds sum;
        for (const OperatorCost& op : e.operators)
            sum += op.time * op.calls_per_step;
        CHECK(sum.value == Approx(e.time.compute.value).epsilon(1e-9));
    });
}

TEST_CASE("The losses lead from the datasheet peak exactly to MFU, and none is negative") {
    for_every_ready_scenario([](const Scenario&, const Estimate& e) {
        double sum = 0;
        for (const Loss& l : e.losses) {
            INFO(l.name);
            CHECK(l.fraction >= -1e-12);
            sum += l.fraction;
        }
        CHECK(sum == Approx(1 - e.throughput.mfu_causal).epsilon(0).margin(1e-9));
    });
}

TEST_CASE("Leaving out lists changes no number") {
    for_every_ready_scenario([](const Scenario& s, const Estimate& e) {
        const Estimate numbers = estimate(s, Detail::numbers);
        CHECK(numbers.time.step == e.time.step);
        CHECK(numbers.memory.peak == e.memory.peak);
        CHECK(numbers.operators.empty());
        CHECK(numbers.pipeline_slots.empty());
    });
}

TEST_CASE("Speed of light is never slower than the detailed model") {
    for (const ReadyScenario& r : builtin_presets().scenarios) {
        INFO(r.id);
        const Estimate detailed = estimate(ready(r.id), Detail::numbers);
        const Estimate light = estimate(ready(r.id, {{"fidelity", "speed-of-light"}}), Detail::numbers);
        CHECK(light.time.step <= detailed.time.step);
        CHECK(light.achievable.step >= light.datasheet.step);
    }
}

TEST_CASE("The fullest rank is the peak, and whether it fits follows from it") {
    for_every_ready_scenario([](const Scenario&, const Estimate& e) {
        Bytes most;
        for (const StageMemory& stage : e.memory.stages)
            most = std::max(most, stage.total());
        CHECK(e.memory.peak == most);
        CHECK(e.fits == (most <= e.memory.capacity));
    });
}

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
