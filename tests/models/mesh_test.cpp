// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/mesh.hpp"

#include "models/rules.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

using namespace ridgepoint;
using mesh::Stop;
using mesh::Trade;

namespace {

/// A dense model that no degree of these tests is too large for.
Architecture wide_model() {
    Architecture model;
    model.name = "wide";
    model.layers = 3072;
    model.hidden = 3072 * 128;
    model.ffn = 4 * model.hidden;
    model.heads = model.kv_heads = 3072;
    model.head_dim = 128;
    model.vocab = 3072 * 32;
    return model;
}

Architecture mixture_model(int experts) {
    Architecture model = wide_model();
    model.moe = MoeShape{};
    model.moe->experts = experts;
    model.moe->top_k = 2;
    model.moe->ffn = 3072;
    return model;
}

Accelerator some_gpu() {
    Accelerator gpu;
    gpu.name = "some GPU";
    gpu.hbm = gib(80);
    gpu.hbm_bandwidth = gigabytes_per_second(3000);
    gpu.sms = 132;
    gpu.power_w = 700;
    gpu.datasheet[std::size_t(RateClass::bf16)] = teraflops(989);
    gpu.achievable = gpu.datasheet;
    gpu.scale_up = gpu.scale_up_achievable = gigabytes_per_second(200);
    gpu.scale_out = gpu.scale_out_achievable = gigabytes_per_second(50);
    return gpu;
}

/// Degrees 1 but for DP; a batch that every DP up to 6,144 divides.
Scenario on_gpus(int gpus) {
    Scenario scenario;
    scenario.model = wide_model();
    scenario.cluster.accelerator = some_gpu();
    scenario.cluster.gpus = gpus;
    scenario.plan.global_batch = 6144;
    scenario.plan.sequence = 6144;
    return scenario;
}

Scenario deepseek_like() {
    Scenario scenario = on_gpus(2048);
    scenario.model = mixture_model(256);
    scenario.model.layers = 64;
    scenario.plan.pp = 16;
    scenario.plan.ep = 64;
    scenario.plan.global_batch = 15360;
    return scenario;
}

std::vector<int> degrees(const std::vector<Stop>& stops) {
    std::vector<int> result;
    for (const Stop& stop : stops)
        result.push_back(stop.degree);
    return result;
}

const Stop& stop_at(const std::vector<Stop>& stops, int degree) {
    const auto found =
        std::find_if(stops.begin(), stops.end(), [degree](const Stop& stop) { return stop.degree == degree; });
    REQUIRE(found != stops.end());
    return *found;
}

std::int64_t ranks(const Scenario& scenario) {
    std::int64_t product = 1;
    for (const mesh::Segment& segment : mesh::segments(scenario))
        product *= segment.degree;
    return product;
}

} // namespace

TEST_CASE("Divisors are complete and ascending") {
    CHECK(mesh::divisors(1) == std::vector<int>{1});
    CHECK(mesh::divisors(8) == std::vector<int>{1, 2, 4, 8});
    CHECK(mesh::divisors(96) == std::vector<int>{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 96});
    CHECK(mesh::divisors(2048).size() == 12);
    CHECK(mesh::divisors(3072).size() == 22);
}

TEST_CASE("On any number of GPUs a segment can take every divisor of its product with DP") {
    for (const int gpus : {1, 8, 96, 2048, 3072}) {
        CAPTURE(gpus);
        const Scenario press = on_gpus(gpus);
        for (const Axis axis : {Axis::tp, Axis::cp, Axis::pp})
            CHECK(degrees(mesh::stops(press, axis, Trade::with_data_parallel)) == mesh::divisors(gpus));
    }
}

TEST_CASE("A trade keeps the product of the degrees at the number of GPUs") {
    for (const int gpus : {1, 8, 96, 2048, 3072}) {
        CAPTURE(gpus);
        Scenario press = on_gpus(gpus);
        press.plan.tp = gpus % 8 == 0 ? 4 : 1;
        press.plan.cp = gpus % 8 == 0 ? 2 : 1;
        for (const Axis axis : {Axis::tp, Axis::cp, Axis::dp, Axis::pp})
            for (const Trade trade : {Trade::with_data_parallel, Trade::with_neighbour})
                for (const Stop& stop : mesh::stops(press, axis, trade)) {
                    CHECK(ranks(stop.scenario) == gpus);
                    CHECK(stop.scenario.dp() > 0);
                    CHECK(mesh::degree(stop.scenario, axis) == stop.degree);
                    CHECK(mesh::degree(stop.scenario, mesh::payer(press, axis, trade)) == stop.partner);
                }
    }
}

