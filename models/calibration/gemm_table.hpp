// SPDX-License-Identifier: GPL-3.0-or-later
// A table of measured matrix multiplications (CSV), as written from mamf-finder or a cuBLAS script, and what of it the
// roofline needs.
#pragma once

#include "models/calibration.hpp"

#include <string_view>
#include <vector>

namespace ridgepoint::calibration {

/// Columns m, n, k, precision (or dtype) and TFLOP/s (tflops, tflop_s, tflops_s) in any order and case, others are
/// passed over. Throws InputError, one line that names file, row, column and what is allowed.
[[nodiscard]] std::vector<GemmPoint> read_gemm_table(std::string_view text, std::string_view file);

/// Rate = peak · (useful share of tiles and waves) · K / (K + ramp), the least squares over the logarithms.
struct GemmFit {
    RateClass precision{};
    FlopPerSecond peak;
    double ramp = 0;  ///< elements of K
    int points = 0;
    double spread = 0; ///< root mean square of the relative deviations
    bool operator==(const GemmFit&) const = default;
};
/// One for each precision that is there; `sms` of the accelerator. With one value of K the ramp is the model's own.
[[nodiscard]] std::vector<GemmFit> fit_gemms(const std::vector<GemmPoint>& points, int sms);

} // namespace ridgepoint::calibration
