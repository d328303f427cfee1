// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/estimate.hpp"

#include "models/counts.hpp"
#include "models/estimate_parts.hpp"

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr double seconds_per_day = 86400, seconds_per_hour = 3600, joules_per_mwh = 3.6e9;

Roofs roofs_of(const Scenario& s, const DeviceCeilings& device, const Network& net) {
    const Accelerator& a = s.cluster.accelerator;
    Roofs r;
    const auto mine = s.calibration ? std::optional(device_ceilings(s, Ceilings::calibrated)) : std::nullopt;
    r.gemm = rate_class(s.precision.gemm);
    for (std::size_t i = 0; i < rate_class_count; ++i)
        if (a.has_rate(RateClass(i)))
            r.compute.push_back({RateClass(i), a.datasheet[i], a.achievable[i] * device.clock_share,
                                 mine ? mine->peak[i] : FlopPerSecond(0)});
    r.hbm = device.hbm;
    r.scale_up = net.scale_up;
    r.scale_out = net.scale_out;
    const Network sheet = network_of(s, Ceilings::datasheet);
    r.hbm_datasheet = a.hbm_bandwidth;
    r.scale_up_datasheet = sheet.scale_up;
    r.scale_out_datasheet = sheet.scale_out;
    const Network reached = network_of(s, Ceilings::achievable);
    r.scale_up_achievable = reached.scale_up;
    r.scale_out_achievable = reached.scale_out;
    if (s.calibration) {
        const Network own = network_of(s, Ceilings::calibrated);
        r.scale_up_calibrated = own.scale_up;
        r.scale_out_calibrated = own.scale_out;
    }
    return r;
}

MemoryEstimate memory_of(const Scenario& s, const StepModel& m) {
    MemoryEstimate e;
    e.capacity = s.cluster.accelerator.hbm;
    for (const RankWork& r : m.ranks) {
        if (r.memory.total() > e.peak) {
            e.peak = r.memory.total();
            e.peak_stage = int(e.stages.size());
        }
        e.stages.push_back(r.memory);
    }
    return e;
}

PipelineEstimate pipeline_of(const StepModel& m, const Plan& plan) {
    PipelineEstimate e;
    e.span = m.run.span;
    e.critical_rank = m.critical;
    for (int i = 0; i < plan.pp; ++i) {
        PipelineStage& stage = e.stages.emplace_back();
        stage.layers = m.ranks[std::size_t(i)].load.total();
        stage.in_flight = m.run.ranks[std::size_t(i)].in_flight;
        for (const int j : stages_of_rank(plan, i)) {
            const ChunkTimes& t = m.chunks[std::size_t(j)];
            stage.forward += t.forward;
            stage.backward_input += t.backward_input;
            stage.backward_weight += t.backward_weight;
        }
    }
    e.phases = m.run.phases;
    e.phases.optimizer = m.ranks.front().optimizer + m.ranks.front().exposed_at_ends;
    return e;
}

/// Shares `extra` over the collectives in proportion to what they hide, so that none exposes more than its time.
void expose_hidden(std::vector<CollectiveCost>& list, Seconds extra) {
    Seconds hidden;
    for (const CollectiveCost& c : list)
        hidden += c.hidden();
    if (extra.value <= 0 || hidden.value <= 0)
        return;
    for (CollectiveCost& c : list)
        c.exposed += extra * (c.hidden() / hidden);
}

/// Perfect overlap: the largest of compute, memory and links; what exceeds compute waits for a link.
StepTime speed_of_light_time(const SpeedOfLight& l) {
    StepTime t;
    t.step = l.step;
    t.compute = std::max(l.compute, l.hbm);
    t.exposed_communication = std::max(Seconds(0), l.step - t.compute);
    t.compute = t.step - t.exposed_communication;
    return t;
}

/// Under speed of light only the bounding link's collectives are exposed, in proportion to their bytes there.
void expose_at_speed_of_light(std::vector<CollectiveCost>& list, const StepTime& t, const SpeedOfLight& l) {
    const bool out = l.scale_out >= l.scale_up;
    Bytes all;
    for (const CollectiveCost& c : list)
        all += out ? c.scale_out_bytes : c.scale_up_bytes;
    for (CollectiveCost& c : list) {
        const double share = all.value > 0 ? (out ? c.scale_out_bytes : c.scale_up_bytes) / all : 0;
        c.time = (out ? l.scale_out : l.scale_up) * share;
        c.exposed = t.exposed_communication * share;
    }
}

Throughput throughput_of(const Scenario& s, const FlopCounts& flops, Seconds step) {
    const Accelerator& a = s.cluster.accelerator;
    const double gpus = s.cluster.gpus;
    const FlopPerSecond gemm = a.datasheet[std::size_t(rate_class(s.precision.gemm))];
    const FlopPerSecond bf16 = a.datasheet[std::size_t(RateClass::bf16)];
    Throughput t;
    t.tokens_per_s = s.tokens_per_step() / step.value;
    t.tokens_per_s_per_gpu = t.tokens_per_s / gpus;
    t.per_gpu_causal = flops.model_per_step / gpus / step;
    t.per_gpu_full = t.per_gpu_causal * (flops.per_token_forward_full / flops.per_token_forward_causal);
    const auto share = [](FlopPerSecond rate, FlopPerSecond peak) { return peak.value > 0 ? rate / peak : 0.0; };
    t.mfu_causal = share(t.per_gpu_causal, gemm);
    t.mfu_full = share(t.per_gpu_full, gemm);
    t.mfu_bf16_causal = share(t.per_gpu_causal, bf16);
    t.mfu_bf16_full = share(t.per_gpu_full, bf16);
    t.hfu_causal = share(flops.hardware_per_step / gpus / step, gemm);
    return t;
}

