// SPDX-License-Identifier: GPL-3.0-or-later
// Why a likely error is what it is, and how a measured run was read and predicted.
#pragma once

#include "models/explain.hpp"
#include "models/neighbours.hpp"

namespace ridgepoint {

/// `row` must be in range.
[[nodiscard]] Explanation explain_measured_run(const Validation& validation, std::size_t row);
[[nodiscard]] Explanation explain_likely_error(const Validation& validation, const LikelyError& likely);

/// "+4.3 %", "−12 %".
[[nodiscard]] std::string signed_percent(double error);

} // namespace ridgepoint
