// SPDX-License-Identifier: GPL-3.0-or-later
// What a training framework does by default: an input of a scenario, one row of resources/frameworks.json each.
#pragma once

#include "models/plan.hpp"

#include <string>

namespace ridgepoint {

struct Framework {
    std::string id = "megatron";
    std::string name = "Megatron-LM";
    bool overlap_tp = false, overlap_cp = true, overlap_ep = false, overlap_pp = true;
    /// Autograd sends a tensor-parallel block's gradient and gathers its input beside the backward GEMMs.
    bool overlap_tp_backward = false;
    bool overlap_dp_reduce = true, overlap_dp_gather = true, overlap_zero3 = true;
    bool fused = true; ///< norms, activations and residuals run as fused kernels
    bool fused_loss = true; ///< the cross-entropy works on the logits in place
    AttentionKernel attention = AttentionKernel::flash;
    bool keeps_stage_outputs = false; ///< what a stage sent on stays until its backward pass
    double bucket_elements = 0; ///< of ZeRO's flat buffers for reductions and gathers; 0: none
    int prefetch_layers = 1; ///< ZeRO-3 layers gathered ahead, unless the plan says otherwise
    bool operator==(const Framework&) const = default;
};

} // namespace ridgepoint
