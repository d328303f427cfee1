// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/neighbours.hpp"

#include "models/counts.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ridgepoint {

namespace {

// What a difference counts. These weigh likeness, not physics: they change which runs are called alike, never a
// prediction.
constexpr double other_generation = 1.0, other_precision = 1.0, other_model_kind = 1.2;
constexpr double other_axis = 0.4; ///< of TP, CP, PP, EP and sharded data parallelism
constexpr double other_accelerator = 0.15, other_framework = 0.4;
constexpr double per_doubling_of_size = 0.25, per_doubling_of_gpus = 0.12, per_doubling_of_sequence = 0.12;
constexpr double per_doubling_of_peak = 0.5, per_doubling_of_memory_rate = 0.25;

double doublings(double a, double b) {
    return a > 0 && b > 0 ? std::abs(std::log2(a / b)) : 0;
}

RateClass narrowest_rate(const Accelerator& a) {
    for (const RateClass rate : {RateClass::fp4, RateClass::fp8, RateClass::bf16})
        if (a.has_rate(rate))
            return rate;
    return RateClass::fp16;
}

} // namespace

RunTraits run_traits(const Scenario& s) {
    const Accelerator& a = s.cluster.accelerator;
    RunTraits t;
    t.narrowest = narrowest_rate(a);
    t.gemm = rate_class(s.precision.gemm);
    const RateClass half = a.has_rate(RateClass::bf16) ? RateClass::bf16 : RateClass::fp16;
    t.peak = a.datasheet[std::size_t(half)].value;
    t.memory_rate = a.hbm_bandwidth.value;
    t.accelerator = a.id;
    t.framework = s.framework.id;
    t.tp = s.plan.tp > 1;
    t.cp = s.plan.cp > 1;
    t.pp = s.plan.pp > 1;
    t.ep = s.plan.ep > 1;
    t.sharded = s.plan.zero == 3 && s.dp() > 1;
    t.moe = s.model.moe.has_value();
    t.parameters = parameter_counts(s.model).total;
    t.gpus = s.cluster.gpus;
    t.sequence = s.plan.sequence;
    return t;
}

double run_distance(const RunTraits& a, const RunTraits& b) {
    double d = 0;
    d += a.narrowest != b.narrowest ? other_generation : 0;
    // FP16 and BF16 run at the same rate.
    const auto bytes = [](RateClass rate) { return rate == RateClass::fp16 ? RateClass::bf16 : rate; };
    d += bytes(a.gemm) != bytes(b.gemm) ? other_precision : 0;
    d += a.moe != b.moe ? other_model_kind : 0;
    for (const bool RunTraits::*axis :
         {&RunTraits::tp, &RunTraits::cp, &RunTraits::pp, &RunTraits::ep, &RunTraits::sharded})
        d += a.*axis != b.*axis ? other_axis : 0;
    d += a.accelerator != b.accelerator ? other_accelerator : 0;
    d += a.framework != b.framework ? other_framework : 0;
    d += per_doubling_of_size * doublings(a.parameters, b.parameters);
    d += per_doubling_of_gpus * doublings(a.gpus, b.gpus);
    d += per_doubling_of_sequence * doublings(a.sequence, b.sequence);
    d += per_doubling_of_peak * doublings(a.peak, b.peak);
    d += per_doubling_of_memory_rate * doublings(a.memory_rate, b.memory_rate);
    return d;
}

MeasuredNeighbours::MeasuredNeighbours(const Validation& validation) {
    for (std::size_t i = 0; i < validation.rows.size(); ++i) {
        const ValidationRow& row = validation.rows[i];
        if (const auto error = row.speed.error(); error && !row.skip)
            m_runs.push_back({run_traits(row.scenario), i, *error});
    }
}

LikelyError MeasuredNeighbours::of(const Scenario& scenario) const {
    const RunTraits here = run_traits(scenario);
    std::vector<Neighbour> all;
    all.reserve(m_runs.size());
    for (const Run& run : m_runs)
        all.push_back({run.row, run_distance(here, run.traits), run.error});
    const auto nearer = [](const Neighbour& a, const Neighbour& b) {
        return a.distance != b.distance ? a.distance < b.distance : a.row < b.row;
    };
    const std::size_t kept = std::min(all.size(), most_alike);
    std::partial_sort(all.begin(), all.begin() + std::ptrdiff_t(kept), all.end(), nearer);
    all.resize(kept);
    LikelyError answer;
    std::vector<double> errors;
    for (const Neighbour& one : all)
        if (one.distance <= like_this)
            errors.push_back(one.error);
    answer.alike = errors.size();
    if (errors.size() >= least_alike) {
        const ErrorFigures figures = error_figures(std::move(errors));
        answer.half = figures.median;
        answer.most = figures.p80;
        answer.bias = figures.median_signed;
    }
    all.resize(std::min(all.size(), nearest_listed));
    answer.nearest = std::move(all);
    return answer;
}

} // namespace ridgepoint