TrainingCost training_of(const Scenario& s, const Throughput& t) {
    TrainingCost c;
    const double seconds = s.training.tokens / t.tokens_per_s;
    const double power = std::min(s.cluster.power_cap_w.value_or(s.cluster.accelerator.power_w),
                                  s.cluster.accelerator.power_w);
    c.days = seconds / seconds_per_day;
    c.gpu_hours = seconds / seconds_per_hour * s.cluster.gpus;
    c.cost = c.gpu_hours * s.training.price_per_gpu_hour;
    c.energy_mwh = seconds * s.cluster.gpus * power / joules_per_mwh;
    return c;
}

double largest_rank_parameters(const CostTable& table, const StepModel& m) {
    double most = 0;
    for (const RankWork& r : m.ranks) {
        double sum = 0;
        for_each_part(r.load, table, [&](const LayerCosts& c, int n) { sum += n * c.parameters(); });
        most = std::max(most, sum);
    }
    return most;
}

std::vector<Loss> speed_of_light_losses(const Estimate& e, Seconds datasheet_compute) {
    const Seconds step = e.time.step;
    return {{"achievable-ceiling", (e.time.compute - datasheet_compute) / step, e.time.compute - datasheet_compute},
            {"exposed-network", e.time.exposed_communication / step, e.time.exposed_communication}};
}

void add_warnings(Estimate& e, const Scenario& s, const Layout& layout) {
    if (layout.unused_gpus_per_domain > 0)
        e.warnings.push_back(std::to_string(layout.unused_gpus_per_domain) + " of " +
                             std::to_string(s.cluster.gpus_per_domain) + " GPUs of each scale-up domain stay unused: TP·CP·EP does not fill it");
}

} // namespace

Seconds beyond_link_capacity(const StepModel& m, const Network& net) {
    const RankWork& r = m.ranks[std::size_t(m.critical)];
    Bytes up, out, beyond;
    for (const LayerComm& c : r.comm) {
        up += c.traffic.scale_up;
        out += c.traffic.scale_out;
        beyond += c.traffic.beyond_pod;
    }
    const Seconds needed = net.link_time(up, out, beyond);
    return std::max(Seconds(0), needed - m.total());
}

StepTime detailed_time(const StepModel& m, Seconds beyond, const WhatIf& what_if) {
    const RankWork& r = m.ranks[std::size_t(m.critical)];
    StepTime t;
    t.compute = r.compute;
    t.exposed_communication = r.exposed_in_slots + r.exposed_at_ends + beyond;
    t.optimizer = r.optimizer;
    t.host = what_if.no_host ? Seconds(0) : m.host + r.host;
    const Seconds work = t.compute + t.exposed_communication + t.optimizer;
    t.bubble = what_if.no_bubble ? Seconds(0) : std::max(Seconds(0), m.total() - m.host - r.host + beyond - work);
    t.step = work + t.host + t.bubble;
    return t;
}

Estimate estimate(const Scenario& s, Detail detail, const WhatIf& what_if) {
    Estimate e;
    e.violations = violations(s);
    e.parameters = parameter_counts(s.model);
    e.flops = flop_counts(s);
    if (!e.legal())
        return e;

    const Layout layout = layout_of(s);
    const DeviceCeilings device = device_ceilings(s, s.ceilings, what_if);
    const Network network = network_of(s, s.ceilings, what_if);
    const CostContext x{s, layout, device, network, operator_shape(s)};
    std::vector<StageLoad> loads = stage_loads(s);
    const CostTable table = cost_table(x, loads);
    const bool detailed = s.fidelity == Fidelity::detailed;
    StepModel m = step_model(x, table, std::move(loads), detail == Detail::pictures && detailed);

    e.parallel = {s.cluster.gpus, layout.dp, layout.edp, layout.micro_batches, s.tokens_per_step()};
    e.parameters.per_gpu_max = largest_rank_parameters(table, m);
    e.memory = memory_of(s, m);
    e.fits = e.memory.peak <= e.memory.capacity;
    e.datasheet = speed_of_light(s, m, e.flops.model_per_step, Ceilings::datasheet, what_if);
    e.achievable = speed_of_light(s, m, e.flops.model_per_step, Ceilings::achievable, what_if);
    if (s.calibration)
        e.calibrated = speed_of_light(s, m, e.flops.model_per_step, Ceilings::calibrated, what_if);
    e.communication = communication(x, m);
    e.pipeline = pipeline_of(m, s.plan);
    e.roofs = roofs_of(s, device, network);
    if (detailed) {
        const Seconds beyond = beyond_link_capacity(m, network);
        e.time = detailed_time(m, beyond, what_if);
        expose_hidden(e.communication, beyond);
    } else {
        const SpeedOfLight light = e.light(s.ceilings);
        e.time = speed_of_light_time(light);
        expose_at_speed_of_light(e.communication, e.time, light);
    }
    e.throughput = throughput_of(s, e.flops, e.time.step);
    e.training = training_of(s, e.throughput);
    add_warnings(e, s, layout);
    add_curve_warnings(e, x, m);
    if (detail == Detail::numbers)
        return e;
    e.operators = operator_costs(x, table, m.ranks[std::size_t(m.critical)]);
    e.losses = detailed ? losses(x, table, m, e) : speed_of_light_losses(e, e.datasheet.compute);
    if (detail == Detail::pictures && detailed) {
        e.timeline = layer_timeline(x, table, m);
        e.pair_timeline = pair_timeline(x, table, m);
        e.pipeline_slots = std::move(m.run.slots);
    }
    return e;
}

} // namespace ridgepoint
