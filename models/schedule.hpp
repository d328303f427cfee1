// SPDX-License-Identifier: GPL-3.0-or-later
// Pipeline schedules, simulated slot by slot. Sources: GPipe (Huang et al. 2019), 1F1B and interleaved 1F1B
// (Narayanan et al. 2021, section 2.2), ZB-H1 and ZB-V (Qi et al. 2024), DualPipe and DualPipeV (DeepSeek-V3
// report 2024, section 3.2.1 and the DualPipe repository's README).
#pragma once

#include "models/estimate.hpp"

#include <vector>

namespace ridgepoint {

/// Times of one micro-batch on one virtual stage, with what is exposed inside.
struct ChunkTimes {
    Seconds forward, backward_input, backward_weight;
    Seconds forward_backward; ///< a forward and a whole backward run together (DualPipe); else unused
    [[nodiscard]] Seconds backward() const { return backward_input + backward_weight; }
    bool operator==(const ChunkTimes&) const = default;
};

struct PipelineInput {
    Schedule schedule = Schedule::one_f_one_b;
    int ranks = 1;        ///< p
    int chunks = 1;       ///< virtual stages per rank v: 2 for zb-v and dualpipev, 1 unless interleaved else
    int micro_batches = 1; ///< m
    /// ranks · chunks entries in model order. Virtual stage j sits on rank j mod p with chunk j / p; with zb-v and
    /// dualpipev the second half runs back in a V: stage j >= p sits on rank 2p − 1 − j with chunk 1. DualPipe's
    /// rank i holds stages i (chunk 0) and p − 1 − i (chunk 1, micro-batches from m / 2 on), `chunks` stays 1.
    std::vector<ChunkTimes> stages;
    Seconds transfer; ///< send/receive between neighbouring ranks that delays the receiver only
    bool operator==(const PipelineInput&) const = default;
};

struct RankActivity {
    Seconds busy;         ///< sum of its slots
    Seconds end;          ///< when its last slot ends
    /// Most micro-batches' worth of activations alive at once (a chunk counts 1/v): from the start of a forward to
    /// the end of its backward; where the weight gradient is a slot of its own, to the end of that.
    double in_flight = 0;
    int pairs = 0; ///< slots in which a forward and a backward run together
};

struct PipelineRun {
    Seconds span;
    std::vector<RankActivity> ranks;
    PipelinePhases phases;   ///< of rank 0; the optimizer's is left to the caller
    std::vector<Slot> slots; ///< by rank, then by time; empty unless asked for
};

/// Virtual stages a rank works through: the V schedules fold the pipeline once, interleaving vpp times.
[[nodiscard]] int chunks_per_rank(const Plan& plan);
/// The rank that holds virtual stage j; with DualPipe the one that takes it in the first direction.
[[nodiscard]] int rank_of_stage(const Plan& plan, int stage);
/// Copies of the parameters a rank holds: 2 for DualPipe, else 1.
[[nodiscard]] int parameter_copies(Schedule schedule);

/// Deterministic and exact: every slot starts when its rank is free and what it depends on has arrived. With slots each
/// is gone through; without, a schedule that repeats itself is passed over by whole periods, to the same last bit.
[[nodiscard]] PipelineRun simulate(const PipelineInput& input, bool want_slots);

} // namespace ridgepoint
