// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold for every legal plan, over the ready scenarios and random ones from a fixed seed.
#include "models/estimate.hpp"
#include "tests/catch.hpp"
#include "tests/models/ready_scenarios.hpp"

#include <cmath>
#include <functional>
#include <map>

using namespace ridgepoint;

namespace {

constexpr double rounding = 1e-9;

const std::vector<Scenario>& many() {
    static const std::vector<Scenario> scenarios = [] {
        std::vector<Scenario> all = testing::ready_scenarios();
        for (Scenario& s : testing::random_scenarios(20261129, 400))
            all.push_back(std::move(s));
        return all;
    }();
    return scenarios;
}

void for_many(const std::function<void(const Scenario&)>& check) {
    for (const Scenario& s : many()) {
        INFO(testing::described(s));
        check(s);
    }
}

double step_of(const Scenario& s) {
    return estimate(s, Detail::numbers).time.step.value;
}

Scenario doubled(const Scenario& s, const std::function<void(Accelerator&)>& change) {
    Scenario better = s;
    change(better.cluster.accelerator);
    return better;
}

void check_not_slower(const std::function<void(Accelerator&)>& change) {
    for_many([&](const Scenario& s) {
        const double before = step_of(s);
        CHECK(step_of(doubled(s, change)) <= before * (1 + rounding));
    });
}

bool achievable_within_datasheet(const Scenario& s) {
    const Accelerator& a = s.cluster.accelerator;
    for (std::size_t i = 0; i < rate_class_count; ++i)
        if (a.achievable[i] > a.datasheet[i])
            return false;
    return a.scale_up_achievable <= a.scale_up && a.scale_out_achievable <= a.scale_out;
}

double sum_of(const Estimate& e, double (*part)(const OperatorCost&)) {
    double sum = 0;
    for (const OperatorCost& op : e.operators)
        sum += part(op);
    return sum;
}

} // namespace

TEST_CASE("The FLOPs of a model do not depend on the plan") {
    std::map<std::tuple<std::string, int, bool>, double> per_token; // by model, sequence and MTP
    for_many([&](const Scenario& s) {
        const Estimate e = estimate(s, Detail::numbers);
        const double flops = e.flops.model_per_step.value / s.tokens_per_step();
        CHECK(flops == Approx(3 * e.flops.per_token_forward_causal.value).epsilon(rounding));
        const auto [known, is_new] = per_token.emplace(std::tuple(s.model.id, s.plan.sequence, s.plan.mtp), flops);
        CHECK(flops == Approx(known->second).epsilon(rounding));
        CHECK(e.flops.hardware_per_step.value >= e.flops.model_per_step.value * (1 - rounding));
        CHECK(e.flops.per_token_forward_full.value >= e.flops.per_token_forward_causal.value);
    });
}

TEST_CASE("Every number is finite and none is negative") {
    for_many([](const Scenario& s) {
        const Estimate e = estimate(s, Detail::lists);
        for (const Seconds t : {e.time.step, e.time.compute, e.time.exposed_communication, e.time.bubble,
                                e.time.optimizer, e.time.host}) {
            CHECK(std::isfinite(t.value));
            CHECK(t.value >= 0);
        }
        CHECK(e.time.step.value > 0);
        for (const StageMemory& m : e.memory.stages)
            for (const Bytes b :
                 {m.weights, m.gradients, m.optimizer, m.activations, m.logits, m.buffers, m.framework}) {
                CHECK(std::isfinite(b.value));
                CHECK(b.value >= 0);
            }
        for (const CollectiveCost& c : e.communication) {
            INFO(c.name);
            CHECK(std::isfinite(c.time.value));
            CHECK(c.exposed.value >= 0);
            CHECK(c.exposed.value <= c.time.value * (1 + rounding) + rounding);
            CHECK(c.scale_up_bytes.value >= 0);
            CHECK(c.scale_out_bytes.value >= 0);
        }
    });
}

