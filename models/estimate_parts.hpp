// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of an Estimate, each filled in from the step model; internal to estimate().
#pragma once

#include "models/estimate.hpp"
#include "models/step.hpp"

namespace ridgepoint {

/// Means over GPUs for bytes, the critical rank's times.
[[nodiscard]] std::vector<CollectiveCost> communication(const CostContext&, const StepModel&);
/// Operators of the critical rank, by layer kind and pass.
[[nodiscard]] std::vector<OperatorCost> operator_costs(const CostContext&, const CostTable&, const RankWork&);
/// One layer, of the kind the model has most of.
[[nodiscard]] LayerTimeline layer_timeline(const CostContext&, const CostTable&, const StepModel&);
/// The same layer in a pair; empty where the schedule runs no pairs.
[[nodiscard]] PairTimeline pair_timeline(const CostContext&, const CostTable&, const StepModel&);
/// The variant of which the model has most layers.
[[nodiscard]] std::size_t main_variant(const StepModel&);
/// From the datasheet peak to MFU (cost-model section 8): means over all ranks, so that no loss is negative; what
/// ranks wait for one another is "uneven-stages", what the critical rank waits is "bubble".
[[nodiscard]] std::vector<Loss> losses(const CostContext&, const CostTable&, const StepModel&, const Estimate&);

/// What of the measured network was not measured.
void add_curve_warnings(Estimate&, const CostContext&, const StepModel&);

/// Bytes every link and the memory must carry, means over GPUs, over the given ceilings.
[[nodiscard]] SpeedOfLight speed_of_light(const Scenario&, const StepModel&, Flop model_per_step, Ceilings,
                                          const WhatIf&);

/// A link cannot carry more than its bandwidth allows, whatever is assumed to overlap: the rest is exposed too.
[[nodiscard]] Seconds beyond_link_capacity(const StepModel&, const Network&);
/// The step of the detailed model, by parts, on the critical rank.
[[nodiscard]] StepTime detailed_time(const StepModel&, Seconds beyond, const WhatIf&);

} // namespace ridgepoint
