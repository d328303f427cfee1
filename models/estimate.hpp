// SPDX-License-Identifier: GPL-3.0-or-later
// The one door in: estimate(scenario) is a pure function and its answer carries everything that is shown.
// Mirrors `estimate --json` of the interface contract, in SI units: bytes, seconds, FLOP.
#pragma once

#include "models/rules.hpp"
#include "models/scenario.hpp"
#include "models/units.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

enum class OperatorKind { gemm, grouped_gemm, attention, norm, elementwise, embedding, cross_entropy, router, permute,
                          cast, optimizer };
enum class LayerKind { dense, moe, embedding, head, mtp };
enum class Pass { forward, backward_input, backward_weight };
enum class Bound { compute, hbm, launch };
enum class Parallelism { tp, cp, ep, pp, dp };
enum class Collective { all_gather, reduce_scatter, all_reduce, all_to_all, send_receive };
enum class Link { none, scale_up, scale_out };
enum class Resource { compute, hbm, scale_up, scale_out, bubble, host };

struct ParameterCounts {
    double total = 0, active = 0, per_gpu_max = 0;
};
struct FlopCounts {
    Flop per_token_forward_causal, per_token_forward_full;
    Flop model_per_step;    ///< causal, forward and backward, no recomputation
    Flop hardware_per_step; ///< and what is recomputed
};
struct ParallelShape {
    int gpus = 0, dp = 0, edp = 0, micro_batches = 0;
    double tokens_per_step = 0;
};

/// One pipeline rank's memory.
struct StageMemory {
    Bytes weights, gradients, optimizer, activations, logits, buffers, framework;
    Bytes host; ///< offloaded or swapped out: not in the total
    [[nodiscard]] Bytes total() const {
        return weights + gradients + optimizer + activations + logits + buffers + framework;
    }
};
struct MemoryEstimate {
    Bytes capacity, peak;
    int peak_stage = 0;
    std::vector<StageMemory> stages; ///< one a pipeline rank
};

/// One kind of collective. Bytes are means over all GPUs, times are those of the critical pipeline rank, per step.
struct CollectiveCost {
    std::string_view name; ///< "ep-dispatch"
    Parallelism parallelism{};
    Collective collective{};
    Link link = Link::none; ///< the one that bounds it
    int ranks = 1;
    double calls_per_step = 0;
    Bytes bytes, scale_up_bytes, scale_out_bytes; ///< received per GPU and step
    Seconds time, exposed;
    [[nodiscard]] Seconds hidden() const { return time - exposed; }
};

/// Seconds on the critical pipeline rank (largest busy time); they sum to step.
struct StepTime {
    Seconds step, compute, exposed_communication, bubble, optimizer, host;
};
struct SpeedOfLight {
    Seconds compute, hbm, scale_up, scale_out, step;
};
struct Throughput {
    double tokens_per_s = 0, tokens_per_s_per_gpu = 0;
    FlopPerSecond per_gpu_causal, per_gpu_full;
    double mfu_causal = 0, mfu_full = 0;           ///< of the datasheet dense peak of the GEMM precision
    double mfu_bf16_causal = 0, mfu_bf16_full = 0; ///< of the datasheet BF16 peak
    double hfu_causal = 0;
};
struct Loss {
    std::string name;
    double fraction = 0; ///< of the step
    Seconds time;
};
struct TrainingCost {
    double days = 0, gpu_hours = 0, cost = 0, energy_mwh = 0;
};

/// One operator of the critical rank. flops, bytes and time are of one call; a call is one layer's pass over one
/// micro-batch. The sum of time · calls_per_step over the list is StepTime::compute.
struct OperatorCost {
    std::string_view name;
    OperatorKind kind{};
    LayerKind layer{};
    Pass pass{};
    RateClass precision{};
    Flop flops;
    Bytes bytes;
    Seconds time;
    double calls_per_step = 0;
    Bound bound{};
    bool recomputed = false; ///< forward work done again in the backward pass
};

struct Roof {
    RateClass precision{};
    FlopPerSecond datasheet, achievable;
    FlopPerSecond calibrated; ///< 0: the scenario has no calibration
    [[nodiscard]] FlopPerSecond in_use(Ceilings c) const {
        return c == Ceilings::datasheet ? datasheet : c == Ceilings::calibrated && calibrated.value > 0 ? calibrated : achievable;
    }
};
struct Roofs {
    std::vector<Roof> compute; ///< those the accelerator has, widest operands first
    BytesPerSecond hbm, scale_up, scale_out;                       ///< under the scenario's ceilings
    BytesPerSecond hbm_datasheet, scale_up_datasheet, scale_out_datasheet;
    BytesPerSecond scale_up_achievable, scale_out_achievable;
    BytesPerSecond scale_up_calibrated, scale_out_calibrated;      ///< 0: the scenario has no calibration
    RateClass gemm{}; ///< the recipe's GEMM precision
};

