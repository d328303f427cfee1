// SPDX-License-Identifier: GPL-3.0-or-later
// Parameters and FLOPs of a model, from the operator list of a single GPU: the same whatever the plan.
#pragma once

#include "models/estimate.hpp"

namespace ridgepoint {

/// per_gpu_max is left to the plan.
[[nodiscard]] ParameterCounts parameter_counts(const Architecture&);
/// Three times the forward matrix FLOPs make a step (PaLM 2022, appendix B); recomputation follows the plan.
[[nodiscard]] FlopCounts flop_counts(const Scenario&);

} // namespace ridgepoint
