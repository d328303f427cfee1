// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/advise.hpp"
#include "models/estimate.hpp"
#include "models/formats/json.hpp"

namespace ridgepoint::formats {

/// An answer as the contract lays it out: what JSON, CSV and Markdown are printed from.
[[nodiscard]] Json estimate_tree(const Scenario& scenario, const Estimate& estimate, const Verdict* verdict,
                                 bool with_slots);
/// Its parts that other answers print too.
[[nodiscard]] Json time_tree(const StepTime& time);
[[nodiscard]] Json throughput_tree(const Throughput& throughput);
/// Blocks of one layer on the critical rank; its micro-batch stands for all.
[[nodiscard]] Json timeline_tree(const Estimate& estimate);

} // namespace ridgepoint::formats
