// SPDX-License-Identifier: GPL-3.0-or-later
// What a network's shape does: sizes of scale-up domains, pods, rails, placement orders (cost-model section 5).
#include "models/collectives.hpp"
#include "models/constants.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

using namespace ridgepoint;

namespace {

const Bytes tensor(1e9);

Network network(double oversubscription = 1) {
    Network n{NetworkModel::hierarchical, gigabytes_per_second(400), gigabytes_per_second(50)};
    n.oversubscription = oversubscription;
    return n;
}

/// 256 GPUs a pod, nodes of 8.
const Group four_pods{1024, 8, 256};

/// Network over compute at achievable rates, under speed of light: the step's bytes on either link and FLOPs.
struct Ratios {
    double scale_up, scale_out;
};
Ratios network_over_compute(const char* accelerator, const char* domain) {
    // One sequence of 8,192 tokens a GPU, FP8 GEMMs, BF16 gathers twice and BF16 reduce-scatter once, nothing kept.
    const Scenario s = ready("llama-3.1-70b-64-gb200-fsdp",
                             {{"cluster.accelerator", accelerator}, {"cluster.gpus", "512"},
                              {"cluster.gpus_per_domain", domain}, {"plan.global_batch", "512"},
                              {"plan.sequence", "8192"}, {"plan.micro_batch", "1"}, {"plan.hsdp_group", "0"},
                              {"precision", "fp8"}, {"plan.gather_format", "bf16"}, {"plan.reduce_format", "bf16"},
                              {"plan.reshard_after_forward", "true"}, {"fidelity", "speed-of-light"}});
    const SpeedOfLight l = estimate(s, Detail::numbers).achievable;
    return {l.scale_up / l.compute, l.scale_out / l.compute};
}

Layout layout_with(std::vector<Setting> settings) {
    return layout_of(ready("llama-3.1-405b-16384-h100", settings));
}

} // namespace

TEST_CASE("FSDP of Llama 3 70B on 512 GPUs waits 0.97 of its compute for the NIC with domains of 8") {
    const Ratios r = network_over_compute("b200", "8");
    CHECK(r.scale_out == Approx(0.97).epsilon(0.01));
    CHECK(r.scale_up < r.scale_out);
}

TEST_CASE("With domains of 64 or 72 NVLink takes over, at 0.43 of compute") {
    for (const char* domain : {"64", "72"}) { // 64 of 72 are placed
        const Ratios r = network_over_compute("b200", domain);
        CHECK(r.scale_up == Approx(0.43).epsilon(0.01));
        CHECK(r.scale_out < 0.15);
    }
    // GB200 computes 5 % faster on the same links.
    CHECK(network_over_compute("gb200", "72").scale_up == Approx(0.43 * 3615 / 3432).epsilon(0.01));
}

TEST_CASE("Gathers that hide behind compute take SMs and HBM from it") {
    const Estimate e = estimate(ready("llama-3.1-70b-64-gb200-fsdp"), Detail::lists);
    for (const CollectiveCost& c : e.communication)
        if (c.name.starts_with("zero3")) {
            INFO(c.name);
            CHECK(c.exposed >= 0.999 * (1 - constants::dp_overlap_share) * c.time);
            CHECK(c.exposed <= 0.5 * c.time); // on a rack they fit
        }
}

TEST_CASE("A larger domain never puts more on the NIC") {
    double before = 1e9;
    for (const char* domain : {"4", "8", "16", "36", "64", "72"}) {
        const double now = network_over_compute("b200", domain).scale_out;
        INFO("domain of " << domain);
        CHECK(now <= before);
        before = now;
    }
}

TEST_CASE("Domains of 4, 8, 16, 36, 64 and 72 hold the largest divisor of a group that fits") {
    const auto local = [](const char* domain) {
        return layout_of(ready("deepseek-v3-zero3", {{"cluster.gpus_per_domain", domain}})).dense_shard.local;
    };
    CHECK(local("4") == 4);
    CHECK(local("8") == 8);
    CHECK(local("16") == 16);
    CHECK(local("36") == 32);
    CHECK(local("64") == 64);
    CHECK(local("72") == 64);
}

TEST_CASE("Beyond a pod a gather moves S(1 - P/n)/P and an all-to-all S(n - P)/n") {
    CHECK(all_gather(tensor, four_pods, network()).beyond_pod.value == Approx(1e9 * 0.75 / 256));
    CHECK(all_to_all(tensor, four_pods, network()).beyond_pod.value == Approx(1e9 * 0.75));
    CHECK(all_to_all(tensor, {256, 8, 256}, network()).beyond_pod.value == 0);
    CHECK(send_receive(tensor, {1, 0.25, 4}, network()).beyond_pod.value == Approx(0.25e9));
}

