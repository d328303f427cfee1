// SPDX-License-Identifier: GPL-3.0-or-later
// Many GPUs and the two networks between them.
#pragma once

#include "models/accelerator.hpp"

#include <optional>

namespace ridgepoint {

/// How bytes meet links (cost-model section 5). flat: every byte a GPU receives in a gather, scatter or reduction
/// crosses its own NIC. hierarchical: as NCCL does it with one NIC per GPU. measured: curves over message size.
enum class NetworkModel { flat, hierarchical, measured };

struct Cluster {
    Accelerator accelerator;
    int gpus = 0;
    int gpus_per_domain = 8;
    NetworkModel network = NetworkModel::hierarchical;
    /// Replace the accelerator's figures when set.
    std::optional<BytesPerSecond> scale_up, scale_out, scale_up_achievable, scale_out_achievable;
    std::optional<double> power_cap_w;
    bool in_network_reduction = false; ///< the switch adds: an all-reduce crosses a link once
    double oversubscription = 1;       ///< scale-out bandwidth beyond a pod is divided by it
    bool operator==(const Cluster&) const = default;
};

} // namespace ridgepoint
