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
inline constexpr Seconds launch_fused{5e-6};
inline constexpr Seconds launch_eager{9e-6};

/// What the host needs per operator call: autograd, dispatch and a launch for each of the operator's kernels. Where a
/// layer's calls take longer than its kernels the device waits. Eager frameworks go through Python for every one.
inline constexpr Seconds host_call_fused{28e-6};
inline constexpr Seconds host_call_eager{190e-6};

/// How often a step passes over its gradient buffers besides the update: it zeroes them, and reads and writes them to
/// divide by the replicas before they are reduced (Megatron Core, DistributedDataParallel: zero_grad_buffer and
/// gradient_scaling_factor).
inline constexpr double gradient_buffer_passes = 3;

/// Elements of K after which a GEMM's main loop has paid for its prologue and epilogue: H100, 16384 x 8192 x 1280
/// reaches 714 of 758 TFLOP/s in BF16 and 1,227 of 1,465 in FP8 (Smol Training Playbook GEMM table), that is
/// K / (K + 80) and K / (K + 270). Narrower operands shorten the loop, not its ends.
inline constexpr double gemm_ramp_16bit = 80;
inline constexpr double gemm_ramp_8bit = 270;
inline constexpr double gemm_ramp_4bit = 540;
/// The ends take a time, the loop one per rate of a multiprocessor: that of the H100.
inline constexpr double gemm_ramp_flops_per_sm = 4.5e12;

/// GEMMs with fine-grained scales against the achievable FP8 peak, which is measured with one scale a tensor: every
/// 128 values of K the partial sums are promoted to FP32 (DeepSeek-V3 report, 3.3.2). DeepSeek's trace spends 63 ms on
/// forward and input-gradient GEMMs that this model prices at 55; its weight gradients, where both operands carry
/// 1 x 128 scales along K, take 32 ms a chunk of four layers ("Insights into DeepSeek-V3", table 4: 1W).
inline constexpr double fine_scaled_share = 0.93;
inline constexpr double fine_scaled_weight_gradient_share = 0.62;

/// Grouped GEMMs that are not written for their shapes, against one GEMM of the same tiles: level of the MoE runs in
/// the published measurements.
inline constexpr double grouped_gemm_share = 0.7;

/// Joules per FLOP of dense 16-bit matrix work on random data by generation of matrix units (A100; H100; B200 and
/// later), with 8-bit operands half of it, with 4 a quarter. In runs longer than a benchmark a board cannot do more
/// than its power pays for: an H100 at 700 W sustains 0.86 of its best short GEMM, a part held at 500 W less, and
/// boards of one chip differ (B200 1,000 W, GB300 1,400 W). Levels of the measured runs.
inline constexpr double joules_per_flop_ampere = 1.74e-12;
inline constexpr double joules_per_flop_hopper = 1.18e-12;
inline constexpr double joules_per_flop_blackwell = 0.97e-12;
/// Chips of fewer, larger matrix units (TPU, Trainium) publish no power: their achievable rate is what they sustain.
inline constexpr int fewest_multiprocessors = 16;
/// No board is sold with less power than this share of its peak needs.
inline constexpr double least_sustained_share = 0.45;

/// Fused attention's forward pass against the achievable BF16 GEMM rate, in causal FLOPs: the kernel's own peak, less
/// diagonal tiles computed for their half and softmax between the multiplications. FlashAttention-2 issues Ampere's
/// synchronous matrix instructions, which drive the units of later generations at part of their rate (Shah et al.
/// 2024, FlashAttention-3, section 1: 35 % on H100). Levels of the measured runs.
inline constexpr double attention_synchronous = 0.40;   ///< FlashAttention-2 on Ampere, Ada and GeForce
inline constexpr double attention_fa2_on_asynchronous = 0.28; ///< the same on Hopper and Blackwell
inline constexpr double attention_hopper = 0.59;         ///< FlashAttention-3, cuDNN
inline constexpr double attention_blackwell = 0.57;      ///< cuDNN
inline constexpr double attention_tpu = 0.33;            ///< Splash
/// Rows and columns of scores that a fused kernel computes at once (FlashAttention-2 and -3: 128 in most sizes).
inline constexpr double attention_tile = 128;
/// Unfused attention works through the whole score matrix for its causal half, between kernels bound by memory.
inline constexpr double unfused_attention_share = 0.06;
/// The backward pass of fused kernels against their forward pass: five multiplications, counted as four, with more to
/// exchange between them.
inline constexpr double attention_backward_ratio = 0.72;
/// Matrix units as fast as this per multiprocessor and later ones are driven asynchronously: A100 2.9 TFLOP/s of BF16
/// per SM, L40S 2.6, H100 7.5, B200 15.
inline constexpr double asynchronous_flops_per_sm = 5e12;
inline constexpr double blackwell_flops_per_sm = 11e12;

/// Element-wise work of eager frameworks against fused kernels: intermediate results go through HBM once more.
inline constexpr double eager_traffic = 2.0;
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

/// Until a collective's kernels run on every rank and its pipeline is filled; with it a gather of 64 MiB over eight GPUs
/// gets half of what one of a gigabyte does. Level of the measured runs.
inline constexpr Seconds collective_start{180e-6};
/// A ring's blocks pass through every domain, one after the other.
inline constexpr Seconds ring_step{18e-6};

/// Of a collective that a framework overlaps, what can hide at best: tensor-parallel pipelines with its own GEMMs in
/// chunks, the data-parallel one shares SMs, HBM and launches with compute. Levels of the measured runs.
inline constexpr double tp_overlap_share = 0.88;
inline constexpr double dp_overlap_share = 0.43;

// -- memory ---------------------------------------------------------------------------------------------------

/// CUDA context, framework, library workspaces and NCCL buffers: 2 to 5 GiB is commonly seen (cost-model 7).
inline constexpr Bytes framework_context = gib(3.0);
/// Share of the activations and buffers that a caching allocator loses to fragmentation.
inline constexpr double fragmentation_share = 0.03;
/// Log-sum-exp kept by fused attention: one FP32 per head and token (Dao 2023, FlashAttention-2).
inline constexpr double lse_bytes = 4;
/// Logits kept for the loss: in the recipe's wide format and an FP32 copy for the softmax.
inline constexpr double softmax_copy_bytes = 4;
/// Without a fused loss: an FP32 copy, the logarithm of its softmax, and the gradient in FP32 (PyTorch, cross_entropy).
inline constexpr double unfused_softmax_copy_bytes = 12;
/// Copies of queries, keys and values that eager attention blocks keep: before and after the rotary embedding's two
/// halves are joined, and in the kernel's layout.
inline constexpr double eager_qkv_copies = 3;

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
