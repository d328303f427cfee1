// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/calibration/fit_network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace ridgepoint::calibration {

namespace {

struct Sums {
    double seconds = 0;
    int times = 0;
};

int domains_of(const NcclRun& run, int gpus_per_domain) {
    if (gpus_per_domain <= 0)
        return run.hosts;
    if (run.ranks <= gpus_per_domain)
        return 1;
    if (run.ranks % gpus_per_domain != 0)
        throw InputError(fmt::format("nccl-tests: {} ranks do not fill domains of {} GPUs; allowed: whole domains",
                                     run.ranks, gpus_per_domain));
    return run.ranks / gpus_per_domain;
}

/// Share of the bus bandwidth that crosses one GPU's own link: NVLink inside a domain, else its NIC (cost-model
/// section 5, hierarchical).
double link_share(CurveKind kind, int domains, int ranks) {
    const double n = ranks, l = n / domains;
    if (domains == 1 || kind == CurveKind::send_receive)
        return 1;
    if (kind == CurveKind::all_to_all)
        return (n - l) / (n - 1);
    return (1 - l / n) / l * n / (n - 1);
}

} // namespace

NetworkCurves curves_of(const std::vector<NcclRun>& runs, int gpus_per_domain) {
    std::map<std::tuple<CurveKind, int, int>, std::map<double, Sums>> tables; // by kind, domains, ranks
    int local = 1;
    for (const NcclRun& run : runs) {
        const int domains = domains_of(run, gpus_per_domain);
        if (run.ranks % domains != 0)
            throw InputError(fmt::format("nccl-tests: {} ranks on {} hosts; allowed: as many on each", run.ranks, domains));
        local = std::max(local, run.ranks / domains);
        for (const NcclPoint& p : run.points) {
            Sums& sums = tables[{run.kind, domains, run.ranks}][p.message.value];
            sums.seconds += p.time.value;
            ++sums.times;
        }
    }
    NetworkCurves out;
    out.gpus_per_domain = gpus_per_domain > 0 ? gpus_per_domain : local;
    for (const auto& [key, rows] : tables) {
        const auto [kind, domains, ranks] = key;
        std::vector<CurvePoint> points;
        for (const auto& [size, sums] : rows)
            points.push_back({Bytes(size), Seconds(sums.seconds / sums.times)});
        // Of several fillings of as many domains the fullest counts: it comes last.
        if (!out.curves.empty() && out.curves.back().kind() == kind && out.curves.back().domains() == domains)
            out.curves.pop_back();
        out.curves.emplace_back(kind, domains, ranks, std::move(points));
    }
    return sorted(std::move(out));
}

std::optional<LineFit> line_of(const BandwidthCurve& c) {
    if (c.points().size() < 2)
        return std::nullopt;
    // Weights 1/t²: each point counts by its relative deviation. Unknown are latency and time per byte.
    double w = 0, ws = 0, wss = 0, wt = 0, wst = 0;
    for (const CurvePoint& p : c.points()) {
        const double t = p.time.value, s = p.message.value, weight = 1 / (t * t);
        w += weight;
        ws += weight * s;
        wss += weight * s * s;
        wt += weight * t;
        wst += weight * s * t;
    }
    double per_byte = (w * wst - ws * wt) / (w * wss - ws * ws);
    double latency = (wt - per_byte * ws) / w;
    if (latency < 0) { // noise: a line through the origin
        latency = 0;
        per_byte = wst / wss;
    }
    if (!(per_byte > 0))
        return std::nullopt; // every size takes as long: no bandwidth to be seen
    LineFit fit;
    fit.kind = c.kind();
    fit.domains = c.domains();
    fit.ranks = c.ranks();
    fit.latency = Seconds(latency);
    fit.bus = BytesPerSecond(bus_factor(c.kind(), c.ranks()) / per_byte);
    for (const CurvePoint& p : c.points()) {
        const double off = (latency + per_byte * p.message.value) / p.time.value - 1;
        fit.spread += off * off / double(c.points().size());
    }
    fit.spread = std::sqrt(fit.spread);
    return fit;
}

std::vector<LineFit> lines_of(const NetworkCurves& curves) {
    std::vector<LineFit> lines;
    for (const BandwidthCurve& c : curves.curves)
        if (const auto line = line_of(c))
            lines.push_back(*line);
    return lines;
}

LinkRates link_rates(const NetworkCurves& curves) {
    LinkRates plain, reductions;
    for (const LineFit& line : lines_of(curves)) {
        LinkRates& rates = line.kind == CurveKind::all_reduce ? reductions : plain;
        std::optional<BytesPerSecond>& best = line.domains == 1 ? rates.scale_up : rates.scale_out;
        const BytesPerSecond rate = line.bus * link_share(line.kind, line.domains, line.ranks);
        best = std::max(best.value_or(rate), rate);
    }
    // An all-reduce in the switch moves less than its bus bandwidth says: it speaks only where nothing else does.
    return {plain.scale_up ? plain.scale_up : reductions.scale_up,
            plain.scale_out ? plain.scale_out : reductions.scale_out};
}

} // namespace ridgepoint::calibration
