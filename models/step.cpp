// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/step.hpp"

#include "models/constants.hpp"
#include "models/pair.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <span>

namespace ridgepoint {
namespace {

LayerComm& at(RankWork& r, Comm kind) {
    return r.comm[std::size_t(kind)];
}

/// A boundary between neighbouring stages, one micro-batch.
Traffic boundary(const CostContext& x) {
    const Scenario& s = x.scenario;
    if (s.plan.pp == 1)
        return {};
    const Bytes message(x.shape.outer_tokens() * s.model.hidden * bytes_per_element(s.precision.wide));
    return send_receive(message, x.layout.pipeline, x.network);
}

ChunkTimes chunk_times(const CostContext& x, const CostTable& table, const StageLoad& load) {
    const FirstGathers first = first_gathers(x, table, load);
    ChunkTimes t;
    t.forward = first.forward;
    t.backward_input = first.backward;
    for_each_part(load, table, [&](const LayerCosts& c, int n) {
        t.forward += n * c.forward();
        t.backward_input += n * (c.compute.backward_input + c.compute.recompute + c.exposed_backward + c.host_backward);
        t.backward_weight += n * c.compute.backward_weight;
    });
    return t;
}

/// What a rank computes and sends inside its slots, over all micro-batches.
void add_slot_work(RankWork& r, const CostContext& x, const CostTable& table) {
    const double m = micro_batches_per_stage(x);
    const double alone = 1 - r.paired_share;
    for_each_part(r.load, table, [&](const LayerCosts& c, int n) {
        const Seconds compute = c.compute.forward + c.compute.backward();
        r.compute += m * n * compute;
        if (r.paired_share > 0)
            r.lent += m * n * r.paired_share * (paired_compute(x, c) - compute);
        r.host += m * n * alone * c.host();
        r.compulsory += m * n * c.compulsory;
        for (std::size_t k = 0; k < comm_count; ++k) {
            if (c.comm[k].calls == 0)
                continue;
            r.comm[k].traffic += c.comm[k].traffic.times(m * n);
            r.comm[k].calls += m * n * c.comm[k].calls;
            const bool waits = std::find(inside_parts.begin(), inside_parts.end(), Comm(k)) != inside_parts.end();
            r.comm[k].exposed += m * n * (waits ? 1 : alone) * c.comm[k].exposed;
        }
    });
    r.compute += r.lent;
}

/// What the slots last beyond compute is exposed. In pairs only the schedule knows how much: it falls on what the pair
/// hides, the experts' all-to-all and the sharded parameters, and on the transfers between stages where there is none.
/// Alone only the first gathers of every pass are not known yet.
void settle_exposure(RankWork& r, const CostContext& x, Seconds busy) {
    r.exposed_in_slots = std::max(Seconds(0), busy - r.compute - r.host);
    Seconds known;
    for (const LayerComm& c : r.comm)
        known += c.exposed;
    constexpr std::array transfer{Comm::pp_forward, Comm::pp_backward};
    constexpr std::array gathers{Comm::zero3_gather_forward, Comm::expert_gather_forward, Comm::zero3_gather_backward,
                                 Comm::expert_gather_backward};
    const auto spread = [&](std::initializer_list<std::span<const Comm>> lists) {
        Seconds hideable;
        for (const auto& kinds : lists)
            for (const Comm k : kinds)
                hideable += at(r, k).traffic.time;
        if (hideable.value > 0)
            for (const auto& kinds : lists)
                for (const Comm k : kinds)
                    at(r, k).exposed += (r.exposed_in_slots - known) * (at(r, k).traffic.time / hideable);
        return hideable.value > 0;
    };
    if (r.paired_share > 0) {
        if (!spread({expert_exchanges, sharded_parameters}) && !spread({transfer}))
            r.exposed_in_slots = known;
    } else if (x.scenario.plan.zero == 3) {
        spread({gathers});
    }
}

/// Receives of activations (every stage but the first) and of gradients (every stage but the last).
void add_boundaries(RankWork& r, const CostContext& x, const Traffic& one, bool hidden, int rank) {
    const Plan& p = x.scenario.plan;
    if (p.pp == 1)
        return;
    const double m = micro_batches_per_stage(x);
    const int last = p.pp * chunks_per_rank(p) - 1;
    double forward = 0, backward = 0;
    for (const int stage : stages_of_rank(p, rank)) {
        // The fold of a V lies on one rank: nothing is sent there.
        forward += stage > 0 && rank_of_stage(p, stage - 1) != rank_of_stage(p, stage) ? m : 0;
        backward += stage < last && rank_of_stage(p, stage + 1) != rank_of_stage(p, stage) ? m : 0;
    }
    const auto add = [&](Comm kind, double calls) {
        if (calls > 0)
            at(r, kind) = {one.times(calls), calls, hidden ? Seconds(0) : calls * one.time};
    };
    add(Comm::pp_forward, forward);
    add(Comm::pp_backward, backward);
}

struct GradientSync {
    Traffic dense_reduce, dense_gather, expert_reduce, expert_gather, replicas;
    double calls = 1;
};

GradientSync gradient_sync(const CostContext& x, const RankWork& r, const CostTable& table) {
    const Scenario& s = x.scenario;
    double dense = 0, expert = 0;
    for_each_part(r.load, table, [&](const LayerCosts& c, int n) {
        dense += n * (c.gemm_parameters + c.wide_parameters);
        expert += n * c.expert_parameters;
    });
    const double reduce = bytes_per_element(s.reduce_format()), gather = bytes_per_element(s.gather_format());
    GradientSync g;
    const double megabytes = (dense + expert) * reduce / 1e6;
    g.calls = s.plan.bucket_mb > 0 ? std::max(1.0, std::ceil(megabytes / s.plan.bucket_mb))
                                   : std::max(1, r.load.total());
    const Bytes d(dense * reduce / g.calls), e(expert * reduce / g.calls);
    const bool sharded = s.plan.zero >= 1;
    if (s.plan.zero < 3) {
        const double phases = sharded || x.network.in_network_reduction ? 1 : 2;
        const auto reduce_over = [&](Bytes b, Group shard) {
            return started(sharded ? reduce_scatter(b, shard, x.network) : all_reduce(b, shard, x.network), shard,
                           x.network, phases).times(g.calls);
        };
        const auto gather_over = [&](double parameters, Group shard) {
            return started(all_gather(Bytes(parameters * gather / g.calls), shard, x.network), shard, x.network)
                .times(g.calls);
        };
        g.dense_reduce = reduce_over(d, x.layout.dense_shard);
        g.expert_reduce = reduce_over(e, x.layout.expert_shard);
        if (sharded) {
            g.dense_gather = gather_over(dense, x.layout.dense_shard);
            g.expert_gather = gather_over(expert, x.layout.expert_shard);
        }
    }
    // HSDP: each shard's gradients are summed over the groups that hold copies of it.
    g.replicas = all_reduce(d / x.layout.dense_shard.ranks, x.layout.dense_replicas, x.network).times(g.calls);
    g.replicas += all_reduce(e / x.layout.expert_shard.ranks, x.layout.expert_replicas, x.network).times(g.calls);
    return g;
}

/// Behind one micro-batch's pass; the first bucket has nothing to hide behind, so 1/buckets stays exposed.
double exposed_share(Seconds total, Seconds cover, double buckets, bool hides) {
    if (total.value <= 0)
        return 0;
    if (!hides)
        return 1;
    const double hideable = std::min(1 - 1 / buckets, constants::dp_overlap_share);
    return 1 - std::min(hideable, (1 - 1 / buckets) * (cover / total));
}

void add_gradient_sync(RankWork& r, const CostContext& x, const CostTable& table, const OverlapPolicy& o) {
    const GradientSync g = gradient_sync(x, r, table);
    const ChunkTimes pass = chunk_times(x, table, r.load);
    const Seconds reduce = g.dense_reduce.time + g.expert_reduce.time + g.replicas.time;
    const Seconds gather = g.dense_gather.time + g.expert_gather.time;
    const double reduce_share = std::min(1.0, exposed_share(reduce, pass.backward(), g.calls, o.dp_reduce));
    const double gather_share = std::min(1.0, exposed_share(gather, pass.forward, g.calls, o.dp_gather));
    const auto add = [&](Comm kind, const Traffic& t, double share) {
        if (t.total().value <= 0)
            return;
        at(r, kind) = {t, g.calls, t.time * share};
        r.exposed_at_ends += t.time * share;
    };
    add(Comm::dp_reduce, g.dense_reduce, reduce_share);
    add(Comm::expert_dp_reduce, g.expert_reduce, reduce_share);
    add(Comm::replica_reduce, g.replicas, reduce_share);
    add(Comm::dp_gather, g.dense_gather, gather_share);
    add(Comm::expert_dp_gather, g.expert_gather, gather_share);
}

/// The last layer's reduction has no layer after it to hide behind.
void add_zero3_ends(RankWork& r, const OverlapPolicy& o) {
    if (!o.zero3)
        return;
    const auto once = [&](Comm kind) {
        LayerComm& c = at(r, kind);
        if (c.calls == 0)
            return;
        const Seconds hidden = std::min(c.traffic.time / c.calls, c.traffic.time - c.exposed);
        c.exposed += hidden;
        r.exposed_at_ends += hidden;
    };
    once(Comm::zero3_reduce);
    once(Comm::expert_reduce);
}

} // namespace

void StepModel::add(RankWork rank, const RankActivity& activity) {
    tail = std::max(tail, activity.end + rank.exposed_at_ends - run.span);
    optimizer = std::max(optimizer, rank.optimizer);
    ranks.push_back(std::move(rank));
    if (ranks.back().busy() > ranks[std::size_t(critical)].busy())
        critical = int(ranks.size()) - 1;
}

PipelineInput pipeline_input(const CostContext& x, const CostTable& table, const std::vector<StageLoad>& loads) {
    const Plan& p = x.scenario.plan;
    const bool hidden = overlap_policy(x.scenario).pp;
    const Traffic one = boundary(x);
    PipelineInput in;
    in.schedule = p.schedule;
    in.ranks = p.pp;
    in.chunks = chunks_per_rank(p);
    in.micro_batches = x.layout.micro_batches;
    in.transfer = hidden ? one.time : Seconds(0);
    in.stages.reserve(loads.size());
    ChunkTimes alone; // without transfers; neighbouring stages mostly hold the same
    for (std::size_t j = 0; j < loads.size(); ++j) {
        if (j == 0 || loads[j] != loads[j - 1]) {
            alone = chunk_times(x, table, loads[j]);
            if (pairs_passes(p.schedule))
                alone.forward_backward = run_pair(x, table, loads[j], 2 * one.time, false).span;
        }
        ChunkTimes t = alone;
        if (!hidden && p.pp > 1) {
            t.forward += j > 0 ? one.time : Seconds(0);
            t.backward_input += j + 1 < loads.size() ? one.time : Seconds(0);
        }
        in.stages.push_back(t);
    }
    return in;
}

namespace {

/// What copies of offloaded activations add to a pair, mean over the stages of a rank.
Seconds host_in_pair(const CostContext& x, const CostTable& table, const StageLoad& of_rank) {
    if (offloaded_activations(x.scenario.plan) <= 0)
        return Seconds(0);
    constexpr double stages_of_a_pairing_rank = 2;
    return run_pair(x, table, of_rank, Seconds(0), false).host / stages_of_a_pairing_rank;
}

/// Chunks one rank works through, of which each waits for its part of what is swapped.
double swap_slots(const CostContext& x) {
    return chunks_per_rank(x.scenario.plan) * parameter_copies(x.scenario.plan.schedule);
}

/// What does not fit leaves and comes back once a micro-batch.
void add_swapping(PipelineInput& in, const CostContext& x, const std::vector<RankWork>& ranks) {
    for (std::size_t j = 0; j < in.stages.size(); ++j) {
        const RankWork& r = ranks[std::size_t(rank_of_stage(x.scenario.plan, int(j)))];
        const Seconds each = excess(x, r.memory) / x.device.pcie / swap_slots(x);
        ChunkTimes& t = in.stages[j];
        t.forward += each;
        t.backward_input += each;
        if (t.forward_backward.value > 0)
            t.forward_backward += each; // both directions of PCIe at once
    }
}

/// What of a rank's memory goes to the host, what rests longest first.
void swap_out(StageMemory& m, Bytes much) {
    m.host += much;
    for (Bytes* part : {&m.activations, &m.optimizer, &m.gradients, &m.weights, &m.logits, &m.buffers}) {
        const Bytes gone = std::min(*part, much);
        *part -= gone;
        much -= gone;
    }
}

} // namespace

Bytes excess(const CostContext& x, const StageMemory& m) {
    return std::max(Bytes(0), m.total() - x.scenario.cluster.accelerator.hbm);
}

RankWork slot_work(const CostContext& x, const CostTable& table, const StageLoad& of_rank, int rank,
                   const RankActivity& activity) {
    RankWork r;
    r.load = of_rank;
    r.paired_share = 1.0 * activity.pairs / (x.layout.micro_batches * chunks_per_rank(x.scenario.plan));
    add_slot_work(r, x, table);
    if (activity.pairs > 0)
        r.host += activity.pairs * host_in_pair(x, table, of_rank);
    add_boundaries(r, x, boundary(x), overlap_policy(x.scenario).pp, rank);
    settle_exposure(r, x, activity.busy);
    return r;
}

void add_step_ends(RankWork& r, const CostContext& x, const CostTable& table, const RankActivity& activity) {
    const OverlapPolicy overlap = overlap_policy(x.scenario);
    add_gradient_sync(r, x, table, overlap);
    add_zero3_ends(r, overlap);
    r.optimizer = optimizer_time(x, table, r.load);
    r.memory = rank_memory(x, table, r.load, activity.in_flight);
}

Seconds host_time(const CostContext& x, Seconds device) {
    const Scenario& s = x.scenario;
    const double tokens = s.tokens_per_step() / s.cluster.gpus;
    constexpr double token_and_label = 2 * sizeof(std::int32_t);
    const Bytes batch(tokens * token_and_label * (1 + s.host.extra_copies));
    Seconds exposed;
    if (s.ceilings == Ceilings::calibrated && s.calibration)
        exposed += s.calibration->micro_batch_overhead.value_or(Seconds(0)) * (s.micro_batches() * chunks_per_rank(s.plan));
    if (!s.host.pinned && x.device.pcie.value > 0)
        exposed += batch / (x.device.pcie * constants::pageable_share);
    if (s.host.data_gb_s > 0)
        exposed += std::max(Seconds(0), batch / gigabytes_per_second(s.host.data_gb_s) - device);
    return exposed;
}

namespace {

/// The same step with what does not fit swapped; what a slot lasts longer is the host's.
StepModel with_swapping(StepModel before, const CostContext& x, const CostTable& table, bool want_slots) {
    PipelineInput input = pipeline_input(x, table, before.loads);
    add_swapping(input, x, before.ranks);
    StepModel m;
    m.loads = std::move(before.loads);
    m.run = simulate(input, want_slots);
    m.chunks = std::move(input.stages);
    for (std::size_t i = 0; i < m.run.ranks.size(); ++i) {
        RankWork r = std::move(before.ranks[i]);
        r.host += m.run.ranks[i].busy - before.run.ranks[i].busy;
        if (const Bytes much = excess(x, r.memory); much.value > 0)
            swap_out(r.memory, much + Bytes(1)); // a byte more, so that rounding leaves none over
        m.add(std::move(r), m.run.ranks[i]);
    }
    m.host = before.host;
    return m;
}

} // namespace

StepModel step_model(const CostContext& x, const CostTable& table, std::vector<StageLoad> loads, bool want_slots) {
    StepModel m;
    m.loads = std::move(loads);
    PipelineInput input = pipeline_input(x, table, m.loads);
    m.run = simulate(input, want_slots);
    m.chunks = std::move(input.stages);
    m.ranks.reserve(m.run.ranks.size());
    for (std::size_t i = 0; i < m.run.ranks.size(); ++i) {
        const RankActivity& activity = m.run.ranks[i];
        RankWork r = slot_work(x, table, rank_load(m.loads, x.scenario.plan, int(i)), int(i), activity);
        add_step_ends(r, x, table, activity);
        m.add(std::move(r), activity);
    }
    m.host = host_time(x, m.run.span);
    const bool fits = std::all_of(m.ranks.begin(), m.ranks.end(),
                                  [&](const RankWork& r) { return excess(x, r.memory).value <= 0; });
    if (x.scenario.host.swap && !fits)
        return with_swapping(std::move(m), x, table, want_slots);
    return m;
}

} // namespace ridgepoint
