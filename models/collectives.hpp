// SPDX-License-Identifier: GPL-3.0-or-later
// What one collective moves per GPU on each link and how long it takes (cost-model section 5). `tensor` is the full
// tensor S; bytes are those a GPU receives; links run side by side, hops add latency.
#pragma once

#include "models/curves.hpp"
#include "models/estimate.hpp"
#include "models/layout.hpp"

namespace ridgepoint {

struct Network {
    NetworkModel model = NetworkModel::hierarchical;
    BytesPerSecond scale_up, scale_out;
    bool in_network_reduction = false;
    bool rails = false;
    double oversubscription = 1; ///< divides scale_out beyond a pod; without pods scale_out is divided already
    CurvesRef curves{};
    /// Links of this cluster over those of the system that was measured: what a curve spends beyond latency shrinks by it.
    double curve_scale_up = 1, curve_scale_out = 1;
    [[nodiscard]] Seconds scale_out_time(Bytes out, Bytes beyond_pod) const {
        return std::max(out, beyond_pod * oversubscription) / scale_out;
    }
    /// Of both links, side by side.
    [[nodiscard]] Seconds link_time(Bytes up, Bytes out, Bytes beyond_pod) const {
        return std::max(up / scale_up, scale_out_time(out, beyond_pod));
    }
};

[[nodiscard]] Network network_of(const Scenario&, Ceilings, const WhatIf& = {});

struct Traffic {
    Bytes scale_up, scale_out;
    Seconds time;
    Link link = Link::none; ///< the slower one
    Bytes beyond_pod{};     ///< of the bytes on scale_out
    std::uint8_t basis = basis_model; ///< bits of CurveBasis
    [[nodiscard]] Bytes total() const { return scale_up + scale_out; }
    Traffic& operator+=(const Traffic& o);
    [[nodiscard]] Traffic times(double calls) const;
};

/// A call among kernels of a running step: until it is in flight on every rank, and a ring's way through every domain.
/// Measured curves have it in them. `phases`: 2 for an all-reduce that no switch adds up.
[[nodiscard]] Traffic started(Traffic, Group, const Network&, double phases = 1);
[[nodiscard]] Traffic all_gather(Bytes tensor, Group, const Network&);
[[nodiscard]] Traffic reduce_scatter(Bytes tensor, Group, const Network&);
[[nodiscard]] Traffic all_reduce(Bytes tensor, Group, const Network&);
/// `sent` is what one rank sends to all ranks together, itself included.
[[nodiscard]] Traffic all_to_all(Bytes sent, Group, const Network&);
/// Tokens routed to at most `node_limit` domains: one copy a domain on the NIC, forwarded over scale-up to each of
/// `copies` experts (DeepSeek-V3 report, 3.2.2). `token_bytes`: all tokens of the rank, one copy. `kind`: the measured
/// curve that fits such an exchange best, expert_dispatch or expert_combine.
[[nodiscard]] Traffic limited_all_to_all(Bytes token_bytes, double copies, int node_limit, Group, const Network&,
                                         CurveKind kind = CurveKind::expert_dispatch);
/// Whoever waits for the farthest peer sets the time.
[[nodiscard]] Traffic send_receive(Bytes message, const PeerPath&, const Network&);
/// (n − 1) blocks passed round a ring; time is that of the slowest hop.
[[nodiscard]] Traffic ring_exchange(Bytes block, Group, const Network&);

} // namespace ridgepoint
