// SPDX-License-Identifier: GPL-3.0-or-later
// Every physical constant of the detailed model that is not a figure of an accelerator, with its source.
#pragma once

#include "models/units.hpp"

namespace ridgepoint::constants {

// -- device ---------------------------------------------------------------------------------------------------

/// Share of the datasheet HBM bandwidth that streaming kernels reach: an H100 copies 1,519 + 1,519 GB/s of 3,350
/// (Hugging Face Smol Training Playbook, hardware tables). Used with achievable ceilings.
inline constexpr double hbm_achievable_share = 0.85;

/// A kernel's start that the stream does not hide, in fused or captured frameworks and in eager ones. NVIDIA
/// quotes 2 to 5 µs a launch; the lower end where launches queue ahead of the device.
inline constexpr Seconds launch_fused{2e-6};
inline constexpr Seconds launch_eager{5e-6};

/// Elements of K after which a GEMM's main loop has paid for its prologue and epilogue: H100, 16384 x 8192 x 1280
/// reaches 714 of 758 TFLOP/s in BF16 and 1,227 of 1,465 in FP8 (Smol Training Playbook GEMM table), that is
/// K / (K + 80) and K / (K + 270). Narrower operands shorten the loop, not its ends.
inline constexpr double gemm_ramp_16bit = 80;
inline constexpr double gemm_ramp_8bit = 270;
inline constexpr double gemm_ramp_4bit = 540;

/// GEMMs with fine-grained scales against the achievable FP8 peak, which is measured with one scale a tensor: every
/// 128 values of K the partial sums are promoted to FP32 (DeepSeek-V3 report, 3.3.2). DeepSeek's trace spends 63 ms on
/// forward and input-gradient GEMMs that this model prices at 55; its weight gradients, where both operands carry
/// 1 x 128 scales along K, take 32 ms a chunk of four layers ("Insights into DeepSeek-V3", table 4: 1W).
inline constexpr double fine_scaled_share = 0.90;
inline constexpr double fine_scaled_weight_gradient_share = 0.45;

/// Grouped GEMMs that are not written for their shapes, against one GEMM of the same tiles: level of the MoE runs in
/// the published measurements.
inline constexpr double grouped_gemm_share = 0.72;

/// What one generation of matrix units needs and reaches.
struct MatrixUnits {
    /// Joules per FLOP of dense 16-bit matrix work on random data; half of it with 8-bit operands, a quarter with 4.
    /// In runs longer than a benchmark a board cannot do more than its power pays for: an H100 at 700 W sustains 0.86
    /// of its best short GEMM, a part held at 500 W less, and boards of one chip differ (B200 1,000 W, GB300 1,400 W).
    /// Levels of the measured runs.
    double joules_per_flop;
    /// Fused attention, forward and backward, against the achievable BF16 peak; causal FLOPs without the
    /// recomputation inside the kernel. Levels of the measured runs; DeepSeek's trace (H800, heads of 192/128) shows
    /// what long heads can reach: 555 and 364 TFLOP/s of 758 on 112 of 132 SMs.
    double attention_forward, attention_backward;
};
inline constexpr MatrixUnits units_without_fp8{1.7e-12, 0.40, 0.29}; ///< A100, TPU v5p
inline constexpr MatrixUnits units_with_fp8{1.08e-12, 0.62, 0.44};    ///< H100, MI300X
inline constexpr MatrixUnits units_with_fp4{0.88e-12, 0.54, 0.40};    ///< B200, GB300, MI355X
/// No board is sold with less power than this share of its peak needs.
inline constexpr double least_sustained_share = 0.6;

/// Unfused attention works through the whole score matrix for its causal half, between kernels bound by memory.
inline constexpr double unfused_attention_share = 0.25;

/// Element-wise work of eager frameworks against fused kernels: intermediate results go through HBM once more.
inline constexpr double eager_traffic = 1.5;
/// Bytes an unfused attention moves per element of the score matrix: scores, scaled and masked softmax, dropout,
/// context; twice that backward (Korthikanti et al. 2022, section 4: the tensors of size a·s²·b).
inline constexpr double unfused_score_bytes_forward = 13;
inline constexpr double unfused_score_bytes_backward = 26;

/// SMs that the all-to-all kernels of DeepSeek-V3 occupy beside compute (report, 3.2.2).
inline constexpr int expert_kernel_sms = 20;

/// Clock under a power cap: dynamic power goes with f·V², and V with f, so f goes with the cube root of power.
inline constexpr double power_cap_exponent = 1.0 / 3.0;

// -- network --------------------------------------------------------------------------------------------------

/// One hop of a collective: NVLink 3.33 µs and InfiniBand 3.7 µs across leaves for 64 bytes ("Insights into
/// DeepSeek-V3", arXiv 2505.09343, table 5). Tree algorithms need log2 of the ranks hops.
inline constexpr Seconds scale_up_hop{3.33e-6};
inline constexpr Seconds scale_out_hop{3.7e-6};
/// InfiniBand under one leaf (same table): neighbours on a rail.
inline constexpr Seconds same_leaf_hop{2.8e-6};

/// Of a collective that a framework overlaps, what can hide at best: tensor-parallel pipelines with its own GEMMs in
/// chunks, the data-parallel one shares SMs, HBM and launches with compute. Levels of the measured runs.
inline constexpr double tp_overlap_share = 0.55;
inline constexpr double dp_overlap_share = 0.52;

// -- memory ---------------------------------------------------------------------------------------------------

/// CUDA context, framework, library workspaces and NCCL buffers: 2 to 5 GiB is commonly seen (cost-model 7).
inline constexpr Bytes framework_context = gib(3.0);
/// Share of the activations and buffers that a caching allocator loses to fragmentation.
inline constexpr double fragmentation_share = 0.03;
/// Log-sum-exp kept by fused attention: one FP32 per head and token (Dao 2023, FlashAttention-2).
inline constexpr double lse_bytes = 4;
/// Logits kept for the loss: in the recipe's wide format and an FP32 copy for the softmax.
inline constexpr double softmax_copy_bytes = 4;

// -- host -----------------------------------------------------------------------------------------------------

inline constexpr double token_bytes = 8; ///< one token id and one label of four bytes each
/// Pageable copies are staged through a bounce buffer at about half the PCIe rate (CUDA best-practices guide, 10.1.1).
inline constexpr double pageable_share = 0.5;
/// DRAM bandwidth of a host for each of its GPUs: two sockets of eight channels DDR5-4800, 307 GB/s each, for eight
/// GPUs (Intel ARK, Xeon Platinum 8480C; NVIDIA DGX H100 user guide, 1.1).
inline constexpr BytesPerSecond host_memory_per_gpu{2 * 307.2e9 / 8};
/// Layers whose activations wait on the GPU while others move to the host and back: one each way.
inline constexpr double offload_buffer_layers = 2;

} // namespace ridgepoint::constants
