// SPDX-License-Identifier: GPL-3.0-or-later
// The operator list (cost-model section 3): one transformer layer, the embedding and the head as operators with
// FLOPs, HBM bytes, GEMM shapes, parameters and saved tensors. Everything else is derived from it.
// Sources: FLOPs and activation bytes Korthikanti et al. 2022 (appendix A and section 4); MLA DeepSeek-V2 2.1.
#pragma once

#include "models/estimate.hpp"

#include <array>
#include <vector>

namespace ridgepoint {

/// `count` multiplications of M x K by K x N.
struct Gemm {
    double m = 0, n = 0, k = 0, count = 1;
};

/// One pass of an operator over one micro-batch on one GPU.
struct Work {
    Flop flops;  ///< attention counted causal
    Bytes bytes; ///< read from and written to HBM, each tensor once
    Gemm gemm;   ///< the shape, where it has one
};

/// A tensor kept for the backward pass. Dropped when the operators that produce it are recomputed.
struct SavedTensor {
    Bytes bytes;
    unsigned producer = recompute_none;
};

enum class ParameterClass { gemm, wide };

/// Of logits, router scores and the log-sum-exp of fused attention (Dao 2023): softmax and its logarithm are wide.
inline constexpr NumberFormat softmax_format = NumberFormat::fp32;

struct Operator {
    std::string_view name;
    OperatorKind kind{};
    LayerKind layer{};
    NumberFormat format = NumberFormat::bf16; ///< it computes in
    double kernel_share = 1;  ///< attention: what its tiles leave of the kernel's rate
    double head = 0;          ///< attention: width of a head, mean of keys and values
    bool fine_scaled = false; ///< operands carry scales per 128 values
    Work forward, backward_input, backward_weight;
    unsigned recomputed_by = recompute_none; ///< policies that run its forward pass again; full always does
    double again = 1; ///< of its forward pass, where every second GEMM runs again and it stands for several
    std::array<SavedTensor, 4> saved{};
    double parameters = 0; ///< on this GPU, before ZeRO
    ParameterClass parameter_class = ParameterClass::gemm;
    bool expert = false; ///< parameters live on the expert mesh
    bool windowed = false;
};

/// The sizes an operator list is made for: one GPU's part of one micro-batch.
struct OperatorShape {
    double batch = 1;    ///< sequences b
    double sequence = 1; ///< whole sequence s
    int tp = 1, cp = 1, ep = 1, etp = 1;
    bool sequence_parallel = false;
    double moe_imbalance = 1;
    double attention_imbalance = 1; ///< causal work of the busiest context-parallel rank over the mean
    int ring_steps = 1; ///< calls of the attention kernel, one with the keys of each rank of a ring
    AttentionKernel attention = AttentionKernel::flash;
    bool fused = true;
    bool fused_loss = true;   ///< the loss works on the logits in place
    bool accumulates = false; ///< weight gradients are added up outside their GEMMs
    [[nodiscard]] double tokens() const { return batch * sequence / cp; }
    /// Tokens that operators outside the tensor-parallel region see.
    [[nodiscard]] double outer_tokens() const { return sequence_parallel ? tokens() / tp : tokens(); }
    /// Tokens that one rank routes to experts: tensor-parallel ranks route a part each, none twice.
    [[nodiscard]] double routed_tokens() const { return tokens() / tp; }
};

using OperatorList = std::vector<Operator>;

/// One layer; `windowed`: its attention sees only the sliding window.
[[nodiscard]] OperatorList layer_operators(const Architecture&, const PrecisionRecipe&, const OperatorShape&,
                                           bool moe, bool windowed);
[[nodiscard]] OperatorList embedding_operators(const Architecture&, const PrecisionRecipe&, const OperatorShape&);
/// Final norm, output projection and loss.
[[nodiscard]] OperatorList head_operators(const Architecture&, const PrecisionRecipe&, const OperatorShape&);

/// What one multi-token-prediction layer has around its transformer layer: norms of the state and of the next token's
/// embedding, the projection that joins them, and the shared head once more (DeepSeek-V3 report, 2.2).
[[nodiscard]] OperatorList mtp_operators(const Architecture&, const PrecisionRecipe&, const OperatorShape&);

[[nodiscard]] OperatorShape operator_shape(const Scenario&);

/// Bytes kept for the backward pass under a recompute policy (bits of RecomputeSet).
[[nodiscard]] Bytes saved_bytes(const OperatorList&, unsigned recompute);
/// The part of this operator's forward pass that a policy runs again.
[[nodiscard]] double recomputed_share(const Operator&, unsigned recompute);

} // namespace ridgepoint
