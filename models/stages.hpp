// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers each virtual pipeline stage holds, and what they cost there.
#pragma once

#include "models/layer_costs.hpp"
#include "models/schedule.hpp"

#include <array>
#include <optional>
#include <vector>

namespace ridgepoint {

/// The kinds of transformer layer a model can have: dense or MoE, whole or windowed attention, recomputed or not.
inline constexpr int variant_count = 8;
[[nodiscard]] constexpr int variant_index(bool moe, bool windowed, bool recomputed) {
    return (moe ? 4 : 0) + (windowed ? 2 : 0) + (recomputed ? 1 : 0);
}

/// Contents of one virtual stage.
struct StageLoad {
    std::array<int, variant_count> layers{}; ///< how many of each variant
    int mtp = 0; ///< multi-token-prediction layers; their transformer layers count among `layers`
    bool embedding = false, head = false;
    [[nodiscard]] int total() const;
    StageLoad& operator+=(const StageLoad& other);
    bool operator==(const StageLoad&) const = default;
};
[[nodiscard]] StageLoad together(const std::vector<StageLoad>& loads);

/// ranks · chunks entries in model order.
[[nodiscard]] std::vector<StageLoad> stage_loads(const Scenario&);

/// Costs of every variant in use and of embedding and head.
struct CostTable {
    std::array<std::optional<LayerCosts>, variant_count> layers;
    LayerCosts embedding, head;
    std::optional<LayerCosts> mtp; ///< what surrounds the transformer layer of one multi-token-prediction layer
};
[[nodiscard]] CostTable cost_table(const CostContext&, const std::vector<StageLoad>&);

/// Calls `visit(costs, how_many)` for everything a stage holds.
template <class Visit>
void for_each_part(const StageLoad& load, const CostTable& table, Visit visit) {
    if (load.embedding)
        visit(table.embedding, 1);
    for (std::size_t v = 0; v < load.layers.size(); ++v)
        if (load.layers[v] > 0)
            visit(*table.layers[v], load.layers[v]);
    if (load.mtp > 0)
        visit(*table.mtp, load.mtp);
    if (load.head)
        visit(table.head, 1);
}

/// The virtual stages of one rank, in model order; with DualPipe its own and its mirror image's.
[[nodiscard]] std::vector<int> stages_of_rank(const Plan&, int rank);
/// All of them together.
[[nodiscard]] StageLoad rank_load(const std::vector<StageLoad>&, const Plan&, int rank);
/// Micro-batches that pass through each stage a rank holds: half of them with DualPipe's two directions.
[[nodiscard]] double micro_batches_per_stage(const CostContext&);

/// Where ZeRO-3's gathers run a layer ahead, the first layer of every pass through a stage has no layer before it to hide
/// its own behind (PyTorch FSDP notes, "prefetching": gathers are issued as the layers run): what of it would hide
/// otherwise. Backward with a pipeline only: without one the last layer's parameters stay from the forward pass, which has
/// just ended.
struct FirstGathers {
    Seconds forward, backward; ///< once a micro-batch
};
[[nodiscard]] FirstGathers first_gathers(const CostContext&, const CostTable&, const StageLoad&);

} // namespace ridgepoint
