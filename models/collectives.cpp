// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/collectives.hpp"

#include "models/collectives_measured.hpp"
#include "models/constants.hpp"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

Traffic moved(Bytes up, Bytes out, Bytes beyond, Seconds latency, const Network& net) {
    Traffic t{up, out, Seconds(0), Link::none, beyond};
    const Seconds on_up = up / net.scale_up, on_out = net.scale_out_time(out, beyond);
    t.time = std::max(on_up, on_out) + latency;
    if (up.value > 0 || out.value > 0)
        t.link = on_out >= on_up && out.value > 0 ? Link::scale_out : Link::scale_up;
    return t;
}

struct GatherBytes {
    Bytes up, out, beyond;
};
GatherBytes gather_bytes(Bytes tensor, Group g, const Network& net) {
    const double n = g.ranks, l = g.local, p = g.in_pod();
    if (net.model == NetworkModel::flat && !g.inside_domain())
        return {Bytes(0), tensor * ((n - 1) / n), tensor * (1 - p / n)};
    return {tensor * ((l - 1) / l), tensor * ((1 - l / n) / l), tensor * ((1 - p / n) / p)};
}

Traffic gather(CurveKind kind, Bytes tensor, Group g, const Network& net) {
    if (g.ranks <= 1)
        return {};
    const GatherBytes b = gather_bytes(tensor, g, net);
    Traffic t = moved(b.up, b.out, b.beyond, hop_latency(g, net), net);
    measure(t, kind, tensor, g, net);
    return t;
}

/// The links this cluster has: an override of the datasheet figure alone scales the achievable one with it.
BytesPerSecond link(Ceilings which, BytesPerSecond sheet, BytesPerSecond reached,
                    std::optional<BytesPerSecond> set_sheet, std::optional<BytesPerSecond> set_reached) {
    const BytesPerSecond sheet_now = set_sheet.value_or(sheet);
    if (which == Ceilings::datasheet)
        return sheet_now;
    return set_reached.value_or(sheet.value > 0 ? reached * (sheet_now / sheet) : reached);
}

/// A link over what the same accelerator would have on the links of the system that was measured.
double curve_scale(BytesPerSecond now, Ceilings which, BytesPerSecond sheet, BytesPerSecond reached,
                   BytesPerSecond measured) {
    const BytesPerSecond there = which == Ceilings::datasheet || sheet.value <= 0 ? measured : reached * (measured / sheet);
    return there.value > 0 && now.value > 0 ? now / there : 1;
}

} // namespace

Traffic started(Traffic t, Group g, const Network& net, double phases) {
    if (t.total().value > 0 && net.model != NetworkModel::measured)
        t.time += phases * (constants::collective_start + constants::scale_out_hop * (g.domains() - 1));
    return t;
}

Seconds hop_latency(Group g, const Network& net) {
    const double pods = g.pods(), domains = std::max(1.0, g.domains() / pods);
    const Seconds near = net.rails ? constants::same_leaf_hop : constants::scale_out_hop;
    return constants::scale_up_hop * std::log2(g.local) + near * std::log2(domains) +
           constants::scale_out_hop * std::log2(g.domains() / domains);
}

Network network_of(const Scenario& s, Ceilings which, const WhatIf& what_if) {
    const Cluster& c = s.cluster;
    const Accelerator& a = c.accelerator;
    Network n;
    n.model = c.network;
    n.in_network_reduction = c.in_network_reduction;
    n.rails = c.rails;
    n.scale_up = link(which, a.scale_up, a.scale_up_achievable, c.scale_up, c.scale_up_achievable);
    n.scale_out = link(which, a.scale_out, a.scale_out_achievable, c.scale_out, c.scale_out_achievable);
    const Calibration* mine = which == Ceilings::calibrated && s.calibration ? &*s.calibration : nullptr;
    if (mine) {
        n.scale_up = mine->scale_up.value_or(n.scale_up);
        n.scale_out = mine->scale_out.value_or(n.scale_out);
    }
    if (c.gpus_per_pod > 0)
        n.oversubscription = c.oversubscription;
    else
        n.scale_out = n.scale_out / c.oversubscription;
    if (c.network == NetworkModel::measured && mine && mine->curves) {
        n.curves = mine->curves; // of this very cluster: nothing to scale
    } else if (c.network == NetworkModel::measured && c.curves) {
        n.curves = c.curves;
        n.curve_scale_up = curve_scale(n.scale_up, which, a.scale_up, a.scale_up_achievable, c.curves->scale_up);
        n.curve_scale_out = curve_scale(n.scale_out, which, a.scale_out, a.scale_out_achievable, c.curves->scale_out);
    }
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
    beyond_pod += o.beyond_pod;
    basis |= o.basis;
    return *this;
}

