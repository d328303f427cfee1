// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/counts.hpp"

#include "models/operators.hpp"

namespace ridgepoint {
namespace {

/// The operators of one sequence on one GPU.
struct WholeModel {
    OperatorList layers[2][2]; ///< [MoE][windowed]
    OperatorList embedding, head, mtp;
};

WholeModel whole_model(const Architecture& m, const PrecisionRecipe& recipe, double sequence) {
    OperatorShape shape;
    shape.sequence = sequence;
    WholeModel w;
    bool used[2][2] = {};
    for (int i = 0; i < m.layers; ++i)
        used[m.layer_is_moe(i)][m.layer_is_windowed(i)] = true;
    for (const bool moe : {false, true})
        for (const bool windowed : {false, true})
            if (used[moe][windowed])
                w.layers[moe][windowed] = layer_operators(m, recipe, shape, moe, windowed);
    w.embedding = embedding_operators(m, recipe, shape);
    w.head = head_operators(m, recipe, shape);
    if (m.mtp_layers > 0)
        w.mtp = mtp_operators(m, recipe, shape);
    return w;
}

double parameters_of(const OperatorList& list, double expert_share) {
    double sum = 0;
    for (const Operator& op : list)
        sum += op.expert ? op.parameters * expert_share : op.parameters;
    return sum;
}

struct Flops {
    Flop causal, attention_causal, recomputed;
};

Flops flops_of(const OperatorList& list, unsigned recompute) {
    Flops f;
    for (const Operator& op : list) {
        f.causal += op.forward.flops;
        if (op.kind == OperatorKind::attention)
            f.attention_causal += op.forward.flops;
        f.recomputed += recomputed_share(op, recompute) * op.forward.flops;
    }
    return f;
}

} // namespace

ParameterCounts parameter_counts(const Architecture& m) {
    const WholeModel w = whole_model(m, PrecisionRecipe{}, 1);
    const double active_share = m.moe ? 1.0 * m.moe->top_k / m.moe->experts : 1.0;
    ParameterCounts p;
    p.total = p.active = parameters_of(w.embedding, 1) + parameters_of(w.head, 1);
    for (int i = 0; i < m.layers; ++i) {
        const OperatorList& layer = w.layers[m.layer_is_moe(i)][m.layer_is_windowed(i)];
        p.total += parameters_of(layer, 1);
        p.active += parameters_of(layer, active_share);
    }
    return p;
}

FlopCounts flop_counts(const Scenario& s) {
    const Architecture& m = s.model;
    const WholeModel w = whole_model(m, s.precision, s.plan.sequence);
    const unsigned policy = s.plan.recompute.operators;
    const Flops head = flops_of(w.head, recompute_none);
    Flop causal = head.causal, attention, recomputed;
    Flops kinds[2][2];
    for (const bool moe : {false, true})
        for (const bool windowed : {false, true})
            kinds[moe][windowed] = flops_of(w.layers[moe][windowed], policy);
    const std::vector<int> per_rank = s.plan.recompute.first_layers ? s.layers_per_rank() : std::vector<int>{m.layers};
    int layer = 0;
    for (int count : per_rank)
        for (int i = 0; i < count && layer < m.layers; ++i, ++layer) {
            const Flops& f = kinds[m.layer_is_moe(layer)][m.layer_is_windowed(layer)];
            causal += f.causal;
            attention += f.attention_causal;
            if (i < s.plan.recompute.first_layers.value_or(count))
                recomputed += f.recomputed;
        }
    if (s.plan.mtp) {
        const Flops& last = kinds[m.layer_is_moe(m.layers - 1)][m.layer_is_windowed(m.layers - 1)];
        causal += m.mtp_layers * (last.causal + flops_of(w.mtp, recompute_none).causal);
        attention += m.mtp_layers * last.attention_causal;
        recomputed += m.mtp_layers * (s.plan.recompute.first_layers ? Flop(0) : last.recomputed);
    }
    const double tokens = s.tokens_per_step(), sequence = s.plan.sequence;
    FlopCounts f;
    f.per_token_forward_causal = causal / sequence;
    f.per_token_forward_full = (causal + attention) / sequence; // causal attention is half of full
    f.model_per_step = 3 * f.per_token_forward_causal * tokens;
    f.hardware_per_step = f.model_per_step + recomputed / sequence * tokens;
    return f;
}

} // namespace ridgepoint
