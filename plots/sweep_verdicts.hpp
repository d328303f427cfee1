// SPDX-License-Identifier: GPL-3.0-or-later
// The lines on a map of two inputs at which the verdict changes, in columns and rows. Private to plots/.
#pragma once

#include "models/sweep_study.hpp"

#include <QLineF>
#include <QPointF>

#include <vector>

namespace ridgepoint {

/// Cells are one wide and high, centred on whole columns and rows.
struct VerdictLines {
    std::vector<QLineF> solved; ///< through values that were solved
    std::vector<QLineF> edges;  ///< along cells, of inputs without values between
    /// Where a line between two verdicts may be named, best place first.
    struct Name {
        Resource below{}, above{};
        bool over_x = true; ///< left and right of the line; else below and above it
        std::vector<QPointF> places;
    };
    std::vector<Name> names; ///< the longest line first
};

/// `columns` and `rows` as the answer's study has them; of a map.
VerdictLines verdictLines(const SweepAnswer& answer);

/// Where a value lies among the columns, or rows, of an input.
double placeAmong(const SweptInput& input, std::size_t before, double value);

} // namespace ridgepoint
