// SPDX-License-Identifier: GPL-3.0-or-later
// From nccl-tests to bandwidth curves, and the latency and bandwidth behind each of them.
#pragma once

#include "models/calibration/nccl_tests.hpp"

#include <optional>

namespace ridgepoint::calibration {

/// One curve from each collective and number of domains. `gpus_per_domain`: 0 takes the GPUs of a host; a rack's (72)
/// counts hosts that share NVLink as one domain. Runs of the same collective and size are averaged. Throws InputError
/// ("nccl-tests: …") for ranks that do not fill whole domains.
[[nodiscard]] NetworkCurves curves_of(const std::vector<NcclRun>& runs, int gpus_per_domain);

/// t = latency + bytes · factor / bus, the least squares over relative deviations.
struct LineFit {
    CurveKind kind{};
    int domains = 1, ranks = 1;
    Seconds latency;
    BytesPerSecond bus;
    double spread = 0; ///< root mean square of the relative deviations
    bool operator==(const LineFit&) const = default;
};
/// Nothing for curves without sizes, or with one.
[[nodiscard]] std::optional<LineFit> line_of(const BandwidthCurve&);
[[nodiscard]] std::vector<LineFit> lines_of(const NetworkCurves&);

/// What one GPU's NVLink carries in the best of the collectives inside a domain, and its NIC across domains.
struct LinkRates {
    std::optional<BytesPerSecond> scale_up, scale_out;
};
[[nodiscard]] LinkRates link_rates(const NetworkCurves&);

} // namespace ridgepoint::calibration
