// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/planner/framework_limits.hpp"

#include <algorithm>
#include <array>

namespace ridgepoint {
namespace {

constexpr unsigned bit(Schedule s) {
    return 1u << unsigned(s);
}
constexpr unsigned no_pipeline = 0;
constexpr unsigned in_turn = bit(Schedule::one_f_one_b) | bit(Schedule::interleaved);

struct Limits {
    std::string_view framework;
    unsigned schedules; ///< bits
};
constexpr std::array known{
    // Megatron Core, pipeline_parallel/schedules.py: with and without interleaving.
    Limits{"megatron", in_turn},
    // DeepSpeed, runtime/pipe/schedule.py: TrainSchedule is 1F1B.
    Limits{"megatron-deepspeed", bit(Schedule::one_f_one_b)},
    Limits{"deepspeed", bit(Schedule::one_f_one_b)},
    // PyTorch docs, torch.distributed.pipelining: GPipe, 1F1B, Interleaved1F1B, ZBVZeroBubble, DualPipeV.
    Limits{"fsdp2", in_turn | bit(Schedule::gpipe) | bit(Schedule::zb_v) | bit(Schedule::dualpipev)},
    Limits{"torchtitan", in_turn | bit(Schedule::gpipe) | bit(Schedule::zb_v) | bit(Schedule::dualpipev)},
    // nanotron, parallel/pipeline_parallel/engine.py: all forward all backward, and 1F1B.
    Limits{"nanotron", bit(Schedule::gpipe) | bit(Schedule::one_f_one_b)},
    // InternEvo docs, parallel training: 1F1B, interleaved, ZBH1 and ZBV.
    Limits{"internevo", in_turn | bit(Schedule::zb_h1) | bit(Schedule::zb_v)},
    // Sharded data parallelism only (their READMEs).
    Limits{"llm-foundry", no_pipeline},
    Limits{"llmq", no_pipeline},
    Limits{"litgpt", no_pipeline},
};

} // namespace

void keep_to_framework(PlanConstraints& constraints, std::string_view framework_id) {
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const Limits& l) { return l.framework == framework_id; });
    if (found == known.end())
        return;
    if (found->schedules == no_pipeline) {
        if (!constraints.of(PlanAxis::pp))
            constraints.bound(PlanAxis::pp, 1, 1);
        return;
    }
    for (int s = 0; s <= int(Schedule::dualpipev); ++s)
        if ((found->schedules & bit(Schedule(s))) != 0)
            constraints.schedules.push_back(Schedule(s));
}

} // namespace ridgepoint
