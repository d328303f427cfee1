// SPDX-License-Identifier: GPL-3.0-or-later
// Every number answers "why": its formula, the same with this scenario's values, and where they come from.
#pragma once

#include "models/subject.hpp"

#include <string>
#include <vector>

namespace ridgepoint {

struct ExplainedValue {
    std::string symbol, meaning, value; ///< value with its unit, as text
};
struct Explanation {
    std::string title;
    std::string summary; ///< the number itself with units
    std::string formula;
    std::vector<ExplainedValue> values;
    std::string substituted; ///< the formula with values put in, ending in the result
    std::string source;
};

/// Empty title when the estimate has no such thing.
[[nodiscard]] Explanation explain(const Scenario& scenario, const Estimate& estimate, const Subject& subject);

} // namespace ridgepoint
