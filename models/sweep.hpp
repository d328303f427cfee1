// SPDX-License-Identifier: GPL-3.0-or-later
// Many scenarios priced: what the Sweep picture draws and `ridgepoint sweep` prints.
#pragma once

#include "models/estimate.hpp"
#include "models/workers.hpp"

#include <span>
#include <vector>

namespace ridgepoint {

/// What is kept of one scenario's estimate.
struct SweepPoint {
    bool legal = false;
    bool fits = false;           ///< this and what follows: of a legal plan
    StepTime time;
    Throughput throughput;
    TrainingCost training;
    Bytes memory_peak, capacity; ///< of the fullest pipeline rank
    Resource bound{};            ///< the verdict's
    std::vector<Violation> violations;
};

[[nodiscard]] SweepPoint sweep_point(const Scenario& scenario);
/// One point a scenario, in their order. Stopped, the points that are not done stay illegal and without violations.
[[nodiscard]] std::vector<SweepPoint> sweep(std::span<const Scenario> scenarios, const WorkOptions& options = {});

/// strong: the global batch stays as it is; weak: it grows with the GPUs, so that a GPU's work stays as it is.
enum class Scaling { strong, weak };
/// The scenario on other numbers of GPUs: TP, CP and PP stay, DP follows, and what depends on it (EP, HSDP, VPP).
/// A batch that cannot grow in proportion is rounded to whole sequences.
[[nodiscard]] std::vector<Scenario> scaled(const Scenario& scenario, std::span<const int> gpus, Scaling scaling);

} // namespace ridgepoint
