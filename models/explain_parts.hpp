// SPDX-License-Identifier: GPL-3.0-or-later
// The explanations by kind of thing; internal to explain().
#pragma once

#include "models/explain.hpp"
#include "models/text.hpp"

namespace ridgepoint::explaining {

[[nodiscard]] Explanation step_time(const Scenario&, const Estimate&);
[[nodiscard]] Explanation throughput(const Scenario&, const Estimate&);
[[nodiscard]] Explanation verdict(const Scenario&, const Estimate&);
[[nodiscard]] Explanation operator_cost(const Scenario&, const Estimate&, const Subject&);
[[nodiscard]] Explanation collective(const Scenario&, const Estimate&, const Subject&);
[[nodiscard]] Explanation memory(const Scenario&, const Estimate&, const Subject&);
[[nodiscard]] Explanation stage(const Scenario&, const Estimate&, const Subject&);
[[nodiscard]] Explanation loss(const Scenario&, const Estimate&, const Subject&);
[[nodiscard]] Explanation roof(const Scenario&, const Estimate&, const Subject&);

/// "step = 15.2 s + 4.1 s + … = 19.9 s": the terms added up here, not copied from the estimate.
[[nodiscard]] std::string sum_of(const std::vector<Seconds>& terms, std::string_view result_symbol);
[[nodiscard]] std::string sum_of(const std::vector<Bytes>& terms, std::string_view result_symbol);

} // namespace ridgepoint::explaining