TEST_CASE("Of every plan, the five parts sum to the step") {
    for_many([](const Scenario& s) {
        const StepTime t = estimate(s, Detail::numbers).time;
        const Seconds sum = t.compute + t.exposed_communication + t.bubble + t.optimizer + t.host;
        CHECK(sum.value == Approx(t.step.value).epsilon(rounding));
    });
}

TEST_CASE("The operators' times sum to the step's compute") {
    for_many([](const Scenario& s) {
        const Estimate e = estimate(s, Detail::lists);
        const double sum =
            sum_of(e, [](const OperatorCost& op) { return op.time.value * op.calls_per_step; });
        CHECK(sum == Approx(e.time.compute.value).epsilon(1e-6));
    });
}

TEST_CASE("The collectives' exposed times sum to the step's exposed communication") {
    for_many([](const Scenario& s) {
        const Estimate e = estimate(s, Detail::numbers);
        Seconds sum;
        for (const CollectiveCost& c : e.communication)
            sum += c.exposed;
        CHECK(sum.value == Approx(e.time.exposed_communication.value).epsilon(1e-6).margin(rounding));
    });
}

TEST_CASE("The losses add up to what MFU leaves, and none is negative") {
    for_many([](const Scenario& s) {
        const Estimate e = estimate(s, Detail::lists);
        double sum = 0;
        for (const Loss& loss : e.losses) {
            INFO(loss.name);
            CHECK(loss.fraction >= -rounding);
            sum += loss.fraction;
        }
        CHECK(sum == Approx(1 - e.throughput.mfu_causal).margin(rounding));
    });
}

TEST_CASE("The phases of pipeline rank 0 add up to the pipeline's span") {
    for_many([](const Scenario& s) {
        const PipelineEstimate p = estimate(s, Detail::numbers).pipeline;
        const Seconds sum =
            p.phases.forward + p.phases.overlapped + p.phases.backward + p.phases.weight + p.phases.bubble;
        CHECK(sum.value == Approx(p.span.value).epsilon(rounding));
    });
}

TEST_CASE("The layers of the stages are the layers of the model") {
    for_many([](const Scenario& s) {
        int layers = 0;
        for (const PipelineStage& stage : estimate(s, Detail::numbers).pipeline.stages)
            layers += stage.layers;
        // DualPipe's ranks hold two copies of every stage.
        const int copies = s.plan.schedule == Schedule::dualpipe ? 2 : 1;
        CHECK(layers == copies * (s.model.layers + (s.plan.mtp ? s.model.mtp_layers : 0)));
    });
}

TEST_CASE("Leaving out lists and pictures changes no number") {
    for_many([](const Scenario& s) {
        const Estimate numbers = estimate(s, Detail::numbers), pictures = estimate(s, Detail::pictures);
        CHECK(numbers.time.step == pictures.time.step);
        CHECK(numbers.memory.peak == pictures.memory.peak);
        CHECK(numbers.throughput.mfu_causal == pictures.throughput.mfu_causal);
    });
}

TEST_CASE("An estimate is the same every time") {
    for_many([](const Scenario& s) { CHECK(step_of(s) == step_of(s)); });
}

TEST_CASE("More HBM bandwidth never makes a step longer") {
    check_not_slower([](Accelerator& a) { a.hbm_bandwidth *= 2; });
}

TEST_CASE("More scale-up bandwidth never makes a step longer") {
    check_not_slower([](Accelerator& a) { a.scale_up *= 2, a.scale_up_achievable *= 2; });
}

TEST_CASE("More scale-out bandwidth never makes a step longer") {
    check_not_slower([](Accelerator& a) { a.scale_out *= 2, a.scale_out_achievable *= 2; });
}

TEST_CASE("More host bandwidth never makes a step longer") {
    check_not_slower([](Accelerator& a) { a.pcie *= 2; });
}

