// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/layer_costs.hpp"

#include "models/layer_comm.hpp"

#include <algorithm>

namespace ridgepoint {
namespace {

void add_compute(LayerCosts& c, const CostContext& x) {
    c.times.reserve(c.operators.size());
    for (const Operator& op : c.operators) {
        const auto time = [&](const Work& w, Pass pass) {
            return operator_time(op, w, pass, x.device);
        };
        const auto& t = c.times.emplace_back(std::array{time(op.forward, Pass::forward),
                                                        time(op.backward_input, Pass::backward_input),
                                                        time(op.backward_weight, Pass::backward_weight)});
        c.compute.forward += t[0].total;
        c.compute.backward_input += t[1].total;
        c.compute.backward_weight += t[2].total;
        const double again = recomputed_share(op, c.recompute);
        c.compute.recompute += again * t[0].total;
        c.recomputed += again * op.forward.flops;
    }
}

/// Where the host needs longer for a pass's launches than the device for its work, the calls wait their parts. Where only
/// some of them run again in the backward pass, those that do not wait for all, so that both runs of the others agree.
void add_host_waits(LayerCosts& c, const CostContext& x) {
    const bool some_again = c.recompute != recompute_none && (c.recompute & recompute_full) == 0;
    const std::array sums{&c.compute.forward, &c.compute.backward_input, &c.compute.backward_weight};
    for (std::size_t pass = 0; pass < sums.size(); ++pass) {
        const auto waits = [&](std::size_t i) {
            const bool again = pass == 0 && some_again && recomputed_share(c.operators[i], c.recompute) > 0;
            return c.times[i][pass].total.value > 0 && !again;
        };
        double calls = 0, waiting = 0;
        for (std::size_t i = 0; i < c.times.size(); ++i) {
            calls += c.times[i][pass].total.value > 0;
            waiting += waits(i);
        }
        const Seconds missing = calls * x.device.host_call - *sums[pass];
        if (missing.value <= 0 || waiting == 0)
            continue;
        const Seconds each = missing / waiting;
        for (std::size_t i = 0; i < c.times.size(); ++i) {
            if (!waits(i))
                continue;
            c.times[i][pass].launch += each;
            c.times[i][pass].total += each;
        }
        *sums[pass] += missing;
        if (pass == 0 && (c.recompute & recompute_full) != 0)
            c.compute.recompute += missing;
    }
}

void add_parameters(LayerCosts& c) {
    for (const Operator& op : c.operators) {
        if (op.expert)
            c.expert_parameters += op.parameters;
        else if (op.parameter_class == ParameterClass::gemm)
            c.gemm_parameters += op.parameters;
        else
            c.wide_parameters += op.parameters;
    }
}

/// Weights read forward and backward, gradients read and written, kept tensors written and read.
Bytes compulsory_bytes(const LayerCosts& c, const PrecisionRecipe& recipe) {
    const double gemm = c.gemm_parameters + c.expert_parameters;
    const double weights = gemm * bytes_per_element(recipe.gemm) + c.wide_parameters * bytes_per_element(recipe.wide);
    const double gradients = c.parameters() * bytes_per_element(recipe.gradients);
    return Bytes(2 * weights + 2 * gradients) + 2 * c.kept;
}

/// Copies to and from the host run beside the pass they belong to, on PCIe's two directions.
void offload_activations(LayerCosts& c, const CostContext& x) {
    c.offloaded = c.kept * offloaded_activations(x.scenario.plan);
    if (c.offloaded.value <= 0)
        return;
    const Seconds copy = c.offloaded / x.device.pcie;
    c.host_forward = std::max(Seconds(0), copy - c.compute.forward - c.exposed_forward);
    c.host_backward = std::max(Seconds(0), copy - c.compute.backward() - c.exposed_backward);
}

} // namespace

double offloaded_activations(const Plan& p) {
    return p.offload == Offload::activations || p.offload == Offload::all ? p.offload_share : 0;
}

double offloaded_optimizer(const Plan& p) {
    return p.offload == Offload::optimizer || p.offload == Offload::all ? p.offload_share : 0;
}

OverlapPolicy overlap_policy(const Scenario& s) {
    const Overlap& set = s.plan.overlap;
    const Framework& f = s.framework;
    OverlapPolicy o;
    o.tp = set.tp.value_or(f.overlap_tp);
    o.tp_backward = f.overlap_tp_backward;
    // Only a ring has parts of attention to work on while others are on their way.
    o.cp = set.cp.value_or(f.overlap_cp && s.plan.cp_kind == CpKind::ring);
    o.ep = set.ep.value_or(f.overlap_ep);
    // GPipe and plain 1F1B have nothing to run beside a transfer; the others do (Narayanan et al. 2021, 4.1).
    // Interleaved with one chunk is 1F1B (schedule.cpp).
    const bool in_turn = s.plan.schedule == Schedule::one_f_one_b || s.plan.schedule == Schedule::interleaved;
    const bool plain = s.plan.schedule == Schedule::gpipe || (in_turn && s.plan.vpp == 1);
    o.pp = set.pp.value_or(f.overlap_pp && !plain);
    o.dp_reduce = set.dp_reduce.value_or(f.overlap_dp_reduce);
    o.dp_gather = set.dp_gather.value_or(f.overlap_dp_gather);
    o.zero3 = set.zero3.value_or(f.overlap_zero3);
    return o;
}

void reshard(LayerCosts& c, const CostContext& x) {
    reset_sharding(c, x);
    expose(c, overlap_policy(x.scenario), x.network);
    offload_activations(c, x);
}

LayerCosts layer_costs(const CostContext& x, OperatorList operators, unsigned recompute) {
    LayerCosts c;
    c.operators = std::move(operators);
    c.recompute = recompute;
    add_compute(c, x);
    add_host_waits(c, x);
    add_parameters(c);
    c.kept = saved_bytes(c.operators, recompute);
    c.kept_all = saved_bytes(c.operators, recompute_none);
    c.compulsory = compulsory_bytes(c, x.scenario.precision);
    add_collectives(c, x);
    expose(c, overlap_policy(x.scenario), x.network);
    offload_activations(c, x);
    return c;
}

} // namespace ridgepoint