TEST_CASE("A trade changes the two segments that trade and no other") {
    Scenario press = on_gpus(2048);
    press.plan.tp = 8;
    press.plan.cp = 2;
    press.plan.pp = 8;
    for (const Stop& stop : mesh::stops(press, Axis::tp, Trade::with_data_parallel)) {
        CHECK(stop.scenario.plan.cp == 2);
        CHECK(stop.scenario.plan.pp == 8);
    }
    for (const Stop& stop : mesh::stops(press, Axis::tp, Trade::with_neighbour)) {
        CHECK(stop.scenario.dp() == press.dp());
        CHECK(stop.scenario.plan.tp * stop.scenario.plan.cp == 16);
    }
}

TEST_CASE("DP's own edge trades with PP") {
    Scenario press = on_gpus(2048);
    press.plan.pp = 16;
    const auto stops = mesh::stops(press, Axis::dp, Trade::with_data_parallel);
    CHECK(degrees(stops) == mesh::divisors(2048));
    CHECK(stop_at(stops, 64).scenario.plan.pp == 32);
    CHECK(stop_at(stops, 64).scenario.plan.tp == 1);
}

TEST_CASE("With Shift the neighbour in placement order pays") {
    Scenario press = on_gpus(96);
    CHECK(mesh::payer(press, Axis::tp, Trade::with_neighbour) == Axis::cp);
    CHECK(mesh::payer(press, Axis::cp, Trade::with_neighbour) == Axis::dp);
    press.plan.order = {Axis::tp, Axis::pp, Axis::cp, Axis::ep, Axis::dp};
    CHECK(mesh::payer(press, Axis::tp, Trade::with_neighbour) == Axis::pp);
    CHECK(mesh::payer(press, Axis::tp, Trade::with_data_parallel) == Axis::dp);
}

TEST_CASE("Three, six and twelve are stops where the GPUs have a factor of three") {
    const auto stops = degrees(mesh::stops(on_gpus(96), Axis::tp, Trade::with_data_parallel));
    for (const int degree : {3, 6, 12})
        CHECK(std::count(stops.begin(), stops.end(), degree) == 1);
    const auto powers = degrees(mesh::stops(on_gpus(2048), Axis::tp, Trade::with_data_parallel));
    CHECK(std::count(powers.begin(), powers.end(), 3) == 0);
}

TEST_CASE("Stops lie at the logarithm of their degree") {
    for (const Stop& stop : mesh::stops(on_gpus(96), Axis::tp, Trade::with_data_parallel))
        CHECK(stop.log2_degree == Approx(std::log2(stop.degree)));
}

TEST_CASE("Segments follow the rank order and leave out the experts") {
    Scenario scenario = on_gpus(2048);
    scenario.plan.order = {Axis::tp, Axis::ep, Axis::pp, Axis::cp, Axis::dp};
    const auto segments = mesh::segments(scenario);
    REQUIRE(segments.size() == 4);
    CHECK(segments[0].axis == Axis::tp);
    CHECK(segments[1].axis == Axis::pp);
    CHECK(segments[3].axis == Axis::dp);
    CHECK(segments[3].degree == 2048);
    CHECK(segments[3].log2_length == Approx(11));
}

TEST_CASE("Every segment can be changed by some edge") {
    Scenario scenario = on_gpus(96);
    CHECK(mesh::edges(scenario) == std::vector<Axis>{Axis::tp, Axis::cp, Axis::dp});
    scenario.plan.order = {Axis::dp, Axis::pp, Axis::ep, Axis::tp, Axis::cp};
    CHECK(mesh::edges(scenario) == std::vector<Axis>{Axis::dp, Axis::pp, Axis::tp, Axis::cp});
    CHECK(mesh::payer(scenario, Axis::cp, Trade::with_neighbour) == Axis::tp);
}

TEST_CASE("A bar that is back where it was restores the plan, dependants too") {
    Scenario press = deepseek_like();
    press.plan.stage_layers.assign(16, 4);
    const auto stops = mesh::stops(press, Axis::dp, Trade::with_data_parallel);
    CHECK_FALSE(stop_at(stops, 32).scenario.plan == press.plan);
    CHECK(stop_at(stops, 128).scenario == press);
    CHECK(stop_at(stops, 128).followers.empty());
}

