// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/ghost_drawing.hpp"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace ridgepoint {

namespace {

constexpr double leader = 12, swatch = 18, gap = 4; // at 100 %

} // namespace

QPen ghostPen(int look, const Style& style, double width) {
    static const QList<double> dashes[] = {{5, 4}, {2, 3}, {9, 3, 2, 3}, {12, 4}, {2, 2, 2, 6}, {9, 3, 2, 3, 2, 3}};
    constexpr int patterns = int(std::size(dashes));
    return style.pen(Colour::ghost, width, dashes[((look % patterns) + patterns) % patterns]);
}

void drawGhostLine(QPainter& painter, const QPolygonF& line, int look, const Style& style) {
    painter.setPen(style.pen(Colour::picture_ground, 3.4));
    painter.drawPolyline(line);
    painter.setPen(ghostPen(look, style, 1.6));
    painter.drawPolyline(line);
}

void drawGhostSwatch(QPainter& painter, QPointF left, double width, int look, const Style& style) {
    painter.setPen(ghostPen(look, style, 1.6));
    painter.drawLine(left, left + QPointF(width, 0));
}

void drawSpanBar(QPainter& painter, const QRectF& frame, double top, const SpanBar& bar, const Style& style) {
    const double left = std::max(bar.from, frame.left()), right = std::min(bar.to, frame.right());
    if (right <= left)
        return;
    const double height = style.px(span_bar_height - 4);
    const QRectF rect(QPointF(left, top), QPointF(right, top + height));
    const QPen pen = bar.own ? style.pen(Colour::ink, 1.4) : ghostPen(bar.look, style);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen);
    painter.drawRect(rect);
    if (bar.mark > left && bar.mark < right)
        painter.drawLine(QPointF(bar.mark, rect.top()), QPointF(bar.mark, rect.bottom()));
    const QFont font = style.font(type::slot, bar.own);
    const double inset = style.px(gap);
    for (const QString& text : bar.texts)
        if (QFontMetricsF(font).horizontalAdvance(text) <= rect.width() - 2 * inset) {
            drawText(painter, {left + inset, rect.center().y()}, Anchor::left, text, font, style(Colour::text));
            return;
        }
}

double sideNamesWidth(const std::vector<SideName>& names, const Style& style) {
    double width = 0;
    for (const SideName& name : names)
        width = std::max(width, QFontMetricsF(style.font(type::axis, name.own)).horizontalAdvance(name.text));
    return names.empty() ? 0 : width + style.px(leader + swatch + 2 * gap + 6);
}

void drawSideNames(QPainter& painter, const QRectF& frame, const std::vector<SideName>& names, const Style& style) {
    std::vector<SideName> sorted = names;
    std::ranges::stable_sort(sorted, {}, &SideName::y);
    std::vector<double> wished;
    for (const SideName& name : sorted)
        wished.push_back(std::clamp(name.y, frame.top(), frame.bottom()));
    const double row = style.px(15);
    const std::vector<double> y = pushedApart(wished, row, frame.top() + row / 2, frame.bottom());
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const SideName& name = sorted[i];
        const double bend = frame.right() + style.px(leader), end = bend + style.px(swatch);
        painter.setPen(style.pen(Colour::axis, 1));
        painter.drawLine(QPointF(frame.right(), wished[i]), QPointF(bend, y[i]));
        painter.setPen(name.own ? style.pen(Colour::ink, 2) : ghostPen(name.look, style, 1.6));
        painter.drawLine(QPointF(bend, y[i]), QPointF(end, y[i]));
        drawText(painter, {end + style.px(gap), y[i]}, Anchor::left, name.text, style.font(type::axis, name.own),
                 style(Colour::text));
    }
}

} // namespace ridgepoint
