// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/side_legend.hpp"

#include <QPainter>

namespace ridgepoint {
namespace {

constexpr double gap = 10, row = 17, swatch = 16, mark = 4; // at 100 %

} // namespace

SideLegend::SideLegend(QPainter& painter, const QRectF& plot, double bottom, const Style& style)
    : m_painter(painter),
      m_style(style),
      m_left(plot.right() + style.px(gap)),
      m_y(plot.top() + style.px(row) / 2),
      m_bottom(bottom) {}

QPointF SideLegend::centre() const { return line().center(); }

QRectF SideLegend::box() const {
    const double r = m_style.px(mark);
    return QRectF(QPointF(m_left + m_style.px(swatch - gap) - r, m_y - r), QSizeF(2 * r, 2 * r));
}

QLineF SideLegend::line() const { return {m_left, m_y, m_left + m_style.px(swatch), m_y}; }

void SideLegend::text(const QString& words) { write(words, m_style.px(swatch + 6), false, Colour::text); }
void SideLegend::heading(const QString& words) { write(words, 0, true, Colour::text); }
void SideLegend::remark(const QString& words) { write(words, 0, false, Colour::text_secondary); }

void SideLegend::write(const QString& words, double offset, bool bold, Colour ink) {
    drawText(m_painter, {m_left + offset, m_y}, Anchor::left, words, m_style.font(type::axis, bold), m_style(ink));
    m_y += m_style.px(row);
}

} // namespace ridgepoint
