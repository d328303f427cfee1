// SPDX-License-Identifier: GPL-3.0-or-later
// How the sweep picture is drawn.
#include "plots/sweep_picture.hpp"

#include "plots/ghost_drawing.hpp"
#include "plots/side_legend.hpp"
#include "plots/wording.hpp"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

constexpr double dot = 3.6, tick_gap = 5;

/// The present scenario is solid; others are told apart by their dashes and their names at the line's end.
QList<double> dashesOf(std::size_t line) {
    switch (line % 4) {
    case 1:
        return {7, 3};
    case 2:
        return {2, 3};
    case 3:
        return {8, 3, 2, 3};
    default:
        return {};
    }
}

Colour colourOfLine(SweepKind kind, std::size_t line) {
    if (kind == SweepKind::scaling)
        return line == 0 ? Colour::compute : Colour::ep;
    return line == 0 ? Colour::compute : Colour::ghost;
}

} // namespace

PlotPicture::Margins SweepPicture::margins(QSizeF whole) const {
    Margins margins;
    if (empty())
        return margins;
    const QFontMetricsF plain(m_style.font(type::axis));
    const QString heading = words(sweep_output(m_output).name);
    double right = QFontMetricsF(m_style.font(type::axis, true)).horizontalAdvance(heading) - m_style.px(22);
    if (isMap()) {
        right = std::max({right, plain.horizontalAdvance(tr("best that fits")),
                          m_verdicts.names.empty() ? 0.0 : plain.horizontalAdvance(tr("verdict changes")),
                          plain.horizontalAdvance(words(sweep_output(m_output).unit)) - m_style.px(22)});
        for (const Level& level : m_levels)
            right = std::max(right, plain.horizontalAdvance(level.text));
        right += m_style.px(36);
        double left = 0;
        for (std::size_t row = 0; row < m_answer->study.y.values.size(); ++row)
            left = std::max(left, plain.horizontalAdvance(valueName(m_answer->study.y, row)));
        margins.left = std::max(margins.left, (left + plain.height() + m_style.px(18)) / m_style.scale);
    } else {
        for (std::size_t line = 0; line < m_answer->lines.size(); ++line)
            right = std::max(right, plain.horizontalAdvance(lineName(line)));
        right = std::max(right, plain.horizontalAdvance(tr("does not fit"))) + m_style.px(44);
        margins.left = std::max(margins.left, leftRoom() / m_style.scale);
    }
    right = std::max(right, ghostWidth());
    if (namesTurned(whole.width())) {
        margins.bottom = (uprightHeight() + plain.height()) / m_style.scale + tick_gap + 8;
    }
    margins.right = std::clamp(right / m_style.scale, 60.0, 206.0);
    margins.right = std::min(margins.right, whole.width() / m_style.scale * 0.36);
    return margins;
}

void SweepPicture::drawUnder(QPainter& painter) {
    painter.save();
    if (!isMap())
        drawMisfits(painter);
    painter.restore();
}

// Where the present scenario does not fit, halfway to its neighbours; of memory, above the capacity.
void SweepPicture::drawMisfits(QPainter& painter) const {
    const QRectF area = plotArea();
    if (m_output == SweepOutput::memory) {
        const double y =
            yPixel(m_answer->study.scenarios.front().cluster.accelerator.hbm.value / bytes_per_gib);
        const QRectF beyond(QPointF(area.left(), area.top()),
                            QPointF(area.right(), std::clamp(y, area.top(), area.bottom())));
        fillHatched(painter, beyond, {}, Hatch::beyond, m_style);
        return;
    }
    std::vector<const Spot*> line;
    for (const Spot& spot : m_spots)
        if (spot.line == 0)
            line.push_back(&spot);
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i]->fits)
            continue;
        const double here = xPixel(line[i]->x);
        const double left = i == 0 ? area.left() : (xPixel(line[i - 1]->x) + here) / 2;
        const double right = i + 1 == line.size() ? area.right() : (xPixel(line[i + 1]->x) + here) / 2;
        const QRectF part =
            QRectF(QPointF(left, area.top()), QPointF(right, area.bottom())).intersected(area);
        fillHatched(painter, part, {}, Hatch::beyond, m_style);
    }
}

void SweepPicture::drawData(QPainter& painter) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (isMap()) {
        drawCells(painter);
        drawVerdictLines(painter);
        drawNumbers(painter);
    } else {
        drawLinear(painter);
        drawLines(painter);
        if (m_output == SweepOutput::memory) {
            const double y =
                yPixel(m_answer->study.scenarios.front().cluster.accelerator.hbm.value / bytes_per_gib);
            if (y > plotArea().top() && y < plotArea().bottom()) {
                painter.setPen(m_style.pen(Colour::ink, 2.3));
                painter.drawLine(QPointF(plotArea().left(), y), QPointF(plotArea().right(), y));
            }
        }
    }
    painter.restore();
}

