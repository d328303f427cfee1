// SPDX-License-Identifier: GPL-3.0-or-later
// One GPU: its ceilings from the datasheet and as measured. Per GPU, one direction, decimal GB.
#pragma once

#include "models/precision.hpp"
#include "models/units.hpp"

#include <array>
#include <string>

namespace ridgepoint {

using PeakTable = std::array<FlopPerSecond, rate_class_count>; ///< indexed by RateClass; 0: the hardware lacks it

struct Accelerator {
    std::string id; ///< the preset's id; empty for one described in the scenario itself
    std::string name;
    Bytes hbm;
    BytesPerSecond hbm_bandwidth;
    int sms = 0; ///< streaming multiprocessors or compute units
    double power_w = 0;
    PeakTable datasheet{};  ///< dense, without sparsity
    PeakTable achievable{}; ///< best measured matrix multiplication
    BytesPerSecond scale_up, scale_up_achievable;
    BytesPerSecond scale_out, scale_out_achievable;
    int gpus_per_domain = 8; ///< GPUs joined by the scale-up network
    BytesPerSecond pcie;
    bool operator==(const Accelerator&) const = default;

    [[nodiscard]] bool has_rate(RateClass rate) const { return datasheet[std::size_t(rate)].value > 0; }
};

} // namespace ridgepoint
