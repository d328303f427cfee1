// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario and an estimate made by hand, near DeepSeek-V3's: pictures are tested against known contents,
// whatever the cost model says.
#pragma once

#include "models/estimate.hpp"

namespace ridgepoint::test {

Scenario sampleScenario();
/// 16 ranks, 120 micro-batches, fits in 80 GiB.
Estimate sampleEstimate();
/// One rank, ZeRO-3 bound by the network, 24.4 GiB over the capacity.
Scenario overfullScenario();
Estimate overfullEstimate();

} // namespace ridgepoint::test
