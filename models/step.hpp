// SPDX-License-Identifier: GPL-3.0-or-later
// The step (cost-model section 8): what each pipeline rank does, the schedule, and what is exposed at its ends.
#pragma once

#include "models/memory.hpp"
#include "models/schedule.hpp"
#include "models/stages.hpp"

#include <array>
#include <vector>

namespace ridgepoint {

/// One pipeline rank over the whole step.
struct RankWork {
    StageLoad load;
    Seconds compute;          ///< operators, recomputation included
    Seconds lent;             ///< of it, what operators take longer beside communication kernels
    double paired_share = 0;  ///< of the passes, those run in pairs
    Seconds exposed_in_slots; ///< collectives between operators and stages that nothing hides
    Seconds exposed_at_ends;  ///< data-parallel collectives that reach beyond the schedule
    Seconds host;             ///< in slots: copies to and from the host that nothing hides
    Seconds optimizer;
    std::array<LayerComm, comm_count> comm{}; ///< of the step
    Bytes compulsory;         ///< HBM bytes no fusion can avoid
    StageMemory memory;
    [[nodiscard]] Seconds busy() const { return compute + exposed_in_slots + host; }
};

struct StepModel {
    std::vector<StageLoad> loads; ///< by virtual stage
    std::vector<ChunkTimes> chunks;
    std::vector<RankWork> ranks;
    PipelineRun run;
    int critical = 0; ///< the rank with the largest busy time
    Seconds tail;     ///< from the end of the schedule until every gradient is reduced
    Seconds optimizer; ///< slowest rank: the next step waits for all
    Seconds host;
    [[nodiscard]] Seconds total() const { return run.span + tail + optimizer + host; }
    /// The next rank, in rank order; `run.span` is set by then.
    void add(RankWork rank, const RankActivity& activity);
};

// The parts of step_model(), so that a search can share what plans have in common:

/// Times of every virtual stage, and the transfer between them where it delays the receiver only.
[[nodiscard]] PipelineInput pipeline_input(const CostContext&, const CostTable&, const std::vector<StageLoad>&);
/// What a rank does inside its slots. Depends on the plan's ZeRO stage and HSDP group only where those shard
/// parameters (ZeRO-3), and on the rank only by its load and its place among its neighbours.
[[nodiscard]] RankWork slot_work(const CostContext&, const CostTable&, const StageLoad& of_rank, int rank,
                                 const RankActivity&);
/// What comes once a step: gradients and parameters over the replicas, the optimizer; and the rank's memory.
void add_step_ends(RankWork&, const CostContext&, const CostTable&, const RankActivity&);
[[nodiscard]] Seconds host_time(const CostContext&, Seconds device);
/// Bytes by which a rank's memory exceeds the capacity; 0 where it fits.
[[nodiscard]] Bytes excess(const CostContext&, const StageMemory&);

/// With host.swap what does not fit crosses PCIe twice every micro-batch, and the pipeline runs with slots that much
/// longer.
[[nodiscard]] StepModel step_model(const CostContext&, const CostTable&, std::vector<StageLoad>, bool want_slots);

} // namespace ridgepoint
