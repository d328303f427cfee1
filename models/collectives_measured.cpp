// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/collectives_measured.hpp"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

bool is_gather_or_reduction(CurveKind kind) {
    return kind == CurveKind::all_reduce || kind == CurveKind::all_gather || kind == CurveKind::reduce_scatter;
}

/// Curves were measured with so many GPUs of each domain, usually all. A group with fewer in each domain moves as much per
/// NIC as a message of measured / local times the size does there; an all-to-all or a send/receive moves the same.
struct Equivalent {
    Bytes message;
    double ranks;
    double domains; ///< to read the curve at
};
Equivalent equivalent(CurveKind kind, Bytes message, Group g, const NetworkCurves& curves) {
    const double local = curves.measured_local(kind);
    if (g.inside_domain() || !is_gather_or_reduction(kind) || local <= 0)
        return {message, double(g.ranks), g.domains()};
    // Bandwidth falls with the domains that share the fabric and with the ranks of the ring, of which there
    // are fewer.
    const double shorter = std::sqrt(g.domains() * (g.ranks / local));
    return {message * (local / g.local), g.domains() * local,
            std::clamp(shorter, std::min(2.0, g.domains()), g.domains())};
}

} // namespace

void measure(Traffic& t, CurveKind kind, Bytes message, Group g, const Network& net) {
    if (net.model != NetworkModel::measured || t.total().value <= 0)
        return;
    const bool inside = g.inside_domain();
    if (!net.curves) {
        t.basis |= basis_no_curve;
        return;
    }
    const Equivalent e = equivalent(kind, message, g, *net.curves);
    const std::optional<CurveReading> read = net.curves->read(kind, e.message, e.domains);
    if (!read) {
        t.basis |= basis_no_curve;
        return;
    }
    Seconds time = e.message * bus_factor(kind, e.ranks) / read->bus;
    const double scale = inside ? net.curve_scale_up : net.curve_scale_out;
    if (time > read->least_time)
        time = read->least_time + (time - read->least_time) / scale;
    if (read->any_size)
        time += hop_latency(g, net);
    time = std::max(time, t.beyond_pod * net.oversubscription / net.scale_out);
    if (net.curve_scale_up < 1) // slower NVLink than where it was measured
        time = std::max(time, t.scale_up / net.scale_up);
    // What-if: a link without limit takes its share of the curve away.
    const bool unlimited = std::isinf(inside ? net.scale_up.value : net.scale_out.value);
    t.time = unlimited ? std::min(time, t.time) : time;
    t.basis |= read->basis;
    if (inside && g.ranks > net.curves->gpus_per_domain)
        t.basis |= basis_beyond_domains;
}

CurveKind expert_curve(CurveKind wanted, Group g, const Network& net) {
    const bool own = net.curves && net.curves->has(wanted, int(g.domains()));
    return own ? wanted : CurveKind::all_to_all;
}

} // namespace ridgepoint
