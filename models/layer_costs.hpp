// SPDX-License-Identifier: GPL-3.0-or-later
// What one layer costs on one GPU for one micro-batch: compute time by pass, its collectives and how much of each
// is exposed, its parameters, and what it keeps for the backward pass.
#pragma once

#include "models/collectives.hpp"
#include "models/layout.hpp"
#include "models/operators.hpp"
#include "models/roofline.hpp"

#include <array>
#include <cstddef>
#include <vector>

namespace ridgepoint {

/// Every collective of a step (cost-model section 5, "What is sent").
enum class Comm : std::uint8_t {
    tp_forward, tp_backward, cp_forward, cp_backward,
    ep_dispatch, ep_combine, ep_combine_gradient, ep_dispatch_gradient, etp_forward, etp_backward,
    zero3_gather_forward, zero3_gather_backward, zero3_reduce,
    expert_gather_forward, expert_gather_backward, expert_reduce,
    pp_forward, pp_backward,
    dp_reduce, dp_gather, expert_dp_reduce, expert_dp_gather, replica_reduce
};
inline constexpr std::size_t comm_count = 23;
/// Tokens on their way to experts and back, between the slices of an expert too.
inline constexpr std::array expert_exchanges{Comm::ep_dispatch,          Comm::ep_combine,  Comm::ep_combine_gradient,
                                             Comm::ep_dispatch_gradient, Comm::etp_forward, Comm::etp_backward};
/// What ZeRO-3 sends layer by layer.
inline constexpr std::array sharded_parameters{Comm::zero3_gather_forward,   Comm::zero3_gather_backward,
                                               Comm::zero3_reduce,           Comm::expert_gather_forward,
                                               Comm::expert_gather_backward, Comm::expert_reduce};

struct CommInfo {
    std::string_view name;
    Parallelism parallelism{};
    Collective collective{};
};
/// With ZeRO-0 the data-parallel reductions are all-reduces, without sequence parallelism the tensor-parallel ones.
[[nodiscard]] CommInfo comm_info(Comm, const Plan&);
[[nodiscard]] Group comm_group(Comm, const Layout&, const Plan&);

/// One collective of one layer and micro-batch.
struct LayerComm {
    Traffic traffic; ///< all its calls together
    double calls = 0;
    Seconds exposed;
};

struct PassTimes {
    Seconds forward, backward_input, backward_weight, recompute;
    [[nodiscard]] Seconds backward() const { return backward_input + backward_weight + recompute; }
};

struct LayerCosts {
    OperatorList operators;
    std::vector<std::array<OperatorTime, 3>> times; ///< of each operator, by Pass
    unsigned recompute = recompute_none;
    PassTimes compute;
    std::array<LayerComm, comm_count> comm{};
    Seconds exposed_forward, exposed_backward;
    Bytes offloaded; ///< kept tensors that go to the host in the forward pass and come back in the backward pass
    Seconds host_forward, host_backward; ///< of that, what the pass does not hide
    double gemm_parameters = 0, wide_parameters = 0, expert_parameters = 0; ///< on this GPU, before ZeRO
    Bytes kept;        ///< for the backward pass, under the recompute policy
    Bytes kept_all;    ///< without any: what recomputing one layer brings back
    Bytes compulsory;  ///< HBM bytes no fusion can avoid: weights, gradients, kept tensors
    Flop recomputed;

    [[nodiscard]] double parameters() const { return gemm_parameters + wide_parameters + expert_parameters; }
    [[nodiscard]] Seconds forward() const { return compute.forward + exposed_forward + host_forward; }
    [[nodiscard]] Seconds host() const { return host_forward + host_backward; }
};

/// What the costs of all layers share.
struct CostContext {
    const Scenario& scenario;
    const Layout& layout;
    const DeviceCeilings& device;
    const Network& network;
    OperatorShape shape;
};

/// Which defaults hold: the plan's switch, or the framework's.
struct OverlapPolicy {
    bool tp = false, tp_backward = false, cp = false, ep = false, pp = false, dp_reduce = false, dp_gather = false, zero3 = false;
};
[[nodiscard]] OverlapPolicy overlap_policy(const Scenario&);

/// Share of the kept activations, and of the optimizer states, that live on the host.
[[nodiscard]] double offloaded_activations(const Plan&);
[[nodiscard]] double offloaded_optimizer(const Plan&);

/// `operators` are those of a transformer layer, or of the embedding or head, which have no inner collectives but
/// ZeRO-3's and the tensor-parallel one at their edge.
[[nodiscard]] LayerCosts layer_costs(const CostContext&, OperatorList operators, unsigned recompute);
/// The same layer with parameters sharded over another group, or no longer: as if its costs had been made in this
/// context, which differs from theirs in that only.
void reshard(LayerCosts&, const CostContext&);

} // namespace ridgepoint
