// SPDX-License-Identifier: GPL-3.0-or-later
// What published runs and vendors' recipes say the best plans look like.
#include "models/planner/framework_limits.hpp"
#include "models/planner/planner.hpp"
#include "models/planner/why_not.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

#include <algorithm>

using namespace ridgepoint;
using Catch::Matchers::ContainsSubstring;

namespace {

PlannerResult best_ten(const Scenario& scenario, const PlanConstraints& constraints = {}) {
    PlannerRequest request;
    request.scenario = scenario;
    request.constraints = constraints;
    request.top = 10;
    return search_plans(request);
}

Scenario deepseek() {
    return ready("deepseek-v3-published");
}

/// One sequence a GPU.
Scenario llama_70b(const std::string& accelerator, const std::string& domain, int gpus) {
    return ready("llama-3.1-70b-64-gb200-fsdp",
                 {{"cluster.accelerator", accelerator}, {"cluster.gpus_per_domain", domain},
                  {"cluster.gpus", std::to_string(gpus)}, {"plan.global_batch", std::to_string(gpus)}});
}

/// Parameters sharded, no pipeline.
PricedPlan best_fsdp(const Scenario& scenario) {
    PlanConstraints c;
    c.pin(PlanAxis::pp, 1);
    c.pin(PlanAxis::zero, 3);
    const PlannerResult r = best_ten(scenario, c);
    REQUIRE(!r.best.empty());
    return r.best.front();
}

Estimate estimate_of(const Scenario& scenario, const PricedPlan& plan) {
    return estimate(planned(scenario, plan.key, PlanSpace(scenario, {}).policies()));
}

/// Of the step.
double exposed_share(const Scenario& scenario, const PricedPlan& plan) {
    const StepTime t = estimate_of(scenario, plan).time;
    return t.exposed_communication / t.step;
}

} // namespace

TEST_CASE("DeepSeek-V3 on 2,048 H800: the published plan is within 20 % of the best, and the program says what it loses",
          "[planner][known]") {
    const PlannerResult r = best_ten(deepseek());
    REQUIRE(r.best.size() == 10);
    const Estimate own = estimate(deepseek()), best = estimate_of(deepseek(), r.best.front());
    CHECK(own.time.step <= 1.2 * best.time.step);
    CHECK(best.time.step.value == r.best.front().step.value);
    CHECK(!why_not(own, best).differences.empty());
}

TEST_CASE("DeepSeek-V3 on 2,048 H800: the ten best plans are deep pipelines of expert-parallel stages with whole parameters",
          "[planner][known]") {
    for (const PricedPlan& plan : best_ten(deepseek()).best) {
        INFO("tp " << plan.key.tp << " pp " << plan.key.pp << " ep " << plan.key.ep << " zero " << plan.key.zero);
        CHECK(plan.key.pp >= 8);
        CHECK(plan.key.ep >= 8);
        CHECK(plan.key.tp <= 2);
        CHECK(plan.key.zero <= 1);
    }
}

TEST_CASE("DeepSeek-V3 on 2,048 H800: plain ZeRO-3 plans are in the picture, do not fit, and take seconds of network",
          "[planner][known]") {
    const Scenario scenario = deepseek();
    const std::vector<Recompute> policies = PlanSpace(scenario, {}).policies();
    const PlannerResult r = best_ten(scenario);
    int plain = 0;
    for (const PricedPlan& plan : r.dots) {
        if (plan.key.tp > 1 || plan.key.pp > 1 || plan.key.ep > 1 || plan.key.zero < 3)
            continue;
        ++plain;
        CHECK(!plan.fits);
        Seconds network;
        for (const CollectiveCost& c : estimate(planned(scenario, plan.key, policies)).communication)
            network += c.time;
        CHECK(network.value > 10);
    }
    CHECK(plain > 0);
}

TEST_CASE("Llama 3 405B on 16,384 H100 with Megatron's overlap: TP 8 with PP 8 to 16 is among the ten best",
          "[planner][known]") {
    const Scenario scenario = ready("llama-3.1-405b-16384-h100", {{"framework", "megatron"}});
    PlanConstraints offered;
    keep_to_framework(offered, "megatron");
    for (const PlanConstraints& constraints : {PlanConstraints{}, offered}) {
        const PlannerResult r = best_ten(scenario, constraints);
        CHECK(std::any_of(r.best.begin(), r.best.end(), [](const PricedPlan& p) {
            return p.key.tp == 8 && p.key.pp >= 8 && p.key.pp <= 16;
        }));
    }
}

TEST_CASE("Llama 3 70B in FP8: FSDP exposes twice the share on B200 nodes that it does on GB200 racks, where it is best",
          "[planner][known]") {
    for (const int gpus : {128, 256, 512}) {
        INFO(gpus << " GPUs");
        const Scenario nodes = llama_70b("b200", "8", gpus), racks = llama_70b("gb200", "72", gpus);
        const PricedPlan on_racks = best_fsdp(racks);
        CHECK(exposed_share(nodes, best_fsdp(nodes)) >= 2 * exposed_share(racks, on_racks));
        CHECK(on_racks.step <= 1.05 * best_ten(racks).best.front().step);
    }
}

TEST_CASE("Llama 3 70B in FP8: from 128 GPUs on vendors run pipelines on B200 nodes and FSDP on GB200 racks",
          "[planner][known]") {
    for (const int gpus : {128, 512}) {
        INFO(gpus << " GPUs");
        const PlanKey on_nodes = best_ten(llama_70b("b200", "8", gpus)).best.front().key,
                      on_racks = best_ten(llama_70b("gb200", "72", gpus)).best.front().key;
        CHECK(on_nodes.pp > 1);
        CHECK(on_nodes.zero < 3);
        CHECK(on_racks.pp == 1);
        CHECK(on_racks.zero == 3);
    }
}

TEST_CASE("where experts on NVLink alone are ahead of the published ones over nodes, the program says why",
          "[planner][known]") {
    // As many groups of experts as fit one node: what hides less on InfiniBand comes out ahead without pairs.
    const Scenario published = ready("deepseek-v3-published", {{"plan.schedule", "1f1b"}});
    Scenario narrow = published;
    narrow.plan.ep = 8;
    const Estimate of_published = estimate(published), of_narrow = estimate(narrow);
    CHECK(of_narrow.time.step < of_published.time.step);
    CHECK_THAT(expert_parallel_text(published, of_published, narrow, of_narrow),
               ContainsSubstring("EP 8 stays inside a scale-up domain") && ContainsSubstring("on InfiniBand"));
}
