// SPDX-License-Identifier: GPL-3.0-or-later
// The planner against plain estimates of every combination on small clusters.
#include "models/planner/framework_limits.hpp"
#include "models/planner/planner.hpp"
#include "models/rule.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"
#include "tests/models/ready_scenarios.hpp"

#include <algorithm>
#include <set>
#include <utility>

using namespace ridgepoint;

namespace {

/// Every combination by plain loops, asked for its rules and estimated one by one.
struct Everything {
    std::vector<PricedPlan> legal;
    std::uint64_t considered = 0, illegal = 0;
};

std::vector<int> divisors(int n) {
    std::vector<int> list;
    for (int d = 1; d <= n; ++d)
        if (n % d == 0)
            list.push_back(d);
    return list;
}

class Loops {
public:
    Loops(const Scenario& scenario, std::vector<Recompute> policies)
        : scenario_(scenario), policies_(std::move(policies)) {}

    Everything run() {
        const int gpus = scenario_.cluster.gpus;
        for (key_.tp = 1; key_.tp <= scenario_.cluster.gpus_per_domain; ++key_.tp)
            for (key_.pp = 1; key_.pp <= gpus; ++key_.pp)
                for (key_.cp = 1; key_.cp <= gpus; ++key_.cp)
                    if (gpus % (key_.tp * key_.pp * key_.cp) == 0)
                        experts();
        return std::move(all_);
    }

private:
    void experts() {
        const int ranks = scenario_.cluster.gpus / key_.pp;
        for (key_.ep = 1; key_.ep <= (scenario_.model.moe ? ranks : 1); ++key_.ep)
            for (key_.etp = 1; key_.etp <= (scenario_.model.moe ? ranks : 1); ++key_.etp)
                if (ranks % (key_.ep * key_.etp) == 0 && key_.tp % key_.etp == 0)
                    batches();
    }
    void batches() {
        const int dp = scenario_.cluster.gpus / (key_.tp * key_.pp * key_.cp);
        const int share = scenario_.plan.global_batch % dp == 0 ? scenario_.plan.global_batch / dp : 1;
        for (const int batch : divisors(share)) {
            if (batch > 8 && (batch & (batch - 1)) != 0)
                continue;
            for (const bool on : {false, true})
                for (int policy = 0; policy < int(policies_.size()); ++policy) {
                    key_.micro_batch = batch;
                    key_.sequence_parallel = on;
                    key_.recompute = policy;
                    if (!on || key_.tp > 1)
                        schedules();
                }
        }
    }
    void schedules() {
        for (int s = 0; s <= int(Schedule::dualpipev); ++s) {
            key_.schedule = Schedule(s);
            if (key_.pp == 1 && key_.schedule != Schedule::one_f_one_b)
                continue;
            const bool chunks = key_.schedule == Schedule::interleaved;
            for (key_.vpp = chunks ? 2 : 1; key_.vpp <= (chunks ? scenario_.model.layers / key_.pp : 1); ++key_.vpp)
                if (!chunks || smaller_chunks())
                    shardings();
        }
    }
    /// Than with one chunk less a rank.
    [[nodiscard]] bool smaller_chunks() const {
        const int layers = (scenario_.model.layers + key_.pp - 1) / key_.pp;
        return (layers + key_.vpp - 1) / key_.vpp < (layers + key_.vpp - 2) / (key_.vpp - 1);
    }
    void shardings() {
        const int ranks = scenario_.cluster.gpus / (key_.tp * key_.pp);
        const bool one_micro_batch = scenario_.plan.global_batch * key_.cp == ranks * key_.micro_batch;
        for (key_.zero = 0; key_.zero <= 3; ++key_.zero)
            for (key_.hsdp_group = 0; key_.hsdp_group < ranks; ++key_.hsdp_group) {
                const bool group = key_.hsdp_group > 1 && ranks % key_.hsdp_group == 0 &&
                                   key_.hsdp_group * key_.tp >= scenario_.cluster.gpus_per_domain;
                const bool adds_up = key_.zero == 2 && !one_micro_batch;
                if (!adds_up && (key_.hsdp_group == 0 || (group && key_.zero > 0)))
                    price();
                if (key_.zero == 0)
                    break;
            }
    }
    void price() {
        const Scenario s = planned(scenario_, key_, policies_);
        ++all_.considered;
        if (!violations(s).empty()) {
            ++all_.illegal;
            return;
        }
        const Estimate e = estimate(s, Detail::numbers);
        all_.legal.push_back({key_, e.time.step, e.memory.peak, e.fits, false});
    }

