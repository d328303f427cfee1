// SPDX-License-Identifier: GPL-3.0-or-later
// What a forward and a backward that run together hide of each other's traffic, and what not.
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

#include <algorithm>

using namespace ridgepoint;

namespace {

Estimate run(const std::vector<Setting>& settings) {
    return estimate(ready("deepseek-v3-published", settings));
}

Seconds exposed(const Estimate& e, Parallelism parallelism) {
    Seconds sum;
    for (const CollectiveCost& c : e.communication)
        if (c.parallelism == parallelism)
            sum += c.exposed;
    return sum;
}

const CollectiveCost& collective(const Estimate& e, std::string_view name) {
    return *std::find_if(e.communication.begin(), e.communication.end(), [&](const auto& c) { return c.name == name; });
}

} // namespace

TEST_CASE("DualPipe's pairs expose tensor-parallel exchanges as 1F1B does", "[pair]") {
    const std::vector<Setting> tp{{"plan.tp", "2"}, {"plan.sequence_parallel", "true"}};
    std::vector<Setting> plain = tp;
    plain.push_back({"plan.schedule", "1f1b"});
    const Estimate pairs = run(tp), alone = run(plain);
    CHECK(exposed(pairs, Parallelism::tp).value > 0);
    CHECK(exposed(pairs, Parallelism::tp) / collective(pairs, "tp-forward").time >=
          0.99 * (exposed(alone, Parallelism::tp) / collective(alone, "tp-forward").time));
    CHECK(pairs.time.step > run({}).time.step - exposed(run({}), Parallelism::ep)); // nothing is free
}

TEST_CASE("gathers of sharded parameters share the communication stream of a pair", "[pair]") {
    const Estimate whole = run({}), sharded = run({{"plan.zero", "3"}});
    // At one sequence a micro-batch the gathers alone take longer than the compute.
    CHECK(collective(sharded, "expert-gather-forward").time.value > 0);
    CHECK(sharded.time.step > whole.time.step);
    Seconds traffic;
    for (const CollectiveCost& c : sharded.communication)
        if (c.parallelism == Parallelism::ep || c.name.starts_with("zero3") || c.name.starts_with("expert-gather") ||
            c.name == "expert-reduce")
            traffic += c.time;
    CHECK(sharded.time.step >= 0.9 * traffic);
}

TEST_CASE("interleaved with one chunk hides no transfer that 1F1B does not", "[pair]") {
    const std::vector<Setting> plain{{"plan.schedule", "1f1b"}, {"plan.vpp", "1"}},
        interleaved{{"plan.schedule", "interleaved"}, {"plan.vpp", "1"}};
    CHECK(run(interleaved).time.step.value == run(plain).time.step.value);
}

TEST_CASE("on one node DualPipe's two copies reduce over NVLink only", "[pair]") {
    const Estimate e = estimate(ready("llama-3.1-8b-8-h100-fsdp", {{"plan.pp", "2"}, {"plan.schedule", "dualpipe"},
                                                                   {"plan.zero", "1"}, {"plan.recompute", "full"},
                                                                   {"plan.micro_batch", "1"}, {"plan.global_batch", "64"}}));
    REQUIRE(e.legal());
    for (const CollectiveCost& c : e.communication)
        CHECK(c.scale_out_bytes.value == 0);
}

TEST_CASE("under ZeRO-3 both passes of a pair hold gathered layers of their own", "[pair]") {
    const auto gathered = [](const char* schedule) {
        const std::vector<Setting> whole{{"plan.schedule", schedule}, {"plan.zero", "1"}},
            sharded{{"plan.schedule", schedule}, {"plan.zero", "3"}, {"plan.reduce_format", "bf16"}};
        return (run(sharded).memory.stages[1].buffers - run(whole).memory.stages[1].buffers).value;
    };
    // Alone two gathered layers, the second ahead, and one layer's gradients in the same format; in pairs four and one.
    CHECK(gathered("dualpipe") == Approx(gathered("1f1b") * 5 / 3));
}
