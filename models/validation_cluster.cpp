// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/validation_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ridgepoint::validating {

namespace {

/// Where the source does not say how many GPUs ran: as many as the degrees need. Without replicas to shard
/// over that is no guess to compare with.
int gpus_of(const Measurement& row, Assumed& assumed) {
    if (row.gpus.value_or(0) > 0)
        return *row.gpus;
    if (row.dp.value_or(0) <= 0 && row.sharding != "ddp")
        throw CannotState("n_gpus and dp are empty",
                          "n_gpus and dp are empty, and what is sharded over the replicas depends on them");
    const int stage = row.tp.value_or(1) * row.cp.value_or(1) * std::max(1, row.dp.value_or(1));
    const int experts = std::max(1, row.ep.value_or(1)) * std::max(1, row.etp.value_or(1));
    const int gpus = std::max(1, row.pp.value_or(1)) * std::max({1, stage, experts});
    assumed.push_back(fmt::format("{} GPUs, as few as the degrees need", gpus));
    return gpus;
}

const Accelerator& accelerator_of(const Measurement& row, const Presets& presets, const RunWords& words) {
    const Accelerator* found = presets.accelerator(words.accelerator(row.gpu));
    if (found == nullptr)
        throw CannotState("accelerator not known",
                          fmt::format("accelerator {} is not known", row.gpu.empty() ? "(empty)" : row.gpu));
    return *found;
}

/// A stated NIC keeps the share of its line rate that the accelerator's own achieves.
void fill_nic(Cluster& cluster, const Measurement& row) {
    if (row.nic_gb_s_per_gpu.value_or(0) <= 0)
        return;
    const BytesPerSecond stated(*row.nic_gb_s_per_gpu * 1e9);
    const Accelerator& a = cluster.accelerator;
    if (stated == a.scale_out)
        return;
    cluster.scale_out = stated;
    cluster.scale_out_achievable = stated * (a.scale_out_achievable / a.scale_out);
}

} // namespace

Cluster cluster_of(const Measurement& row, const Presets& presets, const RunWords& words, Assumed& assumed) {
    Cluster cluster;
    cluster.accelerator = accelerator_of(row, presets, words);
    cluster.gpus = gpus_of(row, assumed);
    if (row.scale_up_domain.value_or(0) > 0) {
        cluster.gpus_per_domain = *row.scale_up_domain;
    } else if (row.gpus_per_node.value_or(0) > 0) {
        cluster.gpus_per_domain = *row.gpus_per_node;
        assumed.push_back(fmt::format("a scale-up domain of {}, the node", cluster.gpus_per_domain));
    } else {
        cluster.gpus_per_domain = cluster.accelerator.gpus_per_domain;
        assumed.push_back(fmt::format("a scale-up domain of {}, the accelerator's", cluster.gpus_per_domain));
    }
    fill_nic(cluster, row);
    if (!row.nic_gb_s_per_gpu && cluster.gpus > cluster.gpus_per_domain)
        assumed.push_back(fmt::format("{:g} GB/s per GPU between domains, the accelerator's",
                                      cluster.accelerator.scale_out.value / 1e9));
    cluster.curves = presets.curves_for(cluster.accelerator);
    if (!row.collective_curve.empty()) {
        cluster.network = NetworkModel::measured;
        cluster.curves = presets.network_curves(row.collective_curve);
        if (!cluster.curves) {
            cluster.network = NetworkModel::hierarchical;
            assumed.push_back(fmt::format("the hierarchical network: no curve \"{}\" is known", row.collective_curve));
        }
    }
    return cluster;
}

} // namespace ridgepoint::validating
