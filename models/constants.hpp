// SPDX-License-Identifier: GPL-3.0-or-later
// Every physical constant of the detailed model that is not a figure of an accelerator, with its source.
#pragma once

#include "models/units.hpp"

namespace ridgepoint::constants {

// -- device ---------------------------------------------------------------------------------------------------

/// Share of the datasheet HBM bandwidth that streaming kernels reach: an H100 copies 1,519 + 1,519 GB/s of 3,350
/// (Hugging Face Smol Training Playbook, hardware tables). Used with achievable ceilings.
inline constexpr double hbm_achievable_share = 0.85;

/// A kernel's start that the stream does not hide: NVIDIA quotes 2 to 5 µs.
inline constexpr Seconds launch{5e-6};

/// What the host of an eager framework needs per operator call: Python, autograd, dispatch and a launch for
/// each of the operator's kernels. Where a layer's calls take longer than its kernels the device waits. Level
/// of the measured runs.
inline constexpr Seconds host_call{160e-6};

/// How often a step passes over its gradient buffers besides the update: it zeroes them, and reads and writes them to
/// divide by the replicas before they are reduced (Megatron Core, DistributedDataParallel: zero_grad_buffer and
/// gradient_scaling_factor).
inline constexpr double gradient_buffer_passes = 3;

/// Elements of K after which a GEMM's main loop has paid for its prologue and epilogue: H100, 16384 x 8192 x
/// 1280 reaches 714 of 758 TFLOP/s in BF16 and 1,227 of 1,465 in FP8 (Smol Training Playbook GEMM table),
/// that is K / (K + 80) and K / (K + 270). Narrower operands shorten the loop, not its ends: twice that with
/// 4 bits.
inline constexpr double gemm_ramp_16bit = 80;
inline constexpr double gemm_ramp_8bit = 270;
/// The ends take a time, the loop one per rate of a multiprocessor: that of the H100.
inline constexpr double gemm_ramp_flops_per_sm = 4.5e12;

/// GEMMs with fine-grained scales against the achievable FP8 peak, which is measured with one scale a tensor:
/// every 128 values of K the partial sums are promoted to FP32 (DeepSeek-V3 report, 3.3.2). DeepSeek's trace
/// spends 63 ms on forward and input-gradient GEMMs that a single scale's share prices at 57; its weight
/// gradients, where both operands carry 1 x 128 scales along K, take 32 ms a chunk of four layers ("Insights
/// into DeepSeek-V3", table 4: 1W).
inline constexpr double fine_scaled_share = 0.91;
inline constexpr double fine_scaled_weight_gradient_share = 0.61;

/// Grouped GEMMs that are not written for their shapes, against one GEMM of the same tiles: level of the MoE runs in
/// the published measurements.
inline constexpr double grouped_gemm_share = 0.75;

/// Joules per FLOP of dense 16-bit matrix work on random data by generation of matrix units (A100; H100; B200
/// and later), with 8-bit operands half of it, with 4 a quarter. In runs longer than a benchmark a board
/// cannot do more than its power pays for: an H100 at 700 W sustains 0.80 of its best short GEMM, a part held
/// at 500 W less, and boards of one chip differ (B200 1,000 W, GB300 1,400 W). Levels of the measured runs.
inline constexpr double joules_per_flop_ampere = 1.71e-12;
inline constexpr double joules_per_flop_hopper = 1.16e-12;
inline constexpr double joules_per_flop_blackwell = 0.93e-12;
/// Chips of fewer, larger matrix units (TPU, Trainium) publish no power: their achievable rate is what they sustain.
inline constexpr int fewest_multiprocessors = 16;

/// Fused attention's forward pass against the achievable BF16 GEMM rate, in causal FLOPs: the kernel's own peak, less
/// diagonal tiles computed for their half and softmax between the multiplications. FlashAttention-2 issues Ampere's
/// synchronous matrix instructions, which drive the units of later generations at part of their rate (Shah et al.
/// 2024, FlashAttention-3, section 1: 35 % on H100). Levels of the measured runs.
inline constexpr double attention_synchronous = 0.44;  ///< FlashAttention-2 on Ampere, Ada and GeForce
inline constexpr double attention_asynchronous = 0.57; ///< FlashAttention-3 and cuDNN on Hopper and Blackwell
/// Kernels that do not drive the units they run on as those are made for: FlashAttention-2 on Hopper and
/// Blackwell, and Splash, whose 128-wide heads fill half of a TPU's matrix unit.
inline constexpr double attention_ill_suited = 0.28;
/// Rows and columns of scores that a fused kernel computes at once, and the width of heads that the shares
/// above are of (FlashAttention-2 and -3: 128 in most sizes).
inline constexpr double attention_tile = 128;
/// Exponentials a multiprocessor computes a second, 16 a clock (CUDA programming guide, throughput of native
/// arithmetic instructions), which a score costs beside its multiplications: FlashAttention-3 on H100 does
/// 497, 648 and 756 TFLOP/s forward with heads of 64, 128 and 256 (Shah et al. 2024, figure 5).
inline constexpr double exponentials_per_sm = 16 * 1.83e9;
/// Unfused attention works through the whole score matrix for its causal half, between kernels bound by memory.
inline constexpr double unfused_attention_share = 0.055;
/// The backward pass of fused kernels against their forward pass: five multiplications, counted as four, with more to
/// exchange between them.
inline constexpr double attention_backward_ratio = 0.72;
/// Matrix units as fast as this per multiprocessor and later ones are driven asynchronously: A100 2.9 TFLOP/s
/// of BF16 per SM, L40S 2.6, H100 7.5.
inline constexpr double asynchronous_flops_per_sm = 5e12;

/// Element-wise work of eager frameworks against fused kernels: intermediate results go through HBM once
/// more. Level of the measured runs.
inline constexpr double eager_traffic = 2.2;
/// Bytes an unfused attention moves per element of the score matrix: scores, scaled and masked softmax, dropout,
/// context; twice that backward (Korthikanti et al. 2022, section 4: the tensors of size a·s²·b).
inline constexpr double unfused_score_bytes = 13;

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
inline constexpr Seconds collective_start{220e-6};

/// Of a collective that a framework overlaps, what can hide at best: tensor-parallel pipelines with its own GEMMs in
/// chunks, data-parallel ones (ZeRO-3's gathers and reductions as well as a step's gradients) share SMs, HBM and launches
/// with compute. Levels of the measured runs.
inline constexpr double tp_overlap_share = 0.82;
inline constexpr double dp_overlap_share = 0.6;

// -- memory ---------------------------------------------------------------------------------------------------

/// CUDA context, framework, library workspaces and NCCL buffers: 2 to 5 GiB is commonly seen (cost-model 7).
inline constexpr Bytes framework_context = gib(3.0);
/// What a caching allocator holds beyond the tensors: 3 to 8 % in the published runs that state both
/// (reserved against allocated, resources/measurements.csv, the rows with "real reserved").
inline constexpr double fragmentation_share = 0.045;
/// What a loss keeps beside logits in the recipe's wide format: one copy for the softmax, or without a fused
/// loss a copy, the logarithm of its softmax, and the gradient (PyTorch, cross_entropy).
inline constexpr double unfused_loss_copies = 3;

// -- host -----------------------------------------------------------------------------------------------------

/// Pageable copies are staged through a bounce buffer at about half the PCIe rate (CUDA best-practices guide, 10.1.1).
inline constexpr double pageable_share = 0.5;
/// DRAM bandwidth of a host for each of its GPUs: two sockets of eight channels DDR5-4800, 307 GB/s each, for eight
/// GPUs (Intel ARK, Xeon Platinum 8480C; NVIDIA DGX H100 user guide, 1.1).
inline constexpr BytesPerSecond host_memory_per_gpu{2 * 307.2e9 / 8};

} // namespace ridgepoint::constants
