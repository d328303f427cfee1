// SPDX-License-Identifier: GPL-3.0-or-later
// How much of the peak the GEMM shapes of a plan can reach, and the micro-batch that is large enough for it.
#pragma once

#include "models/scenario.hpp"

#include <optional>

namespace ridgepoint {

/// What a user usually asks of the shapes: four fifths of the peak.
inline constexpr double default_shape_share = 0.8;

/// Tile and wave quantization and the ramp with K over all GEMMs of the layers, weighted by the time each would take at
/// the peak. In (0, 1]. Of a legal scenario.
[[nodiscard]] double gemm_shape_share(const Scenario&);

struct ShapedBatch {
    int micro_batch = 1;     ///< sequences; gradients accumulate over global batch / (micro-batch · dp) of them
    int accumulation = 1;    ///< micro-batches a step
    double share = 0;        ///< reached with it
    [[nodiscard]] bool reaches(double wanted) const { return share >= wanted; }
};

/// The smallest legal micro-batch whose shapes reach `share`; where none does, the one that reaches most. None when no
/// micro-batch is legal. Memory is not looked at: whether it fits is the estimate's answer.
[[nodiscard]] std::optional<ShapedBatch> micro_batch_for_shapes(const Scenario&, double share = default_shape_share);

} // namespace ridgepoint
