// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/estimate_parts.hpp"

#include <algorithm>

namespace ridgepoint {
namespace {

struct MeanTraffic {
    Bytes scale_up, scale_out, beyond_pod;
    Bytes compulsory;
};

MeanTraffic mean_traffic(const StepModel& m) {
    MeanTraffic t;
    for (const RankWork& r : m.ranks) {
        t.compulsory += r.compulsory;
        for (const LayerComm& c : r.comm) {
            t.scale_up += c.traffic.scale_up;
            t.scale_out += c.traffic.scale_out;
            t.beyond_pod += c.traffic.beyond_pod;
        }
    }
    const double ranks = double(m.ranks.size());
    return {t.scale_up / ranks, t.scale_out / ranks, t.beyond_pod / ranks, t.compulsory / ranks};
}

} // namespace

SpeedOfLight speed_of_light(const Scenario& s, const StepModel& m, Flop model_per_step, Ceilings which,
                            const WhatIf& what_if) {
    const DeviceCeilings device = device_ceilings(s, which, what_if);
    const Network net = network_of(s, which, what_if);
    const MeanTraffic mean = mean_traffic(m);
    SpeedOfLight l;
    l.compute = model_per_step / s.cluster.gpus / device.peak[std::size_t(rate_class(s.precision.gemm))];
    l.hbm = mean.compulsory / device.hbm;
    l.scale_up = mean.scale_up / net.scale_up;
    l.scale_out = net.scale_out_time(mean.scale_out, mean.beyond_pod);
    l.step = std::max({l.compute, l.hbm, l.scale_up, l.scale_out});
    return l;
}

std::vector<CollectiveCost> communication(const CostContext& x, const StepModel& m) {
    std::vector<CollectiveCost> list;
    const double ranks = double(m.ranks.size());
    for (std::size_t k = 0; k < comm_count; ++k) {
        Traffic sum;
        for (const RankWork& r : m.ranks)
            sum += r.comm[k].traffic;
        if (sum.total().value <= 0)
            continue;
        const LayerComm& critical = m.ranks[std::size_t(m.critical)].comm[k];
        const CommInfo info = comm_info(Comm(k), x.scenario.plan);
        CollectiveCost& c = list.emplace_back();
        c.name = info.name;
        c.parallelism = info.parallelism;
        c.collective = info.collective;
        c.link = sum.link;
        c.ranks = comm_group(Comm(k), x.layout, x.scenario.plan).ranks;
        c.calls_per_step = critical.calls;
        c.scale_up_bytes = sum.scale_up / ranks;
        c.scale_out_bytes = sum.scale_out / ranks;
        c.bytes = c.scale_up_bytes + c.scale_out_bytes;
        c.time = critical.traffic.time;
        c.exposed = critical.exposed;
    }
    return list;
}

std::vector<OperatorCost> operator_costs(const CostContext& x, const CostTable& table, const RankWork& rank) {
    std::vector<OperatorCost> list;
    list.reserve(160);
    const double m = micro_batches_per_stage(x);
    for_each_part(rank.load, table, [&](const LayerCosts& c, int n) {
        for (std::size_t i = 0; i < c.operators.size(); ++i) {
            const Operator& op = c.operators[i];
            const auto add = [&](Pass pass, const Work& work, double again = 0) {
                const OperatorTime& t = c.times[i][std::size_t(pass)];
                if (t.total.value <= 0)
                    return;
                // Mean of the calls alone and those beside communication kernels.
                const Seconds beside = t.with_share(x.device.sm_share, x.device.pair_share);
                const Seconds mean = t.total + rank.paired_share * (beside - t.total);
                list.push_back({op.name, op.kind, op.layer, pass, rate_class(op.format), work.flops,
                                work.bytes, mean, n * m * (again > 0 ? again : 1), t.bound(), again > 0});
            };
            add(Pass::forward, op.forward);
            add(Pass::backward_input, op.backward_input);
            add(Pass::backward_weight, op.backward_weight);
            if (const double again = recomputed_share(op, c.recompute); again > 0)
                add(Pass::forward, op.forward, again);
        }
    });
    return list;
}

} // namespace ridgepoint
