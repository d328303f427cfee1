// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/roofline.hpp"

#include "models/constants.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ridgepoint {
namespace {

/// Output tiles that GEMM libraries choose from. Smaller ones reuse less of what they load: a tile of m x n reads
/// (m + n) per m·n multiply-adds, so the rate they sustain falls with m·n / (m + n) (Hong & Kung 1981).
struct Tile {
    double m, n, rate;
};
constexpr std::array<Tile, 5> tiles{{{256, 128, 1.0}, {128, 256, 1.0}, {128, 128, 0.95}, {64, 128, 0.80},
                                     {64, 64, 0.65}}};

/// The narrowest format tells the generation.
double joules_per_flop(const Accelerator& a) {
    if (a.has_rate(RateClass::fp4))
        return constants::joules_per_flop_blackwell;
    return a.has_rate(RateClass::fp8) ? constants::joules_per_flop_hopper : constants::joules_per_flop_ampere;
}

double flops_per_sm(const Accelerator& a) {
    return a.datasheet[std::size_t(a.has_rate(RateClass::bf16) ? RateClass::bf16 : RateClass::fp16)].value /
           std::max(1, a.sms);
}

/// Energy of a FLOP goes with the width of its operands.
double width_in_16_bits(RateClass rate) {
    switch (rate) {
    case RateClass::fp32: return 2;
    case RateClass::fp8: return 0.5;
    case RateClass::fp4: return 0.25;
    default: return 1;
    }
}

/// Sustained by one multiprocessor, against the H100's, of which tiles and ramps are known.
double unit_speed(FlopPerSecond sustained, RateClass rate, int sms) {
    if (sms < constants::fewest_multiprocessors || sustained.value <= 0)
        return 1;
    return sustained.value / sms * width_in_16_bits(rate) / constants::gemm_ramp_flops_per_sm;
}

/// Of the achievable BF16 rate, forward; what one multiprocessor does tells the generation.
double attention_share(AttentionKernel kernel, const Accelerator& a) {
    if (a.sms < constants::fewest_multiprocessors && kernel == AttentionKernel::flash)
        return constants::attention_ill_suited;
    const bool synchronous = flops_per_sm(a) < constants::asynchronous_flops_per_sm;
    switch (kernel) {
    case AttentionKernel::unfused: return constants::unfused_attention_share;
    case AttentionKernel::tpu:
        return constants::attention_ill_suited;
    case AttentionKernel::fa2:
        return synchronous ? constants::attention_synchronous : constants::attention_ill_suited;
    default:
        return synchronous ? constants::attention_synchronous : constants::attention_asynchronous;
    }
}

/// How much of a peak the board's power pays for.
double sustained_share(FlopPerSecond peak, RateClass rate, double power_w, double joules) {
    const double paid = power_w / (joules * width_in_16_bits(rate));
    return peak.value > 0 && power_w > 0 ? std::min(paid / peak.value, 1.0) : 1.0;
}

void take_measured_gemms(DeviceCeilings& c, const Calibration& mine) {
    for (std::size_t i = 0; i < rate_class_count; ++i) {
        if (mine.achievable[i].value > 0 && c.peak[i].value > 0)
            c.peak[i] = mine.achievable[i];
        if (mine.gemm_ramp[i] > 0)
            c.gemm_ramp[i] = mine.gemm_ramp[i];
    }
}

void take_measured_steps(DeviceCeilings& c, const Calibration& mine) {
    const double share = mine.compute_share.value_or(1);
    for (double& sustained : c.sustained_share)
        sustained = std::min(1.0, sustained * share);
    c.attention_forward = std::min(1.0, c.attention_forward * share);
    c.attention_backward = std::min(1.0, c.attention_backward * share);
}

/// A GEMM's share of the peak with the ramp in use.
double shape_share(const Gemm& g, RateClass rate, const DeviceCeilings& c) {
    if (g.m <= 0 || g.n <= 0 || g.k <= 0)
        return 1;
    return gemm_useful_share(g, c.sms, c.unit_speed[std::size_t(rate)]) * g.k / (g.k + c.gemm_ramp[std::size_t(rate)]);
}

/// Against the achievable rate of one large GEMM: kernels with fine-grained scales, and grouped ones.
double kernel_share(const Operator& op, Pass pass) {
    if (!op.fine_scaled)
        return op.kind == OperatorKind::grouped_gemm && op.forward.gemm.count > 1 ? constants::grouped_gemm_share : 1;
    return pass == Pass::backward_weight ? constants::fine_scaled_weight_gradient_share : constants::fine_scaled_share;
}

double attention_kernel_share(const Operator& op, Pass pass, RateClass rate, const DeviceCeilings& c) {
    const double softmax = c.softmax_head[std::size_t(rate)];
    const double narrow = (op.head + softmax) / op.head,
                 usual = (constants::attention_tile + softmax) / constants::attention_tile;
    const double head = op.head > 0 ? usual / narrow : 1;
    return op.kernel_share * head * (pass == Pass::forward ? c.attention_forward : c.attention_backward);
}

double gemm_kernel_share(const Operator& op, const Work& work, Pass pass, RateClass rate, const DeviceCeilings& c) {
    return shape_share(work.gemm, rate, c) * kernel_share(op, pass) * c.sustained_share[std::size_t(rate)];
}

} // namespace

bool pairs_passes(Schedule schedule) {
    return schedule == Schedule::dualpipe || schedule == Schedule::dualpipev;
}

int lent_sms(const Scenario& s) {
    const bool hides_experts = pairs_passes(s.plan.schedule) && s.plan.ep > 1;
    return s.plan.comm_sms.value_or(hides_experts ? constants::expert_kernel_sms : 0);
}

