// SPDX-License-Identifier: GPL-3.0-or-later
// A user's own cluster, measured: what `ceilings` names beside datasheet and achievable. A plain value; what it does not
// hold stays as the accelerator's achievable figures have it.
#pragma once

#include "models/accelerator.hpp"
#include "models/curves.hpp"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// One measured matrix multiplication.
struct GemmPoint {
    double m = 0, n = 0, k = 0;
    RateClass precision{};
    FlopPerSecond rate;
    bool operator==(const GemmPoint&) const = default;
};

/// One measured step and what this calibration makes of it.
struct StepPoint {
    std::string name;
    Seconds measured, predicted;
    bool operator==(const StepPoint&) const = default;
};

struct Calibration {
    std::string name;
    std::string accelerator; ///< id of the preset it was measured with; empty where nobody said
    PeakTable achievable{};  ///< of large GEMMs; 0: not measured
    std::array<double, rate_class_count> gemm_ramp{}; ///< elements of K; 0: not measured
    std::optional<BytesPerSecond> scale_up, scale_out, pcie;
    std::optional<double> compute_share;          ///< of GEMM and attention rates, kept up in whole steps
    std::optional<Seconds> micro_batch_overhead;  ///< host time of each micro-batch and pipeline chunk
    CurvesRef curves;                             ///< empty: no nccl-tests
    std::vector<GemmPoint> gemms;                 ///< the points behind the fit
    std::vector<StepPoint> steps;
    bool operator==(const Calibration&) const = default;
};

/// Shared, because every scenario of a search holds the same one; compared by what it says.
class CalibrationRef {
public:
    CalibrationRef() = default;
    explicit CalibrationRef(Calibration c) : m_calibration(std::make_shared<const Calibration>(std::move(c))) {}
    explicit operator bool() const { return m_calibration != nullptr; }
    const Calibration& operator*() const { return *m_calibration; }
    const Calibration* operator->() const { return m_calibration.get(); }
    friend bool operator==(const CalibrationRef& a, const CalibrationRef& b) {
        return a.m_calibration == b.m_calibration || (a && b && *a == *b);
    }

private:
    std::shared_ptr<const Calibration> m_calibration;
};

} // namespace ridgepoint
