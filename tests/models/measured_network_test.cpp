// SPDX-License-Identifier: GPL-3.0-or-later
// The measured network: published nccl-tests curves over message size and number of nodes (cost-model section 5).
#include "models/collectives.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

#include <algorithm>
#include <cmath>

using namespace ridgepoint;

namespace {

constexpr double mebi = 1048576, gibi = 1024 * mebi;

/// The measured system itself: H100 nodes of 8 with EFA.
Network measured(std::string_view curves = "h100-efa") {
    Network n{NetworkModel::measured, gigabytes_per_second(365), gigabytes_per_second(50)};
    n.curves = builtin_presets().network_curves(curves);
    return n;
}

double bus_gbps(std::string_view curves, CurveKind kind, double message, double domains) {
    return builtin_presets().network_curves(curves)->read(kind, Bytes(message), domains)->bus.value / 1e9;
}

/// GB/s an all-reduce reaches on full nodes, as nccl-tests print it.
double all_reduce_bus(double message, int nodes) {
    const double n = 8.0 * nodes;
    return message * 2 * (n - 1) / n / all_reduce(Bytes(message), {8 * nodes, 8}, measured()).time.value / 1e9;
}

bool warns(const Estimate& e, std::string_view part) {
    return std::any_of(e.warnings.begin(), e.warnings.end(),
                       [&](const std::string& w) { return w.find(part) != std::string::npos; });
}

} // namespace

TEST_CASE("Published all-reduce bus bandwidth comes back: 480, 329 and 126 GB/s") {
    CHECK(all_reduce_bus(8 * gibi, 1) == Approx(480.02).epsilon(1e-4));
    CHECK(all_reduce_bus(8 * gibi, 16) == Approx(328.99).epsilon(1e-4));
    CHECK(all_reduce_bus(128 * mebi, 16) == Approx(126).epsilon(0.01));
}

TEST_CASE("Measured times come back as printed, to the last digit") {
    // nccl-tests of the Smol Training Playbook, 8 GiB
    CHECK(all_reduce(Bytes(8 * gibi), {32, 8}, measured()).time.value == Approx(46913e-6).epsilon(1e-9));
    CHECK(all_to_all(Bytes(8 * gibi), {128, 8}, measured()).time.value == Approx(189275e-6).epsilon(1e-9));
    CHECK(send_receive(Bytes(8 * gibi), {1, 0, 16}, measured()).time.value == Approx(404182e-6).epsilon(1e-9));
}

TEST_CASE("A bus bandwidth without sizes holds for every size, with the hops' latency on top") {
    CHECK(bus_gbps("ultra-scale", CurveKind::all_gather, 1e9, 8) == Approx(69.0));
    CHECK(bus_gbps("ultra-scale", CurveKind::reduce_scatter, 1e3, 64) == Approx(11.1));
    const Seconds big = all_gather(Bytes(1e10), {64, 8}, measured("ultra-scale")).time;
    CHECK(1e10 * 63 / 64 / big.value / 1e9 == Approx(69.0).epsilon(1e-3));
    CHECK(all_gather(Bytes(1), {64, 8}, measured("ultra-scale")).time.value > 1e-5);
}

TEST_CASE("Between measured node counts bandwidth lies between theirs") {
    const double four = bus_gbps("ultra-scale", CurveKind::all_reduce, 1e9, 4);
    const double eight = bus_gbps("ultra-scale", CurveKind::all_reduce, 1e9, 8);
    const double six = bus_gbps("ultra-scale", CurveKind::all_reduce, 1e9, 6);
    CHECK(six < four);
    CHECK(six > eight);
    // log-log: halfway in the logarithm is the geometric mean
    CHECK(bus_gbps("ultra-scale", CurveKind::all_reduce, 1e9, std::sqrt(32.0)) ==
          Approx(std::sqrt(four * eight)));
}

TEST_CASE("Between measured sizes bandwidth lies between theirs") {
    const double low = all_reduce_bus(64 * mebi, 4), high = all_reduce_bus(128 * mebi, 4);
    const double middle = all_reduce_bus(90 * mebi, 4);
    CHECK(middle > low);
    CHECK(middle < high);
}

TEST_CASE("Beyond the measured range a curve promises nothing better, and says so") {
    const Network net = measured();
    const Traffic most = all_reduce(Bytes(8 * gibi), {128, 8}, net);
    const Traffic larger = all_reduce(Bytes(16 * gibi), {128, 8}, net);
    CHECK(larger.time.value == Approx(2 * most.time.value));
    CHECK((larger.basis & basis_beyond_message) != 0);
    const Traffic wider = all_reduce(Bytes(8 * gibi), {1024, 8}, net);
    CHECK(wider.time >= most.time);
    CHECK((wider.basis & basis_beyond_domains) != 0);
    const Traffic tiny = all_reduce(Bytes(2), {128, 8}, net);
    CHECK(tiny.time.value == Approx(265.8e-6).epsilon(1e-3)); // as long as 8 bytes take
    CHECK((most.basis & (basis_beyond_message | basis_beyond_domains)) == 0);
}

TEST_CASE("One GPU a node moves on its NIC what eight share: an all-reduce takes no less than the NIC needs") {
    const Traffic one = all_reduce(Bytes(gibi), {16, 1}, measured());
    const Traffic eight = all_reduce(Bytes(gibi), {128, 8}, measured());
    CHECK(one.time > eight.time);
    CHECK(one.time.value > 2 * gibi * 15 / 16 / 50e9);
}