// Throughput in proportion to the GPUs, from the present plan on.
void SweepPicture::drawLinear(QPainter& painter) const {
    if (m_answer->study.kind != SweepKind::scaling || m_output != SweepOutput::tokens_per_s)
        return;
    const auto present = std::ranges::find_if(m_spots, &Spot::present);
    if (present == m_spots.end())
        return;
    const Range x = xRange(), y = yRange();
    const double each = present->y / present->x;
    const double from = std::max(x.lower, y.lower / each), to = std::min(x.upper, y.upper / each);
    if (from >= to)
        return;
    QPolygonF line; // straight only where both axes are of a kind
    constexpr int pieces = 48;
    for (int i = 0; i <= pieces; ++i) {
        const double at = from * std::pow(to / from, double(i) / pieces);
        line << pixel(at, at * each);
    }
    painter.setPen(m_style.pen(Colour::ink, 1.3, {2, 4}));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
}

// Of a set of ceilings the dashes it has everywhere.
QPen SweepPicture::penOfLine(std::size_t line) const {
    return isGhost(line) ? ghostPen(ghosts()[line - 1].look, m_style, 1.6)
                         : m_style.pen(colourOfLine(m_answer->study.kind, line), line == 0 ? 2 : 1.6, dashesOf(line));
}

// Dotted across values that are illegal.
void SweepPicture::drawLines(QPainter& painter) const {
    const SweepKind kind = m_answer->study.kind;
    const bool joined = !ranks(m_answer->study.x);
    const QRectF area = plotArea().adjusted(-1, -1, 1, 1);
    for (std::size_t line = m_answer->lines.size(); line-- > 0;) { // the present one on top
        const Colour colour = colourOfLine(kind, line);
        std::vector<const Spot*> spots;
        for (const Spot& spot : m_spots)
            if (spot.line == line)
                spots.push_back(&spot);
        for (std::size_t i = 1; joined && i < spots.size(); ++i) {
            const QPointF a = place(*spots[i - 1]), b = place(*spots[i]);
            const bool across = spots[i]->point != spots[i - 1]->point + 1;
            painter.setPen(across ? m_style.pen(colour, 1, {1.5, 3})
                                  : penOfLine(line));
            if (area.contains(a) && area.contains(b))
                painter.drawLine(a, b);
        }
        for (const Spot* spot : spots)
            if (const QPointF at = place(*spot); area.contains(at))
                drawMark(
                    painter,
                    {at, m_style.px(dot), spot->fits ? Shape::circle : Shape::octagon, colour, spot->fits},
                    m_style);
    }
}

void SweepPicture::drawPresent(QPainter& painter) const {
    for (const Spot& spot : m_spots) {
        if (!spot.present)
            continue;
        if (isMap()) {
            drawRing(painter, cell(std::size_t(spot.x), std::size_t(spot.y)).adjusted(3, 3, -3, -3), m_style);
            continue;
        }
        const QPointF at = place(spot);
        if (plotArea().contains(at))
            drawRing(painter, at, m_style.px(2), m_style);
    }
}

void SweepPicture::drawSelected(QPainter& painter) const {
    const auto selected = placeOf(m_selection);
    if (!selected)
        return;
    const auto spot = std::ranges::find_if(
        m_spots, [&](const Spot& s) { return s.line == selected->first && s.point == selected->second; });
    if (spot == m_spots.end())
        return;
    painter.setBrush(Qt::NoBrush);
    painter.setPen(m_style.pen(Colour::trouble, 2));
    if (isMap())
        painter.drawRect(cell(std::size_t(spot->x), std::size_t(spot->y)).adjusted(2, 2, -2, -2));
    else if (const QPointF at = place(*spot); plotArea().contains(at))
        painter.drawRect(QRectF(at - QPointF(1, 1) * m_style.px(7), QSizeF(2, 2) * m_style.px(7)));
}

void SweepPicture::drawBreakEven(QPainter& painter) const {
    const QRectF area = plotArea();
    const QFont font = m_style.font(type::axis, true);
    double y = area.top() + m_style.px(13);
    const auto draw = [&](std::size_t line, const BreakEven& at) {
        const Colour ink = line == 0 ? Colour::ink : Colour::ghost;
        const double x = xPixel(at.value);
        painter.setPen(m_style.pen(ink, 1.6, {6, 3}));
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()));
        const QString text = breakEvenOf(line, at);
        QRectF rect = textRect({x + m_style.px(6), y}, Anchor::left, text, font);
        if (rect.right() > area.right() - 2)
            rect.moveRight(std::max(x - m_style.px(6), area.left() + rect.width() + 2));
        drawText(painter, {rect.left(), y}, Anchor::left, text, font, m_style(ink),
                 m_style(Colour::picture_ground));
        y += m_style.px(17);
    };
    for (std::size_t line = 0; line < m_answer->lines.size(); ++line)
        for (const BreakEven& at : m_answer->lines[line].break_evens)
            if (at.value >= xRange().lower && at.value <= xRange().upper)
                draw(line, at);
}

