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

/// Attention kernels against the achievable BF16 peak, causal FLOPs without the recomputation inside the kernel.
/// From DeepSeek's published trace (profile-data, H800, 112 of 132 SMs, heads of 192/128): forward 555 and
/// backward 364 TFLOP/s of 758, scaled to all SMs and rounded down for the shorter heads of other models.
inline constexpr double flash_forward_share = 0.75;
inline constexpr double flash_backward_share = 0.55;
/// Unfused attention works through the whole score matrix, so causal FLOPs run at half the GEMM rate.
inline constexpr double unfused_attention_share = 0.45;
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

} // namespace ridgepoint::constants
