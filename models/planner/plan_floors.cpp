// SPDX-License-Identifier: GPL-3.0-or-later
// What the plans in a pricer's hand take at least: before and after their pipeline is simulated.
#include "models/pair.hpp"
#include "models/planner/plan_pricer.hpp"

#include <algorithm>

namespace ridgepoint {

bool PlanPricer::passed_over(const PlanFloor& floor, std::uint64_t plans, PlanSink& sink) const {
    if (exhaustive_)
        return false;
    // Floors add up in another order than what they stand under.
    constexpr double rounding = 1 - 1e-9;
    if (floor.memory * rounding > capacity_) {
        sink.too_large(plans);
        return true;
    }
    return !sink.matters(std::max(lightest_, floor.step) * rounding, floor.memory * rounding);
}

namespace {

/// What one micro-batch keeps a rank busy at least. Where passes run in pairs, they may hide all but what stands inside
/// their parts.
Seconds least_busy(const LayerCosts& c, bool pairs) {
    const Seconds compute = c.compute.forward + c.compute.backward();
    if (!pairs)
        return compute + c.exposed_forward + c.exposed_backward;
    Seconds inside;
    for (const Comm k : inside_parts)
        inside += c.comm[std::size_t(k)].exposed;
    return compute + inside;
}

/// A pair of unlike stages takes the mean of what they take alone, so one pass may seem short by the other.
double sure_micro_batches(double micro_batches, bool pairs) {
    return pairs ? std::max(0.0, micro_batches - 1) : micro_batches;
}

/// Micro-batches' worth of activations that a rank holds at least (schedule closed forms, cost-model section 6).
double least_in_flight(const Plan& p, int micro_batches, int rank) {
    const int m = micro_batches;
    switch (p.schedule) {
    case Schedule::gpipe: return m;
    case Schedule::one_f_one_b: return std::min(m, p.pp - rank);
    case Schedule::zb_h1:
    case Schedule::zb_v: return std::min(m, p.pp);
    case Schedule::interleaved:
        return m < 2 * p.pp ? 1 : ((p.vpp - 1.0) * p.pp + 2 * (p.pp - rank) - 1) / p.vpp;
    case Schedule::dualpipev: return p.pp + 0.5;
    case Schedule::dualpipe: return p.pp + 1;
    }
    return 1;
}

} // namespace

/// Ranks share the model: the busiest and the fullest have no less than the mean.
PlanFloor PlanPricer::floor_of_all(const CostTable& table, const StageLoad& model) const {
    // How much is recomputed depends on the split, where only the first layers of a stage are.
    if (exhaustive_ || scenario_.plan.recompute.first_layers)
        return {};
    const CostContext x = context();
    const double p = scenario_.plan.pp;
    const Bytes memory = rank_memory(x, table, model, 1).total() / p;
    if (scenario_.fidelity != Fidelity::detailed)
        return {mean_link_time(x, sent_by(table, model)), memory};
    const bool pairs = pairs_passes(scenario_.plan.schedule);
    Seconds busy;
    for_each_part(model, table, [&](const LayerCosts& c, int n) { busy += n * least_busy(c, pairs); });
    return {busy * (sure_micro_batches(layout_.micro_batches, pairs) / p), memory};
}

/// Whichever rank turns out critical, it waits for its links, and the busiest for its work.
PlanFloor PlanPricer::floor_of_stages(const CostTable& table, const Stages& stages) const {
    if (exhaustive_)
        return {};
    const CostContext x = context();
    const bool pairs = pairs_passes(scenario_.plan.schedule);
    const double m = sure_micro_batches(micro_batches_per_stage(x), pairs);
    PlanFloor floor;
    Seconds links = infinite<Seconds>();
    for (const RankClass& c : stages.classes) {
        Seconds busy;
        for_each_part(c.load, table, [&](const LayerCosts& costs, int n) { busy += n * least_busy(costs, pairs); });
        const Traffic sent = sent_by(table, c.load);
        links = std::min(links, m * network_.link_time(sent.scale_up, sent.scale_out, sent.beyond_pod));
        floor.step = std::max(floor.step, m * busy);
        const double alive = least_in_flight(scenario_.plan, layout_.micro_batches, c.ranks.front());
        floor.memory = std::max(floor.memory, rank_memory(x, table, c.load, alive).total());
    }
    floor.step = scenario_.fidelity == Fidelity::detailed ? std::max(floor.step, links) : Seconds(0);
    return floor;
}

/// A rank waits for its first micro-batch and has all its work before it; where a backward pass is its last work, that
/// still has the way back before it.
Seconds PlanPricer::least_span(const PipelineInput& in) const {
    if (scenario_.fidelity != Fidelity::detailed)
        return Seconds(0);
    const bool pairs = pairs_passes(in.schedule), mirrored = in.schedule == Schedule::dualpipe;
    const bool ends_backward = in.schedule == Schedule::gpipe || in.schedule == Schedule::one_f_one_b;
    const double m = sure_micro_batches(1.0 * in.micro_batches / (mirrored ? 2 : 1), pairs);
    const auto work = [&](int stage) {
        const ChunkTimes& t = in.stages[std::size_t(stage)];
        const Seconds apart = t.forward + t.backward();
        return m * (pairs ? std::min(apart, t.forward_backward) : apart);
    };
    Seconds longest, way, other_way;
    std::vector<Seconds> far(std::size_t(in.ranks)); // from the other end, where micro-batches enter there too
    for (int r = in.ranks - 1; r >= 0; --r) {
        far[std::size_t(r)] = other_way;
        other_way += in.stages[std::size_t(in.ranks - 1 - r)].forward + in.transfer;
    }
    for (int r = 0; r < in.ranks; ++r) {
        Seconds span = mirrored ? std::min(way, far[std::size_t(r)]) : way;
        for (const int stage : stages_of_rank(scenario_.plan, r))
            span += work(stage);
        longest = std::max(longest, span);
        const ChunkTimes& t = in.stages[std::size_t(r)];
        way += t.forward + in.transfer;
        if (ends_backward)
            way += t.backward() + in.transfer;
    }
    return longest;
}

/// The span is part of the step; in flight is what the run says.
PlanFloor PlanPricer::floor_of_run(const CostTable& table, const Stages& stages, const PipelineRun& run) const {
    const CostContext x = context();
    PlanFloor floor{scenario_.fidelity == Fidelity::detailed ? run.span : Seconds(0), Bytes(0)};
    for (const RankClass& c : stages.classes) {
        const double alive = run.ranks[std::size_t(c.ranks.front())].in_flight;
        floor.memory = std::max(floor.memory, rank_memory(x, table, c.load, alive).total());
    }
    return floor;
}

} // namespace ridgepoint
