// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/curves.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace ridgepoint {
namespace {

double between(double x, double x0, double y0, double x1, double y1) {
    return y0 + (y1 - y0) * ((x - x0) / (x1 - x0));
}

using Curves = std::vector<BandwidthCurve>;

/// Those of one kind, inside a domain or across several.
std::pair<Curves::const_iterator, Curves::const_iterator> range_of(const Curves& curves, CurveKind kind, bool inside) {
    const auto first = std::partition_point(curves.begin(), curves.end(),
                                            [&](const BandwidthCurve& c) { return c.kind() < kind; });
    const auto split = std::partition_point(first, curves.end(), [&](const BandwidthCurve& c) {
        return c.kind() == kind && c.domains() == 1;
    });
    if (inside)
        return {first, split};
    return {split, std::partition_point(split, curves.end(),
                                        [&](const BandwidthCurve& c) { return c.kind() == kind; })};
}

/// Slope of log bandwidth over log domains in the last doubling: never up, and never faster down than time can grow
/// when every rank adds its share. Of two curves or more.
double last_slope(Curves::const_iterator first, Curves::const_iterator last, double log_message) {
    const BandwidthCurve& end = *std::prev(last);
    const auto half = std::min(std::partition_point(first, last,
                                                    [&](const BandwidthCurve& c) {
                                                        return 2 * c.domains() < end.domains();
                                                    }),
                               std::prev(last, 2));
    const double slope = (end.log_bus(log_message) - half->log_bus(log_message)) /
                         (std::log(end.domains()) - std::log(half->domains()));
    return std::clamp(slope, -1.0, 0.0);
}

/// Change of log bandwidth beyond the most domains measured. With one count of domains alone its latency grows by as
/// much as there are more.
double fall_beyond(Curves::const_iterator first, Curves::const_iterator last, double log_message, double domains) {
    const BandwidthCurve& end = *std::prev(last);
    const double more = domains / end.domains();
    if (std::next(first) != last)
        return last_slope(first, last, log_message) * std::log(more);
    const double seconds = std::exp(log_message - end.log_bus(log_message)) * bus_factor(end.kind(), end.ranks());
    return -std::log1p(end.least_time().value * (more - 1) / seconds);
}

CurveReading reading(const BandwidthCurve& c, Bytes message, double log_bus) {
    CurveReading r;
    r.bus = BytesPerSecond(std::exp(log_bus));
    r.least_time = c.least_time();
    r.any_size = c.any_size().has_value();
    if (!c.covers(message))
        r.basis |= basis_beyond_message;
    return r;
}

} // namespace

double bus_factor(CurveKind kind, double ranks) {
    switch (kind) {
    case CurveKind::all_reduce: return 2 * (ranks - 1) / ranks;
    case CurveKind::all_gather:
    case CurveKind::reduce_scatter:
    case CurveKind::all_to_all: return (ranks - 1) / ranks;
    case CurveKind::send_receive:
    case CurveKind::expert_dispatch:
    case CurveKind::expert_combine: return 1;
    }
    return 1;
}

BandwidthCurve::BandwidthCurve(CurveKind kind, int domains, int ranks, std::vector<CurvePoint> points)
    : m_kind(kind), m_domains(domains), m_ranks(ranks), m_points(std::move(points)) {
    m_logs.reserve(m_points.size());
    for (const CurvePoint& p : m_points)
        m_logs.push_back({std::log(p.message.value),
                          std::log(p.message.value * bus_factor(kind, ranks) / p.time.value)});
}

BandwidthCurve::BandwidthCurve(CurveKind kind, int domains, int ranks, BytesPerSecond any_size)
    : m_kind(kind), m_domains(domains), m_ranks(ranks), m_any_size(any_size) {}

double BandwidthCurve::log_bus(double log_message) const {
    if (m_any_size)
        return std::log(m_any_size->value);
    if (log_message <= m_logs.front().message)
        return m_logs.front().bus + log_message - m_logs.front().message;
    const auto above = std::partition_point(m_logs.begin(), m_logs.end(),
                                            [&](const LogPoint& p) { return p.message < log_message; });
    if (above == m_logs.end())
        return m_logs.back().bus;
    const LogPoint& below = *std::prev(above);
    return between(log_message, below.message, below.bus, above->message, above->bus);
}

bool BandwidthCurve::covers(Bytes message) const {
    return m_any_size || (message >= m_points.front().message && message <= m_points.back().message);
}

bool NetworkCurves::has(CurveKind kind, int domains) const {
    const auto [first, last] = range_of(curves, kind, domains <= 1);
    return first != last;
}

double NetworkCurves::measured_local(CurveKind kind) const {
    const auto [first, last] = range_of(curves, kind, false);
    return first == last ? 0 : 1.0 * std::prev(last)->ranks() / std::prev(last)->domains();
}

std::optional<CurveReading> NetworkCurves::read(CurveKind kind, Bytes message, double domains) const {
    const auto [first, last] = range_of(curves, kind, domains <= 1);
    if (first == last || message.value <= 0)
        return std::nullopt;
    const double size = std::log(message.value);
    const auto above = std::partition_point(first, last, [&](const BandwidthCurve& c) { return c.domains() < domains; });
    if (above == last) {
        const BandwidthCurve& end = *std::prev(last);
        CurveReading r = reading(end, message, end.log_bus(size) + fall_beyond(first, last, size, domains));
        r.basis |= basis_beyond_domains;
        return r;
    }
    if (above->domains() <= domains || above == first)
        return reading(*above, message, above->log_bus(size));
    const BandwidthCurve& below = *std::prev(above);
    return reading(*above, message,
                   between(std::log(domains), std::log(below.domains()), below.log_bus(size),
                           std::log(above->domains()), above->log_bus(size)));
}

NetworkCurves sorted(NetworkCurves n) {
    std::stable_sort(n.curves.begin(), n.curves.end(), [](const BandwidthCurve& a, const BandwidthCurve& b) {
        return std::pair(a.kind(), a.domains()) < std::pair(b.kind(), b.domains());
    });
    return n;
}

} // namespace ridgepoint
