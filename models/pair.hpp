// SPDX-License-Identifier: GPL-3.0-or-later
// A forward and a backward of one stage run against each other (DeepSeek-V3 report, 3.2.1): each layer in four parts,
// attention, dispatch, MLP and combine, so that one's expert all-to-all runs while the other computes.
#pragma once

#include "models/stages.hpp"

#include <array>
#include <vector>

namespace ridgepoint {

/// The parts of one layer, in the order the two streams take them.
enum class PairPart : std::uint8_t {
    combine_gradient, attention_forward, dispatch, mlp_backward, mlp_weight, dispatch_gradient, mlp_forward, combine,
    attention_backward, attention_weight
};

/// Where dispatch cuts a layer's operators in two: before its experts, or before the dense MLP's norm.
[[nodiscard]] std::size_t cut_of(const OperatorList&);

/// Collectives inside a part, which waits for them as it would alone: nothing of the other direction stands between a
/// tensor- or context-parallel exchange and the operators around it.
inline constexpr std::array inside_parts{Comm::tp_forward, Comm::tp_backward, Comm::cp_forward, Comm::cp_backward};

/// One part on its stream.
struct PairBlock {
    PairPart part{};
    Seconds start, end;
};

struct PairRun {
    Seconds span;    ///< until the next pair can start: compute done, and no more traffic pending than it brought
    Seconds compute; ///< with the SMs that are left
    Seconds host;    ///< of the span, what copies of offloaded activations last beyond both streams
    std::vector<PairBlock> blocks; ///< only when asked for
};

/// `transfer`: the send/receives between stages that share the communication stream.
[[nodiscard]] PairRun run_pair(const CostContext&, const CostTable&, const StageLoad&, Seconds transfer, bool want_blocks);

/// Compute of one layer's pass with the SMs that are left in a pair.
[[nodiscard]] Seconds paired_compute(const CostContext&, const LayerCosts&);

} // namespace ridgepoint
