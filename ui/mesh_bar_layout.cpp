// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mesh_bar_layout.hpp"

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr double markHeight = 11; ///< the triangle of the NVLink mark, above the overhang of a grip
constexpr double barToBracket = 12;
constexpr double textToBracket = 7;
constexpr double idleGap = 3;
constexpr double exact = 1e-9;

bool among(const std::vector<Axis>& axes, Axis axis) {
    return std::find(axes.begin(), axes.end(), axis) != axes.end();
}

} // namespace

MeshBarLayout::MeshBarLayout(const Scenario& scenario, double width, const MeshBarMetrics& metrics) {
    placeRows(metrics, width);
    const std::vector<mesh::Segment> segments = mesh::segments(scenario);
    double used = 0;
    for (const mesh::Segment& segment : segments)
        used += segment.log2_length;
    const double whole = std::max(used, std::log2(std::max(1.0, double(scenario.cluster.gpus))));
    const bool idle = whole - used > exact;
    const double room = m_bar.width() - grip * double(segments.size()) - (idle ? idleGap : 0);
    m_scale = std::max(1.0, room) / std::max(1.0, whole);
    double x = m_bar.left();
    for (const mesh::Segment& segment : segments) {
        const double length = grip + segment.log2_length * m_scale;
        m_parts.push_back({segment, QRectF(x, m_bar.top(), length, m_bar.height())});
        x += length;
    }
    if (idle)
        m_idle = QRectF(x + idleGap, m_bar.top(), m_bar.right() - x - idleGap, m_bar.height());
}

void MeshBarLayout::placeRows(const MeshBarMetrics& metrics, double width) {
    m_topText = 0;
    m_bar = QRectF(side, metrics.textLine + markHeight, width - 2 * side, metrics.bar);
    m_expertY = m_bar.bottom() + barToBracket;
    m_zeroY = m_expertY + bracketText + metrics.textLine + textToBracket;
    m_followersY = m_zeroY + bracketText + metrics.textLine + 1;
}

double MeshBarLayout::height(const MeshBarMetrics& metrics) {
    return markHeight + metrics.bar + barToBracket + textToBracket + 2 * bracketText + 4 * metrics.textLine + 2;
}

const MeshBarLayout::Part* MeshBarLayout::part(Axis axis) const {
    for (const Part& part : m_parts)
        if (part.segment.axis == axis)
            return &part;
    return nullptr;
}

std::optional<double> MeshBarLayout::rankX(double log2Place) const {
    double sum = 0;
    for (const Part& part : m_parts) {
        const double length = part.segment.log2_length;
        if (length > exact && log2Place < sum + length - exact)
            return part.box.left() + grip + (log2Place - sum) * m_scale;
        sum += length;
        if (length > exact && log2Place < sum + exact)
            return part.box.right();
    }
    return std::nullopt;
}

double MeshBarLayout::start(const Axes& axes) const {
    for (const Part& part : m_parts)
        if (among(axes, part.segment.axis) && part.segment.log2_length > exact)
            return part.box.left();
    const Part* data = part(Axis::dp);
    return data ? data->box.left() : m_bar.left();
}

double MeshBarLayout::end(const Axes& axes, double log2Ranks) const {
    double sum = 0;
    double last = start(axes) + grip;
    for (const Part& part : m_parts) {
        const double length = part.segment.log2_length;
        if (!among(axes, part.segment.axis) || length <= exact)
            continue;
        if (log2Ranks < sum + length - exact)
            return part.box.left() + grip + (log2Ranks - sum) * m_scale;
        sum += length;
        last = part.box.right();
        if (log2Ranks < sum + exact)
            break;
    }
    return last;
}

double MeshBarLayout::dataStart() const { return start({}); }
double MeshBarLayout::expertStart() const { return start({Axis::tp, Axis::cp, Axis::dp}); }
double MeshBarLayout::expertEnd(double log2Ranks) const { return end({Axis::tp, Axis::cp, Axis::dp}, log2Ranks); }
double MeshBarLayout::zeroStart() const { return start({Axis::cp, Axis::dp}); }
double MeshBarLayout::zeroEnd(double log2Ranks) const { return end({Axis::cp, Axis::dp}, log2Ranks); }

} // namespace ridgepoint
