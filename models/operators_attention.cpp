// SPDX-License-Identifier: GPL-3.0-or-later
// The attention half of a layer: projections, rotary embedding and the core, grouped-query or multi-head latent.
#include "models/operator_builder.hpp"

#include "models/constants.hpp"

namespace ridgepoint {
namespace {

/// Query-key pairs per token, counted causal: half the sequence, or the window with its ramp.
double causal_keys(const OperatorShape& shape, double window) {
    if (window > 0 && window < shape.sequence)
        return window - window * window / (2 * shape.sequence);
    return shape.sequence / 2;
}

/// Fused kernels compute whole tiles along the diagonal and a window's edge; round a ring they are called once a step,
/// each time with the keys of one rank.
double attention_shape_share(double keys_per_call) {
    return keys_per_call / (keys_per_call + constants::attention_tile / 2);
}

/// Round a ring every step attends to the keys that have come, and its result is added to what there is: two tensors
/// read, one written; backward the gradients of queries, keys and values likewise (Liu et al. 2023, Ring Attention,
/// algorithm 1).
void add_ring_merge(LayerContext& c, double outputs, double gradients) {
    if (c.shape.ring_steps == 1)
        return;
    const double moved = 3 * c.build.wide_bytes() * (c.shape.ring_steps - 1);
    c.build.streaming("attention-merge", OperatorKind::elementwise, outputs, moved, moved * gradients / outputs)
        .recomputed_by = recompute_attention_core;
}

void add_attention_core(LayerContext& c, bool windowed, unsigned producer) {
    const Architecture& m = c.model;
    const double heads = 1.0 * m.heads / c.shape.tp, kv = 1.0 * m.kv_heads / c.shape.tp;
    const double qk = m.qk_dim(), v = m.v_dim();
    const double keys = causal_keys(c.shape, windowed ? m.sliding_window : 0);
    const double q_elements = c.tokens * heads * qk, k_elements = c.tokens * kv * qk;
    const double v_elements = c.tokens * kv * v, o_elements = c.tokens * heads * v;
    const double w = c.build.wide_bytes();

    Operator& op = c.build.streaming("attention-core", OperatorKind::attention, 0, 0, 0);
    op.windowed = windowed;
    op.recomputed_by = recompute_attention_core;
    op.forward.flops = Flop(2 * c.tokens * keys * heads * (qk + v) * c.shape.attention_imbalance);
    op.backward_input.flops = 2 * op.forward.flops;
    op.kernel_share = attention_shape_share(keys / c.shape.ring_steps);
    op.head = (qk + v) / 2;
    const double io = q_elements + k_elements + v_elements + o_elements;
    op.forward.bytes = Bytes(io * w);
    op.backward_input.bytes = Bytes((2 * io + o_elements) * w);
    op.saved[0] = {c.build.kept_wide(q_elements + v_elements), producer};
    op.saved[2] = {c.build.kept_wide(k_elements), producer | recompute_gemms};
    // Autograd keeps queries and keys from before the rotary embedding, and all three in the kernel's layout.
    if (!c.shape.fused)
        op.saved[3] = {c.build.kept_wide(2 * (q_elements + k_elements) + v_elements),
                       producer | recompute_gemms};
    if (c.shape.attention != AttentionKernel::unfused) {
        op.saved[1] = {Bytes(bytes_per_element(softmax_format) * c.tokens * heads), recompute_attention_core};
        return;
    }
    // Scores, softmax output (two bytes each) and the dropout mask; without dropout no mask and one copy less.
    const double scores = c.tokens * c.shape.sequence * heads;
    op.forward.bytes += Bytes(scores * constants::unfused_score_bytes);
    op.backward_input.bytes += Bytes(scores * 2 * constants::unfused_score_bytes);
    op.saved[1] = {Bytes(scores * (m.dropout ? 2 * w + 1 : w)), recompute_attention_core};
}

/// Rotary embedding over the queries and keys; nothing with learned positions.
void add_rotary(LayerContext& c, double elements) {
    if (c.model.learned_positions > 0)
        return;
    const double w = c.build.wide_bytes();
    c.build.streaming("rotary", OperatorKind::elementwise, elements, 2 * w, 2 * w).recomputed_by =
        recompute_mla_up | recompute_gemms;
}

void add_projection(LayerContext& c) {
    const Architecture& m = c.model;
    const double width = 1.0 * m.heads * m.v_dim() / c.shape.tp;
    Operator& op = c.build.gemm("attention-out", {c.tokens, c.hidden, width, 1});
    op.saved[0] = {c.build.kept(c.tokens * width), recompute_none};
    op.recomputed_by = recompute_gemms;
    if (m.bias)
        op.parameters += c.hidden;
}

/// A norm over a latent; its output feeds an up-projection, which recomputing "norm" makes again.
void add_latent_norm(LayerContext& c, std::string_view name, double width) {
    const double w = c.build.wide_bytes();
    Operator& op = c.build.streaming(name, OperatorKind::norm, c.tokens * width, 2 * w, 3 * w);
    op.parameters = width;
    op.recomputed_by = recompute_norm;
    op.saved[0] = {c.build.kept_wide(c.tokens * width), recompute_none};
}

} // namespace

void add_grouped_query_attention(LayerContext& c, bool windowed) {
    const Architecture& m = c.model;
    const double q = 1.0 * m.heads * m.head_dim / c.shape.tp, kv = 1.0 * m.kv_heads * m.head_dim / c.shape.tp;
    Operator& qkv = c.build.gemm("attention-qkv", {c.tokens, q + 2 * kv, c.hidden, 1});
    qkv.saved[0] = {c.kept_input(), recompute_norm};
    qkv.recomputed_by = recompute_gemms; // the keys, second of the three
    qkv.again = kv / (q + 2 * kv);
    if (m.bias || m.qkv_bias)
        qkv.parameters += q + 2 * kv;
    const double w = c.build.wide_bytes();
    if (m.qk_norm) {
        Operator& op = c.build.streaming("qk-norm", OperatorKind::norm, c.tokens * (q + kv), 2 * w, 3 * w);
        op.parameters = 2.0 * m.head_dim;
        op.recomputed_by = recompute_norm;
        op.saved[0] = {c.build.kept_wide(c.tokens * (q + kv)), recompute_none};
    }
    add_rotary(c, c.tokens * (q + kv));
    add_attention_core(c, windowed, recompute_none);
    add_ring_merge(c, c.tokens * q, c.tokens * (q + 2 * kv));
    add_projection(c);
    c.build.casts("attention-casts", c.sharded_hidden() + c.tokens * q, c.tokens * (q + 2 * kv) + c.sharded_hidden());
}

void add_latent_attention(LayerContext& c, bool windowed) {
    const Architecture& m = c.model;
    const MlaShape& a = *m.mla;
    const double heads = 1.0 * m.heads / c.shape.tp;
    const double q_width = heads * (a.qk_nope_dim + a.qk_rope_dim), kv_width = heads * (a.qk_nope_dim + a.v_dim);
    double cast_inputs = c.sharded_hidden() + c.tokens * (a.kv_rank + heads * a.v_dim);
    double cast_gradients = c.tokens * (q_width + kv_width) + c.sharded_hidden();
    if (a.q_rank > 0) {
        c.build.gemm("mla-q-down", {c.tokens, 1.0 * a.q_rank, c.hidden, 1}).saved[0] = {c.kept_input(), recompute_norm};
        add_latent_norm(c, "mla-q-norm", a.q_rank);
        Operator& up = c.build.gemm("mla-q-up", {c.tokens, q_width, 1.0 * a.q_rank, 1});
        up.saved[0] = {c.build.kept(c.tokens * a.q_rank), recompute_norm};
        up.recomputed_by = recompute_mla_up;
        cast_inputs += c.tokens * a.q_rank;
        cast_gradients += c.tokens * a.q_rank;
    } else {
        Operator& q = c.build.gemm("mla-q", {c.tokens, q_width, c.hidden, 1});
        q.saved[0] = {c.kept_input(), recompute_norm};
        q.recomputed_by = recompute_mla_up;
    }
    c.build.gemm("mla-kv-down", {c.tokens, 1.0 * a.kv_rank + a.qk_rope_dim, c.hidden, 1});
    add_latent_norm(c, "mla-kv-norm", a.kv_rank);
    Operator& up = c.build.gemm("mla-kv-up", {c.tokens, kv_width, 1.0 * a.kv_rank, 1});
    up.saved[0] = {c.build.kept(c.tokens * a.kv_rank), recompute_norm};
    up.recomputed_by = recompute_mla_up;
    add_rotary(c, c.tokens * heads * 2 * m.qk_dim());
    add_attention_core(c, windowed, recompute_mla_up);
    add_ring_merge(c, c.tokens * heads * m.v_dim(), c.tokens * heads * (2 * m.qk_dim() + m.v_dim()));
    add_projection(c);
    c.build.casts("attention-casts", cast_inputs, cast_gradients + c.tokens * (a.kv_rank + a.qk_rope_dim));
}

} // namespace ridgepoint
