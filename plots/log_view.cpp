// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/log_view.hpp"

#include <algorithm>
#include <cmath>

namespace ridgepoint {

double LogView::xPixel(double value) const {
    return frame.left() + std::log(value / x.lower) / std::log(x.upper / x.lower) * frame.width();
}

double LogView::yPixel(double value) const {
    return frame.bottom() - std::log(value / y.lower) / std::log(y.upper / y.lower) * frame.height();
}

bool LogView::contains(double xValue, double yValue) const {
    return xValue >= x.lower && xValue <= x.upper && yValue >= y.lower && yValue <= y.upper;
}

QPointF LogView::clamped(double xValue, double yValue, double inset) const {
    return {std::clamp(xPixel(xValue), frame.left() + inset, frame.right() - inset),
            std::clamp(yPixel(yValue), frame.top() + inset, frame.bottom() - inset)};
}

std::optional<QLineF> LogView::slopeLine(double slope, double top) const {
    const double from = std::max(x.lower, y.lower / slope);
    const double to = std::min({x.upper, top / slope, y.upper / slope});
    if (from >= to)
        return std::nullopt;
    return QLineF(pixel(from, slope * from), pixel(to, slope * to));
}

std::optional<QLineF> LogView::ceilingLine(double value, double fromX) const {
    if (value < y.lower || value > y.upper || fromX >= x.upper)
        return std::nullopt;
    return QLineF(pixel(std::max(fromX, x.lower), value), pixel(x.upper, value));
}

bool LabelPlacer::isFree(const QRectF& rect) const {
    return m_frame.contains(rect) &&
           std::ranges::none_of(m_blocked, [&](const QRectF& other) { return other.intersects(rect); });
}

std::optional<QRectF> LabelPlacer::place(QPointF at, double radius, QSizeF text) {
    // Right, left, above, below, then the corners; close first, then once farther away.
    for (const double gap : {radius + 4, radius + 16}) {
        const double w = text.width(), h = text.height(), near = gap * 0.8;
        const QPointF tries[] = {{gap, -h / 2},          {-gap - w, -h / 2}, {-w / 2, -gap - h},
                                 {-w / 2, gap},          {near, -near - h},  {near, near},
                                 {-near - w, -near - h}, {-near - w, near}};
        for (const QPointF& offset : tries) {
            const QRectF rect(at + offset, text);
            if (isFree(rect)) {
                m_blocked.push_back(rect.adjusted(-2, 0, 2, 0));
                return rect;
            }
        }
    }
    return std::nullopt;
}

} // namespace ridgepoint
