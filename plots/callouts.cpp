// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/callouts.hpp"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

constexpr double cell = 12; // pixels

} // namespace

Callouts::Callouts(const QRectF& frame)
    : m_frame(frame),
      m_columns(std::max(1, int(frame.width() / cell) + 1)),
      m_rows(std::max(1, int(frame.height() / cell) + 1)),
      m_marks(std::size_t(m_columns) * std::size_t(m_rows)) {}

void Callouts::addMark(QPointF at) {
    if (!m_frame.contains(at))
        return;
    const int column = int((at.x() - m_frame.left()) / cell), row = int((at.y() - m_frame.top()) / cell);
    ++m_marks[std::size_t(row * m_columns + column)];
}

void Callouts::block(const QRectF& rect) {
    m_blocked.push_back(rect);
}

int Callouts::marksIn(const QRectF& rect) const {
    const auto column = [&](double x) {
        return std::clamp(int((x - m_frame.left()) / cell), 0, m_columns - 1);
    };
    const auto row = [&](double y) { return std::clamp(int((y - m_frame.top()) / cell), 0, m_rows - 1); };
    int sum = 0;
    for (int r = row(rect.top()); r <= row(rect.bottom()); ++r)
        for (int c = column(rect.left()); c <= column(rect.right()); ++c)
            sum += m_marks[std::size_t(r * m_columns + c)];
    return sum;
}

std::optional<QRectF> Callouts::place(QPointF at, QSizeF text, Side side) {
    std::optional<QRectF> best;
    double least = 1e300;
    for (const double dy : {-22.0, 22.0, -44.0, 44.0, -72.0, 72.0, -110.0, 110.0, -160.0}) {
        if ((side == Side::above && dy > 0) || (side == Side::below && dy < 0))
            continue;
        for (const double share : {0.5, 0.0, 1.0, 0.25, 0.75}) { // of the text, what lies left of the mark
            const double bend = share == 0 ? 14 : share == 1 ? -14 : 0;
            const QRectF rect(at.x() - share * text.width() + bend, at.y() + dy - text.height() / 2,
                              text.width(), text.height());
            const QRectF wide = rect.adjusted(-4, -1, 4, 1);
            if (!m_frame.contains(wide) ||
                std::ranges::any_of(m_blocked, [&](const QRectF& other) { return other.intersects(wide); }))
                continue;
            const double cost = marksIn(wide) + std::abs(dy) / 20 + std::abs(bend) / 40;
            if (cost < least) {
                least = cost;
                best = rect;
            }
        }
    }
    if (best)
        block(best->adjusted(-4, -1, 4, 1));
    return best;
}

bool Callouts::add(QPointF at, const QString& text, const QColor& ink, Side side, const Style& style) {
    const QFont font = style.font(type::axis, true);
    const std::optional<QRectF> rect = place(at, textRect({}, Anchor::left, text, font).size(), side);
    if (rect)
        m_placed.push_back({at, *rect, text, ink});
    return rect.has_value();
}

void Callouts::draw(QPainter& painter, const Style& style) const {
    constexpr double mark = 7; // a leader begins beside the mark
    for (const Placed& one : m_placed) {
        const QPointF end(std::clamp(one.at.x(), one.rect.left(), one.rect.right()),
                          one.rect.center().y() < one.at.y() ? one.rect.bottom() : one.rect.top());
        const QLineF leader(one.at, end);
        if (leader.length() <= mark)
            continue;
        painter.setPen(QPen(one.ink, style.line(1.2)));
        painter.drawLine(QLineF(leader.pointAt(mark / leader.length()), end));
    }
    for (const Placed& one : m_placed)
        drawText(painter, {one.rect.left(), one.rect.center().y()}, Anchor::left, one.text,
                 style.font(type::axis, true), one.ink, style(Colour::picture_ground));
}

} // namespace ridgepoint
