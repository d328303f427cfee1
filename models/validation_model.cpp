// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/validation_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace ridgepoint::validating {

namespace {

constexpr int usual_head_dim = 128;
constexpr int usual_vocabulary = 51200; ///< GPT-2's 50,257 padded for tensor parallelism (Megatron-LM)

/// The head size nearest to the usual one whose heads divide over the tensor-parallel ranks.
int likely_head_dim(int hidden, int tp) {
    int best = 1;
    for (int d = 1; d <= hidden; ++d)
        if (hidden % d == 0 && hidden / d % tp == 0 &&
            std::abs(d - usual_head_dim) < std::abs(best - usual_head_dim))
            best = d;
    return best;
}

void fill_heads(Architecture& model, const Measurement& row, Assumed& assumed) {
    if (row.heads.value_or(0) > 0) {
        model.heads = *row.heads;
        model.head_dim = row.head_dim.value_or(model.hidden / model.heads);
    } else {
        model.head_dim = likely_head_dim(model.hidden, std::max(1, row.tp.value_or(1)));
        model.heads = model.hidden / model.head_dim;
        assumed.push_back(fmt::format("{} heads of {}", model.heads, model.head_dim));
    }
    model.kv_heads = row.kv_heads.value_or(0) > 0 ? *row.kv_heads : model.heads;
    if (model.heads % model.kv_heads != 0)
        throw CannotState(
            "model cells contradict each other",
            fmt::format("{} heads do not divide by {} key/value heads", model.heads, model.kv_heads));
}

/// Multi-head latent attention. `head_dim` is the query's with its rotary part, as the sources have it.
void fill_mla(Architecture& model, const Measurement& row, Assumed& assumed) {
    if (row.attention != "mla")
        return;
    if (!row.kv_lora) {
        assumed.push_back("attention without latent compression: no kv_lora is stated");
        return;
    }
    MlaShape mla;
    mla.q_rank = row.q_lora.value_or(0);
    mla.kv_rank = *row.kv_lora;
    mla.qk_rope_dim = needed(row.qk_rope, "qk_rope");
    mla.qk_nope_dim = model.head_dim > mla.qk_rope_dim ? model.head_dim - mla.qk_rope_dim : model.head_dim;
    mla.v_dim = mla.qk_nope_dim;
    model.head_dim = mla.v_dim;
    model.kv_heads = model.heads;
    model.mla = mla;
}

void fill_moe(Architecture& model, const Measurement& row) {
    if (!row.is_moe())
        return;
    MoeShape moe;
    moe.experts = *row.experts;
    moe.top_k = needed(row.top_k, "moe_topk");
    moe.ffn = needed(row.moe_ffn, "moe_ffn");
    moe.shared_ffn = row.shared_experts.value_or(0) * moe.ffn;
    moe.dense_first = row.dense_first.value_or(0);
    if (moe.dense_first > model.layers)
        moe.dense_first = model.layers;
    model.moe = moe;
}

bool same_experts(const std::optional<MoeShape>& a, const std::optional<MoeShape>& b) {
    if (!a || !b)
        return !a && !b;
    return a->experts == b->experts && a->top_k == b->top_k && a->ffn == b->ffn;
}

/// Depth apart: sources cut layers off known models.
bool same_shape(const Architecture& a, const Architecture& b) {
    return a.hidden == b.hidden && a.heads == b.heads && a.kv_heads == b.kv_heads &&
           a.gated_mlp == b.gated_mlp && a.mla.has_value() == b.mla.has_value() &&
           same_experts(a.moe, b.moe) && (a.moe || a.ffn == b.ffn);
}

/// What no column states. Returns the preset it came from.
const Architecture* fill_from_preset(Architecture& model, const Measurement& row, const Presets& presets) {
    const auto found = std::find_if(presets.models.begin(), presets.models.end(),
                                    [&](const Architecture& preset) { return same_shape(preset, model); });
    if (found == presets.models.end())
        return nullptr;
    model.norm = found->norm;
    model.bias = found->bias;
    model.qkv_bias = found->qkv_bias;
    model.qk_norm = found->qk_norm;
    if (model.moe) {
        model.moe->node_limit = found->moe->node_limit;
        if (!row.dense_first) {
            model.moe->dense_first = std::min(found->moe->dense_first, model.layers);
            model.moe->every = found->moe->every;
        }
    }
    return &*found;
}

void fill_vocabulary(Architecture& model, const Measurement& row, const Architecture* preset,
                     Assumed& assumed) {
    if (row.vocab.value_or(0) > 0) {
        model.vocab = *row.vocab;
        return;
    }
    model.vocab = preset != nullptr ? preset->vocab : usual_vocabulary;
    assumed.push_back(preset != nullptr ? fmt::format("vocabulary {} as {}", model.vocab, preset->name)
                                        : fmt::format("vocabulary {}", model.vocab));
}

} // namespace

int needed(const std::optional<int>& cell, const char* column) {
    if (cell.value_or(0) <= 0)
        throw CannotState(fmt::format("{} is empty", column), fmt::format("{} is empty", column));
    return *cell;
}

Architecture model_of(const Measurement& row, const Presets& presets, Assumed& assumed) {
    Architecture model;
    model.name = row.model;
    model.layers = needed(row.layers, "n_layers");
    model.hidden = needed(row.hidden, "hidden");
    model.ffn = row.ffn.value_or(0) > 0 ? *row.ffn : needed(row.moe_ffn, "ffn_hidden");
    fill_heads(model, row, assumed);
    fill_mla(model, row, assumed);
    fill_moe(model, row);
    model.gated_mlp = row.gated_mlp.value_or(true);
    model.tied_embeddings = row.tied_embeddings.value_or(false);
    model.dropout = row.dropout.value_or(false);
    model.sliding_window = row.sliding_window.value_or(0);
    model.window_every = std::max(1, row.window_every.value_or(1));
    model.mtp_layers = row.mtp_layers.value_or(0);
    const Architecture* preset = fill_from_preset(model, row, presets);
    if (preset == nullptr && !model.gated_mlp) { // the GPT lineage
        model.norm = Norm::layernorm;
        model.bias = true;
    }
    fill_vocabulary(model, row, preset, assumed);
    return model;
}

} // namespace ridgepoint::validating