DeviceCeilings device_ceilings(const Scenario& s, Ceilings which, const WhatIf& what_if) {
    const Accelerator& a = s.cluster.accelerator;
    DeviceCeilings c;
    const bool datasheet = which == Ceilings::datasheet;
    c.peak = datasheet ? a.datasheet : a.achievable;
    for (std::size_t i = 0; i < rate_class_count; ++i)
        c.gemm_ramp[i] = gemm_ramp(RateClass(i));
    const Calibration* mine = which == Ceilings::calibrated && s.calibration ? &*s.calibration : nullptr;
    if (mine)
        take_measured_gemms(c, *mine);
    if (s.cluster.power_cap_w && *s.cluster.power_cap_w < a.power_w)
        c.clock_share = std::pow(*s.cluster.power_cap_w / a.power_w, constants::power_cap_exponent);
    const double joules = joules_per_flop(a);
    const bool whole = what_if.infinite_compute || a.sms < constants::fewest_multiprocessors;
    for (std::size_t i = 0; i < c.peak.size(); ++i)
        c.sustained_share[i] = whole ? 1 : sustained_share(c.peak[i], RateClass(i), a.power_w, joules);
    for (std::size_t i = 0; i < c.peak.size() && !what_if.infinite_compute; ++i) {
        c.unit_speed[i] = unit_speed(c.peak[i] * c.sustained_share[i], RateClass(i), a.sms);
        if (!mine || mine->gemm_ramp[i] <= 0)
            c.gemm_ramp[i] *= c.unit_speed[i];
    }
    for (FlopPerSecond& p : c.peak)
        p = what_if.infinite_compute ? infinite<FlopPerSecond>() : p * c.clock_share;
    c.hbm = a.hbm_bandwidth * (datasheet ? 1.0 : constants::hbm_achievable_share);
    if (what_if.infinite_hbm)
        c.hbm = infinite<BytesPerSecond>();
    c.pcie = what_if.no_host ? infinite<BytesPerSecond>() : a.pcie;
    if (mine && !what_if.no_host)
        c.pcie = mine->pcie.value_or(a.pcie);
    c.host_memory = what_if.no_host ? infinite<BytesPerSecond>() : constants::host_memory_per_gpu;
    const AttentionKernel kernel = s.plan.attention_kernel.value_or(s.framework.attention);
    // A score costs four FLOPs for each value of the head, and an exponential.
    if (kernel != AttentionKernel::unfused && a.sms >= constants::fewest_multiprocessors)
        for (std::size_t i = 0; i < c.peak.size(); ++i)
            c.softmax_head[i] = a.datasheet[i].value / a.sms / (4 * constants::exponentials_per_sm);
    c.attention_forward = attention_share(kernel, a);
    c.attention_backward = c.attention_forward *
                           (kernel == AttentionKernel::unfused ? 1 : constants::attention_backward_ratio);
    if (mine && !what_if.infinite_compute)
        take_measured_steps(c, *mine);
    c.sms = a.sms;
    const double share = a.sms > 0 ? 1.0 - 1.0 * std::min(lent_sms(s), a.sms - 1) / a.sms : 1.0;
    (pairs_passes(s.plan.schedule) ? c.pair_share : c.sm_share) = share;
    c.launch = what_if.infinite_compute ? Seconds(0) : constants::launch;
    // Fused and captured kernels are queued ahead of the device.
    c.host_call =
        what_if.infinite_compute || what_if.no_host || s.framework.fused ? Seconds(0) : constants::host_call;
    return c;
}

double gemm_ramp(RateClass rate) {
    switch (rate) {
    case RateClass::fp8: return constants::gemm_ramp_8bit;
    case RateClass::fp4:
        return 2 * constants::gemm_ramp_8bit;
    default: return constants::gemm_ramp_16bit;
    }
}

double gemm_useful_share(const Gemm& g, int sms, double unit_speed) {
    if (g.m <= 0 || g.n <= 0 || sms <= 0)
        return 1;
    double best = 0;
    for (const Tile& t : tiles) {
        const double tile_count = std::ceil(g.m / t.m) * std::ceil(g.n / t.n) * g.count;
        const double waves = std::ceil(tile_count / sms);
        const double useful = g.m * g.n * g.count / (waves * sms * t.m * t.n);
        // What a small tile loses to loads is less where a multiprocessor multiplies more slowly.
        best = std::max(best, useful * (1 - (1 - t.rate) * std::min(1.0, unit_speed)));
    }
    return best;
}

double gemm_efficiency(const Gemm& g, NumberFormat format, int sms) {
    if (g.m <= 0 || g.n <= 0 || g.k <= 0)
        return 1;
    return gemm_useful_share(g, sms) * g.k / (g.k + gemm_ramp(rate_class(format)));
}

OperatorTime operator_time(const Operator& op, const Work& work, Pass pass, const DeviceCeilings& c) {
    OperatorTime t;
    if (work.flops.value <= 0 && work.bytes.value <= 0)
        return t;
    if (work.flops.value > 0) {
        const RateClass rate = rate_class(op.format);
        t.ideal = work.flops / c.peak[std::size_t(rate)];
        const double share = op.kind == OperatorKind::attention ? attention_kernel_share(op, pass, rate, c)
                                                                : gemm_kernel_share(op, work, pass, rate, c);
        t.flops = t.ideal / (share * c.sm_share);
    }
    t.memory = work.bytes / c.hbm;
    t.launch = c.launch;
    t.total = std::max(t.flops, t.memory) + t.launch;
    return t;
}

} // namespace ridgepoint
