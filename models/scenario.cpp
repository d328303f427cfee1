// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/scenario.hpp"

#include <cstddef>

namespace ridgepoint {
namespace {

/// n / (a·b·c), or 0 when that is no whole number. Divides step by step, so no product can overflow.
int whole_quotient(int n, int a, int b, int c) {
    for (const int divisor : {a, b, c}) {
        if (divisor <= 0 || n % divisor != 0)
            return 0;
        n /= divisor;
    }
    return n;
}

} // namespace

int Scenario::dp() const {
    return whole_quotient(cluster.gpus, plan.tp, plan.pp, plan.cp);
}

int Scenario::edp() const {
    return whole_quotient(cluster.gpus, plan.pp, plan.ep, plan.etp);
}

int Scenario::micro_batches() const {
    return whole_quotient(plan.global_batch, plan.micro_batch, dp(), 1);
}

double Scenario::tokens_per_step() const {
    return static_cast<double>(plan.global_batch) * static_cast<double>(plan.sequence);
}

NumberFormat Scenario::gather_format() const {
    return plan.gather_format.value_or(precision.gather);
}

NumberFormat Scenario::reduce_format() const {
    return plan.reduce_format.value_or(precision.reduce);
}

std::vector<int> Scenario::layers_per_rank() const {
    if (!plan.stage_layers.empty())
        return plan.stage_layers;
    const int ranks = plan.pp > 0 ? plan.pp : 1;
    const int extra = model.layers % ranks;
    const int first_extra = (ranks - extra) / 2;
    std::vector<int> layers(static_cast<std::size_t>(ranks), model.layers / ranks);
    for (int i = first_extra; i < first_extra + extra; ++i)
        ++layers[static_cast<std::size_t>(i)];
    return layers;
}

} // namespace ridgepoint