TEST_CASE("A higher peak of any precision never makes a step longer") {
    for (std::size_t rate = 0; rate < rate_class_count; ++rate)
        check_not_slower([rate](Accelerator& a) { a.datasheet[rate] *= 1.3, a.achievable[rate] *= 1.3; });
}

TEST_CASE("Weights, gradients and optimizer states fall or stay as the ZeRO stage rises") {
    for_many([](Scenario s) {
        std::vector<Bytes> before;
        for (s.plan.zero = 0; s.plan.zero <= 3; ++s.plan.zero) {
            std::vector<Bytes> now;
            for (const StageMemory& m : estimate(s, Detail::numbers).memory.stages)
                now.push_back(m.weights + m.gradients + m.optimizer);
            for (std::size_t i = 0; i < before.size() && i < now.size(); ++i)
                CHECK(now[i].value <= before[i].value * (1 + rounding));
            before = now;
        }
    });
}

TEST_CASE("With the same ceilings the speed of light is never slower than the detailed step") {
    for_many([](Scenario s) {
        for (const Ceilings ceilings : {Ceilings::datasheet, Ceilings::achievable}) {
            s.ceilings = ceilings;
            s.fidelity = Fidelity::detailed;
            const Estimate detailed = estimate(s, Detail::numbers);
            const SpeedOfLight& light =
                ceilings == Ceilings::datasheet ? detailed.datasheet : detailed.achievable;
            CHECK(light.step.value <= detailed.time.step.value * (1 + rounding));
            s.fidelity = Fidelity::speed_of_light;
            CHECK(step_of(s) == Approx(light.step.value).epsilon(rounding));
        }
    });
}

TEST_CASE("Datasheet ceilings are never slower than achievable ones that do not exceed them") {
    for_many([](Scenario s) {
        if (!achievable_within_datasheet(s))
            return;
        const Estimate e = estimate(s, Detail::numbers);
        CHECK(e.datasheet.step.value <= e.achievable.step.value * (1 + rounding));
        s.ceilings = Ceilings::datasheet;
        const double datasheet = step_of(s);
        s.ceilings = Ceilings::achievable;
        CHECK(datasheet <= step_of(s) * (1 + rounding));
    });
}

TEST_CASE("Taking a resource away as infinite never makes a step longer") {
    for_many([](const Scenario& s) {
        const double base = step_of(s);
        for (int resource = 0; resource < 6; ++resource) {
            WhatIf what_if;
            bool* const switches[]{&what_if.infinite_compute,  &what_if.infinite_hbm,
                                   &what_if.infinite_scale_up, &what_if.infinite_scale_out,
                                   &what_if.no_bubble,         &what_if.no_host};
            *switches[resource] = true;
            INFO("resource " << resource);
            CHECK(estimate(s, Detail::numbers, what_if).time.step.value <= base * (1 + rounding));
        }
    });
}

TEST_CASE("Throughput, days and GPU hours follow from the step") {
    for_many([](const Scenario& s) {
        const Estimate e = estimate(s, Detail::numbers);
        CHECK(e.throughput.tokens_per_s * e.time.step.value == Approx(s.tokens_per_step()));
        CHECK(e.training.days * 86400 * e.throughput.tokens_per_s == Approx(s.training.tokens));
        CHECK(e.training.gpu_hours == Approx(e.training.days * 24 * s.cluster.gpus));
        CHECK(e.throughput.hfu_causal >= e.throughput.mfu_causal * (1 - rounding));
    });
}

TEST_CASE("Memory's peak is that of the fullest stage, and says whether the plan fits") {
    for_many([](const Scenario& s) {
        const Estimate e = estimate(s, Detail::numbers);
        REQUIRE(int(e.memory.stages.size()) == s.plan.pp);
        for (const StageMemory& m : e.memory.stages)
            CHECK(m.total() <= e.memory.peak);
        CHECK(e.memory.stages[std::size_t(e.memory.peak_stage)].total() == e.memory.peak);
        CHECK(e.fits == (e.memory.peak <= e.memory.capacity));
    });
}
