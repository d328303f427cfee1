// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/legend_row.hpp"

#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>

namespace ridgepoint {

std::vector<QPointF> LegendRow::places(double width, const Style& style) const {
    const QFontMetricsF metrics(style.font(type::axis));
    const double swatch = style.px(17), gap = style.px(14);
    std::vector<QPointF> places;
    double x = 0, y = 0;
    for (const LegendEntry& entry : entries) {
        const double needs = swatch + metrics.horizontalAdvance(entry.text);
        if (x > 0 && x + needs > width) {
            x = 0;
            y += rowHeight(style);
        }
        places.emplace_back(x, y);
        x += needs + gap;
    }
    return places;
}

int LegendRow::rowCount(double width, const Style& style) const {
    const auto all = places(width, style);
    return all.empty() ? 0 : int(all.back().y() / rowHeight(style) + 0.5) + 1;
}

void LegendRow::draw(QPainter& painter, QPointF topLeft, double width, const Style& style) const {
    const QFont font = style.font(type::axis);
    const double size = style.px(11);
    const auto all = places(width, style);
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const QPointF at = topLeft + all[i] + QPointF(0, rowHeight(style) / 2);
        const QRectF box(at.x(), at.y() - size / 2, size, size);
        const QColor fill = style(entries[i].fill);
        fillHatched(painter, box, fill, entries[i].hatch, style);
        painter.setBrush(Qt::NoBrush);
        if (entries[i].hatch == Hatch::bubble || contrast(fill, style(Colour::picture_ground)) < 3) {
            painter.setPen(QPen(edgeOf(style.theme, fill), 1));
            painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
        }
        drawText(painter, {at.x() + style.px(17), at.y()}, Anchor::left, entries[i].text, font,
                 style(Colour::text));
    }
}

QStringList LegendRow::texts() const {
    QStringList texts;
    for (const LegendEntry& entry : entries)
        texts << entry.text;
    return texts;
}

} // namespace ridgepoint