// Beside a point from which on the plan differs in more than the input: what looks like a jump is one.
void SweepPicture::drawFollowers(QPainter& painter) const {
    const QRectF area = plotArea();
    const QFont font = m_style.font(type::axis);
    std::vector<QRectF> taken;
    for (const Spot& spot : m_spots) {
        const QPointF at = place(spot);
        if (spot.followed.isEmpty() || !area.contains(at))
            continue;
        for (const double away : {-14.0, 14.0, -28.0, 28.0}) {
            QRectF rect = textRect(at + QPointF(0, m_style.px(away)), Anchor::centre, spot.followed, font);
            rect.moveLeft(std::clamp(rect.left(), area.left() + 2, std::max(area.left() + 2, area.right() - rect.width() - 2)));
            const bool free = std::ranges::none_of(taken, [&](const QRectF& t) { return t.intersects(rect); });
            if (!free || rect.top() < area.top() || rect.bottom() > area.bottom())
                continue;
            taken.push_back(rect);
            drawText(painter, rect.center(), Anchor::centre, spot.followed, font,
                     m_style(Colour::text_secondary), m_style(Colour::picture_ground));
            break;
        }
    }
}

void SweepPicture::drawCapacityName(QPainter& painter) const {
    const QRectF area = plotArea();
    const Bytes capacity = m_answer->study.scenarios.front().cluster.accelerator.hbm;
    const double y = yPixel(capacity.value / bytes_per_gib);
    if (isMap() || m_output != SweepOutput::memory || y < area.top() || y > area.bottom())
        return;
    const double above = y - m_style.px(10), below = y + m_style.px(10);
    drawText(painter, {area.right() - m_style.px(6), above > area.top() + m_style.px(8) ? above : below},
             Anchor::right, tr("%1 capacity").arg(quantity(text::memory(capacity))),
             m_style.font(type::axis, true), m_style(Colour::ink), m_style(Colour::picture_ground));
}

void SweepPicture::drawOver(QPainter& painter) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    drawBreakEven(painter);
    drawFollowers(painter);
    drawCapacityName(painter);
    drawPresent(painter);
    drawSelected(painter);
    drawVerdictNames(painter);
    drawTicks(painter);
    drawLegend(painter);
    drawGhostValues(painter);
    if (std::ranges::none_of(m_spots, &Spot::legal))
        drawEmpty(painter, plotArea(), tr("No value of this input is legal with the rest of the plan"),
                  m_style);
    painter.restore();
}

void SweepPicture::drawLegend(QPainter& painter) const {
    if (isMap())
        return drawMapLegend(painter);
    SideLegend legend(painter, plotArea(), wholeSize().height() - m_style.px(10) - ghostHeight(), m_style);
    const SweepKind kind = m_answer->study.kind;
    legend.heading(words(sweep_output(m_output).name));
    for (std::size_t line = 0; line < m_answer->lines.size() && legend.hasRoom(); ++line) {
        painter.setPen(penOfLine(line));
        painter.drawLine(legend.line());
        drawMark(painter, {legend.centre(), m_style.px(dot), Shape::circle, colourOfLine(kind, line), true}, m_style);
        legend.text(lineName(line));
    }
    if (kind == SweepKind::scaling && m_output == SweepOutput::tokens_per_s && legend.hasRoom()) {
        painter.setPen(m_style.pen(Colour::ink, 1.3, {2, 4}));
        painter.drawLine(legend.line());
        legend.text(tr("in proportion"));
    }
    if (std::ranges::any_of(m_spots, [](const Spot& s) { return !s.fits; }) && legend.hasRoom()) {
        drawMark(painter, {legend.centre(), m_style.px(dot), Shape::octagon, Colour::compute, false}, m_style);
        legend.text(tr("does not fit"));
    }
    if (std::ranges::any_of(m_spots, &Spot::present) && legend.hasRoom()) {
        const double r = m_style.px(4) + 1;
        painter.setBrush(Qt::NoBrush);
        painter.setPen(m_style.pen(Colour::accent, 2));
        painter.drawEllipse(legend.centre(), r, r);
        legend.text(tr("this plan"));
    }
}

} // namespace ridgepoint
