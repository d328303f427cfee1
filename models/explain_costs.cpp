// SPDX-License-Identifier: GPL-3.0-or-later
// Why an operator or a collective takes as long as it does.
#include "models/collectives.hpp"
#include "models/explain_parts.hpp"
#include "models/roofline.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ridgepoint::explaining {

namespace {

const OperatorCost* find_operator(const Estimate& e, const Subject& s) {
    const auto same = [&](const OperatorCost& o) {
        return o.name == s.name && o.layer == s.layer && o.pass == s.pass;
    };
    auto found = std::find_if(e.operators.begin(), e.operators.end(),
                              [&](const OperatorCost& o) { return same(o) && !o.recomputed; });
    if (found == e.operators.end())
        found = std::find_if(e.operators.begin(), e.operators.end(), same);
    return found == e.operators.end() ? nullptr : &*found;
}

std::string operator_source(OperatorKind kind) {
    switch (kind) {
    case OperatorKind::gemm:
    case OperatorKind::grouped_gemm:
    case OperatorKind::router:
        return "Roofline (Williams et al. 2009); η from tiles and waves over the SMs and a ramp with K, set "
               "by the "
               "GEMM tables of the Smol Training Playbook";
    case OperatorKind::attention:
        return "Roofline (Williams et al. 2009); η of attention kernels from DeepSeek's published trace "
               "(profile-data)";
    default:
        return "Roofline (Williams et al. 2009): bytes over HBM bandwidth and a kernel's start";
    }
}

/// η that the time implies: 1 where memory or the launch sets it.
double reached(const OperatorCost& o, FlopPerSecond peak, Seconds launch) {
    const Seconds busy = o.time - launch;
    return o.bound == Bound::compute && busy.value > 0 ? o.flops / peak / busy : 1;
}

std::string bandwidth_values(std::string_view link, Bytes bytes, BytesPerSecond bandwidth) {
    return fmt::format("{}: {} / {} = {}", link, text::traffic(bytes).joined(),
                       text::bandwidth(bandwidth).joined(), text::duration(bytes / bandwidth).joined());
}

std::string moved(Collective kind, NetworkModel network) {
    if (network == NetworkModel::measured)
        return moved(kind, NetworkModel::hierarchical) +
               "\ntime of a call = S · factor / bus bandwidth measured for its size and number of nodes; factor "
               "2 (n − 1)/n for an all-reduce, (n − 1)/n for a gather, a scatter or an all-to-all, else 1";
    switch (kind) {
    case Collective::all_gather:
    case Collective::reduce_scatter:
        return network == NetworkModel::flat
                   ? "bytes a call = S (n − 1) / n, over InfiniBand unless the group lies in "
                     "one domain"
                   : "bytes a call: NVLink S (l − 1) / l, InfiniBand S (1 − l/n) / l";
    case Collective::all_reduce:
        return "bytes a call: twice an all-gather's (once on InfiniBand with in-network reduction)";
    case Collective::all_to_all:
        return "bytes a call: NVLink S (l − 1) / n, InfiniBand S (n − l) / n; with node-limited routing one "
               "copy a node";
    case Collective::send_receive:
        return "bytes a call = S, on NVLink inside a domain, else on InfiniBand";
    }
    return {};
}

} // namespace

