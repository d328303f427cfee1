// SPDX-License-Identifier: GPL-3.0-or-later
// A legend at the right of a picture, row by row: a swatch, then its text. Private to plots/.
#pragma once

#include "plots/style.hpp"

#include <QLineF>

namespace ridgepoint {

class SideLegend {
public:
    /// Right of `plot`, from its top to `bottom`; the painter and the style outlive it.
    SideLegend(QPainter& painter, const QRectF& plot, double bottom, const Style& style);

    bool hasRoom() const { return m_y < m_bottom; } ///< for one more row
    /// Where the row's swatch is drawn, as a point, a box or a line.
    QPointF centre() const;
    QRectF box() const;
    QLineF line() const;
    /// Ends a row.
    void text(const QString& words);
    void heading(const QString& words);
    void remark(const QString& words);

private:
    void write(const QString& words, double offset, bool bold, Colour ink);

    QPainter& m_painter;
    const Style& m_style;
    double m_left, m_y, m_bottom;
};

} // namespace ridgepoint
