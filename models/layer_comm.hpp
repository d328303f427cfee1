// SPDX-License-Identifier: GPL-3.0-or-later
// The collectives inside a layer; internal to layer costs.
#pragma once

#include "models/layer_costs.hpp"

namespace ridgepoint {

void add_collectives(LayerCosts&, const CostContext&);
/// Only ZeRO-3's, made anew for another shard group or stage.
void reset_sharding(LayerCosts&, const CostContext&);
/// Sets what of each collective is not hidden. Tensor, context and expert collectives stand between operators and
/// hide only behind the layer's own compute of that pass where the policy says so; ZeRO-3's run one layer ahead and
/// hide as far as their links have time left in the pass.
void expose(LayerCosts&, const OverlapPolicy&, const Network&);

} // namespace ridgepoint
