// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/stages.hpp"

#include <algorithm>
#include <numeric>

namespace ridgepoint {
namespace {

/// Layers of chunk c of rank r: as even as possible. The first rank keeps the short chunks first, beside the
/// embedding, the others last, beside the head.
int chunk_layers(int rank_layers, int chunks, int chunk, int rank) {
    const int base = rank_layers / chunks, extra = rank_layers % chunks;
    const bool longer = rank == 0 ? chunk >= chunks - extra : chunk < extra;
    return base + (longer ? 1 : 0);
}

unsigned layer_policy(const Scenario& s, bool recomputed) {
    return recomputed ? s.plan.recompute.operators : unsigned(recompute_none);
}

/// Multi-token-prediction layers follow the last layer, and are of its kind (DeepSeek-V3 report, 2.2).
void add_mtp(StageLoad& last, const Scenario& s) {
    if (!s.plan.mtp)
        return;
    const int layer = s.model.layers - 1;
    const bool recomputed = !s.plan.recompute.first_layers;
    last.mtp = s.model.mtp_layers;
    last.layers[std::size_t(variant_index(s.model.layer_is_moe(layer), s.model.layer_is_windowed(layer), recomputed))] +=
        last.mtp;
}

} // namespace

StageLoad& StageLoad::operator+=(const StageLoad& other) {
    for (std::size_t v = 0; v < layers.size(); ++v)
        layers[v] += other.layers[v];
    mtp += other.mtp;
    embedding |= other.embedding;
    head |= other.head;
    return *this;
}

StageLoad together(const std::vector<StageLoad>& loads) {
    StageLoad all;
    for (const StageLoad& load : loads)
        all += load;
    return all;
}

int StageLoad::total() const {
    return std::accumulate(layers.begin(), layers.end(), 0);
}

std::vector<StageLoad> stage_loads(const Scenario& s) {
    const int p = s.plan.pp, v = chunks_per_rank(s.plan);
    const std::vector<int> per_rank = s.layers_per_rank();
    std::vector<StageLoad> loads(std::size_t(p) * std::size_t(v));
    loads.front().embedding = true;
    loads.back().head = true;
    int layer = 0;
    for (int j = 0; j < p * v; ++j) {
        StageLoad& load = loads[std::size_t(j)];
        const int rank = rank_of_stage(s.plan, j);
        const int count = chunk_layers(per_rank[std::size_t(rank)], v, j / p, rank);
        const int recomputed = s.plan.recompute.first_layers.value_or(count);
        for (int i = 0; i < count; ++i, ++layer)
            ++load.layers[std::size_t(variant_index(s.model.layer_is_moe(layer), s.model.layer_is_windowed(layer),
                                                    i < recomputed))];
    }
    add_mtp(loads.back(), s);
    return loads;
}

CostTable cost_table(const CostContext& x, const std::vector<StageLoad>& loads) {
    CostTable table;
    const Scenario& s = x.scenario;
    const StageLoad used = together(loads);
    for (const bool moe : {false, true})
        for (const bool windowed : {false, true})
            for (const bool recomputed : {false, true}) {
                const std::size_t v = std::size_t(variant_index(moe, windowed, recomputed));
                if (used.layers[v] > 0)
                    table.layers[v] = layer_costs(x, layer_operators(s.model, s.precision, x.shape, moe, windowed),
                                                  layer_policy(s, recomputed));
            }
    table.embedding = layer_costs(x, embedding_operators(s.model, s.precision, x.shape), recompute_none);
    table.head = layer_costs(x, head_operators(s.model, s.precision, x.shape), recompute_none);
    if (loads.back().mtp > 0)
        table.mtp = layer_costs(x, mtp_operators(s.model, s.precision, x.shape), recompute_none);
    return table;
}

std::vector<int> stages_of_rank(const Plan& plan, int rank) {
    if (plan.schedule == Schedule::dualpipe)
        return {rank, plan.pp - 1 - rank};
    if (plan.schedule == Schedule::zb_v || plan.schedule == Schedule::dualpipev)
        return {rank, 2 * plan.pp - 1 - rank};
    std::vector<int> stages(std::size_t(plan.vpp));
    for (int chunk = 0; chunk < plan.vpp; ++chunk)
        stages[std::size_t(chunk)] = chunk * plan.pp + rank;
    return stages;
}

StageLoad rank_load(const std::vector<StageLoad>& loads, const Plan& plan, int rank) {
    StageLoad sum;
    for (const int stage : stages_of_rank(plan, rank))
        sum += loads[std::size_t(stage)];
    return sum;
}

double micro_batches_per_stage(const CostContext& x) {
    return 1.0 * x.layout.micro_batches / parameter_copies(x.scenario.plan.schedule);
}

FirstGathers first_gathers(const CostContext& x, const CostTable& table, const StageLoad& load) {
    FirstGathers first;
    if (x.scenario.plan.zero < 3)
        return first;
    for_each_part(load, table, [&](const LayerCosts& c, int) {
        const auto hidden = [&c](Comm kind) {
            const LayerComm& gather = c.comm[std::size_t(kind)];
            return gather.traffic.time - gather.exposed;
        };
        first.forward = std::max(first.forward, hidden(Comm::zero3_gather_forward) + hidden(Comm::expert_gather_forward));
        if (x.scenario.plan.pp > 1)
            first.backward =
                std::max(first.backward, hidden(Comm::zero3_gather_backward) + hidden(Comm::expert_gather_backward));
    });
    return first;
}

} // namespace ridgepoint
