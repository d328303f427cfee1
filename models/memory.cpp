// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/memory.hpp"

#include "models/constants.hpp"

#include <algorithm>

namespace ridgepoint {
namespace {

struct RankParameters {
    double gemm = 0, wide = 0, expert = 0; ///< on this rank, before ZeRO
    double largest_layer = 0;
};

RankParameters rank_parameters(const CostContext& x, const CostTable& table, const StageLoad& load) {
    RankParameters p;
    for_each_part(load, table, [&](const LayerCosts& c, int n) {
        p.gemm += n * c.gemm_parameters;
        p.wide += n * c.wide_parameters;
        p.expert += n * c.expert_parameters;
        p.largest_layer = std::max(p.largest_layer, c.parameters());
    });
    // A tied head, or a layer that embeds the next token, on another rank than the embedding holds a copy of its own.
    const Architecture& m = x.scenario.model;
    if ((m.tied_embeddings || load.mtp > 0) && load.head && !load.embedding)
        p.wide += 1.0 * m.vocab * m.hidden / x.scenario.plan.tp;
    return p;
}

/// Parameters as sharded from a ZeRO stage on: dense over the shard group, experts over theirs.
struct ShardedParameters {
    double gemm = 0, wide = 0;
    [[nodiscard]] double all() const { return gemm + wide; }
};

ShardedParameters sharded(const CostContext& x, const RankParameters& p, bool shard) {
    const double dense = shard ? x.layout.dense_shard.ranks : 1;
    const double expert = shard ? x.layout.expert_shard.ranks : 1;
    return {p.gemm / dense + p.expert / expert, p.wide / dense};
}

Bytes weight_bytes(const CostContext& x, const RankParameters& p) {
    const PrecisionRecipe& r = x.scenario.precision;
    const ShardedParameters w = sharded(x, p, x.scenario.plan.zero >= 3);
    if (r.parameter_is_master)
        return Bytes(w.all() * bytes_per_element(r.master));
    double gemm = bytes_per_element(r.weights);
    for (NumberFormat copy : r.weight_copies)
        gemm += bytes_per_element(copy);
    return Bytes(w.gemm * gemm + w.wide * bytes_per_element(r.wide_weights));
}

Bytes optimizer_bytes(const CostContext& x, const RankParameters& p) {
    const PrecisionRecipe& r = x.scenario.precision;
    double each = bytes_per_element(r.moments[0]) + bytes_per_element(r.moments[1]);
    if (!r.parameter_is_master)
        each += bytes_per_element(r.master);
    return Bytes(sharded(x, p, x.scenario.plan.zero >= 1).all() * each);
}

/// The part of something that lives on the host leaves the GPU.
Bytes move_to_host(Bytes& here, double share) {
    const Bytes gone = here * share;
    here -= gone;
    return gone;
}

/// The gathered layers of ZeRO-3 with what is prefetched, and one layer's gradients before they are reduced. Where a
/// forward and a backward run together, each has layers of its own.
Bytes gather_buffers(const CostContext& x, const RankParameters& p) {
    const Scenario& s = x.scenario;
    if (s.plan.zero < 3)
        return Bytes(0);
    const double passes = pairs_passes(s.plan.schedule) ? 2 : 1;
    const double layers = s.plan.reshard_after_forward ? passes * (1 + s.plan.prefetch_layers) : 0;
    const double held = layers > 0 ? layers * p.largest_layer : p.gemm + p.wide + p.expert;
    return Bytes(held * bytes_per_element(s.gather_format()) +
                 p.largest_layer * bytes_per_element(s.reduce_format()));
}

/// Send and receive buffers of the collectives between operators.
Bytes communication_buffers(const CostContext& x) {
    const Scenario& s = x.scenario;
    const double wide = bytes_per_element(s.precision.wide);
    Bytes b;
    if (s.plan.tp > 1 && s.plan.sequence_parallel)
        b += Bytes(x.shape.tokens() * s.model.hidden * wide);
    if (s.plan.cp > 1)
        b += Bytes(2 * x.shape.tokens() * s.model.kv_heads * (s.model.qk_dim() + s.model.v_dim()) / s.plan.tp * wide);
    if (s.plan.ep > 1)
        b += Bytes(x.shape.routed_tokens() * s.model.moe->top_k * s.model.hidden * s.plan.moe_imbalance *
                   (bytes_per_element(s.precision.dispatch) + bytes_per_element(s.precision.combine)));
    if (s.plan.pp > 1)
        b += Bytes(2 * x.shape.outer_tokens() * s.model.hidden * wide);
    return b;
}

struct KeptTensors {
    Bytes each;    ///< by the layers and the head, per micro-batch in flight
    Bytes sent;    ///< the stage's output, likewise, where the framework keeps it
    Bytes embedding; ///< its dropout mask, likewise
    Bytes working; ///< the largest layer brought back while it is recomputed
    Bytes largest; ///< kept of one layer
};

KeptTensors kept_tensors(const CostContext& x, const CostTable& table, const StageLoad& load) {
    KeptTensors k;
    const Scenario& s = x.scenario;
    if (s.framework.keeps_stage_outputs && s.plan.pp > 1 && !load.head)
        k.sent = Bytes(x.shape.outer_tokens() * s.model.hidden * bytes_per_element(s.precision.wide));
    for_each_part(load, table, [&](const LayerCosts& c, int n) {
        (c.operators.front().layer == LayerKind::embedding ? k.embedding : k.each) += n * c.kept;
        k.working = std::max(k.working, c.kept_all - c.kept);
        k.largest = std::max(k.largest, c.kept);
    });
    return k;
}

Bytes logits_bytes(const CostContext& x, const StageLoad& load) {
    if (!load.head)
        return Bytes(0);
    const double passes = 1 + load.mtp; // each multi-token-prediction layer predicts over the vocabulary too
    const double elements = x.shape.tokens() * x.scenario.model.vocab / x.scenario.plan.tp * passes;
    return Bytes(elements * bytes_per_logit(x.scenario));
}

/// Flat copies of what is reduced and gathered, and of a shard's gradients in the format they are applied in.
Bytes update_buffers(const CostContext& x, const RankParameters& p) {
    const Scenario& s = x.scenario;
    if (s.plan.zero < 1)
        return Bytes(0);
    const double bucket = std::min(s.framework.bucket_elements, p.gemm + p.wide + p.expert);
    Bytes b(bucket * (bytes_per_element(s.reduce_format()) + bytes_per_element(s.gather_format())));
    const PrecisionRecipe& r = s.precision;
    if (!r.parameter_is_master && bytes_per_element(r.gradients) < bytes_per_element(r.master))
        b += Bytes(sharded(x, p, true).all() * bytes_per_element(r.master));
    return b;
}

/// Without a pipeline the passes follow each other and layers move; with one they alternate, and chunks move
/// both ways.
Bytes offload_buffers(const CostContext& x, const KeptTensors& kept, double alive, double away) {
    const Plan& p = x.scenario.plan;
    const Bytes part = p.pp > 1 ? 2 * kept.each / chunks_per_rank(p) : kept.largest;
    constexpr double one_computed_one_moving = 2;
    return away * std::min(one_computed_one_moving * part, kept.each * alive);
}

} // namespace

double bytes_per_logit(const Scenario& s) {
    const double copies = s.framework.fused_loss ? 1 : constants::unfused_loss_copies;
    return bytes_per_element(s.precision.wide) + copies * bytes_per_element(softmax_format);
}

StageMemory rank_memory(const CostContext& x, const CostTable& table, const StageLoad& load, double in_flight) {
    const RankParameters p = rank_parameters(x, table, load);
    const KeptTensors kept = kept_tensors(x, table, load);
    const int zero = x.scenario.plan.zero;
    StageMemory m;
    m.weights = weight_bytes(x, p);
    m.gradients = Bytes(sharded(x, p, zero >= 2).all() * bytes_per_element(x.scenario.precision.gradients));
    m.optimizer = optimizer_bytes(x, p);
    // DualPipe's micro-batches in flight are spread over the two stages a rank holds.
    const double alive = in_flight / parameter_copies(x.scenario.plan.schedule);
    m.activations = kept.each * alive;
    const Bytes sent = kept.sent * alive;
    const double away = offloaded_activations(x.scenario.plan);
    m.host = move_to_host(m.optimizer, offloaded_optimizer(x.scenario.plan)) + move_to_host(m.activations, away);
    m.logits = logits_bytes(x, load);
    // Activations are what Korthikanti et al. count; the embedding's dropout mask stands with the buffers.
    // A layer is brought back after the loss has given its logits free.
    m.buffers = gather_buffers(x, p) + communication_buffers(x) + update_buffers(x, p) +
                kept.embedding * alive + sent + std::max(Bytes(0), kept.working - m.logits) +
                offload_buffers(x, kept, alive, away);
    m.framework = constants::framework_context + constants::fragmentation_share * m.total();
    return m;
}

namespace {

/// ZeRO-Offload (Ren et al. 2021): gradients go to the host, its processors update the states in DRAM, weights come back.
/// Buckets pipeline, so the slowest of the three paths counts.
Seconds host_update(const CostContext& x, double parameters) {
    const PrecisionRecipe& r = x.scenario.precision;
    const Bytes down(parameters * bytes_per_element(r.gradients)), up(parameters * bytes_per_element(r.weights));
    const Bytes states(parameters * 2 * (bytes_per_element(r.moments[0]) + bytes_per_element(r.moments[1]) +
                                         bytes_per_element(r.master)));
    return std::max(std::max(down, up) / x.device.pcie, (down + up + states) / x.device.host_memory);
}

} // namespace

Seconds optimizer_time(const CostContext& x, const CostTable& table, const StageLoad& load) {
    const PrecisionRecipe& r = x.scenario.precision;
    const RankParameters p = rank_parameters(x, table, load);
    const ShardedParameters shard = sharded(x, p, x.scenario.plan.zero >= 1);
    // ZeRO-2 shards what is kept of them, not what the passes go over.
    const Bytes gradients(sharded(x, p, x.scenario.plan.zero >= 3).all() * bytes_per_element(r.gradients));
    const double state = bytes_per_element(r.moments[0]) + bytes_per_element(r.moments[1]) + bytes_per_element(r.master);
    // Gradients are read twice: for the norm that clips them, and for the update.
    const double each = 2 * bytes_per_element(r.gradients) + 2 * state + bytes_per_element(r.weights);
    const double away = offloaded_optimizer(x.scenario.plan);
    const Seconds here =
        (gradients * constants::gradient_buffer_passes + Bytes(shard.all() * (1 - away) * each)) / x.device.hbm;
    return away > 0 ? here + host_update(x, shard.all() * away) : here;
}

} // namespace ridgepoint
