// SPDX-License-Identifier: GPL-3.0-or-later
// Context parallelism: a ring, a gather, or heads exchanged for tokens; the same work, other traffic.
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

#include <algorithm>

using namespace ridgepoint;

namespace {

Estimate with(const char* kind, std::vector<Setting> settings = {}) {
    settings.insert(settings.end(), {{"plan.cp", "4"}, {"plan.cp_kind", kind}, {"plan.sequence", "32768"},
                                     {"plan.global_batch", "512"}});
    return estimate(ready("llama-3.1-405b-16384-h100", settings));
}

const CollectiveCost& forward_exchange(const Estimate& e) {
    return *std::find_if(e.communication.begin(), e.communication.end(),
                         [](const CollectiveCost& c) { return c.name == "cp-forward"; });
}

} // namespace

TEST_CASE("A ring and a gather of keys and values bring each rank the same bytes") {
    const Estimate ring = with("ring"), gather = with("all-gather");
    CHECK(forward_exchange(gather).bytes.value == Approx(forward_exchange(ring).bytes.value));
    CHECK(forward_exchange(ring).collective == Collective::send_receive);
    CHECK(forward_exchange(gather).collective == Collective::all_gather);
}

TEST_CASE("Exchanging heads moves queries, keys, values and context once, less a rank's own share") {
    const Estimate e = with("all-to-all");
    const CollectiveCost& c = forward_exchange(e);
    CHECK(c.collective == Collective::all_to_all);
    // Per token and TP rank: 16 query heads, 1 key and 1 value head that four ranks need, and 16 context heads.
    const double elements = (16 + 2 * 4 + 16) * 128.0;
    const double tokens_per_call = 32768.0 / 4;
    const double layers_of_a_rank = 126.0 / 16, micro_batches = 512.0 / 32;
    CHECK(c.bytes.value == Approx(elements * 2 * tokens_per_call * 3 / 4 * layers_of_a_rank * micro_batches));
}

TEST_CASE("Model FLOPs do not depend on how keys and values travel") {
    CHECK(with("ring").flops.model_per_step == with("all-to-all").flops.model_per_step);
}

TEST_CASE("Contiguous chunks leave the last context-parallel rank up to twice the causal work") {
    const auto attention = [](const Estimate& e) {
        double sum = 0;
        for (const OperatorCost& o : e.operators)
            if (o.kind == OperatorKind::attention)
                sum += o.flops.value * o.calls_per_step;
        return sum;
    };
    CHECK(attention(with("ring", {{"plan.cp_balanced", "false"}})) / attention(with("ring")) == Approx(2 - 1 / 4.0));
    CHECK(attention(with("all-to-all", {{"plan.cp_balanced", "false"}})) == Approx(attention(with("all-to-all"))));
}

TEST_CASE("A ring attends once a step and adds up what it got; a gather attends once and adds up nothing") {
    const auto time_of = [](const Estimate& e, auto&& wanted) {
        Seconds sum;
        for (const OperatorCost& o : e.operators)
            if (wanted(o))
                sum += o.time * o.calls_per_step;
        return sum;
    };
    const auto attention = [](const OperatorCost& o) { return o.kind == OperatorKind::attention; };
    const auto merge = [](const OperatorCost& o) { return o.name == "attention-merge"; };
    const Estimate ring = with("ring"), gather = with("all-gather");
    CHECK(time_of(ring, attention) > time_of(gather, attention)); // shorter rows of keys a call
    CHECK(time_of(ring, merge).value > 0);
    CHECK(time_of(gather, merge).value == 0);
}
