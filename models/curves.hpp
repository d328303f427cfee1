// SPDX-License-Identifier: GPL-3.0-or-later
// Measured bandwidth of collectives over message size and number of scale-up domains: published tables, or what a
// user's own nccl-tests found. Bus bandwidth as nccl-tests define it (doc/PERFORMANCE.md): bytes · factor / time, with
// factor 2(n − 1)/n for an all-reduce, (n − 1)/n for all-gather, reduce-scatter and all-to-all, 1 for send/receive.
#pragma once

#include "models/units.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

/// What was measured. The expert kinds are DeepEP's all-to-all: bytes count one copy a token and domain, the own
/// domain included, and the factor is 1.
enum class CurveKind : std::uint8_t { all_reduce, all_gather, reduce_scatter, all_to_all, send_receive,
                                      expert_dispatch, expert_combine };
inline constexpr std::size_t curve_kind_count = 7;

[[nodiscard]] double bus_factor(CurveKind, double ranks);

struct CurvePoint {
    Bytes message; ///< the full tensor; of an all-to-all what one rank sends to all, itself included
    Seconds time;
    bool operator==(const CurvePoint&) const = default;
};

/// One collective on one number of domains: points by message size, or one bandwidth where sizes were not given.
class BandwidthCurve {
public:
    /// `points` by rising message, none of them empty or instant.
    BandwidthCurve(CurveKind kind, int domains, int ranks, std::vector<CurvePoint> points);
    BandwidthCurve(CurveKind kind, int domains, int ranks, BytesPerSecond any_size);

    [[nodiscard]] CurveKind kind() const { return m_kind; }
    [[nodiscard]] int domains() const { return m_domains; }
    [[nodiscard]] int ranks() const { return m_ranks; }
    [[nodiscard]] const std::vector<CurvePoint>& points() const { return m_points; }
    [[nodiscard]] std::optional<BytesPerSecond> any_size() const { return m_any_size; }
    /// Of the smallest message, or zero.
    [[nodiscard]] Seconds least_time() const { return m_points.empty() ? Seconds(0) : m_points.front().time; }
    /// Log-log between points. Smaller messages take as long as the smallest, larger ones reach its bandwidth and
    /// no more.
    [[nodiscard]] double log_bus(double log_message) const;
    [[nodiscard]] bool covers(Bytes message) const;
    bool operator==(const BandwidthCurve&) const = default;

private:
    struct LogPoint {
        double message, bus;
        bool operator==(const LogPoint&) const = default;
    };
    CurveKind m_kind;
    int m_domains, m_ranks;
    std::vector<CurvePoint> m_points;
    std::optional<BytesPerSecond> m_any_size;
    std::vector<LogPoint> m_logs;
};

/// How far a time rests on measurements.
enum CurveBasis : std::uint8_t {
    basis_model = 0,
    basis_measured = 1,
    basis_beyond_message = 2, ///< message outside the measured sizes
    basis_beyond_domains = 4, ///< more domains, or more ranks in one, than measured
    basis_no_curve = 8        ///< the model stands in
};

struct CurveReading {
    BytesPerSecond bus;
    Seconds least_time;    ///< of the smallest message measured on as many domains
    bool any_size = false; ///< latency is not in it
    std::uint8_t basis = basis_measured;
};

struct NetworkCurves {
    std::string id; ///< the preset's; empty for one described in the scenario or imported
    std::string name;
    int gpus_per_domain = 8;
    BytesPerSecond scale_up, scale_out; ///< datasheet links of the system that was measured
    std::vector<BandwidthCurve> curves; ///< by kind, then by domains
    bool operator==(const NetworkCurves&) const = default;

    [[nodiscard]] bool has(CurveKind, int domains) const;
    /// GPUs in each domain that took part in the measurements across domains; 0: there were none.
    [[nodiscard]] double measured_local(CurveKind) const;
    /// Log-log between numbers of domains too. Beyond the largest, bandwidth falls on as over the last doubling, and
    /// never rises. Inside one domain only curves of one domain count, across domains only those of several; none:
    /// nullopt.
    [[nodiscard]] std::optional<CurveReading> read(CurveKind, Bytes message, double domains) const;
};

/// Sorts the curves and completes the value.
[[nodiscard]] NetworkCurves sorted(NetworkCurves);

/// Shared, because every scenario of a search holds the same curves; compared by what they say.
class CurvesRef {
public:
    CurvesRef() = default;
    explicit CurvesRef(NetworkCurves curves)
        : m_curves(std::make_shared<const NetworkCurves>(sorted(std::move(curves)))) {}
    explicit operator bool() const { return m_curves != nullptr; }
    const NetworkCurves& operator*() const { return *m_curves; }
    const NetworkCurves* operator->() const { return m_curves.get(); }
    [[nodiscard]] const NetworkCurves* get() const { return m_curves.get(); }
    friend bool operator==(const CurvesRef& a, const CurvesRef& b) {
        return a.m_curves == b.m_curves || (a && b && *a == *b);
    }

private:
    std::shared_ptr<const NetworkCurves> m_curves;
};

} // namespace ridgepoint