TEST_CASE("What was not measured is hierarchical, and the estimate says so") {
    const Network net = measured();
    Network model = net;
    model.model = NetworkModel::hierarchical;
    const Traffic t = all_gather(Bytes(1e9), {64, 8}, net);
    CHECK(t.time == all_gather(Bytes(1e9), {64, 8}, model).time);
    CHECK((t.basis & basis_no_curve) != 0);
    const Estimate e = estimate(ready("llama-3.1-405b-16384-h100", {{"cluster.network", "measured"}}), Detail::numbers);
    CHECK(warns(e, "the hierarchical model stands in"));
    CHECK_FALSE(warns(e, "over more GPUs than measured"));
    const Estimate replicas = estimate(ready("llama-3.1-405b-16384-h100", {{"cluster.network", "measured"},
                                                                           {"plan.zero", "0"}}),
                                       Detail::numbers);
    CHECK(warns(replicas, "all-reduce over more GPUs than measured")); // 128 nodes of 16 measured
}

TEST_CASE("Measured expert all-to-all counts one copy a token and node") {
    // "Insights into DeepSeek-V3": 50.58 GB/s on 64 ranks, FP8 dispatch; four copies of the tokens.
    const double tokens = 4096 * 7168.0;
    const Traffic t = limited_all_to_all(Bytes(tokens), 8, 4, {64, 8}, measured("h800-infiniband"),
                                         CurveKind::expert_dispatch);
    CHECK(4 * tokens / t.time.value / 1e9 == Approx(50.58).epsilon(0.05)); // the hops take the rest
    CHECK(t.scale_out.value == Approx(tokens * 3.5));
}

TEST_CASE("Many small gradient buckets cost visibly more than one merged call on measured curves") {
    const auto reduce = [](const char* bucket) {
        const Estimate e = estimate(ready("llama-3.1-405b-16384-h100",
                                          {{"cluster.network", "measured"}, {"plan.zero", "0"},
                                           {"plan.bucket_mb", bucket}}),
                                    Detail::numbers);
        const auto found = std::find_if(e.communication.begin(), e.communication.end(),
                                        [](const CollectiveCost& c) { return c.name == "dp-reduce"; });
        return found->time.value;
    };
    CHECK(reduce("25") > 2 * reduce("100000"));
}

TEST_CASE("Every accelerator's own curves are taken unless the scenario names others") {
    CHECK(ready("llama-3.1-405b-16384-h100").cluster.curves->id == "h100-efa");
    CHECK(ready("deepseek-v3-published").cluster.curves->id == "h800-infiniband");
    CHECK(ready("deepseek-v3-published", {{"cluster.curves", "ultra-scale"}}).cluster.curves->id == "ultra-scale");
    CHECK_FALSE(ready("deepseek-v3-published", {{"cluster.curves", "none"}}).cluster.curves);
    CHECK_FALSE(ready("llama-3.1-70b-64-gb200-fsdp").cluster.curves);
}

TEST_CASE("Curves described in a scenario are read, used and written again") {
    const char* own = R"({"name": "mine", "gpus_per_domain": 8, "scale_up_gbps": 450, "scale_out_gbps": 50, "curves": [
        {"collective": "all-gather", "domains": 4, "ranks": 32, "points": [[1024, 50], [1073741824, 20000]]},
        {"collective": "all-gather", "domains": 1, "ranks": 8, "bus_gbps": 300}]})";
    const Scenario s = ready("llama-3.1-8b-8-h100-fsdp", {{"cluster.network", "measured"}, {"cluster.curves", own}});
    CHECK(s.cluster.curves->read(CurveKind::all_gather, Bytes(1e6), 1)->bus.value == Approx(300e9));
    CHECK(scenario_from_json(scenario_to_json(s, builtin_presets()), builtin_presets(), "again") == s);
    CHECK(estimate(s, Detail::numbers).legal());
}

TEST_CASE("Half-said curves are refused by name") {
    const auto with = [](const char* curve) {
        return std::string(R"({"gpus_per_domain": 8, "scale_up_gbps": 450, "scale_out_gbps": 50, "curves": [)") + curve +
               "]}";
    };
    for (const char* curve : {R"({"collective": "all-gather", "domains": 4, "ranks": 32})",
                              R"({"collective": "all-gather", "domains": 4, "ranks": 2, "bus_gbps": 3})",
                              R"({"collective": "broadcast", "domains": 1, "ranks": 8, "bus_gbps": 3})",
                              R"({"collective": "all-gather", "domains": 1, "ranks": 8, "points": [[8, 1], [8, 2]]})",
                              R"({"collective": "all-gather", "domains": 1, "ranks": 8, "points": []})"}) {
        INFO(curve);
        CHECK_THROWS_AS(ready("deepseek-v3-published", {{"cluster.curves", with(curve)}}), InputError);
    }
    CHECK_THROWS_WITH(ready("deepseek-v3-published", {{"cluster.curves", "mine"}}),
                      Catch::Matchers::ContainsSubstring("cluster.curves") &&
                          Catch::Matchers::ContainsSubstring("h100-efa"));
}

TEST_CASE("A link without limit takes the measured collectives on it away too") {
    const Scenario s = ready("llama-3.1-405b-16384-h100", {{"cluster.network", "measured"}});
    WhatIf free;
    free.infinite_scale_out = true;
    CHECK(estimate(s, Detail::numbers, free).time.step < estimate(s, Detail::numbers).time.step);
}

TEST_CASE("A cluster with half the NIC takes twice as long beyond latency") {
    Network half = measured();
    half.curve_scale_out = 0.5;
    const double whole = all_reduce(Bytes(8 * gibi), {128, 8}, measured()).time.value;
    CHECK(all_reduce(Bytes(8 * gibi), {128, 8}, half).time.value == Approx(2 * whole).epsilon(0.01));
    CHECK(all_reduce(Bytes(8), {128, 8}, half).time.value == Approx(all_reduce(Bytes(8), {128, 8}, measured()).time.value));
}
