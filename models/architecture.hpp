// SPDX-License-Identifier: GPL-3.0-or-later
// What is trained: the shape of a decoder-only transformer (cost-model section 1), as plain values.
#pragma once

#include <optional>
#include <string>

namespace ridgepoint {

enum class Norm { rmsnorm, layernorm }; ///< layernorm has a weight and a bias, rmsnorm a weight

/// Multi-head latent attention (DeepSeek-V2, arXiv 2405.04434, section 2.1). All in elements.
struct MlaShape {
    int q_rank = 0; ///< 0: the query is not compressed (DeepSeek-V2-Lite)
    int kv_rank = 0;
    int qk_nope_dim = 0;
    int qk_rope_dim = 0;
    int v_dim = 0;
    bool operator==(const MlaShape&) const = default;
};

struct MoeShape {
    int experts = 0;     ///< routed experts E
    int top_k = 0;       ///< routed experts per token k
    int ffn = 0;         ///< FFN width of one routed expert
    int shared_ffn = 0;  ///< width of all shared experts together; 0: none
    int dense_first = 0; ///< leading layers that keep the dense FFN
    int every = 1;       ///< after those, each `every`-th layer is MoE
    int node_limit = 0;  ///< a token visits at most so many nodes; 0: no limit (DeepSeek-V3 report, 2.1.2)
    bool operator==(const MoeShape&) const = default;
};

/// Absent fields mean a plain Llama-like layer: gated MLP, RMSNorm, no biases, untied, rotary positions.
struct Architecture {
    std::string id; ///< the preset's id; empty for a model described in the scenario itself
    std::string name;
    int layers = 0;
    int hidden = 0;
    int ffn = 0; ///< width of the dense FFN
    int heads = 0;
    int kv_heads = 0;
    int head_dim = 0;
    int vocab = 0;
    bool gated_mlp = true;
    bool tied_embeddings = false;
    Norm norm = Norm::rmsnorm;
    bool bias = false;         ///< on every linear layer
    bool qkv_bias = false;     ///< on the query, key and value projections only
    bool qk_norm = false;      ///< RMSNorm over each head of query and key
    bool dropout = false;      ///< attention, projection and MLP dropout: masks of one byte are kept
    int learned_positions = 0; ///< length of the learned position table; 0: rotary or none
    int sliding_window = 0;    ///< 0: every layer attends to the whole sequence
    int window_every = 1;      ///< 1: every layer is windowed; n: every n-th layer attends fully
    int mtp_layers = 0;        ///< multi-token-prediction layers the checkpoint has
    std::optional<MlaShape> mla;
    std::optional<MoeShape> moe;

    bool operator==(const Architecture&) const = default;

    /// Layers count from 0.
    [[nodiscard]] bool layer_is_moe(int layer) const;
    [[nodiscard]] bool layer_is_windowed(int layer) const;
    [[nodiscard]] int qk_dim() const; ///< size of one query/key head
    [[nodiscard]] int v_dim() const;  ///< size of one value head
};

} // namespace ridgepoint
