// SPDX-License-Identifier: GPL-3.0-or-later
// The planner picture's legend: colours of the chosen parameter, shapes of ZeRO, and the marks.
#include "plots/planner_picture.hpp"

#include "plots/ghost_drawing.hpp"
#include "plots/wording.hpp"

#include <QPainter>

#include <algorithm>

namespace ridgepoint {

namespace {

constexpr double legend_row = 16, legend_mark = 4;

} // namespace

std::vector<PlannerPicture::LegendLine> PlannerPicture::legend() const {
    using Kind = LegendLine::Kind;
    std::vector<LegendLine> lines;
    if (empty() || m_dots.empty())
        return lines;
    const QString axis = words(axis_name(m_axis));
    lines.push_back({tr("Colour: %1").arg(axis), {}, {}, Kind::heading});
    const bool abbreviated = axis.size() <= 4 && m_axis != PlanAxis::zero;
    for (const Level& level : m_levels)
        lines.push_back({abbreviated ? axis + QChar(0x202F) + level.text : level.text, level.colour,
                         Shape::square, Kind::level});
    lines.push_back({tr("Shape: ZeRO"), {}, {}, Kind::heading});
    for (int zero = 0; zero < zero_stages; ++zero)
        if (std::ranges::any_of(m_dots, [zero](const Dot& dot) { return dot.plan.key.zero == zero; }))
            lines.push_back({QStringLiteral("ZeRO-%1").arg(zero), Colour::axis, shapeOf(zero), Kind::shape});
    lines.push_back({tr("Marks"), {}, {}, Kind::heading});
    if (std::ranges::any_of(m_dots, [](const Dot& dot) { return !dot.plan.fits; }))
        lines.push_back({tr("does not fit"), Colour::axis, Shape::circle, Kind::beyond});
    if (!shown().result.front.empty())
        lines.push_back({tr("Pareto front"), Colour::ink, {}, Kind::front});
    if (showsCurrent())
        lines.push_back({tr("this plan"), Colour::accent, {}, Kind::current});
    if (askedKey())
        lines.push_back({tr("why not?"), Colour::trouble, {}, Kind::asked});
    addGhostLegend(lines);
    return lines;
}

void PlannerPicture::drawLegend(QPainter& painter) const {
    using Kind = LegendLine::Kind;
    const QFont plain = m_style.font(type::axis), bold = m_style.font(type::axis, true);
    const double left = plotArea().right() + m_style.px(14), indent = m_style.px(13);
    const double bottom = wholeSize().height() - m_style.px(8);
    const std::vector<LegendLine> lines = legend();
    // A low picture closes its lines up rather than losing the last ones.
    const double top = hasSlowBand() ? slowBand().top() : plotArea().top();
    const double row = std::clamp((bottom - top) / std::max(1.0, double(lines.size()) + 1), m_style.px(12.5),
                                  m_style.px(legend_row));
    double y = top + row / 2;
    for (const LegendLine& line : lines) {
        if (line.kind == Kind::heading && y > top + row)
            y += row * 0.35;
        if (y > bottom)
            return;
        const QPointF at(left, y);
        const double r = m_style.px(legend_mark);
        switch (line.kind) {
        case Kind::heading:
            break;
        case Kind::level:
            painter.fillRect(QRectF(at - QPointF(r, r), QSizeF(2 * r, 2 * r)), m_style(line.colour));
            break;
        case Kind::shape:
            drawMark(painter, {at, r, line.shape, line.colour, true}, m_style);
            break;
        case Kind::beyond:
            drawMark(painter, {at, r, line.shape, line.colour, false}, m_style);
            break;
        case Kind::front:
            painter.setPen(m_style.pen(line.colour, 1.8));
            painter.drawLine(at - QPointF(m_style.px(6), 0), at + QPointF(m_style.px(6), 0));
            break;
        case Kind::current:
            painter.setBrush(Qt::NoBrush);
            painter.setPen(m_style.pen(line.colour, 2));
            painter.drawEllipse(at, r + 1, r + 1);
            break;
        case Kind::ghost:
            drawGhostSwatch(painter, at - QPointF(m_style.px(6), 0), m_style.px(13), line.look, m_style);
            break;
        case Kind::asked:
            painter.setBrush(Qt::NoBrush);
            painter.setPen(m_style.pen(line.colour, 2));
            painter.drawRect(QRectF(at - QPointF(r, r), QSizeF(2 * r, 2 * r)));
            break;
        }
        const bool heading = line.kind == Kind::heading;
        drawText(painter, {heading ? left - m_style.px(5) : left + indent, y}, Anchor::left, line.text,
                 heading ? bold : plain, m_style(Colour::text));
        y += row;
    }
}

} // namespace ridgepoint