TEST_CASE("Where the drag began, even what was typed against the rules stays as it was") {
    Scenario press = deepseek_like();
    press.plan.ep = 48;
    REQUIRE_FALSE(violations(press).empty());
    const auto stops = mesh::stops(press, Axis::dp, Trade::with_data_parallel);
    CHECK(stop_at(stops, 128).scenario == press);
    CHECK(stop_at(stops, 64).scenario.plan.ep != 48);
}

TEST_CASE("The expert group shrinks to what is left of the stage, and the bar says so") {
    const auto stops = mesh::stops(deepseek_like(), Axis::dp, Trade::with_data_parallel);
    const Stop& stop = stop_at(stops, 32);
    CHECK(stop.scenario.plan.pp == 64);
    CHECK(stop.scenario.plan.ep == 32);
    CHECK(std::count(stop.followers.begin(), stop.followers.end(), "EP 64 → 32") == 1);
}

TEST_CASE("A dependant that stays legal does not move") {
    const auto stops = mesh::stops(deepseek_like(), Axis::dp, Trade::with_data_parallel);
    CHECK(stop_at(stops, 256).scenario.plan.ep == 64);
    CHECK(stop_at(stops, 256).followers.empty());
}

TEST_CASE("The ZeRO group shrinks with what it shards over") {
    Scenario press = deepseek_like();
    press.plan.zero = 3;
    press.plan.hsdp_group = 128;
    const auto stops = mesh::stops(press, Axis::dp, Trade::with_data_parallel);
    CHECK(stop_at(stops, 64).scenario.plan.hsdp_group == 64);
    CHECK(stop_at(stops, 256).scenario.plan.hsdp_group == 128);
}

TEST_CASE("Chunks that no longer fit the layers of a stage become fewer") {
    Scenario press = on_gpus(2048);
    press.model.layers = 64;
    press.plan.pp = 16;
    press.plan.vpp = 4;
    press.plan.schedule = Schedule::interleaved;
    press.plan.global_batch = 128 * 32;
    REQUIRE(violations(press).empty());
    const auto stops = mesh::stops(press, Axis::dp, Trade::with_data_parallel);
    CHECK(stop_at(stops, 64).scenario.plan.pp == 32);
    CHECK(stop_at(stops, 64).scenario.plan.vpp == 2);
}

TEST_CASE("A list of layers that no longer fits the stages gives way to the even split, and comes back") {
    Scenario press = deepseek_like();
    press.plan.stage_layers.assign(16, 4);
    const auto stops = mesh::stops(press, Axis::dp, Trade::with_data_parallel);
    CHECK(stop_at(stops, 256).scenario.plan.stage_layers.empty());
    CHECK_FALSE(stop_at(stops, 256).followers.empty());
    CHECK(stop_at(stops, 128).scenario.plan.stage_layers == press.plan.stage_layers);
}

TEST_CASE("Batch, micro-batch, sequence and model never change by themselves") {
    const Scenario press = deepseek_like();
    for (const Axis axis : {Axis::tp, Axis::cp, Axis::dp, Axis::pp})
        for (const Stop& stop : mesh::stops(press, axis, Trade::with_data_parallel)) {
            CHECK(stop.scenario.plan.global_batch == press.plan.global_batch);
            CHECK(stop.scenario.plan.micro_batch == press.plan.micro_batch);
            CHECK(stop.scenario.plan.sequence == press.plan.sequence);
            CHECK(stop.scenario.model == press.model);
        }
}

TEST_CASE("A batch that the replicas do not divide makes a hollow stop") {
    const auto stops = mesh::stops(deepseek_like(), Axis::dp, Trade::with_data_parallel);
    CHECK_FALSE(stop_at(stops, 2048).legal); // 15,360 sequences over 2,048 replicas
    CHECK(stop_at(stops, 128).legal);
}

TEST_CASE("A stop is solid exactly when its plan breaks no rule") {
    const Scenario press = deepseek_like();
    for (const Axis axis : {Axis::tp, Axis::cp, Axis::dp})
        for (const Stop& stop : mesh::stops(press, axis, Trade::with_data_parallel))
            CHECK(stop.legal == violations(stop.scenario).empty());
}

