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
    Seconds optimizer;
    std::array<LayerComm, comm_count> comm{}; ///< of the step
    Bytes compulsory;         ///< HBM bytes no fusion can avoid
    StageMemory memory;
    [[nodiscard]] Seconds busy() const { return compute + exposed_in_slots; }
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
};

[[nodiscard]] StepModel step_model(const CostContext&, const CostTable&, std::vector<StageLoad>, bool want_slots);

} // namespace ridgepoint
