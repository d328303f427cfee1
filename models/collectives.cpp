// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/collectives.hpp"

#include "models/constants.hpp"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

/// Tree algorithms: log2 of the ranks inside a domain, then log2 of the domains.
Seconds hops(Group g) {
    return constants::scale_up_hop * std::log2(g.local) + constants::scale_out_hop * std::log2(g.domains());
}

Traffic moved(Bytes up, Bytes out, Seconds latency, const Network& net) {
    Traffic t{up, out, Seconds(0), Link::none};
    const Seconds on_up = up / net.scale_up, on_out = out / net.scale_out;
    t.time = std::max(on_up, on_out) + latency;
    if (up.value > 0 || out.value > 0)
        t.link = on_out >= on_up && out.value > 0 ? Link::scale_out : Link::scale_up;
    return t;
}

} // namespace

Network network_of(const Scenario& s, Ceilings which, const WhatIf& what_if) {
    const Cluster& c = s.cluster;
    const Accelerator& a = c.accelerator;
    Network n;
    n.model = c.network;
    n.in_network_reduction = c.in_network_reduction;
    const bool datasheet = which == Ceilings::datasheet;
    // An override of the datasheet figure alone scales the achievable one with it.
    const auto resolve = [datasheet](BytesPerSecond sheet, BytesPerSecond reached,
                                     std::optional<BytesPerSecond> set_sheet,
                                     std::optional<BytesPerSecond> set_reached) {
        const BytesPerSecond sheet_now = set_sheet.value_or(sheet);
        if (datasheet)
            return sheet_now;
        return set_reached.value_or(sheet.value > 0 ? reached * (sheet_now / sheet) : reached);
    };
    n.scale_up = resolve(a.scale_up, a.scale_up_achievable, c.scale_up, c.scale_up_achievable);
    n.scale_out = resolve(a.scale_out, a.scale_out_achievable, c.scale_out, c.scale_out_achievable) / c.oversubscription;
    if (what_if.infinite_scale_up)
        n.scale_up = infinite<BytesPerSecond>();
    if (what_if.infinite_scale_out)
        n.scale_out = infinite<BytesPerSecond>();
    return n;
}

Traffic& Traffic::operator+=(const Traffic& o) {
    if (o.time > time)
        link = o.link;
    scale_up += o.scale_up;
    scale_out += o.scale_out;
    time += o.time;
    return *this;
}

Traffic Traffic::times(double calls) const {
    return {scale_up * calls, scale_out * calls, time * calls, link};
}

Traffic all_gather(Bytes tensor, Group g, const Network& net) {
    if (g.ranks <= 1)
        return {};
    const double n = g.ranks, l = g.local;
    if (net.model == NetworkModel::flat && !g.inside_domain())
        return moved(Bytes(0), tensor * ((n - 1) / n), hops(g), net);
    return moved(tensor * ((l - 1) / l), tensor * ((1 - l / n) / l), hops(g), net);
}

Traffic reduce_scatter(Bytes tensor, Group g, const Network& net) {
    return all_gather(tensor, g, net);
}

Traffic all_reduce(Bytes tensor, Group g, const Network& net) {
    if (net.in_network_reduction)
        return all_gather(tensor, g, net);
    return all_gather(tensor, g, net).times(2);
}

Traffic all_to_all(Bytes sent, Group g, const Network& net) {
    if (g.ranks <= 1)
        return {};
    const double n = g.ranks, l = g.local;
    return moved(sent * ((l - 1) / n), sent * ((n - l) / n), hops(g), net);
}

Traffic limited_all_to_all(Bytes token_bytes, double copies, int node_limit, Group g, const Network& net) {
    const double domains = std::min({1.0 * node_limit, g.domains(), copies});
    if (node_limit <= 0 || g.inside_domain() || domains >= copies)
        return all_to_all(token_bytes * copies, g, net);
    const double n = g.ranks, l = g.local;
    return moved(token_bytes * (copies * (l - 1) / l), token_bytes * (domains * (1 - l / n)), hops(g), net);
}

Traffic send_receive(Bytes message, double remote_share, const Network& net) {
    if (message.value <= 0)
        return {};
    Traffic t;
    t.scale_up = message * (1 - remote_share);
    t.scale_out = message * remote_share;
    const Seconds near = message / net.scale_up + constants::scale_up_hop;
    const Seconds far = message / net.scale_out + constants::scale_out_hop;
    t.link = remote_share > 0 ? Link::scale_out : Link::scale_up;
    t.time = remote_share > 0 ? far : near;
    return t;
}

Traffic ring_exchange(Bytes block, Group g, const Network& net) {
    if (g.ranks <= 1)
        return {};
    const double remote_share = g.inside_domain() ? 0.0 : 1.0 / g.local;
    return send_receive(block, remote_share, net).times(g.ranks - 1);
}

} // namespace ridgepoint