TEST_CASE("A plan that does not multiply out can be dragged back to one that does") {
    Scenario press = on_gpus(2048);
    press.plan.tp = 12;
    press.plan.pp = 16;
    REQUIRE(press.dp() == 0);
    CHECK(mesh::shown_dp(press) == 10);
    CHECK(mesh::idle_gpus(press) == 2048 - 12 * 10 * 16);
    const auto stops = mesh::stops(press, Axis::tp, Trade::with_data_parallel);
    CHECK(degrees(stops) == mesh::divisors(128));
    for (const Stop& stop : stops)
        CHECK(stop.scenario.dp() * stop.degree == 128);
}

TEST_CASE("More ranks than GPUs are counted as missing, not as idle") {
    Scenario scenario = on_gpus(8);
    scenario.plan.tp = 16;
    CHECK(mesh::shown_dp(scenario) == 1);
    CHECK(mesh::idle_gpus(scenario) == -8);
}

TEST_CASE("The nearest stop is the nearest in the logarithm, and the smaller of two") {
    const auto stops = mesh::stops(on_gpus(8), Axis::tp, Trade::with_data_parallel);
    CHECK(stops[mesh::nearest_stop(stops, 1.4)].degree == 2);
    CHECK(stops[mesh::nearest_stop(stops, 1.6)].degree == 4);
    CHECK(stops[mesh::nearest_stop(stops, 1.5)].degree == 2);
    CHECK(stops[mesh::nearest_stop(stops, -9)].degree == 1);
    CHECK(stops[mesh::nearest_stop(stops, 99)].degree == 8);
}

TEST_CASE("The expert bracket ends on divisors of TP·CP·DP, hollow where the experts do not divide") {
    Scenario press = deepseek_like();
    press.plan.pp = 1;
    const auto stops = mesh::expert_stops(press);
    CHECK(degrees(stops) == mesh::divisors(2048));
    CHECK_FALSE(stop_at(stops, 512).legal); // 256 experts
    CHECK(stop_at(stops, 64).scenario == press);
}

TEST_CASE("The expert bracket counts the expert-tensor ranks") {
    Scenario press = deepseek_like();
    press.plan.etp = 2;
    const auto stops = mesh::expert_stops(press);
    CHECK(degrees(stops) == mesh::divisors(64));
    CHECK(stop_at(stops, 64).log2_degree == Approx(7));
    CHECK(stop_at(stops, 32).partner == 2);
}

TEST_CASE("A dense model has no expert bracket to drag") {
    CHECK(mesh::expert_stops(on_gpus(2048)).empty());
}

TEST_CASE("The ZeRO bracket ends on divisors of CP·DP, the whole group is 0") {
    Scenario press = deepseek_like();
    press.plan.zero = 3;
    const auto stops = mesh::zero_group_stops(press);
    CHECK(degrees(stops) == mesh::divisors(128));
    CHECK(stop_at(stops, 128).scenario == press);
    CHECK(stop_at(stops, 32).scenario.plan.hsdp_group == 32);
    CHECK(stop_at(stops, 32).partner == 4);
    press.plan.zero = 0;
    CHECK(mesh::zero_group_stops(press).empty());
}

TEST_CASE("Another number of GPUs changes DP, and what depends on it follows") {
    const Scenario press = deepseek_like();
    const Scenario smaller = mesh::with_gpus(press, 512);
    CHECK(smaller.dp() == 32);
    CHECK(smaller.plan.pp == 16);
    CHECK(smaller.plan.ep == 32);
    CHECK(mesh::with_gpus(press, 2048) == press);
}

TEST_CASE("The numbers of GPUs on offer keep whole replicas and the present one") {
    Scenario press = deepseek_like();
    press.plan.tp = 4;
    const std::vector<int> offered = mesh::gpu_stops(press);
    CHECK(std::is_sorted(offered.begin(), offered.end()));
    CHECK(std::count(offered.begin(), offered.end(), 2048) == 1);
    for (const int gpus : offered)
        CHECK(gpus % (4 * 16) == 0);
}

TEST_CASE("An expert group reaches into as many NVLink domains as it has ranks for") {
    Scenario scenario = deepseek_like();
    CHECK(mesh::expert_domains(scenario) == 8);
    scenario.plan.ep = 4;
    CHECK(mesh::expert_domains(scenario) == 1);
}

TEST_CASE("Settling a legal plan changes nothing") {
    Scenario scenario = deepseek_like();
    REQUIRE(violations(scenario).empty());
    const Scenario before = scenario;
    CHECK(mesh::settle_dependants(scenario, before).empty());
    CHECK(scenario == before);
}