Explanation operator_cost(const Scenario& s, const Estimate& e, const Subject& subject) {
    const OperatorCost* o = find_operator(e, subject);
    if (o == nullptr)
        return {};
    const DeviceCeilings device = device_ceilings(s, s.ceilings);
    const FlopPerSecond peak = device.peak[std::size_t(o->precision)];
    const double eta = reached(*o, peak, device.launch);
    const Seconds compute = o->flops.value > 0 ? o->flops / (peak * eta) : Seconds(0);
    const Seconds memory = o->bytes / device.hbm;
    // Several kernels may stand for one operator: what neither FLOPs nor bytes take are their starts.
    const Seconds launch = o->bound == Bound::compute ? device.launch : o->time - std::max(compute, memory);
    const auto duration = [](Seconds t) { return text::duration(t).joined(); };
    Explanation x;
    x.title = fmt::format("{}, {}, {}", o->name, text::name(o->layer), text::name(o->pass));
    x.summary =
        fmt::format("{} a call, {} of the step, bound by {}", duration(o->time),
                    text::percent(o->time * o->calls_per_step / e.time.step).joined(),
                    o->bound == Bound::hbm ? "HBM" : (o->bound == Bound::compute ? "compute" : "its launch"));
    x.formula = "t = max(F / (P · η), Q / B) + launch";
    x.values = {{"F", "FLOP of one call", o->flops.value > 0 ? text::work(o->flops).joined() : "0"},
                {"P", fmt::format("{} peak in use", text::name(o->precision)), text::rate(peak).joined()},
                {"η", "share of it that shape, kernel and SMs lent to communication leave",
                 text::percent(eta).joined()},
                {"Q", "bytes to and from HBM", text::traffic(o->bytes).joined()},
                {"B", "HBM bandwidth in use", text::bandwidth(device.hbm).joined()},
                {"F/Q", "arithmetic intensity",
                 o->bytes.value > 0 ? text::intensity(o->flops / o->bytes).joined() : "∞"},
                {"F/t", "attained", text::rate(o->flops / o->time).joined()},
                {"", "calls a step, on the busiest pipeline rank", text::count(o->calls_per_step)}};
    x.substituted = fmt::format("t = max({}, {}) + {} = {}", duration(compute), duration(memory),
                                duration(launch), duration(std::max(compute, memory) + launch));
    x.source = operator_source(o->kind);
    return x;
}

Explanation collective(const Scenario& s, const Estimate& e, const Subject& subject) {
    const auto found = std::find_if(e.communication.begin(), e.communication.end(),
                                    [&](const CollectiveCost& c) { return c.name == subject.name; });
    if (found == e.communication.end())
        return {};
    const CollectiveCost& c = *found;
    const auto duration = [](Seconds t) { return text::duration(t).joined(); };
    Explanation x;
    x.title = fmt::format("{}: {} {}", c.name, text::name(c.parallelism), text::name(c.collective));
    x.summary = fmt::format("{} a step, {} of it exposed", duration(c.time), duration(c.exposed));
    x.formula = fmt::format("exposed = time − hidden\n{}", moved(c.collective, s.cluster.network));
    x.values = {
        {"n", "ranks", text::count(c.ranks)},
        {"", "calls a step", text::count(c.calls_per_step)},
        {"", "NVLink bytes a GPU and step, mean over all", text::traffic(c.scale_up_bytes).joined()},
        {"", "InfiniBand bytes a GPU and step, mean over all", text::traffic(c.scale_out_bytes).joined()},
        {"", "link that bounds it", std::string(text::name(c.link))},
        {"", "time on the busiest pipeline rank", duration(c.time)},
        {"", "hidden behind compute", duration(c.hidden())}};
    if (e.roofs.scale_up.value > 0 && e.roofs.scale_out.value > 0)
        x.substituted =
            fmt::format("{}\n{}\n", bandwidth_values("NVLink", c.scale_up_bytes, e.roofs.scale_up),
                        bandwidth_values("InfiniBand", c.scale_out_bytes, e.roofs.scale_out));
    x.substituted += fmt::format("exposed = {} − {} = {}", duration(c.time), duration(c.hidden()),
                                 duration(c.time - c.hidden()));
    const CurvesRef curves = network_of(s, s.ceilings).curves;
    if (s.cluster.network == NetworkModel::measured)
        x.values.push_back({"", "network curves", curves ? curves->name : "none"});
    x.source =
        fmt::format("{} network model; what hides follows the framework ({}) and the plan's overlap switches",
                    text::name(s.cluster.network), s.framework.name);
    return x;
}

} // namespace ridgepoint::explaining
