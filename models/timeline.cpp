// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/estimate_parts.hpp"

#include <algorithm>

namespace ridgepoint {
namespace {

/// Lays blocks end to end on the compute stream, collectives beside them, and what nothing hides between them.
class TimelineWriter {
public:
    TimelineWriter(LayerTimeline& timeline, const CostContext& x) : m_out(timeline), m_x(x) {}

    void compute(const Operator& op, Pass pass, Seconds length, bool recomputed) {
        if (length.value <= 0)
            return;
        TimelineBlock& b = block(Stream::compute, op.name, m_now, length);
        b.kind = op.kind;
        b.pass = pass;
        b.recomputed = recomputed;
        m_now += length;
    }

    /// A share of a collective that stands between operators.
    void collective(Comm kind, const LayerComm& c, double share, Pass pass) {
        const Seconds length = c.traffic.time * share, exposed = c.exposed * share;
        if (length.value <= 0)
            return;
        const Seconds start = std::max(m_now, m_stream_free);
        communication(kind, c, start, length, pass);
        wait(kind, c, exposed, pass);
        m_stream_free = start + length;
    }

    /// A collective that runs beside the whole pass, started with it.
    void beside(Comm kind, const LayerComm& c, Seconds start, Pass pass) {
        if (c.traffic.time.value <= 0)
            return;
        const Seconds at = std::max(start, m_beside_free);
        communication(kind, c, at, c.traffic.time, pass);
        m_beside_free = at + c.traffic.time;
    }

    void wait(Comm kind, const LayerComm& c, Seconds exposed, Pass pass) {
        if (exposed.value <= 0)
            return;
        TimelineBlock& b = block(Stream::exposed, comm_info(kind, m_x.scenario.plan).name, m_now, exposed);
        b.parallelism = comm_info(kind, m_x.scenario.plan).parallelism;
        b.link = c.traffic.link;
        b.pass = pass;
        m_now += exposed;
    }

    [[nodiscard]] Seconds now() const { return m_now; }

private:
    TimelineBlock& block(Stream stream, std::string_view name, Seconds start, Seconds length) {
        TimelineBlock& b = m_out.blocks.emplace_back();
        b.stream = stream;
        b.name = name;
        b.start = start;
        b.end = start + length;
        return b;
    }

    void communication(Comm kind, const LayerComm& c, Seconds start, Seconds length, Pass pass) {
        TimelineBlock& b = block(Stream::communication, comm_info(kind, m_x.scenario.plan).name, start, length);
        b.parallelism = comm_info(kind, m_x.scenario.plan).parallelism;
        b.link = c.traffic.link;
        b.pass = pass;
    }