Traffic Traffic::times(double calls) const {
    return {scale_up * calls, scale_out * calls, time * calls, link, beyond_pod * calls, basis};
}

Traffic all_gather(Bytes tensor, Group g, const Network& net) {
    return gather(CurveKind::all_gather, tensor, g, net);
}

Traffic reduce_scatter(Bytes tensor, Group g, const Network& net) {
    return gather(CurveKind::reduce_scatter, tensor, g, net);
}

Traffic all_reduce(Bytes tensor, Group g, const Network& net) {
    if (g.ranks <= 1)
        return {};
    const GatherBytes b = gather_bytes(tensor, g, net);
    // A switch that adds takes each byte once and returns the sum; inside a domain both phases remain.
    const double out = net.in_network_reduction ? 1 : 2;
    Traffic t = moved(2 * b.up, out * b.out, out * b.beyond, 2 * hop_latency(g, net), net);
    measure(t, CurveKind::all_reduce, tensor, g, net);
    return t;
}

Traffic all_to_all(Bytes sent, Group g, const Network& net) {
    if (g.ranks <= 1)
        return {};
    const double n = g.ranks, l = g.local;
    // With rails what goes to another rail is first handed over NVLink to the GPU that sits on it (NCCL's PXN).
    const double up = net.rails && !g.inside_domain() ? (l - 1) / l : (l - 1) / n;
    Traffic t = moved(sent * up, sent * ((n - l) / n), sent * ((n - g.in_pod()) / n), hop_latency(g, net), net);
    measure(t, CurveKind::all_to_all, sent, g, net);
    return t;
}

Traffic limited_all_to_all(Bytes token_bytes, double copies, int node_limit, Group g, const Network& net,
                           CurveKind kind) {
    const double domains = std::min({1.0 * node_limit, g.domains(), copies});
    if (node_limit <= 0 || g.inside_domain() || domains >= copies)
        return all_to_all(token_bytes * copies, g, net);
    const double n = g.ranks, l = g.local;
    Traffic t = moved(token_bytes * (copies * (l - 1) / l), token_bytes * (domains * (1 - l / n)),
                      token_bytes * (domains * (1 - g.in_pod() / n)), hop_latency(g, net), net);
    measure(t, expert_curve(kind, g, net), token_bytes * domains, g, net);
    return t;
}

Traffic send_receive(Bytes message, const PeerPath& path, const Network& net) {
    if (message.value <= 0)
        return {};
    const bool remote = path.remote_share > 0;
    Traffic t;
    t.scale_up = message * (1 - path.remote_share);
    t.scale_out = message * path.remote_share;
    t.beyond_pod = message * path.beyond_share;
    const double narrowing = path.beyond_share > 0 ? net.oversubscription : 1;
    const Seconds near = message / net.scale_up + constants::scale_up_hop;
    const Seconds far = message * narrowing / net.scale_out + constants::scale_out_hop;
    t.link = remote ? Link::scale_out : Link::scale_up;
    t.time = remote ? far : near;
    const int domains = remote ? std::max(2, int(path.domains)) : 1;
    measure(t, CurveKind::send_receive, message, {remote ? domains : 2, remote ? 1 : 2}, net);
    if (path.beyond_share > 0)
        t.time = std::max(t.time, message * narrowing / net.scale_out);
    return t;
}

Traffic ring_exchange(Bytes block, Group g, const Network& net) {
    if (g.ranks <= 1)
        return {};
    const double remote_share = g.inside_domain() ? 0.0 : 1.0 / g.local;
    const double beyond_share = g.in_pod() == g.ranks ? 0.0 : 1.0 / g.in_pod();
    return send_receive(block, {remote_share, beyond_share, g.domains()}, net).times(g.ranks - 1);
}

} // namespace ridgepoint
