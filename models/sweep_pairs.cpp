// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sweep_pairs.hpp"

#include <algorithm>
#include <array>

namespace ridgepoint {
namespace {

constexpr std::array in_order{
    SweepKey::gpus,      SweepKey::tp,           SweepKey::cp,             SweepKey::pp,
    SweepKey::ep,        SweepKey::vpp,          SweepKey::zero,           SweepKey::schedule,
    SweepKey::precision, SweepKey::scale_out,    SweepKey::scale_up,       SweepKey::power_cap,
    SweepKey::sequence,  SweepKey::global_batch, SweepKey::tokens_per_gpu, SweepKey::micro_batch,
};

bool set_before(SweepKey a, SweepKey b) {
    return std::ranges::find(in_order, a) < std::ranges::find(in_order, b);
}

} // namespace

Scenario with_inputs(const Scenario& s, InputValue one, InputValue other, const Recipes& recipes) {
    if (set_before(other.key, one.key))
        std::swap(one, other);
    return with_input(with_input(s, one.key, one.value, recipes), other.key, other.value, recipes);
}

std::optional<VariedInput> varied_beside(const Scenario& s, SweepKey key, double low, double high,
                                         InputValue held, const Recipes& recipes) {
    if (set_before(held.key, key))
        return varied_over(with_input(s, held.key, held.value, recipes), key, low, high, recipes);
    std::optional<VariedInput> input = varied_over(s, key, low, high, recipes);
    if (input)
        input->scenario = [alone = input->scenario, held, recipes](double value) {
            return with_input(alone(value), held.key, held.value, recipes);
        };
    return input;
}

} // namespace ridgepoint
