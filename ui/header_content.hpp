// SPDX-License-Identifier: GPL-3.0-or-later
// What the header says, as text: one entry a column, in the order they stand.
#pragma once

#include "models/estimate.hpp"
#include "models/neighbours.hpp"
#include "models/subject.hpp"

#include <QString>

#include <optional>
#include <vector>

namespace ridgepoint {

struct HeaderEntry {
    QString id;      ///< "step", "mfu", "throughput", "days", "cost", "memory", "error"
    QString caption; ///< "Step time"
    QString number, unit;
    QString note; ///< third line
    QString exact; ///< tool tip: every digit, and what the number means
    Subject subject;
    double filled = -1; ///< memory: peak over capacity; below 0: no bar
};

struct HeaderTitle {
    QString name, recipe, batch; ///< three lines
};

HeaderTitle headerTitle(const Scenario& scenario, const Estimate& estimate);

/// What published measurements say of a plan.
struct MeasuredFacts {
    bool compared = false;                   ///< the model was held against them
    std::optional<LikelyError> likely;       ///< once compared
    std::optional<double> tokens_per_s_gpu;  ///< where exactly this plan was measured
};
std::vector<HeaderEntry> headerEntries(const Scenario& scenario, const Estimate& estimate, const MeasuredFacts& facts);

} // namespace ridgepoint