struct PipelineStage {
    int layers = 0;
    Seconds forward, backward_input, backward_weight; ///< of one micro-batch, with what is exposed inside
    double in_flight = 0; ///< most micro-batches' worth of activations alive at once
};
/// Seconds of pipeline rank 0. `optimizer`: with the reductions and gathers around it that nothing hides.
struct PipelinePhases {
    Seconds forward, overlapped, backward, weight, bubble, optimizer;
};
struct PipelineEstimate {
    std::vector<PipelineStage> stages; ///< one a pipeline rank
    PipelinePhases phases;
    Seconds span;      ///< from the first forward to the last backward
    int critical_rank = 0;
};

enum class SlotKind : std::uint8_t { forward, backward, backward_input, backward_weight, forward_backward };
/// One block of the pipeline picture.
struct Slot {
    int rank = 0;
    SlotKind kind{};
    int chunk = 0;       ///< virtual stage on that rank, from 0
    int micro_batch = 0; ///< of the forward; of the backward where there is only that
    int micro_batch_b = -1; ///< of the backward in a forward_backward slot
    Seconds start, end;
};
enum class Stream : std::uint8_t { compute, communication, exposed };
/// One block of the timeline of one layer on the critical rank: forward, then backward.
struct TimelineBlock {
    Stream stream{};
    std::string_view name;
    Pass pass{};
    OperatorKind kind{};        ///< compute blocks
    Parallelism parallelism{};  ///< communication and exposed blocks
    Link link = Link::none;     ///< communication and exposed blocks
    bool recomputed = false;
    Seconds start, end;
};
struct LayerTimeline {
    LayerKind layer{};
    std::vector<TimelineBlock> blocks;
    Seconds span;
};

/// One layer's forward run against another micro-batch's backward (DualPipe): four parts each way on the compute
/// stream, their expert all-to-all on the communication stream.
struct PairTimeline {
    LayerKind layer{};
    std::vector<TimelineBlock> parts;   ///< both streams, named "attention-forward", "mlp-weight", "ep-dispatch"…
    std::vector<TimelineBlock> kernels; ///< the operators inside the compute parts
    std::vector<TimelineBlock> exposed; ///< compute idle, named by the transfer it waits for
    Seconds span;                       ///< until the next pair's compute can start
    Seconds compute, moving;            ///< busy time of either stream
    int compute_sms = 0, communication_sms = 0;
};

struct Estimate {
    std::vector<Violation> violations; ///< empty when legal; otherwise only parameters and flops are set
    [[nodiscard]] bool legal() const { return violations.empty(); }
    bool fits = false;
    ParameterCounts parameters;
    FlopCounts flops;
    ParallelShape parallel;
    MemoryEstimate memory;
    std::vector<CollectiveCost> communication;
    StepTime time;
    SpeedOfLight datasheet, achievable;
    std::optional<SpeedOfLight> calibrated; ///< with the scenario's calibration, if it has one
    [[nodiscard]] const SpeedOfLight& light(Ceilings c) const {
        return c == Ceilings::datasheet ? datasheet : c == Ceilings::calibrated && calibrated ? *calibrated : achievable;
    }
    Throughput throughput;
    std::vector<Loss> losses;
    TrainingCost training;
    std::vector<std::string> warnings;
    std::vector<OperatorCost> operators;
    Roofs roofs;
    PipelineEstimate pipeline;
    // Not called `slots`: that word is a macro of Qt, and this header is included beside Qt's.
    std::vector<Slot> pipeline_slots; ///< only with Detail::pictures
    LayerTimeline timeline;           ///< only with Detail::pictures: a forward, then a backward, alone
    PairTimeline pair_timeline;       ///< likewise, and only where the schedule runs passes in pairs
};

/// `numbers` leaves out operators, losses, pipeline slots and timeline, for searches: same numbers.
enum class Detail { numbers, lists, pictures };

/// Resources taken as infinite, for the verdict's counterfactuals.
struct WhatIf {
    bool infinite_compute = false, infinite_hbm = false, infinite_scale_up = false, infinite_scale_out = false;
    bool no_bubble = false, no_host = false;
};

[[nodiscard]] Estimate estimate(const Scenario& scenario, Detail detail = Detail::lists, const WhatIf& what_if = {});

} // namespace ridgepoint
