// SPDX-License-Identifier: GPL-3.0-or-later
// The collectives inside a layer; internal to layer costs.
#pragma once

#include "models/layer_costs.hpp"

namespace ridgepoint {

void add_collectives(LayerCosts&, const CostContext&);
/// The same layer with parameters sharded over another group, or no longer: its ZeRO-3 collectives and what of all is
/// exposed are set anew. As if its costs had been made in this context, which differs in that only.
void reshard(LayerCosts&, const CostContext&);
/// Sets what of each collective is not hidden. Tensor, context and expert collectives stand between operators and
/// hide only behind the layer's own compute of that pass where the policy says so; ZeRO-3's run one layer ahead and
/// hide as far as their links have time left in the pass.
void expose(LayerCosts&, const OverlapPolicy&, const Network&);

} // namespace ridgepoint
