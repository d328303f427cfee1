// SPDX-License-Identifier: GPL-3.0-or-later
// The host: what is offloaded or swapped leaves the GPU's memory and costs PCIe time.
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

using namespace ridgepoint;

namespace {

Estimate gpt(std::vector<Setting> settings) {
    return estimate(ready("gpt3-175b-megatron", settings));
}

double loss_of(const Estimate& e, std::string_view name) {
    for (const Loss& l : e.losses)
        if (l.name == name)
            return l.fraction;
    FAIL("no loss " << name);
    return 0;
}

} // namespace

TEST_CASE("An offloaded optimizer leaves the GPU and makes the step longer, less so over a faster link") {
    const Estimate here = gpt({}), there = gpt({{"plan.offload", "optimizer"}});
    const StageMemory &a = here.memory.stages[0], &b = there.memory.stages[0];
    CHECK(b.optimizer.value == 0);
    CHECK(b.host == a.optimizer);
    const auto tensors = [](const StageMemory& m) { return m.total() - m.framework; };
    CHECK(tensors(b).value == Approx((tensors(a) - a.optimizer).value));
    CHECK(there.time.optimizer > 2 * here.time.optimizer);
    CHECK(there.time.step > here.time.step);
}

TEST_CASE("Half the activations offloaded is half of them gone, but for two layers in transit") {
    const Estimate here = gpt({}), half = gpt({{"plan.offload", "activations"}, {"plan.offload_share", "0.5"}});
    CHECK(half.memory.stages[0].activations.value == Approx(here.memory.stages[0].activations.value / 2));
    CHECK(half.memory.stages[0].host.value == Approx(here.memory.stages[0].activations.value / 2));
    CHECK(half.memory.stages[0].buffers > here.memory.stages[0].buffers);
}

TEST_CASE("Swapping makes a plan fit that did not, at the price of host time that the losses show") {
    const std::vector<Setting> too_much{{"plan.recompute", "none"}, {"plan.vpp", "1"}, {"plan.schedule", "gpipe"}};
    const Estimate refused = gpt(too_much);
    std::vector<Setting> settings = too_much;
    settings.push_back({"host.swap", "true"});
    const Estimate swapped = gpt(settings);
    CHECK_FALSE(refused.fits);
    CHECK(swapped.fits);
    CHECK(swapped.time.host > refused.time.host);
    CHECK(loss_of(swapped, "host") > 0.01);
    CHECK(swapped.time.step > refused.time.step);
    const StepTime& t = swapped.time;
    CHECK((t.compute + t.exposed_communication + t.bubble + t.optimizer + t.host).value == Approx(t.step.value));
}

TEST_CASE("Swapping changes nothing where everything fits") {
    CHECK(gpt({{"host.swap", "true"}}).time.step == gpt({}).time.step);
}

TEST_CASE("Losses sum to what MFU leaves, with offload and with swapping") {
    for (const std::vector<Setting>& settings :
         {std::vector<Setting>{{"plan.offload", "all"}},
          std::vector<Setting>{{"host.swap", "true"}, {"plan.recompute", "none"}, {"plan.micro_batch", "8"}}}) {
        const Estimate e = gpt(settings);
        double sum = 0;
        for (const Loss& l : e.losses) {
            CHECK(l.fraction >= -1e-12);
            sum += l.fraction;
        }
        CHECK(sum == Approx(1 - e.throughput.mfu_causal).margin(1e-9));
    }
}
