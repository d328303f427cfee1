// SPDX-License-Identifier: GPL-3.0-or-later
// A legend below a picture: swatches and texts in as many rows as the width asks for. Private to plots/.
#pragma once

#include "plots/style.hpp"

namespace ridgepoint {

struct LegendEntry {
    QString text;
    Colour fill{};
    Hatch hatch = Hatch::none;
};

class LegendRow {
public:
    std::vector<LegendEntry> entries;

    int rowCount(double width, const Style& style) const;
    static double rowHeight(const Style& style) { return style.px(17); }
    /// Rows from `top` down, entries from `left`, wrapping at `width`.
    void draw(QPainter& painter, QPointF topLeft, double width, const Style& style) const;
    QStringList texts() const;

private:
    std::vector<QPointF> places(double width, const Style& style) const; ///< offsets, one an entry
};

} // namespace ridgepoint
