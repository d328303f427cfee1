// SPDX-License-Identifier: GPL-3.0-or-later
// How the validation picture is drawn.
#include "plots/validation_picture.hpp"

#include "plots/wording.hpp"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ridgepoint {

namespace {

struct Look {
    Colour colour;
    Shape shape;
};
// Sources by size; colour and shape both differ between neighbours.
constexpr Look looks[] = {
    {Colour::compute, Shape::circle},   {Colour::ep, Shape::square},      {Colour::tp, Shape::triangle_up},
    {Colour::pp, Shape::diamond},       {Colour::dp, Shape::circle},      {Colour::cp, Shape::triangle_down},
    {Colour::logits, Shape::pentagon},  {Colour::optimizer, Shape::square},
};
constexpr Look others{Colour::ghost, Shape::circle};
constexpr double narrowBand = 0.10, wideBand = 0.25;
constexpr double legendRow = 17;

Look lookOf(std::size_t group) {
    return group < std::size(looks) ? looks[group] : others;
}

bool hollow(std::size_t group) {
    return group >= std::size(looks);
}

} // namespace

PlotPicture::Margins ValidationPicture::margins(QSizeF whole) const {
    const QFontMetricsF plain(m_style.font(type::axis));
    double width = plain.horizontalAdvance(tr("this plan 100 000"));
    for (const Group& group : m_groups)
        width = std::max(width, plain.horizontalAdvance(groupText(group)) + m_style.px(14));
    for (std::size_t e = 0; e < m_elsewhere.size(); ++e)
        width = std::max(width, plain.horizontalAdvance(elsewhereText(e)) + m_style.px(14));
    Margins margins;
    margins.left = std::max(margins.left, leftRoom() / m_style.scale);
    margins.right = std::clamp((width + m_style.px(20)) / m_style.scale, 100.0, 206.0);
    margins.right = std::min(margins.right, whole.width() / m_style.scale * 0.4);
    return margins;
}

void ValidationPicture::drawBand(QPainter& painter, double share, Colour fill) const {
    const LogView here = view();
    const double low = here.x.lower, high = here.x.upper;
    QPolygonF band;
    band << here.pixel(low, low * (1 - share)) << here.pixel(high, high * (1 - share))
         << here.pixel(high, high * (1 + share)) << here.pixel(low, low * (1 + share));
    QPainterPath path, frame;
    path.addPolygon(band);
    path.closeSubpath();
    frame.addRect(here.frame);
    painter.fillPath(path.intersected(frame), m_style(fill)); // cut by hand: SVG knows no clipping
}

void ValidationPicture::drawUnder(QPainter& painter) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    drawBand(painter, wideBand, Colour::zone_network);
    drawBand(painter, narrowBand, Colour::accent_ground);
    painter.restore();
}

void ValidationPicture::drawData(QPainter& painter) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const LogView here = view();
    if (const auto line = here.slopeLine(1, here.y.upper)) {
        painter.setPen(m_style.pen(Colour::ink, 1.3));
        painter.drawLine(*line);
    }
    drawElsewhere(painter);
    // One pen and brush a source: setting them for every dot takes longer than the dots.
    const double radius = m_style.px(m_dots.size() > 400 ? 2.6 : 3.4);
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        const Look look = lookOf(g);
        const QColor fill = m_style(look.colour);
        painter.setPen(QPen(edgeOf(m_style.theme, fill), m_style.line(hollow(g) ? 1.1 : 0.7)));
        painter.setBrush(hollow(g) ? QBrush(Qt::NoBrush) : QBrush(fill));
        const QPolygonF shape = outline(look.shape, {0, 0}, radius);
        for (const Dot& dot : m_dots) {
            if (dot.group != g || !here.contains(dot.measured, dot.predicted))
                continue;
            const QPointF at = here.pixel(dot.measured, dot.predicted);
            if (look.shape == Shape::circle)
                painter.drawEllipse(at, radius, radius);
            else
                painter.drawPolygon(shape.translated(at));
        }
    }
    drawNeighbours(painter);
    painter.restore();
}

void ValidationPicture::drawNeighbours(QPainter& painter) const {
    const LogView here = view();
    painter.setBrush(Qt::NoBrush);
    for (const Dot& dot : m_dots) {
        if (!here.contains(dot.measured, dot.predicted))
            continue;
        const QPointF at = here.pixel(dot.measured, dot.predicted);
        const Measurement& run = m_validation->measurements[dot.row];
        if (m_selection.kind == Subject::Kind::measured_run && m_selection.name == run.id) {
            // How far off: from the dot straight to where it would be exact.
            const QPointF exact = here.clamped(dot.measured, dot.measured, 0);
            painter.setPen(m_style.pen(Colour::accent, 1.5, {3, 3}));
            painter.drawLine(at, exact);
            drawRing(painter, at, m_style.px(3), m_style);
        } else if (std::ranges::find(m_neighbours, dot.row) != m_neighbours.end()) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(m_style.pen(Colour::accent, 1.4));
            painter.drawEllipse(at, m_style.px(6), m_style.px(6));
        }
    }
}