    const Scenario& scenario_;
    const std::vector<Recompute> policies_;
    PlanKey key_;
    Everything all_;
};

/// Small enough to estimate everything: a model of few layers on few GPUs.
Scenario small_dense() {
    return ready("llama-3.1-8b-8-h100-fsdp", {{"model.layers", "6"}, {"plan.global_batch", "12"}, {"cluster.gpus", "8"},
                                              {"cluster.gpus_per_domain", "4"}, {"framework", "megatron"},
                                              {"plan.offload", "activations"}});
}
Scenario small_experts() {
    return ready("mixtral-8x7b-64-gb200", {{"model.layers", "4"}, {"plan.global_batch", "8"}, {"cluster.gpus", "8"},
                                           {"cluster.gpus_per_domain", "4"}, {"plan.pp", "1"}, {"plan.tp", "1"},
                                           {"plan.ep", "1"}, {"plan.vpp", "1"}});
}
Scenario small_latent() {
    return ready("deepseek-v3-published",
                 {{"model.layers", "5"}, {"model.moe.experts", "8"}, {"model.moe.dense_first", "1"},
                  {"plan.global_batch", "8"}, {"cluster.gpus", "8"}, {"cluster.gpus_per_domain", "4"},
                  {"plan.stage_layers", "[2,2,1,0]"}, {"plan.pp", "4"}, {"model.mtp_layers", "1"},
                  {"plan.mtp", "true"}});
}

std::vector<Recompute> policies_of(const Scenario& s) {
    PlannerRequest request;
    request.scenario = s;
    return PlanSpace(s, {}).policies();
}

std::vector<PricedPlan> best_of(std::vector<PricedPlan> plans, Objective objective, std::size_t most) {
    std::erase_if(plans, [](const PricedPlan& p) { return !p.fits; });
    std::sort(plans.begin(), plans.end(),
              [&](const PricedPlan& a, const PricedPlan& b) { return better(a, b, objective); });
    plans.resize(std::min(most, plans.size()));
    return plans;
}

bool dominated(const PricedPlan& p, const std::vector<PricedPlan>& plans) {
    return std::any_of(plans.begin(), plans.end(), [&](const PricedPlan& q) {
        return q.fits && q.step <= p.step && q.memory <= p.memory &&
               (q.step < p.step || q.memory < p.memory || q.key < p.key);
    });
}

void same_plans(const std::vector<PricedPlan>& found, const std::vector<PricedPlan>& expected) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK(found[i].key == expected[i].key);
        CHECK(found[i].step.value == expected[i].step.value);
        CHECK(found[i].memory.value == expected[i].memory.value);
    }
}

void check_exact(const Scenario& scenario) {
    const Everything all = Loops(scenario, policies_of(scenario)).run();
    CHECK(all.legal.size() > 500);
    std::vector<PricedPlan> front;
    for (const PricedPlan& p : all.legal)
        if (p.fits && !dominated(p, all.legal))
            front.push_back(p);
    std::sort(front.begin(), front.end(), [](const auto& a, const auto& b) { return a.memory < b.memory; });
    for (const bool exhaustive : {false, true})
        for (const Objective objective : {Objective::step, Objective::memory})
            for (const unsigned threads : {1u, 3u}) {
                PlannerRequest request;
                request.scenario = scenario;
                request.exhaustive = exhaustive;
                request.objective = objective;
                request.threads = threads;
                const PlannerResult r = search_plans(request);
                CHECK(r.whole);
                CHECK(r.counts.considered == all.considered);
                CHECK(r.counts.illegal == all.illegal);
                CHECK(r.counts.illegal + r.counts.out_of_memory + r.counts.pruned + r.counts.evaluated ==
                      r.counts.considered);
                if (exhaustive)
                    CHECK(r.counts.pruned == 0);
                same_plans(r.best, best_of(all.legal, objective, request.top));
                same_plans(r.front, front);
            }
}

} // namespace

TEST_CASE("the planner finds what estimating every plan finds, to the last bit: dense", "[planner]") {
    check_exact(small_dense());
}

