// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of one pipeline rank by component (cost-model section 7; ZeRO: Rajbhandari et al. 2020).
#pragma once

#include "models/stages.hpp"

namespace ridgepoint {

/// `in_flight`: most micro-batches' worth of activations alive at once on that rank.
[[nodiscard]] StageMemory rank_memory(const CostContext&, const CostTable&, const StageLoad&, double in_flight);

/// What a logit takes until its gradient is known: in the recipe's wide format, and what the loss keeps beside it.
[[nodiscard]] double bytes_per_logit(const Scenario&);

/// Time of the optimizer step: HBM traffic over this rank's shard.
[[nodiscard]] Seconds optimizer_time(const CostContext&, const CostTable&, const StageLoad&);

} // namespace ridgepoint
