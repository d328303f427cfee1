// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/layer_comm.hpp"

#include "models/constants.hpp"

#include <algorithm>

namespace ridgepoint {
namespace {

LayerComm& at(LayerCosts& c, Comm kind) {
    return c.comm[std::size_t(kind)];
}

void set(LayerCosts& c, Comm kind, const Traffic& one, double calls) {
    if (one.total().value > 0 && calls > 0)
        at(c, kind) = {one.times(calls), calls, Seconds(0)};
}

/// Blocks of the layer whose tensor-parallel region is entered and left once: attention, and the FFN unless the
/// experts replace it; a shared expert counts as an FFN.
double tensor_parallel_blocks(const LayerCosts& c, const Architecture& m) {
    switch (c.operators.front().layer) {
    case LayerKind::dense: return 2;
    case LayerKind::moe: return m.moe->shared_ffn > 0 ? 2 : 1;
    default: return 0.5; // the embedding is only left, a head only entered
    }
}

void add_tensor_parallel(LayerCosts& c, const CostContext& x) {
    const Plan& p = x.scenario.plan;
    if (p.tp == 1)
        return;
    const double element = bytes_per_element(x.scenario.precision.wide);
    const Bytes tensor(x.shape.tokens() * x.scenario.model.hidden * element);
    const double blocks = tensor_parallel_blocks(c, x.scenario.model);
    const double again = (c.recompute & recompute_full) != 0 ? blocks : 0;
    if (!p.sequence_parallel) {
        const Traffic one = started(all_reduce(tensor, x.layout.tp, x.network), x.layout.tp, x.network, 2);
        set(c, Comm::tp_forward, one, blocks);
        set(c, Comm::tp_backward, one, blocks + again);
        return;
    }
    // An all-gather in and a reduce-scatter out of each block; backward the same mirrored, and the input gathered
    // again for the weight gradient because only its shard is kept (Korthikanti et al. 2022, 4.2.2).
    const Traffic one = started(all_gather(tensor, x.layout.tp, x.network), x.layout.tp, x.network);
    set(c, Comm::tp_forward, one, 2 * blocks);
    set(c, Comm::tp_backward, one, 3 * blocks + 2 * again);
}

/// Heads exchanged for tokens: queries, keys and values out and the context back, gradients the other way. Where there
/// are fewer key/value heads than ranks, some heads go to several (Jacobs et al. 2023, DeepSpeed-Ulysses).
void exchange_heads(LayerCosts& c, const CostContext& x, double element, bool again) {
    const Architecture& m = x.scenario.model;
    const Plan& p = x.scenario.plan;
    const double heads = 1.0 * m.heads / p.tp, kv_heads = 1.0 * m.kv_heads / p.tp;
    const double kv_copies = std::max(1.0, p.cp / kv_heads);
    const double inputs = heads * m.qk_dim() + kv_heads * kv_copies * (m.qk_dim() + m.v_dim());
    const double width = inputs + heads * m.v_dim();
    const Traffic both = all_to_all(Bytes(x.shape.tokens() * width * element), x.layout.cp, x.network);
    set(c, Comm::cp_forward, both, 1);
    set(c, Comm::cp_backward, both, again ? 2 : 1);
}

void add_context_parallel(LayerCosts& c, const CostContext& x) {
    const Scenario& s = x.scenario;
    const LayerKind kind = c.operators.front().layer;
    if (s.plan.cp == 1 || (kind != LayerKind::dense && kind != LayerKind::moe))
        return;
    const Architecture& m = s.model;
    const double element = bytes_per_element(s.precision.wide);
    const bool again = (c.recompute & (recompute_full | recompute_attention_core)) != 0;
    if (s.plan.cp_kind == CpKind::all_to_all)
        return exchange_heads(c, x, element, again);
    const double width = 1.0 * m.kv_heads * (m.qk_dim() + m.v_dim()) / s.plan.tp;
    const Bytes block(x.shape.tokens() * width * element);
    const Traffic one = s.plan.cp_kind == CpKind::ring ? ring_exchange(block, x.layout.cp, x.network)
                                                       : all_gather(block * s.plan.cp, x.layout.cp, x.network);
    set(c, Comm::cp_forward, one, 1);
    // Backward needs keys and values once more, and sends their gradients.
    set(c, Comm::cp_backward, one, again ? 3 : 2);
}

void add_expert_parallel(LayerCosts& c, const CostContext& x) {
    const Scenario& s = x.scenario;
    if (s.plan.ep == 1 || c.operators.front().layer != LayerKind::moe)
        return;
    const MoeShape& moe = *s.model.moe;
    const auto exchange = [&](NumberFormat format, CurveKind kind) {
        const Bytes tokens(x.shape.routed_tokens() * s.model.hidden * bytes_per_element(format) * s.plan.moe_imbalance);
        return started(limited_all_to_all(tokens, moe.top_k, moe.node_limit, x.layout.ep, x.network, kind),
                       x.layout.ep, x.network);
    };
    const Traffic dispatch = exchange(s.precision.dispatch, CurveKind::expert_dispatch);
    const Traffic combine = exchange(s.precision.combine, CurveKind::expert_combine);
    set(c, Comm::ep_dispatch, dispatch, 1);
    set(c, Comm::ep_combine, combine, 1);
    // What is recomputed is sent again in the backward pass, in the formats of the gradients that go the same ways.
    const double times = (c.recompute & (recompute_full | recompute_moe)) != 0 ? 2 : 1;
    set(c, Comm::ep_combine_gradient, dispatch, times);
    set(c, Comm::ep_dispatch_gradient, combine, times);
}

/// Ranks that share the slices of an expert gather what each of them was sent, and sum their parts of the outputs
/// (Megatron Core's MoE token dispatcher); backward the mirror image.
void add_expert_tensor_parallel(LayerCosts& c, const CostContext& x) {
    const Scenario& s = x.scenario;
    if (s.plan.etp == 1 || c.operators.front().layer != LayerKind::moe)
        return;
    const double copies = x.shape.routed_tokens() * s.model.moe->top_k * s.plan.etp * s.plan.moe_imbalance;
    const auto bytes = [&](NumberFormat format) { return Bytes(copies * s.model.hidden * bytes_per_element(format)); };
    Traffic one = all_gather(bytes(s.precision.dispatch), x.layout.etp, x.network);
    one += reduce_scatter(bytes(s.precision.combine), x.layout.etp, x.network);
    one = started(one, x.layout.etp, x.network, 2);
    const bool again = (c.recompute & (recompute_full | recompute_moe)) != 0;
    const double times = again ? 2 : 1;
    at(c, Comm::etp_forward) = {one, 2, Seconds(0)};
    at(c, Comm::etp_backward) = {one.times(times), 2 * times, Seconds(0)};
}

void add_zero3(LayerCosts& c, const CostContext& x) {
    const Scenario& s = x.scenario;
    if (s.plan.zero < 3)
        return;
    const double gather = bytes_per_element(s.gather_format()), reduce = bytes_per_element(s.reduce_format());
    const double dense = c.gemm_parameters + c.wide_parameters;
    const double again = s.plan.reshard_after_forward ? 1 : 0;
    const auto dense_call = [&](const Traffic& t) { return started(t, x.layout.dense_shard, x.network); };
    const auto expert_call = [&](const Traffic& t) { return started(t, x.layout.expert_shard, x.network); };
    const Traffic g = dense_call(all_gather(Bytes(dense * gather), x.layout.dense_shard, x.network));
    set(c, Comm::zero3_gather_forward, g, 1);
    set(c, Comm::zero3_gather_backward, g, again);
    set(c, Comm::zero3_reduce, dense_call(reduce_scatter(Bytes(dense * reduce), x.layout.dense_shard, x.network)), 1);
    const Traffic e = expert_call(all_gather(Bytes(c.expert_parameters * gather), x.layout.expert_shard, x.network));
    set(c, Comm::expert_gather_forward, e, 1);
    set(c, Comm::expert_gather_backward, e, again);
    set(c, Comm::expert_reduce,
        expert_call(reduce_scatter(Bytes(c.expert_parameters * reduce), x.layout.expert_shard, x.network)), 1);
}

/// Exposes what of `kinds` together does not fit behind `cover`, shared in proportion to their times.
template <std::size_t N>
Seconds expose_behind(LayerCosts& c, const std::array<Comm, N>& kinds, Seconds cover) {
    Seconds total;
    for (Comm k : kinds)
        total += at(c, k).traffic.time;
    const Seconds exposed = std::max(Seconds(0), total - cover);
    if (total.value <= 0)
        return Seconds(0);
    const double share = exposed / total;
    for (Comm k : kinds)
        at(c, k).exposed = at(c, k).traffic.time * share;
    return exposed;
}

constexpr std::array forward_experts{Comm::ep_dispatch, Comm::ep_combine, Comm::etp_forward};
constexpr std::array backward_experts{Comm::ep_combine_gradient, Comm::ep_dispatch_gradient, Comm::etp_backward};
constexpr std::array forward_inner{Comm::tp_forward, Comm::cp_forward, Comm::ep_dispatch, Comm::ep_combine,
                                   Comm::etp_forward};
constexpr std::array backward_inner{Comm::tp_backward, Comm::cp_backward, Comm::ep_combine_gradient,
                                    Comm::ep_dispatch_gradient, Comm::etp_backward};
constexpr std::array forward_sharded{Comm::zero3_gather_forward, Comm::expert_gather_forward};
constexpr std::array backward_sharded{Comm::zero3_gather_backward, Comm::zero3_reduce, Comm::expert_gather_backward,
                                      Comm::expert_reduce};

/// Collectives that run one layer ahead hide as far as a link has time left: the pass takes no less than either link
/// is busy in it, inner collectives included, and no less than its compute with what of the inner ones is exposed. Where
/// both have time they still take from each other.
template <std::size_t N, std::size_t M>
Seconds expose_ahead(LayerCosts& c, const std::array<Comm, N>& inner, const std::array<Comm, M>& ahead, Seconds pass,
                     const Network& net) {
    Bytes up, out, beyond;
    const auto add = [&](Comm k) {
        up += at(c, k).traffic.scale_up;
        out += at(c, k).traffic.scale_out;
        beyond += at(c, k).traffic.beyond_pod;
    };
    for (Comm k : inner)
        add(k);
    Seconds total, latency;
    for (Comm k : ahead) {
        const Traffic& t = at(c, k).traffic;
        add(k);
        total += t.time;
        latency += t.time - net.link_time(t.scale_up, t.scale_out, t.beyond_pod);
    }
    const Seconds busy = net.link_time(up, out, beyond) + latency;
    return expose_behind(c, ahead,
                         std::min(constants::dp_overlap_share * total, total - std::max(Seconds(0), busy - pass)));
}

} // namespace

void add_collectives(LayerCosts& c, const CostContext& x) {
    if (c.operators.empty())
        return;
    add_tensor_parallel(c, x);
    add_context_parallel(c, x);
    add_expert_parallel(c, x);
    add_expert_tensor_parallel(c, x);
    add_zero3(c, x);
}

void reset_sharding(LayerCosts& c, const CostContext& x) {
    for (const Comm kind : sharded_parameters)
        at(c, kind) = {};
    add_zero3(c, x);
}

namespace {

/// Of a pass, all but the other operators' kernels: attention's, and what the device waits for launches and the host.
Seconds beside_attention(const LayerCosts& c, Pass pass, Seconds whole) {
    for (std::size_t i = 0; i < c.operators.size(); ++i)
        if (c.operators[i].kind != OperatorKind::attention)
            whole -= c.times[i][std::size_t(pass)].total - c.times[i][std::size_t(pass)].launch;
    return std::max(Seconds(0), whole);
}

} // namespace

void expose(LayerCosts& c, const OverlapPolicy& o, const Network& net) {
    const Seconds forward = c.compute.forward, backward = c.compute.backward();
    const auto inner = [&](Comm kind, bool hides, Seconds cover, double share = 1) {
        return expose_behind(c, std::array{kind}, hides ? std::min(cover, share * at(c, kind).traffic.time) : Seconds(0));
    };
    // Each hides behind a share of the compute: two tensor-parallel blocks a layer pipeline with their own GEMMs, keys and
    // values go round the ring while attention works on those that have come.
    const double tp_share = constants::tp_overlap_share;
    Seconds on_forward = inner(Comm::tp_forward, o.tp, forward / 2, tp_share) +
                         inner(Comm::cp_forward, o.cp, beside_attention(c, Pass::forward, forward));
    on_forward += expose_behind(c, forward_experts, o.ep ? forward / 4 : Seconds(0));
    // Without pipelining, as many calls as the forward pass has still run beside the backward GEMMs: the gradient of a
    // block's input is sent beside its weight gradient, the input gathered beside its gradient (Megatron-LM).
    const LayerComm& back = at(c, Comm::tp_backward);
    const double beside = back.calls > 0 ? std::min(1.0, at(c, Comm::tp_forward).calls / back.calls) : 0;
    Seconds on_backward = inner(Comm::tp_backward, o.tp || o.tp_backward, backward / 2, o.tp ? tp_share : beside) +
                          inner(Comm::cp_backward, o.cp, beside_attention(c, Pass::backward_input, c.compute.backward_input));
    on_backward += expose_behind(c, backward_experts, o.ep ? backward / 4 : Seconds(0));

    if (o.zero3) {
        on_forward += expose_ahead(c, forward_inner, forward_sharded, forward + on_forward, net);
        on_backward += expose_ahead(c, backward_inner, backward_sharded, backward + on_backward, net);
    } else {
        on_forward += expose_behind(c, forward_sharded, Seconds(0));
        on_backward += expose_behind(c, backward_sharded, Seconds(0));
    }
    c.exposed_forward = on_forward;
    c.exposed_backward = on_backward;
}

namespace {

Collective context_parallel_collective(CpKind kind) {
    switch (kind) {
    case CpKind::ring: return Collective::send_receive;
    case CpKind::all_gather: return Collective::all_gather;
    case CpKind::all_to_all: return Collective::all_to_all;
    }
    return Collective::send_receive;
}

} // namespace

CommInfo comm_info(Comm kind, const Plan& p) {
    const Collective tp = p.sequence_parallel ? Collective::all_gather : Collective::all_reduce;
    const Collective reduce = p.zero == 0 ? Collective::all_reduce : Collective::reduce_scatter;
    const Collective cp = context_parallel_collective(p.cp_kind);
    using P = Parallelism;
    using C = Collective;
    switch (kind) {
    case Comm::tp_forward: return {"tp-forward", P::tp, tp};
    case Comm::tp_backward: return {"tp-backward", P::tp, tp};
    case Comm::cp_forward: return {"cp-forward", P::cp, cp};
    case Comm::cp_backward: return {"cp-backward", P::cp, cp};
    case Comm::ep_dispatch: return {"ep-dispatch", P::ep, C::all_to_all};
    case Comm::ep_combine: return {"ep-combine", P::ep, C::all_to_all};
    case Comm::ep_combine_gradient: return {"ep-combine-gradient", P::ep, C::all_to_all};
    case Comm::ep_dispatch_gradient: return {"ep-dispatch-gradient", P::ep, C::all_to_all};
    case Comm::etp_forward: return {"etp-forward", P::ep, C::all_gather};
    case Comm::etp_backward: return {"etp-backward", P::ep, C::all_gather};
    case Comm::zero3_gather_forward: return {"zero3-gather-forward", P::dp, C::all_gather};
    case Comm::zero3_gather_backward: return {"zero3-gather-backward", P::dp, C::all_gather};
    case Comm::zero3_reduce: return {"zero3-reduce", P::dp, C::reduce_scatter};
    case Comm::expert_gather_forward: return {"expert-gather-forward", P::dp, C::all_gather};
    case Comm::expert_gather_backward: return {"expert-gather-backward", P::dp, C::all_gather};
    case Comm::expert_reduce: return {"expert-reduce", P::dp, C::reduce_scatter};
    case Comm::pp_forward: return {"pp-forward", P::pp, C::send_receive};
    case Comm::pp_backward: return {"pp-backward", P::pp, C::send_receive};
    case Comm::dp_reduce: return {"dp-reduce", P::dp, reduce};
    case Comm::dp_gather: return {"dp-gather", P::dp, C::all_gather};
    case Comm::expert_dp_reduce: return {"expert-dp-reduce", P::dp, reduce};
    case Comm::expert_dp_gather: return {"expert-dp-gather", P::dp, C::all_gather};
    case Comm::replica_reduce: return {"replica-reduce", P::dp, C::all_reduce};
    }
    return {};
}

Group comm_group(Comm kind, const Layout& l, const Plan& p) {
    switch (kind) {
    case Comm::tp_forward: case Comm::tp_backward: return l.tp;
    case Comm::cp_forward: case Comm::cp_backward: return l.cp;
    case Comm::ep_dispatch: case Comm::ep_combine: case Comm::ep_combine_gradient: case Comm::ep_dispatch_gradient:
        return l.ep;
    case Comm::etp_forward: case Comm::etp_backward: return l.etp;
    case Comm::expert_gather_forward: case Comm::expert_gather_backward: case Comm::expert_reduce:
    case Comm::expert_dp_reduce: case Comm::expert_dp_gather:
        return l.expert_shard;
    case Comm::pp_forward: case Comm::pp_backward: return {p.pp, 1};
    case Comm::replica_reduce: return l.dense_replicas;
    default: return l.dense_shard;
    }
}

} // namespace ridgepoint
