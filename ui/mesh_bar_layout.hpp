// SPDX-License-Identifier: GPL-3.0-or-later
// Where the mesh bar's parts lie: logarithms to pixels and back. No painting, no events.
#pragma once

#include "models/mesh.hpp"

#include <QRectF>
#include <QSizeF>

#include <optional>
#include <vector>

namespace ridgepoint {

/// Heights in logical pixels, from the font.
struct MeshBarMetrics {
    double textLine = 14; ///< of the small text
    double bar = 36;
};

class MeshBarLayout {
public:
    static constexpr double grip = 26; ///< of every segment, on top of log2(degree): degree 1 can be held too
    static constexpr double side = 4;  ///< left and right of the bar, for the outermost grips
    static constexpr double overhang = 4; ///< grips stand out above and below the bar
    static constexpr double bracketText = 6; ///< from a bracket's line to its text, clear of its grip

    MeshBarLayout() = default;
    MeshBarLayout(const Scenario& scenario, double width, const MeshBarMetrics& metrics);

    struct Part {
        mesh::Segment segment;
        QRectF box;
    };
    const std::vector<Part>& parts() const { return m_parts; }
    const Part* part(Axis axis) const;
    QRectF bar() const { return m_bar; }
    QRectF idle() const { return m_idle; } ///< empty when every GPU works
    double scale() const { return m_scale; } ///< pixels of a doubling

    double topTextY() const { return m_topText; }
    double expertY() const { return m_expertY; } ///< of the bracket's line; its text lies below
    double zeroY() const { return m_zeroY; }
    double followersY() const { return m_followersY; } ///< top of the last line of text
    static double height(const MeshBarMetrics& metrics);

    /// x of a place log2 along the ranks of all segments; nothing when it lies beyond the last.
    std::optional<double> rankX(double log2Place) const;
    double dataStart() const; ///< left end of DP
    double expertStart() const;
    double expertEnd(double log2Ranks) const; ///< over TP·CP·DP
    double zeroStart() const;
    double zeroEnd(double log2Ranks) const; ///< over CP·DP

private:
    using Axes = std::vector<Axis>;
    double start(const Axes& axes) const;
    double end(const Axes& axes, double log2Ranks) const;
    void placeRows(const MeshBarMetrics& metrics, double width);

    std::vector<Part> m_parts;
    QRectF m_bar, m_idle;
    double m_scale = 1;
    double m_topText = 0, m_expertY = 0, m_zeroY = 0, m_followersY = 0;
};

} // namespace ridgepoint