TEST_CASE("Oversubscription slows what leaves the pod and nothing else") {
    const double factor = 4;
    const Traffic plain = all_to_all(tensor, four_pods, network());
    const Traffic narrow = all_to_all(tensor, four_pods, network(factor));
    const double latency = plain.time.value - plain.scale_out.value / 50e9;
    CHECK(narrow.time.value - latency == Approx(factor * 0.75e9 / 50e9));
    // 3 MB of a gather leave the pod, 124 MB the node: four times 3 still hide behind them.
    CHECK(all_gather(tensor, four_pods, network(factor)).time == all_gather(tensor, four_pods, network()).time);
    CHECK(all_to_all(tensor, {256, 8, 256}, network(factor)).time == all_to_all(tensor, {256, 8, 256}, network()).time);
    CHECK(send_receive(tensor, {1, 0, 4}, network(factor)).time == send_receive(tensor, {1, 0, 4}, network()).time);
    CHECK(send_receive(tensor, {1, 0.25, 4}, network(factor)).time.value == Approx(4 * 1e9 / 50e9).epsilon(1e-3));
}

TEST_CASE("Without pods oversubscription divides all scale-out bandwidth, with pods only what lies beyond") {
    const Scenario all = ready("deepseek-v3-published", {{"cluster.oversubscription", "2"}});
    CHECK(network_of(all, Ceilings::achievable).scale_out.value == Approx(25e9));
    const Scenario pods = ready("deepseek-v3-published",
                                {{"cluster.oversubscription", "2"}, {"cluster.gpus_per_pod", "512"}});
    CHECK(network_of(pods, Ceilings::achievable).scale_out.value == Approx(50e9));
    CHECK(estimate(pods, Detail::numbers).time.step < estimate(all, Detail::numbers).time.step);
}

TEST_CASE("A pod as large as the cluster changes nothing") {
    const Scenario plain = ready("deepseek-v3-published");
    const Scenario pod = ready("deepseek-v3-published", {{"cluster.gpus_per_pod", "2048"}});
    CHECK(estimate(pod, Detail::numbers).time.step == estimate(plain, Detail::numbers).time.step);
}

TEST_CASE("Groups find their place in the pods: data parallelism outside the pipeline leaves them") {
    const Layout l = layout_with({{"cluster.gpus_per_pod", "3072"}});
    CHECK(l.tp.pods() == 1);
    CHECK(l.dense_shard.pods() == 1);        // 128 x TP 8 = 1,024 neighbouring GPUs
    CHECK(l.pipeline.beyond_share == Approx(7.0 / 15)); // two stages a pod of 3,072: eight pods in a chain of 16
    CHECK(l.pipeline.remote_share == 1);
}

TEST_CASE("On rails an all-to-all to other rails goes over NVLink first") {
    Network rails = network();
    rails.rails = true;
    const Group g{64, 8};
    CHECK(all_to_all(tensor, g, rails).scale_up.value == Approx(1e9 * 7 / 8));
    CHECK(all_to_all(tensor, g, network()).scale_up.value == Approx(1e9 * 7 / 64));
    CHECK(all_to_all(tensor, g, rails).scale_out == all_to_all(tensor, g, network()).scale_out);
    CHECK(all_to_all(tensor, {8, 8}, rails).scale_up == all_to_all(tensor, {8, 8}, network()).scale_up);
}

TEST_CASE("Neighbours on a rail are one leaf apart: 2.8 µs a hop instead of 3.7") {
    Network rails = network();
    rails.rails = true;
    const auto latency = [](Group g, const Network& n) { return all_gather(Bytes(1e-3), g, n).time.value; };
    CHECK(latency({16, 1}, network()) == Approx(4 * 3.7e-6).epsilon(1e-6));
    CHECK(latency({16, 1}, rails) == Approx(4 * 2.8e-6).epsilon(1e-6));
    CHECK(latency({16, 1, 4}, rails) == Approx(2 * 2.8e-6 + 2 * 3.7e-6).epsilon(1e-6)); // two hops between pods
}

TEST_CASE("Latency grows with the ranks and vanishes beside big messages") {
    double before = 0;
    for (const int domains : {2, 16, 128, 1024}) {
        const double now = all_gather(Bytes(8), {8 * domains, 8}, network()).time.value;
        CHECK(now > before);
        before = now;
    }
    const double big = all_gather(Bytes(8e9), {8192, 8}, network()).time.value;
    CHECK(before / big < 0.01);
}

TEST_CASE("A switch that adds halves what an all-reduce sends on the NIC, not what it sends inside a domain") {
    Network adds = network();
    adds.in_network_reduction = true;
    const Group g{128, 8};
    CHECK(all_reduce(tensor, g, adds).scale_out.value == Approx(all_reduce(tensor, g, network()).scale_out.value / 2));
    CHECK(all_reduce(tensor, g, adds).scale_up == all_reduce(tensor, g, network()).scale_up);
    CHECK(all_reduce(tensor, {8, 8}, adds).time == all_reduce(tensor, {8, 8}, network()).time);
    CHECK(all_gather(tensor, g, adds).time == all_gather(tensor, g, network()).time);
    const auto reduction = [](const char* adds_in_switch) {
        const Estimate e = estimate(ready("llama-3.1-405b-16384-h100",
                                          {{"plan.zero", "0"}, {"cluster.in_network_reduction", adds_in_switch}}),
                                    Detail::numbers);
        double time = 0;
        for (const CollectiveCost& c : e.communication)
            if (c.name == "dp-reduce")
                time += c.time.value;
        return time;
    };
    CHECK(reduction("true") == Approx(reduction("false") / 2).epsilon(0.02));
}

