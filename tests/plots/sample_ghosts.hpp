// SPDX-License-Identifier: GPL-3.0-or-later
// Ghosts made of the sample estimate, under names that nothing else in a picture has.
#pragma once

#include "models/ghosts.hpp"
#include "tests/plots/sample_estimate.hpp"

namespace ridgepoint::test {

/// The sample with every time multiplied.
inline Ghost slower(const char* name, int look, double factor) {
    Ghost ghost{name, look, sampleScenario(), sampleEstimate()};
    ghost.scenario.ceilings = Ceilings::datasheet;
    Estimate& e = ghost.estimate;
    e.time.step *= factor;
    e.pipeline.span *= factor;
    e.throughput.mfu_causal /= factor;
    e.throughput.per_gpu_causal *= 1 / factor;
    e.roofs.hbm *= 1 / factor;
    e.roofs.scale_up *= 1 / factor;
    e.roofs.scale_out *= 1 / factor;
    for (OperatorCost& op : e.operators)
        op.time *= factor;
    for (CollectiveCost& cost : e.communication)
        cost.time *= factor;
    for (TimelineBlock& block : e.timeline.blocks) {
        block.start *= factor;
        block.end *= factor;
    }
    e.timeline.span *= factor;
    for (Loss& loss : e.losses)
        loss.time *= factor;
    return ghost;
}

inline GhostsRef fastAndSlow() {
    return std::make_shared<const Ghosts>(Ghosts{"present", {slower("swift", 0, 0.8), slower("lame", 2, 1.25)}});
}

} // namespace ridgepoint::test
