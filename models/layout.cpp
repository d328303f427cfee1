// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/layout.hpp"

#include "models/schedule.hpp"

#include <algorithm>

namespace ridgepoint {
namespace {

/// Ranks spaced evenly: `size` of them, `stride` apart.
struct Dimension {
    int stride = 1;
    int size = 1;
};

int largest_divisor_up_to(int n, int limit) {
    for (int d = std::min(n, limit); d > 1; --d)
        if (n % d == 0)
            return d;
    return 1;
}

/// How many neighbouring GPUs share a domain, and a pod; 0: no pods.
struct Extent {
    int domain = 1;
    int pod = 0;
};

/// Members of a group that spans these dimensions, innermost first, and fit a domain, and a pod, together.
Group group_of(std::initializer_list<Dimension> dimensions, Extent extent) {
    Group g;
    int pod = 1;
    for (const Dimension& d : dimensions) {
        g.ranks *= d.size;
        g.local *= largest_divisor_up_to(d.size, std::max(1, extent.domain / d.stride));
        pod *= largest_divisor_up_to(d.size, std::max(1, extent.pod / d.stride));
    }
    g.pod = extent.pod > 0 ? pod : 0;
    return g;
}

/// Of the ranks - 1 boundaries along a chain, those between domains and between pods.
PeerPath path_of(const Group& chain) {
    if (chain.ranks == 1)
        return {};
    const double boundaries = chain.ranks - 1;
    return {(chain.domains() - 1) / boundaries, (chain.pods() - 1) / boundaries, chain.domains()};
}

int degree(const Scenario& s, Axis axis) {
    switch (axis) {
    case Axis::tp: return s.plan.tp;
    case Axis::cp: return s.plan.cp;
    case Axis::dp: return s.dp();
    case Axis::pp: return s.plan.pp;
    case Axis::ep: return 1; // experts use a second mesh of the same ranks
    }
    return 1;
}

int stride(const Scenario& s, Axis axis) {
    int product = 1;
    for (Axis inner : s.plan.order) {
        if (inner == axis)
            break;
        product *= degree(s, inner);
    }
    return product;
}

/// A dimension of the expert mesh, counted inside one pipeline stage, as ranks of the whole job: what lies beyond
/// the pipeline axis is spaced further apart.
Group expert_group(const Scenario& s, Dimension inside, Extent domain) {
    const int inner = stride(s, Axis::pp);
    if (inside.stride >= inner)
        return group_of({{inside.stride * s.plan.pp, inside.size}}, domain);
    if (inside.stride * inside.size <= inner)
        return group_of({inside}, domain);
    const int below = inner / inside.stride;
    return group_of({{inside.stride, below}, {inner * s.plan.pp, std::max(1, inside.size / below)}}, domain);
}

/// The part of a group that shards together, and the rest, which holds copies.
void split_for_hsdp(Group& shard, Group& replicas, int wanted) {
    if (wanted <= 0 || wanted >= shard.ranks)
        return;
    const Group whole = shard;
    shard.ranks = largest_divisor_up_to(whole.ranks, wanted);
    shard.local = std::min(whole.local, shard.ranks);
    replicas.ranks = whole.ranks / shard.ranks;
    replicas.local = std::max(1, whole.local / shard.local);
    if (whole.pod > 0) {
        shard.pod = std::min(whole.pod, shard.ranks);
        replicas.pod = std::max(1, whole.pod / shard.pod);
    }
}

/// The same group on the ranks of the mirrored stage: in the same domain, or pod, where the whole pipeline is.
void add_copies(Group& g, int copies, const Group& pipeline) {
    g.ranks *= copies;
    if (pipeline.inside_domain())
        g.local *= copies;
    if (g.pod > 0 && pipeline.in_pod() == pipeline.ranks)
        g.pod *= copies;
}

} // namespace

Layout layout_of(const Scenario& s) {
    const Plan& p = s.plan;
    const int gpus = std::max(1, s.cluster.gpus_per_domain);
    const Extent domain{gpus, s.cluster.gpus_per_pod > 0 ? std::max(gpus, s.cluster.gpus_per_pod) : 0};
    Layout l;
    l.dp = s.dp();
    l.edp = s.edp();
    l.micro_batches = s.micro_batches();
    l.tp = group_of({{stride(s, Axis::tp), p.tp}}, domain);
    l.cp = group_of({{stride(s, Axis::cp), p.cp}}, domain);
    const Dimension cp{stride(s, Axis::cp), p.cp}, dp{stride(s, Axis::dp), l.dp};
    l.dense_shard = cp.stride <= dp.stride ? group_of({cp, dp}, domain) : group_of({dp, cp}, domain);
    l.etp = expert_group(s, {1, p.etp}, domain);
    l.ep = expert_group(s, {p.etp, p.ep}, domain);
    l.expert_shard = expert_group(s, {p.etp * p.ep, l.edp}, domain);
    // DualPipe's second copy of each stage holds the same parameters: both reduce, and shard, together.
    const Group pipeline = group_of({{stride(s, Axis::pp), p.pp}}, domain);
    const int copies = parameter_copies(p.schedule);
    add_copies(l.dense_shard, copies, pipeline);
    add_copies(l.expert_shard, copies, pipeline);
    if (p.hsdp_group > 0) {
        const int dense = l.dense_shard.ranks;
        split_for_hsdp(l.dense_shard, l.dense_replicas, p.hsdp_group);
        // Experts shard over the same stretch of ranks: the part of it that is expert-data-parallel.
        split_for_hsdp(l.expert_shard, l.expert_replicas, std::max(1, l.edp * p.hsdp_group / dense));
    }
    l.pipeline = path_of(pipeline);
    const int unit = p.tp * p.cp * p.ep;
    if (gpus < s.cluster.gpus && unit <= gpus)
        l.unused_gpus_per_domain = gpus % unit;
    return l;
}

} // namespace ridgepoint
