// SPDX-License-Identifier: GPL-3.0-or-later
// Where on a map of two inputs the verdict changes: between which cells, and at which value of the input between them.
#pragma once

#include "models/break_even.hpp"
#include "models/workers.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace ridgepoint {

struct SweepStudy;
struct SweepPoint;

/// Between two neighbouring legal cells with different verdicts. Where a third verdict lies between them there are
/// two changes in the same place, ascending.
struct VerdictChange {
    std::size_t column = 0, row = 0; ///< of the cell on the left, or below
    bool over_x = true;              ///< the other cell is the one on its right; else the one above
    Resource below{}, above{};
    std::optional<BreakEven> at{};   ///< solved; none where the input has no values between the two
};

/// Of a map's points, by row and column, over x before over y. Bisections run side by side; the answer does not
/// hang on how many. Stopped, those that are not done have no value.
[[nodiscard]] std::vector<VerdictChange> verdict_changes(const SweepStudy& map, std::span<const SweepPoint> points,
                                                         const WorkOptions& options = {});

} // namespace ridgepoint
