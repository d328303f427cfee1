// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/estimate_parts.hpp"
#include "models/pair.hpp"

#include <algorithm>

namespace ridgepoint {
namespace {

std::optional<Comm> transfer_of(PairPart part) {
    switch (part) {
    case PairPart::combine_gradient: return Comm::ep_combine_gradient;
    case PairPart::dispatch: return Comm::ep_dispatch;
    case PairPart::dispatch_gradient: return Comm::ep_dispatch_gradient;
    case PairPart::combine: return Comm::ep_combine;
    default: return std::nullopt;
    }
}

/// Of a part that computes.
std::string_view part_name(PairPart part) {
    switch (part) {
    case PairPart::attention_forward: return "attention-forward";
    case PairPart::mlp_backward: return "mlp-backward";
    case PairPart::mlp_weight: return "mlp-weight";
    case PairPart::mlp_forward: return "mlp-forward";
    case PairPart::attention_backward: return "attention-backward";
    case PairPart::attention_weight: return "attention-weight";
    default: return {};
    }
}

Pass pass_of(PairPart part) {
    switch (part) {
    case PairPart::attention_forward: case PairPart::mlp_forward: case PairPart::dispatch: case PairPart::combine:
        return Pass::forward;
    case PairPart::attention_weight: case PairPart::mlp_weight:
        return Pass::backward_weight;
    default:
        return Pass::backward_input;
    }
}

bool before_cut(PairPart part) {
    return part == PairPart::attention_forward || part == PairPart::attention_backward ||
           part == PairPart::attention_weight;
}

/// Lays the operators of one compute part end to end.
class KernelWriter {
public:
    KernelWriter(std::vector<TimelineBlock>& out, const CostContext& x, const LayerCosts& c) : m_out(out), m_x(x), m_c(c) {}

    void write(PairPart part, Seconds start) {
        m_now = start;
        const std::size_t cut = cut_of(m_c.operators);
        const std::size_t first = before_cut(part) ? 0 : cut, last = before_cut(part) ? cut : m_c.operators.size();
        const Pass pass = pass_of(part);
        if (pass == Pass::backward_input)
            for (std::size_t i = first; i < last; ++i)
                if (const double again = recomputed_share(m_c.operators[i], m_c.recompute); again > 0)
                    add(i, Pass::forward, again);
        for (std::size_t i = first; i < last; ++i)
            add(pass == Pass::forward ? i : last - 1 - (i - first), pass);
    }

private:
    void add(std::size_t i, Pass pass, double again = 0) {
        const Seconds length = (again > 0 ? again : 1) * m_c.times[i][std::size_t(pass)].with_share(
                                                             m_x.device.sm_share, m_x.device.pair_share);
        if (m_c.times[i][std::size_t(pass)].total.value <= 0)
            return;
        TimelineBlock& b = m_out.emplace_back();
        b.name = m_c.operators[i].name;
        b.kind = m_c.operators[i].kind;
        b.pass = pass;
        b.recomputed = again > 0;
        b.start = m_now;
        m_now += length;
        b.end = m_now;
    }

    std::vector<TimelineBlock>& m_out;
    const CostContext& m_x;
    const LayerCosts& m_c;
    Seconds m_now;
};

TimelineBlock part_block(const PairBlock& from, const CostContext& x, const LayerCosts& c) {
    TimelineBlock b;
    b.pass = pass_of(from.part);
    b.start = from.start;
    b.end = from.end;
    const std::optional<Comm> transfer = transfer_of(from.part);
    if (!transfer) {
        b.stream = Stream::compute;
        b.name = part_name(from.part);
        return b;
    }
    const CommInfo info = comm_info(*transfer, x.scenario.plan);
    b.stream = Stream::communication;
    b.name = info.name;
    b.parallelism = info.parallelism;
    b.link = c.comm[std::size_t(*transfer)].traffic.link;
    return b;
}

/// Compute that waits, waits for the transfer that ends as it goes on.
void add_exposed(PairTimeline& t) {
    Seconds free;
    for (const TimelineBlock& part : t.parts) {
        if (part.stream != Stream::compute)
            continue;
        const auto awaited = std::find_if(t.parts.begin(), t.parts.end(), [&](const TimelineBlock& b) {
            return b.stream == Stream::communication && b.end == part.start;
        });
        if (part.start > free && awaited != t.parts.end()) {
            TimelineBlock& wait = t.exposed.emplace_back(*awaited);
            wait.stream = Stream::exposed;
            wait.start = free;
            wait.end = part.start;
        }
        free = part.end;
    }
}

} // namespace

PairTimeline pair_timeline(const CostContext& x, const CostTable& table, const StepModel& m) {
    PairTimeline t;
    if (!pairs_passes(x.scenario.plan.schedule))
        return t;
    const std::size_t variant = main_variant(m);
    const LayerCosts& c = *table.layers[variant];
    StageLoad one;
    one.layers[variant] = 1;
    const PairRun run = run_pair(x, table, one, Seconds(0), true);
    t.layer = c.operators.front().layer;
    t.span = run.span;
    t.communication_sms = lent_sms(x.scenario);
    t.compute_sms = x.device.sms - t.communication_sms;
    KernelWriter kernels(t.kernels, x, c);
    for (const PairBlock& block : run.blocks) {
        const bool computes = !transfer_of(block.part);
        t.parts.push_back(part_block(block, x, c));
        (computes ? t.compute : t.moving) += block.end - block.start;
        if (computes)
            kernels.write(block.part, block.start);
    }
    add_exposed(t);
    return t;
}

} // namespace ridgepoint
