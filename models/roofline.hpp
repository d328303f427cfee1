// SPDX-License-Identifier: GPL-3.0-or-later
// The device roofline: t = max(FLOPs / (P · η), bytes / B_hbm) + launch (Williams et al. 2009; cost-model section 4).
#pragma once

#include "models/operators.hpp"

#include <algorithm>

namespace ridgepoint {

/// The ceilings one estimate works with, resolved from accelerator, ceilings, power cap and what-ifs.
struct DeviceCeilings {
    PeakTable peak{}; ///< in use: datasheet or achievable, power cap applied
    BytesPerSecond hbm;
    BytesPerSecond pcie, host_memory; ///< to the host, one direction, and of its DRAM for each GPU
    int sms = 1;
    double sm_share = 1;   ///< left to compute in every slot
    double pair_share = 1; ///< left to compute while a forward and a backward run against each other
    Seconds launch;
    Seconds host_call;      ///< the host's time for one operator call
    std::array<double, rate_class_count> unit_speed{1, 1, 1, 1, 1}; ///< a multiprocessor's sustained rate over an H100's
    double clock_share = 1; ///< of the datasheet clock, under the power cap
    std::array<double, rate_class_count> sustained_share{}; ///< of `peak`, in runs that reach the board's power
    std::array<double, rate_class_count> gemm_ramp{}; ///< elements of K
    std::array<double, rate_class_count>
        softmax_head{}; ///< width of heads whose multiplications take as long as their exponentials
    double attention_forward = 1, attention_backward = 1; ///< of the achievable BF16 rate, fused kernels
};

/// SMs that communication kernels take: the plan's, or for expert all-to-all that hides in pairs DeepSeek-V3's 20
/// (report, 3.2.2).
[[nodiscard]] int lent_sms(const Scenario&);
/// A forward and a backward run against each other in one slot (DualPipe, DualPipeV).
[[nodiscard]] bool pairs_passes(Schedule);

[[nodiscard]] DeviceCeilings device_ceilings(const Scenario&, Ceilings, const WhatIf& = {});

/// How much of the peak a GEMM of this shape can reach: tile and wave quantization over the SMs, and the ramp with
/// K. In (0, 1]; 1 for shapeless work.
[[nodiscard]] double gemm_efficiency(const Gemm&, NumberFormat, int sms);
/// The first of the two: useful work over what full waves of tiles would do. No SMs are no limit. `unit_speed`: a
/// multiprocessor's rate over an H100's.
[[nodiscard]] double gemm_useful_share(const Gemm&, int sms, double unit_speed = 1);
/// Elements of K after which half the rate is there, on an H100.
[[nodiscard]] double gemm_ramp(RateClass);

struct OperatorTime {
    Seconds total;
    Seconds ideal;  ///< FLOPs over the peak, all SMs
    Seconds flops;  ///< with shape or kernel efficiency and the SMs that are left
    Seconds memory; ///< bytes over HBM bandwidth
    Seconds launch;
    /// The same with another share of the SMs.
    [[nodiscard]] Seconds with_share(double now, double then) const {
        return std::max(flops * (now / then), memory) + launch;
    }
    [[nodiscard]] Bound bound() const {
        if (launch > flops && launch > memory)
            return Bound::launch;
        return flops >= memory ? Bound::compute : Bound::hbm;
    }
};

/// Zero for work without FLOPs and bytes.
[[nodiscard]] OperatorTime operator_time(const Operator&, const Work&, Pass, const DeviceCeilings&);

} // namespace ridgepoint
