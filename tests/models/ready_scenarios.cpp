// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/models/ready_scenarios.hpp"

#include "models/formats/scenario_json.hpp"
#include "models/rules.hpp"
#include "resources/builtin.hpp"

#include <initializer_list>
#include <random>

namespace ridgepoint::testing {
namespace {

class Dice {
public:
    explicit Dice(unsigned seed) : random_(seed) {}
    int pick(std::initializer_list<int> values) { return values.begin()[below(values.size())]; }
    template <class T>
    const T& pick(const std::vector<T>& values) {
        return values[below(values.size())];
    }
    bool one_in(unsigned n) { return below(n) == 0; }

private:
    std::size_t below(std::size_t n) {
        return random_() % n;
    } ///< std::uniform_int_distribution differs by library
    std::mt19937 random_;
};

void roll_degrees(Plan& plan, Dice& dice) {
    plan.tp = dice.pick({1, 1, 2, 4, 8});
    plan.pp = dice.pick({1, 1, 2, 4, 8, 16});
    plan.cp = dice.pick({1, 1, 1, 2, 4});
    plan.vpp = dice.pick({1, 1, 1, 2, 4});
    plan.schedule = plan.vpp > 1     ? Schedule::interleaved
                    : dice.one_in(4) ? Schedule::gpipe
                                     : Schedule::one_f_one_b;
    plan.ep = dice.pick({1, 1, 2, 4, 8, 16, 64});
    plan.etp = dice.pick({1, 1, 1, 2});
    plan.zero = dice.pick({0, 1, 2, 3});
    plan.hsdp_group = dice.pick({0, 0, 0, 8});
}

void roll_work(Plan& plan, Dice& dice) {
    plan.micro_batch = dice.pick({1, 1, 2, 4});
    plan.global_batch = dice.pick({64, 256, 1024, 1536, 4096});
    plan.sequence = dice.pick({1024, 2048, 4096, 8192, 32768});
    plan.sequence_parallel = plan.tp > 1 && !dice.one_in(3);
    constexpr unsigned some = recompute_norm | recompute_mla_up | recompute_activation;
    plan.recompute.operators = unsigned(
        dice.pick({recompute_none, recompute_attention_core, recompute_full, int(some), recompute_moe}));
    plan.reshard_after_forward = !dice.one_in(3);
    plan.comm_sms = dice.pick({0, 0, 20});
    plan.moe_imbalance = dice.one_in(4) ? 1.3 : 1.0;
    if (dice.one_in(3))
        plan.order = {Axis::tp, Axis::cp, Axis::pp, Axis::ep, Axis::dp};
}

Scenario roll(Dice& dice) {
    const Presets& presets = builtin_presets();
    Scenario s;
    s.model = dice.pick(presets.models);
    s.cluster.accelerator = dice.pick(presets.accelerators);
    s.cluster.gpus_per_domain = s.cluster.accelerator.gpus_per_domain;
    s.cluster.gpus = dice.pick({1, 8, 16, 64, 96, 256, 1024, 2048});
    s.cluster.network = dice.one_in(3) ? NetworkModel::flat : NetworkModel::hierarchical;
    if (dice.one_in(4))
        s.cluster.network = NetworkModel::measured;
    s.cluster.curves = dice.pick(presets.curves);
    s.precision = dice.pick(presets.precisions);
    s.framework = dice.pick(presets.frameworks);
    s.ceilings = dice.one_in(3) ? Ceilings::datasheet : Ceilings::achievable;
    roll_degrees(s.plan, dice);
    roll_work(s.plan, dice);
    return s;
}

} // namespace

std::vector<Scenario> ready_scenarios() {
    const Presets& presets = builtin_presets();
    std::vector<Scenario> scenarios;
    for (const ReadyScenario& ready : presets.scenarios)
        scenarios.push_back(scenario_from_json(ready.json, presets, ready.id));
    return scenarios;
}

std::vector<Scenario> random_scenarios(unsigned seed, int count) {
    Dice dice(seed);
    std::vector<Scenario> scenarios;
    while (static_cast<int>(scenarios.size()) < count) {
        Scenario s = roll(dice);
        if (violations(s).empty())
            scenarios.push_back(std::move(s));
    }
    return scenarios;
}

std::string described(const Scenario& scenario) {
    return scenario_to_json(scenario, builtin_presets());
}

} // namespace ridgepoint::testing