TEST_CASE("the planner finds what estimating every plan finds, to the last bit: experts", "[planner]") {
    check_exact(small_experts());
}

TEST_CASE("the planner finds what estimating every plan finds, to the last bit: latent attention, listed stages",
          "[planner]") {
    check_exact(small_latent());
}

TEST_CASE("the planner finds what estimating every plan finds, to the last bit: speed of light", "[planner]") {
    Scenario scenario = small_experts();
    scenario.fidelity = Fidelity::speed_of_light;
    check_exact(scenario);
}

TEST_CASE("a search's counts, plans and dots are the same for any number of threads", "[planner]") {
    const auto search = [](unsigned threads) {
        PlannerRequest request;
        request.scenario = ready("mixtral-8x7b-64-gb200");
        request.threads = threads;
        return search_plans(request);
    };
    const PlannerResult one = search(1);
    for (const unsigned threads : {2u, 5u}) {
        const PlannerResult more = search(threads);
        CHECK(more.counts.evaluated == one.counts.evaluated);
        CHECK(more.counts.pruned == one.counts.pruned);
        CHECK(more.counts.out_of_memory == one.counts.out_of_memory);
        CHECK(more.best == one.best);
        CHECK(more.front == one.front);
        CHECK(more.dots == one.dots);
    }
}

TEST_CASE("answers on the way carry no more dots than asked for, spread from the least memory to the most", "[planner]") {
    PlannerRequest request;
    request.scenario = ready("mixtral-8x7b-64-gb200");
    const auto on_the_way = [&](unsigned threads, std::size_t most) {
        request.threads = threads;
        PlannerWatch watch;
        watch.dots = most;
        std::vector<std::vector<PricedPlan>> answers;
        watch.progress = [&](const PlannerResult& so_far, double) { answers.push_back(so_far.dots); };
        const PlannerResult whole = search_plans(request, watch);
        answers.push_back(whole.dots);
        return answers;
    };
    const auto few = on_the_way(1, 50), many = on_the_way(1, 1'000'000);
    REQUIRE(few.size() > 2);
    for (std::size_t i = 0; i + 1 < few.size(); ++i) {
        CHECK(!few[i].empty());
        CHECK(few[i].size() <= 50);
        CHECK(few[i].size() >= std::min<std::size_t>(12, many[i].size())); // halving a grid both ways leaves a quarter
        for (const PricedPlan& dot : few[i])
            CHECK(std::ranges::find(many[i], dot) != many[i].end());
    }
    CHECK(few.back() == many.back());
    CHECK(on_the_way(3, 50) == few);
    CHECK(on_the_way(1, 0).front().empty());
}

TEST_CASE("a search that is stopped says that it is not whole, and what it found fits", "[planner]") {
    PlannerRequest request;
    request.scenario = ready("mixtral-8x7b-64-gb200");
    std::stop_source stop;
    PlannerWatch watch;
    watch.stop = stop.get_token();
    int answers = 0;
    watch.progress = [&](const PlannerResult& so_far, double share) {
        ++answers;
        CHECK(!so_far.best.empty());
        CHECK(share < 1);
        stop.request_stop();
    };
    const PlannerResult r = search_plans(request, watch);
    CHECK(answers == 1);
    CHECK(!r.whole);
    for (const PricedPlan& plan : r.best)
        CHECK(plan.fits);
}

TEST_CASE("a search keeps to the framework's schedules, and to no pipeline where it has none", "[planner]") {
    const auto schedules = [](std::string_view framework) {
        PlannerRequest request;
        request.scenario = small_dense();
        request.exhaustive = true;
        request.top = 100'000;
        keep_to_framework(request.constraints, framework);
        std::set<std::pair<bool, Schedule>> found;
        for (const PricedPlan& p : search_plans(request).best)
            found.insert({p.key.pp > 1, p.key.schedule});
        return found;
    };
    const std::pair none{false, Schedule::one_f_one_b}, turns{true, Schedule::one_f_one_b};
    CHECK(schedules("llm-foundry") == std::set{none});
    CHECK(schedules("deepspeed") == std::set{none, turns});
    CHECK(schedules("megatron") == std::set{none, turns, std::pair{true, Schedule::interleaved}});
    CHECK(schedules("other").size() > 3);
}
