// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/estimate_parts.hpp"

#include "models/loss_names.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace ridgepoint {
namespace {

/// Seconds of one pipeline rank's compute, split by why they are not datasheet-peak work.
struct ComputeLosses {
    Seconds datasheet; ///< its FLOPs at the datasheet peak of the GEMM precision
    Seconds ceiling, wider, shape, memory, launches, sms, recompute;
    ComputeLosses& add(const ComputeLosses& o, double n) {
        datasheet += n * o.datasheet;
        ceiling += n * o.ceiling;
        wider += n * o.wider;
        shape += n * o.shape;
        memory += n * o.memory;
        launches += n * o.launches;
        sms += n * o.sms;
        recompute += n * o.recompute;
        return *this;
    }
};

void add_operator(ComputeLosses& l, const Work& work, const OperatorTime& t,
                  const CostContext& x) {
    if (t.total.value <= 0)
        return;
    const std::size_t gemm = std::size_t(rate_class(x.scenario.precision.gemm));
    const FlopPerSecond datasheet = x.scenario.cluster.accelerator.datasheet[gemm];
    const Seconds at_sheet = work.flops / datasheet, at_ceiling = work.flops / x.device.peak[gemm];
    const Seconds whole_device = t.flops * x.device.sm_share; // as if no SM were lent
    l.datasheet += at_sheet;
    l.ceiling += at_ceiling - at_sheet;
    l.wider += t.ideal - at_ceiling;
    l.shape += whole_device - t.ideal;
    l.sms += t.flops - whole_device;
    l.memory += std::max(Seconds(0), t.memory - t.flops);
    l.launches += t.launch;
}

ComputeLosses layer_losses(const LayerCosts& c, const CostContext& x) {
    ComputeLosses l;
    for (std::size_t i = 0; i < c.operators.size(); ++i) {
        const Operator& op = c.operators[i];
        add_operator(l, op.forward, c.times[i][0], x);
        add_operator(l, op.backward_input, c.times[i][1], x);
        add_operator(l, op.backward_weight, c.times[i][2], x);
    }
    l.recompute = c.compute.recompute;
    return l;
}

constexpr std::size_t parallelisms = 5;

/// Of the step: less than this is what sums of doubles leave over, not a loss.
constexpr double rounding = 1e-12;

struct MeanLosses {
    ComputeLosses compute;
    std::array<std::array<Seconds, 2>, parallelisms> exposed{}; ///< [parallelism][link]
    Seconds optimizer, host;
    [[nodiscard]] Seconds all_exposed() const {
        Seconds sum;
        for (const auto& links : exposed)
            sum += links[0] + links[1];
        return sum;
    }
};

MeanLosses mean_losses(const CostContext& x, const CostTable& table, const StepModel& m) {
    MeanLosses mean;
    const double share = 1.0 / double(m.ranks.size());
    for (const RankWork& r : m.ranks) {
        for_each_part(r.load, table, [&](const LayerCosts& c, int n) {
            mean.compute.add(layer_losses(c, x), n * share * micro_batches_per_stage(x));
        });
        for (std::size_t k = 0; k < comm_count; ++k) {
            const std::size_t p = std::size_t(comm_info(Comm(k), x.scenario.plan).parallelism);
            const std::size_t link = r.comm[k].traffic.link == Link::scale_out ? 1 : 0;
            mean.exposed[p][link] += share * r.comm[k].exposed;
        }
        mean.compute.sms += share * r.lent;
        mean.optimizer += share * r.optimizer;
        mean.host += share * r.host;
    }
    return mean;
}

} // namespace

std::vector<Loss> losses(const CostContext& x, const CostTable& table, const StepModel& m, const Estimate& e) {
    const MeanLosses mean = mean_losses(x, table, m);
    const ComputeLosses& c = mean.compute;
    const Seconds step = e.time.step;
    const Seconds ideal = step * e.throughput.mfu_causal;
    std::vector<Loss> list;
    list.reserve(22);
    const auto add = [&](std::string name, Seconds t) {
        const Seconds loss = std::abs(t.value) < rounding * step.value ? Seconds(0) : t;
        list.push_back({std::move(name), loss / step, loss});
    };
    add("achievable-ceiling", c.ceiling);
    add("wider-precision", c.wider);
    // Work that tensor-parallel ranks repeat, or an imbalance adds, counts as efficiency lost.
    add("shape-efficiency", c.shape + (c.datasheet - ideal));
    add("memory-bound", c.memory);
    add("launches", c.launches);
    add("comm-sms", c.sms);
    add("recompute", c.recompute);
    for (std::size_t p = 0; p < parallelisms; ++p)
        for (const Link link : {Link::scale_up, Link::scale_out})
            add(exposed_loss(Parallelism(p), link), mean.exposed[p][link == Link::scale_out ? 1 : 0]);
    const Seconds compute = c.datasheet + c.ceiling + c.wider + c.shape + c.memory + c.launches + c.sms + c.recompute;
    const Seconds busy = compute + mean.all_exposed() + mean.optimizer + mean.host;
    const RankWork& busiest = m.ranks[std::size_t(m.critical)];
    const Seconds critical = e.time.compute + e.time.exposed_communication + e.time.optimizer + busiest.host;
    const Seconds uneven = std::max(Seconds(0), critical - busy);
    add("uneven-stages", uneven);
    const Seconds at_ends = e.time.host - busiest.host; // loading and copying the batch
    add("bubble", step - busy - uneven - at_ends);
    add("optimizer", mean.optimizer);
    add("host", mean.host + at_ends);
    return list;
}

} // namespace ridgepoint
