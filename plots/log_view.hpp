// SPDX-License-Identifier: GPL-3.0-or-later
// A log-log window onto a plane: coordinates to pixels, and lines cut at its frame. The roofline draws the
// same content through two of them, the picture and its inset.
#pragma once

#include "plots/plot_picture.hpp"

#include <QLineF>
#include <QRectF>

#include <optional>

namespace ridgepoint {

struct LogView {
    QRectF frame; ///< pixels
    Range x, y;   ///< both positive

    double xPixel(double value) const;
    double yPixel(double value) const;
    QPointF pixel(double xValue, double yValue) const { return {xPixel(xValue), yPixel(yValue)}; }
    bool contains(double xValue, double yValue) const;
    /// The nearest pixel inside the frame, `inset` pixels from its edge.
    QPointF clamped(double xValue, double yValue, double inset) const;
    /// The line y = slope · x from the left edge up to `top`, as far as it is inside.
    std::optional<QLineF> slopeLine(double slope, double top) const;
    /// The horizontal y = value from `fromX` to the right edge.
    std::optional<QLineF> ceilingLine(double value, double fromX) const;
};

/// Places short texts beside points without touching each other, `blocked` places or the frame.
class LabelPlacer {
public:
    explicit LabelPlacer(QRectF frame) : m_frame(frame) {}
    void block(const QRectF& rect) { m_blocked.push_back(rect); }
    /// The text's rectangle, or nothing where there is no room close by.
    std::optional<QRectF> place(QPointF at, double radius, QSizeF text);

private:
    bool isFree(const QRectF& rect) const;
    QRectF m_frame;
    std::vector<QRectF> m_blocked;
};

} // namespace ridgepoint
