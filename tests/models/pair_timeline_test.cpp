// SPDX-License-Identifier: GPL-3.0-or-later
// A forward against a backward under DualPipe, part by part.
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

#include <algorithm>

using namespace ridgepoint;

namespace {

PairTimeline pair_of(std::vector<Setting> settings = {}) {
    return estimate(ready("deepseek-v3-published", settings), Detail::pictures).pair_timeline;
}

} // namespace

TEST_CASE("A pair has six compute parts and four transfers, none overlapping on its stream") {
    const PairTimeline t = pair_of();
    for (const Stream stream : {Stream::compute, Stream::communication}) {
        std::vector<TimelineBlock> on;
        std::copy_if(t.parts.begin(), t.parts.end(), std::back_inserter(on),
                     [&](const TimelineBlock& b) { return b.stream == stream; });
        CHECK(on.size() == (stream == Stream::compute ? 6U : 4U));
        for (std::size_t i = 1; i < on.size(); ++i)
            CHECK(on[i].start >= on[i - 1].end);
    }
    CHECK(t.communication_sms == 20);
    CHECK(t.compute_sms == 112);
}

TEST_CASE("The kernels fill the compute parts exactly") {
    const PairTimeline t = pair_of();
    double kernels = 0;
    for (const TimelineBlock& k : t.kernels)
        kernels += (k.end - k.start).value;
    CHECK(kernels == Approx(t.compute.value));
}

TEST_CASE("No transfer starts before the part whose output it sends, and none is awaited for nothing") {
    const PairTimeline t = pair_of();
    const auto part = [&](std::string_view name) {
        return *std::find_if(t.parts.begin(), t.parts.end(), [&](const auto& b) { return b.name == name; });
    };
    CHECK(part("ep-dispatch").start >= part("attention-forward").end);
    CHECK(part("mlp-forward").start >= part("ep-dispatch").end);
    CHECK(part("ep-combine").start >= part("mlp-forward").end);
    CHECK(part("mlp-backward").start >= part("ep-combine-gradient").end);
    CHECK(part("attention-backward").start >= part("ep-dispatch-gradient").end);
}

TEST_CASE("A slower network exposes what a pair no longer hides") {
    const auto exposed = [](const PairTimeline& t) {
        double sum = 0;
        for (const TimelineBlock& b : t.exposed)
            sum += (b.end - b.start).value;
        return sum;
    };
    CHECK(exposed(pair_of({{"cluster.scale_out_gbps", "10"}})) > exposed(pair_of()));
    CHECK(pair_of({{"plan.schedule", "1f1b"}}).parts.empty());
}

TEST_CASE("The layer shown is of the kind the model has most of, whichever rank is critical") {
    // With the prediction layer rank 0 is, which holds DeepSeek-V3's three dense layers.
    const Estimate e = estimate(ready("deepseek-v3-as-trained"), Detail::pictures);
    CHECK(e.pipeline.critical_rank == 0);
    CHECK(e.timeline.layer == LayerKind::moe);
    CHECK(e.pair_timeline.layer == LayerKind::moe);
}
