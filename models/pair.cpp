// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/pair.hpp"

#include "models/constants.hpp"

#include <algorithm>

namespace ridgepoint {
namespace {

/// Compute of a layer's four compute parts, forward and backward, with the SMs that are left.
struct PairedLayer {
    Seconds attention_forward, mlp_forward;
    Seconds attention_backward, attention_weight, mlp_backward, mlp_weight; ///< backward with what is recomputed
    const LayerCosts* costs = nullptr;
    [[nodiscard]] Seconds comm(Comm kind) const { return time(kind) + time(slices(kind)) / 2; }
    [[nodiscard]] Seconds compute() const {
        return attention_forward + mlp_forward + attention_backward + attention_weight + mlp_backward + mlp_weight;
    }

private:
    [[nodiscard]] Seconds time(Comm kind) const { return costs->comm[std::size_t(kind)].traffic.time; }
    /// Half of the gathers and sums over an expert's slices goes with each all-to-all.
    static Comm slices(Comm kind) {
        return kind == Comm::ep_dispatch || kind == Comm::ep_combine ? Comm::etp_forward : Comm::etp_backward;
    }
};

PairedLayer paired(const CostContext& x, const LayerCosts& c) {
    PairedLayer l;
    l.costs = &c;
    const std::size_t cut = cut_of(c.operators);
    for (std::size_t i = 0; i < c.operators.size(); ++i) {
        const auto time = [&](Pass pass) {
            return c.times[i][std::size_t(pass)].with_share(x.device.sm_share, x.device.pair_share);
        };
        const Seconds forward = time(Pass::forward);
        const Seconds again = recomputed_share(c.operators[i], c.recompute) * forward;
        (i < cut ? l.attention_forward : l.mlp_forward) += forward;
        (i < cut ? l.attention_backward : l.mlp_backward) += time(Pass::backward_input) + again;
        (i < cut ? l.attention_weight : l.mlp_weight) += time(Pass::backward_weight);
    }
    return l;
}

/// Two streams that take their parts in a fixed order; a part starts when its stream is free and its input there.
class PairStreams {
public:
    explicit PairStreams(std::vector<PairBlock>* blocks) : m_blocks(blocks) {}

    Seconds compute(PairPart part, Seconds ready, Seconds length) { return place(part, m_compute, ready, length); }
    Seconds communicate(PairPart part, Seconds ready, Seconds length) {
        m_sent += length;
        return place(part, m_communication, ready, length);
    }
    /// A layer's worth of both directions; returns when the next layer's forward and backward can start.
    void layer(const PairedLayer& ahead, const PairedLayer& back) {
        const Seconds gradient = communicate(PairPart::combine_gradient, m_backward, back.comm(Comm::ep_combine_gradient));
        const Seconds attended = compute(PairPart::attention_forward, m_forward, ahead.attention_forward);
        const Seconds tokens = communicate(PairPart::dispatch, attended, ahead.comm(Comm::ep_dispatch));
        const Seconds through = compute(PairPart::mlp_backward, gradient, back.mlp_backward);
        compute(PairPart::mlp_weight, through, back.mlp_weight);
        const Seconds returned = communicate(PairPart::dispatch_gradient, through, back.comm(Comm::ep_dispatch_gradient));
        const Seconds experts = compute(PairPart::mlp_forward, tokens, ahead.mlp_forward);
        m_forward = communicate(PairPart::combine, experts, ahead.comm(Comm::ep_combine));
        m_backward = compute(PairPart::attention_backward, returned, back.attention_backward);
        compute(PairPart::attention_weight, m_backward, back.attention_weight);
    }
    void alone(Seconds length) { m_compute += length; }
    [[nodiscard]] Seconds span(Seconds transfer) const { return std::max(m_compute, m_sent + transfer); }

private:
    Seconds place(PairPart part, Seconds& stream, Seconds ready, Seconds length) {
        const Seconds start = std::max(stream, ready);
        if (length.value <= 0)
            return ready;
        stream = start + length;
        if (m_blocks)
            m_blocks->push_back({part, start, stream});
        return stream;
    }

    std::vector<PairBlock>* m_blocks;
    Seconds m_compute, m_communication, m_forward, m_backward, m_sent;
};

} // namespace

std::size_t cut_of(const OperatorList& list) {
    const auto first = std::find_if(list.begin(), list.end(), [](const Operator& op) { return op.expert; });
    if (first != list.end())
        return std::size_t(first - list.begin());
    const auto norm = std::find_if(list.begin(), list.end(), [](const Operator& op) { return op.name == "mlp-norm"; });
    return std::size_t(norm - list.begin());
}

Seconds paired_compute(const CostContext& x, const LayerCosts& c) {
    return paired(x, c).compute();
}

PairRun run_pair(const CostContext& x, const CostTable& table, const StageLoad& load, Seconds transfer,
                 bool want_blocks) {
    PairRun run;
    std::vector<PairedLayer> layers;
    Seconds ends; // embedding, head and what surrounds a multi-token-prediction layer have no part to hide
    Seconds inside, beside;
    Bytes offloaded;
    const double hides = overlap_policy(x.scenario).zero3 ? constants::dp_overlap_share : 0;
    for_each_part(load, table, [&](const LayerCosts& c, int n) {
        offloaded += n * c.offloaded;
        for (const Comm k : inside_parts)
            inside += n * c.comm[std::size_t(k)].exposed;
        // Sent ahead of a layer or after it, on the communication stream beside the experts' all-to-all.
        for (const Comm k : sharded_parameters) {
            const Seconds sent = n * c.comm[std::size_t(k)].traffic.time;
            beside += hides * sent;
            inside += (1 - hides) * sent;
        }
        const LayerKind kind = c.operators.front().layer;
        if (kind != LayerKind::dense && kind != LayerKind::moe)
            ends += n * paired(x, c).compute();
        else
            layers.insert(layers.end(), std::size_t(n), paired(x, c));
    });
    PairStreams streams(want_blocks ? &run.blocks : nullptr);
    run.compute = ends;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        streams.layer(layers[i], layers[layers.size() - 1 - i]);
        run.compute += layers[i].compute();
    }
    const FirstGathers first = first_gathers(x, table, load);
    const Seconds ahead_of_all = first.forward + first.backward;
    streams.alone(ends + inside + ahead_of_all);
    const Seconds streams_done = streams.span(transfer + std::max(Seconds(0), beside - ahead_of_all));
    run.host = std::max(Seconds(0), offloaded / x.device.pcie - streams_done);
    run.span = streams_done + run.host;
    return run;
}

} // namespace ridgepoint
