// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes per GPU and link of each collective (cost-model section 5), and where groups lie.
#include "models/collectives.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

using namespace ridgepoint;

namespace {

Network network(NetworkModel model) {
    return {model, gigabytes_per_second(160), gigabytes_per_second(50), false};
}

const Group sixteen_nodes{128, 8};
const Bytes tensor(1e9);

} // namespace

TEST_CASE("A hierarchical all-gather crosses the NIC once per domain, divided over its GPUs") {
    const Traffic t = all_gather(tensor, sixteen_nodes, network(NetworkModel::hierarchical));
    CHECK(t.scale_up.value == Approx(1e9 * 7 / 8));
    CHECK(t.scale_out.value == Approx(1e9 * (1 - 8.0 / 128) / 8));
}

TEST_CASE("On the flat network every byte received crosses the GPU's own NIC") {
    const Traffic t = all_gather(tensor, sixteen_nodes, network(NetworkModel::flat));
    CHECK(t.scale_up.value == 0);
    CHECK(t.scale_out.value == Approx(1e9 * 127 / 128));
}

TEST_CASE("A group inside one domain uses no NIC on any network") {
    for (const NetworkModel model : {NetworkModel::flat, NetworkModel::hierarchical}) {
        const Traffic t = all_gather(tensor, {8, 8}, network(model));
        CHECK(t.scale_out.value == 0);
        CHECK(t.scale_up.value == Approx(1e9 * 7 / 8));
        CHECK(t.link == Link::scale_up);
    }
}

TEST_CASE("An all-reduce moves twice an all-gather, once where the switch reduces") {
    Network net = network(NetworkModel::hierarchical);
    CHECK(all_reduce(tensor, sixteen_nodes, net).scale_out.value ==
          Approx(2 * all_gather(tensor, sixteen_nodes, net).scale_out.value));
    net.in_network_reduction = true;
    CHECK(all_reduce(tensor, sixteen_nodes, net).scale_out == all_gather(tensor, sixteen_nodes, net).scale_out);
}

TEST_CASE("An all-to-all sends each peer its share") {
    const Traffic t = all_to_all(tensor, {64, 8}, network(NetworkModel::hierarchical));
    CHECK(t.scale_up.value == Approx(1e9 * 7 / 64));
    CHECK(t.scale_out.value == Approx(1e9 * 56 / 64));
}

TEST_CASE("Node-limited routing sends one copy per node on the NIC and forwards it over NVLink") {
    const Traffic t = limited_all_to_all(tensor, 8, 4, {64, 8}, network(NetworkModel::hierarchical));
    CHECK(t.scale_out.value == Approx(1e9 * 3.5)); // 4 nodes of 8, 7/8 of them remote
    CHECK(t.scale_up.value == Approx(1e9 * 7));
}

TEST_CASE("A group of one moves nothing") {
    CHECK(all_gather(tensor, {1, 1}, network(NetworkModel::hierarchical)).total().value == 0);
    CHECK(all_to_all(tensor, {1, 1}, network(NetworkModel::flat)).time.value == 0);
}

TEST_CASE("More bandwidth never makes a collective slower") {
    for (const double up : {100.0, 200.0, 400.0}) {
        Network slow = network(NetworkModel::hierarchical), fast = slow;
        slow.scale_up = gigabytes_per_second(up);
        fast.scale_up = gigabytes_per_second(up * 2);
        CHECK(all_gather(tensor, sixteen_nodes, fast).time <= all_gather(tensor, sixteen_nodes, slow).time);
    }
}

TEST_CASE("Tensor parallelism innermost stays inside the NVLink domain") {
    const Layout l = layout_of(ready("llama-3.1-405b-16384-h100"));
    CHECK(l.tp.ranks == 8);
    CHECK(l.tp.inside_domain());
    CHECK(l.dense_shard.ranks == 128);
    CHECK(l.dense_shard.local == 1);
}

TEST_CASE("DeepSeek-V3's experts span eight nodes and its expert replicas, two a copy, none in common") {
    const Layout l = layout_of(ready("deepseek-v3-published"));
    CHECK(l.ep.ranks == 64);
    CHECK(l.ep.local == 8);
    CHECK(l.expert_shard.ranks == 2 * 2);
    CHECK(l.expert_shard.local == 1);
    CHECK(l.pipeline.remote_share == Approx(1));
}

TEST_CASE("In a domain of 72 a group of 128 places 64 ranks") {
    const Layout l = layout_of(ready("deepseek-v3-zero3", {{"cluster.gpus_per_domain", "72"}}));
    CHECK(l.dense_shard.local == 64);
}
