// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/planner/shape_floors.hpp"

#include "models/memory.hpp"
#include "models/pair.hpp"

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

enum Family { single, in_turn, paired_vee, paired_copies };

template <std::size_t N>
Seconds traffic_of(const LayerCosts& c, const std::array<Comm, N>& kinds) {
    Seconds sum;
    for (const Comm k : kinds)
        sum += c.comm[std::size_t(k)].traffic.time;
    return sum;
}

Seconds exposed_of(const LayerCosts& c, Comm kind) {
    return c.comm[std::size_t(kind)].exposed;
}

/// What running operators again takes at least: without the host's waits, which then fall on others.
Seconds recomputed(const LayerCosts& c, unsigned operators) {
    Seconds sum;
    for (std::size_t i = 0; i < c.operators.size(); ++i)
        sum +=
            recomputed_share(c.operators[i], operators) * std::max(c.times[i][0].flops, c.times[i][0].memory);
    return sum;
}

/// Micro-batches' worth of activations that every rank of the family holds at least, for so many micro-batches
/// (cost-model section 6). Of single-stage schedules the first rank.
double least_in_flight(Family family, int p, int m) {
    switch (family) {
    case single: return std::min(m, p);
    case in_turn: return m >= 2 * p ? (p + 1) / 2.0 : 1; // interleaved's last rank; ZB-V holds p
    case paired_vee: return p + 0.5;
    case paired_copies: return p + 1;
    }
    return 1;
}

} // namespace

Traffic sent_by(const CostTable& table, const StageLoad& load) {
    Traffic sent;
    for_each_part(load, table, [&](const LayerCosts& costs, int n) {
        for (const LayerComm& comm : costs.comm)
            if (comm.calls > 0)
                sent += comm.traffic.times(n);
    });
    return sent;
}

Seconds mean_link_time(const CostContext& x, const Traffic& sent) {
    const double share = 1.0 * x.layout.micro_batches / x.scenario.plan.pp;
    return share * x.network.link_time(sent.scale_up, sent.scale_out, sent.beyond_pod);
}

int schedule_family(Schedule schedule) {
    switch (schedule) {
    case Schedule::interleaved:
    case Schedule::zb_v:
        return in_turn;
    case Schedule::dualpipev:
        return paired_vee;
    case Schedule::dualpipe:
        return paired_copies;
    default:
        return single;
    }
}

ShapeFloors::ShapeFloors(CostTable costs, StageLoad model, const std::vector<Recompute>& policies)
    : costs_(std::move(costs)), sent_(sent_by(costs_, model)), model_(model), twice_(model) {
    for (int& layers : twice_.layers)
        layers *= 2;
    twice_.mtp *= 2;
    for (const Recompute& policy : policies)
        works_.push_back(work_of(policy));
}

ShapeFloors::PolicyWork ShapeFloors::work_of(const Recompute& policy) const {
    PolicyWork work;
    work.known = !policy.first_layers;
    Seconds expert_traffic;
    const auto add = [&](const LayerCosts& c, int n, unsigned operators) {
        const Seconds again = recomputed(c, operators);
        const Seconds compute = c.compute.forward + c.compute.backward_input + c.compute.backward_weight;
        // Behind what is recomputed less than its own length hides of what the backward pass would expose (expose() in
        // layer_comm.cpp), so the longer of the two is sure.
        const Seconds inside = exposed_of(c, Comm::tp_backward) + exposed_of(c, Comm::cp_backward);
        work.alone += n * (compute + c.exposed_forward + std::max(again, c.exposed_backward));
        work.paired += n * (compute + exposed_of(c, Comm::tp_forward) + exposed_of(c, Comm::cp_forward) +
                            std::max(again, inside));
        expert_traffic += n * traffic_of(c, expert_exchanges);
    };
    for (std::size_t v = 0; v < model_.layers.size(); ++v)
        if (model_.layers[v] > 0) {
            const LayerCosts& c = *costs_.layers[v];
            work.kept[v] = saved_bytes(c.operators, policy.operators);
            add(c, model_.layers[v], policy.operators);
        }
    if (model_.embedding)
        add(costs_.embedding, 1, recompute_none);
    if (model_.head)
        add(costs_.head, 1, recompute_none);
    if (model_.mtp > 0)
        add(*costs_.mtp, model_.mtp, recompute_none);
    work.paired = std::max(work.paired, expert_traffic);
    return work;
}

PlanFloor ShapeFloors::floor(const CostContext& x, int policy, int family, const StageLoad& first) {
    return {step(x, policy), memory(x, policy, family, first)};
}

Seconds ShapeFloors::step(const CostContext& x, int policy) const {
    if (x.scenario.fidelity != Fidelity::detailed)
        return mean_link_time(x, sent_);
    const PolicyWork& work = works_[std::size_t(policy)];
    const double p = x.scenario.plan.pp, m = x.layout.micro_batches;
    // A pair of unlike stages takes the mean of what they take alone, so one pass may seem short by the other.
    return pairs_passes(x.scenario.plan.schedule) ? work.paired * (std::max(0.0, m - 1) / p) : work.alone * (m / p);
}

/// The first rank's own, or the mean over the ranks: what each needs whatever it holds, and its part of the rest.
Bytes ShapeFloors::memory(const CostContext& x, int policy, int family, const StageLoad& first) {
    for (std::size_t v = 0; v < model_.layers.size(); ++v)
        if (costs_.layers[v])
            costs_.layers[v]->kept = works_[std::size_t(policy)].kept[v];
    const int p = x.scenario.plan.pp;
    const double alive = least_in_flight(Family(family), p, x.layout.micro_batches);
    if (family == single)
        return rank_memory(x, costs_, first, alive).total();
    const Bytes each = rank_memory(x, costs_, {}, 0).total();
    const Bytes all = rank_memory(x, costs_, family == paired_copies ? twice_ : model_, alive).total();
    return each + (all - each) / p;
}

} // namespace ridgepoint