TEST_CASE("With the pipeline innermost stages share a domain and tensor parallelism leaves it") {
    const Layout usual = layout_with({});
    CHECK(usual.tp.inside_domain());
    CHECK(usual.pipeline.remote_share == 1);
    const Layout inner = layout_with({{"plan.order", "pp-tp-cp-ep-dp"}});
    CHECK(inner.tp.local == 1);
    CHECK(inner.pipeline.remote_share == Approx(1.0 / 15)); // 16 stages over two nodes: one of 15 boundaries
}

TEST_CASE("Data parallelism inside the pipeline has its ranks nearer than outside") {
    const auto shard = [](const char* order) {
        return layout_with({{"plan.order", order}, {"plan.tp", "2"}, {"plan.pp", "4"}, {"cluster.gpus", "1024"},
                            {"plan.global_batch", "2048"}})
            .dense_shard;
    };
    CHECK(shard("tp-cp-ep-dp-pp").local == 4);
    CHECK(shard("tp-cp-ep-pp-dp").local == 1);
    CHECK(shard("tp-cp-ep-dp-pp").ranks == shard("tp-cp-ep-pp-dp").ranks);
}

TEST_CASE("Expert replicas lie outside the experts, and both inside one stage wherever the pipeline stands") {
    const auto experts = [](const char* order) {
        const Layout l = layout_of(ready("deepseek-v3-published", {{"plan.order", order}}));
        return std::pair(l.ep, l.expert_shard);
    };
    const auto [usual, usual_replicas] = experts("tp-cp-ep-dp-pp");
    CHECK((usual.ranks == 64 && usual.local == 8 && usual_replicas.local == 1));
    // With the pipeline inside, neighbouring ranks of a stage are 16 GPUs apart: no two in one node.
    const auto [apart, apart_replicas] = experts("pp-tp-cp-ep-dp");
    CHECK((apart.ranks == 64 && apart.local == 1 && apart_replicas.local == 1));
}

TEST_CASE("Expert-tensor parallelism gathers the routed tokens over an expert's slices and sums their outputs") {
    const auto costs = [](const char* etp) {
        const Estimate e = estimate(ready("mixtral-8x7b-64-gb200",
                                          {{"cluster.accelerator", "h100-sxm"}, {"cluster.gpus_per_domain", "8"},
                                           {"plan.tp", "2"}, {"plan.ep", "4"}, {"plan.etp", etp},
                                           {"plan.recompute", "none"}}),
                                    Detail::numbers);
        REQUIRE(e.legal());
        return e;
    };
    const auto find = [](const Estimate& e, std::string_view name) -> const CollectiveCost* {
        for (const CollectiveCost& c : e.communication)
            if (c.name == name)
                return &c;
        return nullptr;
    };
    const Estimate whole = costs("1"), sliced = costs("2");
    CHECK(find(whole, "etp-forward") == nullptr);
    const CollectiveCost* forward = find(sliced, "etp-forward");
    const CollectiveCost* backward = find(sliced, "etp-backward");
    REQUIRE(forward != nullptr);
    REQUIRE(backward != nullptr);
    const Scenario s = ready("mixtral-8x7b-64-gb200");
    // Per micro-batch and layer: the tokens this rank routes, top-2, from 2 ranks, half of them received; twice.
    const double routed = s.tokens_per_step() / sliced.parallel.dp / 2; // TP 2
    const double bytes = bytes_per_element(s.precision.dispatch) + bytes_per_element(s.precision.combine);
    CHECK(forward->bytes.value == Approx(s.model.layers * routed * 2 * s.model.hidden * bytes));
    CHECK(forward->scale_out_bytes.value == 0); // innermost: inside the node
    CHECK(backward->bytes == forward->bytes);
    CHECK(forward->ranks == 2);
    CHECK(forward->exposed.value > 0);
}

TEST_CASE("The expert mesh folds over the attention mesh: its degrees do not depend on TP") {
    const auto layout = [](const char* tp, const char* etp) {
        return layout_of(ready("mixtral-8x7b-64-gb200", {{"plan.tp", tp}, {"plan.etp", etp}, {"plan.ep", "8"}}));
    };
    CHECK((layout("4", "1").ep.ranks == 8 && layout("4", "1").edp == 8));
    CHECK((layout("1", "2").etp.ranks == 2 && layout("1", "2").edp == 4));
    CHECK(layout("4", "2").tp.ranks == 4);
    CHECK(layout("4", "2").etp.inside_domain());
}
