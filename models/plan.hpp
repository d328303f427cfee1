// SPDX-License-Identifier: GPL-3.0-or-later
// What an engineer chooses: the degrees of parallelism, the batch, and what is recomputed, sharded and overlapped.
#pragma once

#include "models/precision.hpp"

#include <array>
#include <optional>
#include <vector>

namespace ridgepoint {

enum class Schedule { gpipe, one_f_one_b, interleaved, zb_h1, zb_v, dualpipe, dualpipev };

/// Sets of operators whose outputs are not kept but computed again in the backward pass.
enum RecomputeSet : unsigned {
    recompute_none = 0,
    recompute_norm = 1,
    recompute_mla_up = 2,
    recompute_attention_core = 4,
    recompute_activation = 8,
    recompute_moe = 16,
    recompute_full = 32,
    recompute_gemms = 64 ///< every second multiplication (TorchTitan's selective checkpointing of operators)
};
struct Recompute {
    unsigned operators = recompute_none; ///< bits of RecomputeSet
    std::optional<int> first_layers;     ///< only the first n layers of each stage; unset: all
    bool operator==(const Recompute&) const = default;
};

enum class Axis { tp, cp, ep, dp, pp };
/// How context-parallel ranks see all keys: blocks of K and V passed around a ring (Liu et al. 2023), K and V gathered
/// (Llama 3, arXiv 2407.21783, 3.3.2), or heads exchanged for tokens (Ulysses, Jacobs et al. 2023).
enum class CpKind { ring, all_gather, all_to_all };
enum class Offload { none, optimizer, activations, all };
/// flash: the fused kernel that is usual on the accelerator's generation. fa2, fa3: FlashAttention-2 and -3; cudnn: the
/// vendor's fused one; tpu: the compiler's (Splash). unfused: the score matrix goes through HBM.
enum class AttentionKernel { flash, fa2, fa3, cudnn, tpu, unfused };

/// Collectives that may run beside compute. Unset: the framework's default.
struct Overlap {
    std::optional<bool> tp, cp, ep, pp, dp_reduce, dp_gather, zero3;
    bool operator==(const Overlap&) const = default;
};

struct Plan {
    int tp = 1, pp = 1, vpp = 1, cp = 1, ep = 1, etp = 1; ///< dp follows from the GPUs
    int zero = 0;       ///< 0 to 3: shards nothing, optimizer, gradients too, parameters too
    int hsdp_group = 0; ///< ranks that shard together; 0: the whole DP·CP group
    Schedule schedule = Schedule::one_f_one_b;
    bool sequence_parallel = false;
    int micro_batch = 1;  ///< sequences
    int global_batch = 1; ///< sequences
    int sequence = 4096;  ///< tokens
    Recompute recompute;
    std::vector<int> stage_layers; ///< one entry a pipeline rank; empty: as even as possible
    std::array<Axis, 5> order{Axis::tp, Axis::cp, Axis::ep, Axis::dp, Axis::pp}; ///< innermost first
    Offload offload = Offload::none;
    double offload_share = 1; ///< of what is offloaded, the part that goes to the host
    std::optional<NumberFormat> gather_format, reduce_format; ///< unset: the recipe's
    bool reshard_after_forward = true; ///< ZeRO-3 gathers again for the backward pass
    int prefetch_layers = 1;           ///< ZeRO-3 layers gathered ahead
    double bucket_mb = 0;              ///< size of a gradient bucket; 0: one merged call per layer
    CpKind cp_kind = CpKind::ring;
    bool cp_balanced = true; ///< each rank holds an early and a late chunk, so that causal work is even
    Overlap overlap;
    std::optional<int> comm_sms;  ///< SMs lent to communication kernels; unset: what the schedule needs
    double moe_imbalance = 1; ///< load of the busiest expert rank over the mean
    bool mtp = false;         ///< train the model's multi-token-prediction layers
    std::optional<AttentionKernel> attention_kernel; ///< unset: the framework's
    bool operator==(const Plan&) const = default;
};

} // namespace ridgepoint
