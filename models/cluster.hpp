// SPDX-License-Identifier: GPL-3.0-or-later
// Many GPUs and the two networks between them.
#pragma once

#include "models/accelerator.hpp"
#include "models/curves.hpp"

#include <optional>

namespace ridgepoint {

/// How bytes meet links (cost-model section 5). flat: every byte a GPU receives in a gather, scatter or reduction
/// crosses its own NIC. hierarchical: as NCCL does it with one NIC per GPU. measured: the cluster's `curves`; what they
/// do not hold is hierarchical.
enum class NetworkModel { flat, hierarchical, measured };

struct Cluster {
    Accelerator accelerator;
    int gpus = 0;
    int gpus_per_domain = 8;
    NetworkModel network = NetworkModel::hierarchical;
    CurvesRef curves; ///< for the measured network; empty: nothing was measured
    /// Replace the accelerator's figures when set.
    std::optional<BytesPerSecond> scale_up, scale_out, scale_up_achievable, scale_out_achievable;
    std::optional<double> power_cap_w;
    bool in_network_reduction = false; ///< the scale-out switch adds: an all-reduce crosses the NIC once
    int gpus_per_pod = 0;        ///< GPUs whose leaves reach each other at full bandwidth, a domain at least; 0: no pods
    double oversubscription = 1; ///< divides scale-out bandwidth beyond a pod, without pods all of it
    bool rails = false; ///< leaves join GPUs of the same place in their domains; other peers are reached over NVLink
    bool operator==(const Cluster&) const = default;
};

} // namespace ridgepoint
