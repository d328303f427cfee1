// SPDX-License-Identifier: GPL-3.0-or-later
// Where the ranks of each group lie: how many of them share a scale-up domain (cost-model section 5).
#pragma once

#include "models/scenario.hpp"

namespace ridgepoint {

/// A communication group of `ranks`, of which `local` lie in one scale-up domain and `pod` in one pod.
struct Group {
    int ranks = 1;
    int local = 1;
    int pod = 0; ///< 0: all of them
    [[nodiscard]] bool inside_domain() const { return local == ranks; }
    [[nodiscard]] double domains() const { return 1.0 * ranks / local; }
    [[nodiscard]] int in_pod() const { return pod > 0 ? pod : ranks; }
    [[nodiscard]] double pods() const { return 1.0 * ranks / in_pod(); }
    bool operator==(const Group&) const = default;
};

/// Between neighbours: `remote_share` of them lie in another domain, `beyond_share` in another pod; all together
/// stretch over `domains`.
struct PeerPath {
    double remote_share = 0;
    double beyond_share = 0;
    double domains = 1;
    bool operator==(const PeerPath&) const = default;
};

struct Layout {
    int dp = 1, edp = 1, micro_batches = 1;
    Group tp, cp, ep, etp;
    Group dense_shard;     ///< ranks that shard and reduce non-expert parameters: DP·CP, or the HSDP group
    Group dense_replicas;  ///< HSDP: groups that hold the same shards
    Group expert_shard;    ///< the same for expert parameters, over edp
    Group expert_replicas;
    PeerPath pipeline; ///< boundaries between neighbouring pipeline ranks
    int unused_gpus_per_domain = 0;   ///< where the domain size does not divide
};

/// Of a legal scenario.
[[nodiscard]] Layout layout_of(const Scenario&);

} // namespace ridgepoint
