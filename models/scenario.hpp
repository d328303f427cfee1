// SPDX-License-Identifier: GPL-3.0-or-later
// Everything an estimate depends on, as one value: what the scenario file holds, presets resolved.
#pragma once

#include "models/architecture.hpp"
#include "models/calibration.hpp"
#include "models/cluster.hpp"
#include "models/framework.hpp"
#include "models/plan.hpp"
#include "models/precision.hpp"

#include <string>

namespace ridgepoint {

enum class Ceilings { datasheet, achievable, calibrated };
enum class Fidelity { speed_of_light, detailed };
enum class AttentionFlops { causal, full };

struct Training {
    double tokens = 1e12;
    double price_per_gpu_hour = 2; ///< in the user's currency
    bool operator==(const Training&) const = default;
};

struct Host {
    bool pinned = true;      ///< host-to-device copies from pinned memory overlap with compute
    double extra_copies = 0; ///< redundant copies of each batch
    double data_gb_s = 0;    ///< what the data loader delivers per GPU; 0: never the limit
    bool swap = false;       ///< what exceeds the memory crosses PCIe every micro-batch instead of not fitting
    bool operator==(const Host&) const = default;
};

struct Scenario {
    std::string name;
    Architecture model;
    Cluster cluster;
    Plan plan;
    PrecisionRecipe precision;
    Ceilings ceilings = Ceilings::achievable; ///< calibrated: achievable where `calibration` says nothing
    CalibrationRef calibration;               ///< the user's own measurements, compared with whichever ceilings count
    Fidelity fidelity = Fidelity::detailed;
    Framework framework;
    Training training;
    Host host;
    AttentionFlops attention_flops = AttentionFlops::causal; ///< the count shown first; both are always given
    bool operator==(const Scenario&) const = default;

    /// Replicas N / (t·p·c); 0 when it does not divide.
    [[nodiscard]] int dp() const;
    /// Expert replicas N / (p·e·et); 0 when it does not divide.
    [[nodiscard]] int edp() const;
    /// Micro-batches per step and replica, GBS / (b·dp); 0 when it does not divide.
    [[nodiscard]] int micro_batches() const;
    [[nodiscard]] double tokens_per_step() const;
    [[nodiscard]] NumberFormat gather_format() const;
    [[nodiscard]] NumberFormat reduce_format() const;
    /// Layers of each pipeline rank: the plan's list, or as even as possible with the extra ones in the middle.
    [[nodiscard]] std::vector<int> layers_per_rank() const;
};

} // namespace ridgepoint
