// SPDX-License-Identifier: GPL-3.0-or-later
// Turns the numbers of a sentence about an estimate into links to what they measure.
#pragma once

#include "models/estimate.hpp"
#include "models/subject.hpp"

#include <QString>

#include <vector>

namespace ridgepoint {

struct LinkedSentence {
    QString html; ///< links are "why:0", "why:1", … into `subjects`
    std::vector<Subject> subjects;
};

/// A number is linked when it reads exactly as the estimate's figure does in the one formatter.
LinkedSentence linkNumbers(const QString& sentence, const Estimate& estimate);

} // namespace ridgepoint