void ValidationPicture::drawPlanLine(QPainter& painter) const {
    if (m_estimate == nullptr || !m_estimate->legal())
        return;
    const QRectF area = plotArea();
    const double predicted = m_estimate->throughput.tokens_per_s_per_gpu;
    const LogView here = view();
    if (!(predicted > here.y.lower && predicted < here.y.upper))
        return;
    const double y = here.yPixel(predicted);
    painter.setPen(m_style.pen(Colour::accent, 1.3, {2, 3}));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right() + m_style.px(4), y));
    //: The tokens/s per GPU of the plan that is open
    drawText(painter, {area.right() + m_style.px(8), y}, Anchor::left,
             tr("this plan %1").arg(words(text::number(predicted))), m_style.font(type::axis, true),
             m_style(Colour::accent), m_style(Colour::picture_ground));
}

void ValidationPicture::drawOver(QPainter& painter) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const LogView here = view();
    const QFont font = m_style.font(type::axis);
    const QColor ink = m_style(Colour::text_secondary);
    // The bands are named at their edges, in the lower left where dots are few.
    std::vector<QRectF> taken;
    for (const auto& [share, text] : {std::pair{1 + wideBand, tr("+25 %")}, std::pair{1 - wideBand, tr("−25 %")}}) {
        const double x = std::pow(10, std::log10(here.x.lower) * 0.93 + std::log10(here.x.upper) * 0.07);
        const QPointF at = here.pixel(x, x * share) + QPointF(m_style.px(share > 1 ? -16 : 16), m_style.px(share > 1 ? -8 : 8));
        if (here.frame.contains(textRect(at, Anchor::centre, text, font)))
            taken.push_back(drawText(painter, at, Anchor::centre, text, font, ink));
    }
    drawGhostLines(painter);
    drawPlanLine(painter);
    drawLegend(painter);
    if (m_dots.empty())
        drawEmpty(painter, here.frame, tr("No measured run passes the filter"), m_style);
    painter.restore();
}

void ValidationPicture::drawLegend(QPainter& painter) const {
    const QRectF area = plotArea();
    const QFont plain = m_style.font(type::axis), bold = m_style.font(type::axis, true);
    const double left = area.right() + m_style.px(12), row = m_style.px(legendRow);
    const double planLine = m_estimate != nullptr && m_estimate->legal()
                                ? view().yPixel(std::max(1e-9, m_estimate->throughput.tokens_per_s_per_gpu))
                                : -1e6;
    double y = area.top() + m_style.px(8);
    const auto next = [&] { // steps over the plan's own label
        y += row;
        if (std::abs(y - planLine) < m_style.px(12))
            y = planLine + m_style.px(16);
    };
    if (std::abs(y - planLine) < m_style.px(12))
        y = planLine + m_style.px(16);
    drawText(painter, {left - m_style.px(4), y}, Anchor::left, tr("Source, runs, error"), bold, m_style(Colour::text));
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        next();
        if (y > wholeSize().height() - m_style.px(30))
            return;
        const Look look = lookOf(g);
        drawMark(painter, {{left, y}, m_style.px(4), look.shape, look.colour, !hollow(g)}, m_style);
        drawText(painter, {left + m_style.px(10), y}, Anchor::left, groupText(m_groups[g]), plain,
                 m_style(m_groups[g].shown > 0 ? Colour::text : Colour::text_hint));
    }
    for (std::size_t e = 0; e < m_elsewhere.size(); ++e) {
        next();
        if (y > wholeSize().height() - m_style.px(24))
            return;
        drawMark(painter, {{left, y}, m_style.px(4), elsewhereShape(e), Colour::ghost, false}, m_style);
        drawText(painter, {left + m_style.px(10), y}, Anchor::left, elsewhereText(e), plain, m_style(Colour::text));
    }
    const auto band = [&](Colour fill, const QString& text) {
        next();
        if (y > wholeSize().height() - m_style.px(24))
            return;
        painter.fillRect(QRectF(left - m_style.px(5), y - m_style.px(5), m_style.px(10), m_style.px(10)), m_style(fill));
        painter.setPen(m_style.pen(Colour::axis, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(left - m_style.px(5), y - m_style.px(5), m_style.px(10), m_style.px(10)));
        drawText(painter, {left + m_style.px(10), y}, Anchor::left, text, plain, m_style(Colour::text));
    };
    y += m_style.px(6);
    band(Colour::accent_ground, tr("within ±10 %"));
    band(Colour::zone_network, tr("within ±25 %"));
    if (!m_neighbours.empty()) {
        next();
        painter.setPen(m_style.pen(Colour::accent, 1.4));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(QPointF(left, y), m_style.px(5), m_style.px(5));
        drawText(painter, {left + m_style.px(10), y}, Anchor::left, tr("runs like this plan"), plain, m_style(Colour::text));
    }
}

} // namespace ridgepoint
