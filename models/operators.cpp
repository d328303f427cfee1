// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/operators.hpp"

#include "models/constants.hpp"
#include "models/operator_builder.hpp"

#include <algorithm>

namespace ridgepoint {
namespace {

double norm_parameters(const Architecture& m) {
    return m.norm == Norm::layernorm ? 2.0 * m.hidden : 1.0 * m.hidden;
}

/// Norm with the residual addition before it; unfused, the addition is a kernel of its own.
void add_norm(LayerContext& c, std::string_view name) {
    const double w = c.build.wide_bytes();
    const double forward = c.shape.fused ? 4 * w : 5 * w;
    Operator& op = c.build.streaming(name, OperatorKind::norm, c.sharded_hidden(), forward, 4 * w);
    op.parameters = norm_parameters(c.model);
    op.recomputed_by = recompute_norm;
    op.saved[0] = {c.build.kept_wide(c.sharded_hidden()), recompute_none};
    if (c.mask > 0)
        op.saved[1] = {Bytes(c.mask * c.sharded_hidden()), recompute_none};
}

struct FfnNames {
    std::string_view up, activation, down;
};

/// Up, activation and down over `rows` tokens in `count` groups (experts held here).
void add_ffn(LayerContext& c, FfnNames names, double rows, double count, double width, unsigned group) {
    const Architecture& m = c.model;
    const double fan = m.gated_mlp ? 2 : 1;
    const double w = c.build.wide_bytes();
    const double all_rows = rows * count;
    const OperatorKind kind = group == recompute_moe ? OperatorKind::grouped_gemm : OperatorKind::gemm;

    Operator& up = c.build.gemm(names.up, {rows, fan * width, c.hidden, count});
    up.kind = kind;
    up.recomputed_by = group | (m.gated_mlp ? recompute_gemms : recompute_none); // the half that is no gate
    up.again = 0.5;
    if (m.bias)
        up.parameters += fan * width * count;
    // read both halves, write one; backward reads the gradient and both halves and writes both
    Operator& act = c.build.streaming(names.activation, OperatorKind::elementwise, all_rows * width, (fan + 1) * w,
                                      (2 * fan + 1) * w);
    act.recomputed_by = recompute_activation | group;
    const auto kept = [&](double halves) {
        return group == recompute_moe ? c.build.kept(all_rows * halves * width)
                                      : c.build.kept_wide(all_rows * halves * width);
    };
    act.saved[0] = {kept(1), group};
    if (m.gated_mlp)
        act.saved[2] = {kept(1), group | recompute_gemms};
    if (!c.shape.fused && m.gated_mlp) // the activated gate, for the product's backward pass
        act.saved[1] = {c.build.kept_wide(all_rows * width), recompute_activation | group};
    Operator& down = c.build.gemm(names.down, {rows, c.hidden, width, count});
    down.kind = kind;
    down.recomputed_by = group;
    down.saved[0] = {c.build.kept(all_rows * width), recompute_activation | group};
    if (m.bias)
        down.parameters += c.hidden * count;
}

void add_dense_ffn(LayerContext& c) {
    const double width = 1.0 * c.model.ffn / c.shape.tp;
    add_ffn(c, {"mlp-up", "mlp-activation", "mlp-down"}, c.tokens, 1, width, recompute_none);
    const double fan = c.model.gated_mlp ? 2 : 1;
    c.build.casts("mlp-casts", c.sharded_hidden() + c.tokens * width, c.tokens * fan * width + c.sharded_hidden());
}

void add_router(LayerContext& c, const MoeShape& moe) {
    Operator& op = c.build.gemm("router", {c.outer_tokens, 1.0 * moe.experts, c.hidden, 1}, ParameterClass::wide);
    op.kind = OperatorKind::router;
    op.recomputed_by = recompute_moe;
    op.saved[0] = {Bytes(c.outer_tokens * moe.experts * bytes_per_element(softmax_format)), recompute_moe};
}

void add_permutation(LayerContext& c, const MoeShape& moe) {
    const double w = c.build.wide_bytes();
    const double copies = c.shape.routed_tokens() * moe.top_k * c.hidden;
    // One pass before the all-to-all and one behind it, which sorts by local expert.
    const double passes = c.shape.ep > 1 ? 2 : 1;
    c.build.streaming("permute", OperatorKind::permute, copies, passes * 2 * w, passes * 2 * w).recomputed_by =
        recompute_moe;
    c.build.streaming("unpermute", OperatorKind::permute, copies, passes * 2 * w, passes * 2 * w).recomputed_by =
        recompute_moe;
}

void add_experts(LayerContext& c) {
    const MoeShape& moe = *c.model.moe;
    const double experts = 1.0 * moe.experts / c.shape.ep;
    // With balanced routing every rank receives as many copies as it sends; expert-tensor ranks share them.
    const double copies = c.shape.routed_tokens() * moe.top_k * c.shape.etp * c.shape.moe_imbalance;
    const double width = 1.0 * moe.ffn / c.shape.etp;
    add_router(c, moe);
    add_permutation(c, moe);
    const std::size_t first = c.build.size();
    add_ffn(c, {"expert-up", "expert-activation", "expert-down"}, copies / experts, experts, width, recompute_moe);
    for (std::size_t i = first; i < c.build.size(); ++i)
        c.build.at(i).expert = true;
    c.build.at(first).saved[0] = {c.build.kept(copies * c.hidden), recompute_moe};
    const double fan = c.model.gated_mlp ? 2 : 1;
    double cast_inputs = copies * width, cast_gradients = copies * (fan * width + c.hidden);
    if (c.shape.ep == 1)
        cast_inputs += c.sharded_hidden();
    if (moe.shared_ffn > 0) {
        const double shared = 1.0 * moe.shared_ffn / c.shape.tp;
        add_ffn(c, {"shared-up", "shared-activation", "shared-down"}, c.tokens, 1, shared, recompute_none);
        cast_inputs += c.tokens * shared;
        cast_gradients += c.tokens * fan * shared;
    }
    c.build.casts("mlp-casts", cast_inputs + c.sharded_hidden(), cast_gradients + c.sharded_hidden());
}

/// Eager frameworks run element-wise work as several kernels.
void spread_over_kernels(OperatorList& list) {
    for (Operator& op : list)
        if (op.kind == OperatorKind::norm || op.kind == OperatorKind::elementwise)
            for (Work* work : {&op.forward, &op.backward_input})
                work->bytes *= constants::eager_traffic;
}

/// Weight gradients are added up by a kernel of their own: the GEMM's result is read, the sum read and written.
void add_accumulation(OperatorList& list, OperatorBuilder& build, const PrecisionRecipe& recipe) {
    double weights = 0;
    for (const Operator& op : list)
        weights += op.parameters;
    Operator& op = build.streaming("gradient-accumulation", OperatorKind::elementwise, 0, 0, 0);
    op.backward_weight.bytes =
        Bytes(weights * (bytes_per_element(recipe.wide) + 2 * bytes_per_element(recipe.gradients)));
}

LayerContext context(const Architecture& model, const OperatorShape& shape, OperatorBuilder& build) {
    return {model, shape, build, shape.tokens(), shape.outer_tokens(), 1.0 * model.hidden, model.dropout ? 1.0 : 0.0};
}

} // namespace

OperatorList layer_operators(const Architecture& model, const PrecisionRecipe& recipe, const OperatorShape& shape,
                             bool moe, bool windowed) {
    OperatorList list;
    list.reserve(28);
    OperatorBuilder build(list, moe ? LayerKind::moe : LayerKind::dense, recipe);
    LayerContext c = context(model, shape, build);
    add_norm(c, "attention-norm");
    if (model.mla)
        add_latent_attention(c, windowed);
    else
        add_grouped_query_attention(c, windowed);
    add_norm(c, "mlp-norm");
    if (!model.mla) // its input comes of the attention's projection
        list.back().saved[0].producer = recompute_gemms;
    // Both the FFN's up-projection and the router read the norm's output: it is kept once.
    const std::size_t ffn = list.size();
    if (moe)
        add_experts(c);
    else
        add_dense_ffn(c);
    list[ffn].saved[1] = {c.kept_input(), recompute_norm};
    if (!shape.fused)
        spread_over_kernels(list);
    if (shape.accumulates)
        add_accumulation(list, build, recipe);
    return list;
}

OperatorList embedding_operators(const Architecture& model, const PrecisionRecipe& recipe,
                                 const OperatorShape& shape) {
    OperatorList list;
    OperatorBuilder build(list, LayerKind::embedding, recipe);
    const LayerContext c = context(model, shape, build);
    const double w = build.wide_bytes();
    Operator& op = build.streaming("embedding", OperatorKind::embedding, c.sharded_hidden(), 2 * w,
                                   w + 2 * bytes_per_element(recipe.gradients));
    op.parameters = 1.0 * model.vocab * model.hidden / shape.tp + 1.0 * model.learned_positions * model.hidden;
    if (model.dropout)
        op.saved[0] = {Bytes(c.sharded_hidden()), recompute_none};
    return list;
}

namespace {

/// Final norm, logits and loss. `parameters`: whether the projection's are counted here.
void add_head(LayerContext& c, bool parameters) {
    add_norm(c, "final-norm");
    const double vocab = 1.0 * c.model.vocab / c.shape.tp;
    Operator& logits = c.build.gemm("logits", {c.tokens, vocab, c.hidden, 1}, ParameterClass::wide);
    logits.saved[0] = {c.build.kept_wide(c.sharded_hidden()), recompute_none};
    if (!parameters)
        logits.parameters = 0;
    const double w = c.build.wide_bytes();
    // Fused, the logits are read for maximum and sum, read again and overwritten with their gradient. Unfused they are
    // converted, the logarithm of the softmax is taken and picked from, and its gradient is converted back.
    const double pass = c.shape.fused_loss ? 2 * w : w + 4 * bytes_per_element(softmax_format);
    c.build.streaming("cross-entropy", OperatorKind::cross_entropy, c.tokens * vocab, pass, pass);
}

} // namespace

OperatorList head_operators(const Architecture& model, const PrecisionRecipe& recipe, const OperatorShape& shape) {
    OperatorList list;
    OperatorBuilder build(list, LayerKind::head, recipe);
    LayerContext c = context(model, shape, build);
    add_head(c, !model.tied_embeddings);
    return list;
}

OperatorList mtp_operators(const Architecture& model, const PrecisionRecipe& recipe, const OperatorShape& shape) {
    OperatorList list;
    OperatorBuilder build(list, LayerKind::mtp, recipe);
    LayerContext c = context(model, shape, build);
    add_norm(c, "mtp-state-norm");
    add_norm(c, "mtp-embedding-norm");
    Operator& join = build.gemm("mtp-projection", {c.outer_tokens, c.hidden, 2 * c.hidden, 1});
    join.saved[0] = {build.kept(2 * c.sharded_hidden()), recompute_none};
    add_head(c, false);
    return list;
}

namespace {

/// In one contiguous chunk each, the last rank attends to nearly the whole sequence: cp chunks of rising work, of which
/// it has the last, (2·cp − 1) / cp times the mean. Exchanged heads see every token.
double attention_imbalance(const Plan& p) {
    return p.cp_balanced || p.cp_kind == CpKind::all_to_all ? 1 : 2 - 1.0 / p.cp;
}

} // namespace

OperatorShape operator_shape(const Scenario& s) {
    OperatorShape shape;
    shape.batch = s.plan.micro_batch;
    shape.sequence = s.plan.sequence;
    shape.tp = s.plan.tp;
    shape.cp = s.plan.cp;
    shape.ep = s.plan.ep;
    shape.etp = s.plan.etp;
    shape.sequence_parallel = s.plan.sequence_parallel;
    shape.moe_imbalance = s.plan.moe_imbalance;
    shape.attention_imbalance = attention_imbalance(s.plan);
    shape.ring_steps = s.plan.cp_kind == CpKind::ring ? s.plan.cp : 1;
    shape.attention = s.plan.attention_kernel.value_or(s.framework.attention);
    shape.fused = s.framework.fused;
    shape.fused_loss = s.framework.fused_loss;
    shape.accumulates = !s.framework.fused && s.plan.zero < 3;
    return shape;
}

double recomputed_share(const Operator& op, unsigned recompute) {
    if ((recompute & recompute_full) != 0)
        return 1;
    const unsigned sets = op.recomputed_by & recompute;
    return sets == recompute_gemms ? op.again : (sets != recompute_none ? 1 : 0);
}

Bytes saved_bytes(const OperatorList& list, unsigned recompute) {
    if ((recompute & recompute_full) != 0)
        return list.empty() ? Bytes(0) : list.front().saved[0].bytes; // the layer's input, kept by its first norm
    Bytes sum;
    for (const Operator& op : list)
        for (const SavedTensor& t : op.saved)
            if ((t.producer & recompute) == 0)
                sum += t.bytes;
    return sum;
}

} // namespace ridgepoint