    LayerTimeline& m_out;
    const CostContext& m_x;
    Seconds m_now, m_stream_free, m_beside_free;
};

const LayerComm& comm_of(const LayerCosts& c, Comm kind) {
    return c.comm[std::size_t(kind)];
}

/// An all-to-all to or from the experts, with half of what goes between an expert's slices on their side of it.
void experts(TimelineWriter& w, const LayerCosts& c, Comm exchange, Comm slices, Pass pass) {
    const bool to_experts = exchange == Comm::ep_dispatch || exchange == Comm::ep_combine_gradient;
    if (!to_experts)
        w.collective(slices, comm_of(c, slices), 0.5, pass);
    w.collective(exchange, comm_of(c, exchange), 1, pass);
    if (to_experts)
        w.collective(slices, comm_of(c, slices), 0.5, pass);
}

/// What precedes an operator in the forward pass.
void forward_before(TimelineWriter& w, const LayerCosts& c, std::string_view op, bool both_blocks) {
    const double half = both_blocks ? 0.5 : 1.0;
    if (op == "attention-qkv" || op == "mla-q-down" || op == "mla-q")
        w.collective(Comm::tp_forward, comm_of(c, Comm::tp_forward), half / 2, Pass::forward);
    else if (op == "attention-core")
        w.collective(Comm::cp_forward, comm_of(c, Comm::cp_forward), 1, Pass::forward);
    else if (op == "expert-up")
        experts(w, c, Comm::ep_dispatch, Comm::etp_forward, Pass::forward);
    else if (both_blocks && (op == "mlp-up" || op == "shared-up"))
        w.collective(Comm::tp_forward, comm_of(c, Comm::tp_forward), half / 2, Pass::forward);
}

void forward_after(TimelineWriter& w, const LayerCosts& c, std::string_view op, bool both_blocks) {
    const double half = both_blocks ? 0.5 : 1.0;
    if (op == "attention-out" || (both_blocks && (op == "mlp-down" || op == "shared-down")))
        w.collective(Comm::tp_forward, comm_of(c, Comm::tp_forward), half / 2, Pass::forward);
    else if (op == "expert-down")
        experts(w, c, Comm::ep_combine, Comm::etp_forward, Pass::forward);
}

/// The mirror image: what follows the forward operator precedes its backward.
void backward_before(TimelineWriter& w, const LayerCosts& c, std::string_view op, bool both_blocks) {
    const double half = both_blocks ? 0.5 : 1.0;
    if (op == "attention-out" || (both_blocks && (op == "mlp-down" || op == "shared-down")))
        w.collective(Comm::tp_backward, comm_of(c, Comm::tp_backward), half / 2, Pass::backward_input);
    else if (op == "expert-down")
        experts(w, c, Comm::ep_combine_gradient, Comm::etp_backward, Pass::backward_input);
}

void backward_after(TimelineWriter& w, const LayerCosts& c, std::string_view op, bool both_blocks) {
    const double half = both_blocks ? 0.5 : 1.0;
    if (op == "attention-qkv" || op == "mla-q-down" || op == "mla-q" ||
        (both_blocks && (op == "mlp-up" || op == "shared-up")))
        w.collective(Comm::tp_backward, comm_of(c, Comm::tp_backward), half / 2, Pass::backward_input);
    else if (op == "attention-core")
        w.collective(Comm::cp_backward, comm_of(c, Comm::cp_backward), 1, Pass::backward_input);
    else if (op == "expert-up")
        experts(w, c, Comm::ep_dispatch_gradient, Comm::etp_backward, Pass::backward_input);
}

void write_forward(TimelineWriter& w, const LayerCosts& c, bool both_blocks) {
    const Seconds start = w.now();
    for (std::size_t i = 0; i < c.operators.size(); ++i) {
        const Operator& op = c.operators[i];
        forward_before(w, c, op.name, both_blocks);
        w.compute(op, Pass::forward, c.times[i][0].total, false);
        forward_after(w, c, op.name, both_blocks);
    }
    for (Comm kind : {Comm::zero3_gather_forward, Comm::expert_gather_forward}) {
        w.beside(kind, comm_of(c, kind), start, Pass::forward);
        w.wait(kind, comm_of(c, kind), comm_of(c, kind).exposed, Pass::forward);
    }
}

void write_backward(TimelineWriter& w, const LayerCosts& c, bool both_blocks) {
    const Seconds start = w.now();
    for (std::size_t i = 0; i < c.operators.size(); ++i)
        if (const double again = recomputed_share(c.operators[i], c.recompute); again > 0)
            w.compute(c.operators[i], Pass::forward, again * c.times[i][0].total, true);
    for (std::size_t i = c.operators.size(); i-- > 0;) {
        const Operator& op = c.operators[i];
        backward_before(w, c, op.name, both_blocks);
        w.compute(op, Pass::backward_input, c.times[i][1].total, false);
        backward_after(w, c, op.name, both_blocks);
        w.compute(op, Pass::backward_weight, c.times[i][2].total, false);
    }
    for (Comm kind : {Comm::zero3_gather_backward, Comm::expert_gather_backward, Comm::zero3_reduce,
                      Comm::expert_reduce}) {
        w.beside(kind, comm_of(c, kind), start, Pass::backward_input);
        w.wait(kind, comm_of(c, kind), comm_of(c, kind).exposed, Pass::backward_input);
    }
}

} // namespace

std::size_t main_variant(const StepModel& m) {
    const auto layers = together(m.loads).layers;
    return std::size_t(std::max_element(layers.begin(), layers.end()) - layers.begin());
}

LayerTimeline layer_timeline(const CostContext& x, const CostTable& table, const StepModel& m) {
    LayerTimeline t;
    const LayerCosts& c = *table.layers[main_variant(m)];
    const bool moe = c.operators.front().layer == LayerKind::moe || c.operators.back().layer == LayerKind::moe;
    t.layer = moe ? LayerKind::moe : LayerKind::dense;
    t.blocks.reserve(c.operators.size() * 4);
    TimelineWriter w(t, x);
    const bool both_blocks = !moe || x.scenario.model.moe->shared_ffn > 0;
    write_forward(w, c, both_blocks);
    write_backward(w, c, both_blocks);
    t.span = w.now();
    return t;
}

} // namespace ridgepoint
