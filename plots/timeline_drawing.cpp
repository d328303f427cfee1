// SPDX-License-Identifier: GPL-3.0-or-later
// How the timeline is drawn: lanes of blocks, names at the left, the exposed lane always last.
#include "plots/timeline_picture.hpp"

#include "plots/ghost_drawing.hpp"
#include "plots/wording.hpp"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {
constexpr double figuresRoom = 166; // at 100 %
}

bool TimelinePicture::figuresShown(QSizeF whole) const {
    return !m_figures.empty() && whole.width() >= m_style.px(620);
}

PlotPicture::Margins TimelinePicture::margins(QSizeF whole) const {
    const QFontMetricsF bold(m_style.font(type::axis, true)), plain(m_style.font(type::axis));
    double left = m_style.px(50);
    for (const Lane& lane : m_lanes)
        left = std::max({left, bold.horizontalAdvance(lane.name) + m_style.px(18),
                         plain.horizontalAdvance(lane.detail) + m_style.px(18)});
    Margins margins;
    margins.left = left / m_style.scale;
    margins.right = figuresShown(whole) ? figuresRoom : 16;
    margins.top = ghosts().empty() ? 10 : 24 + span_bar_height * double(compared().size()); // 24: a stale picture's strip
    const double width = whole.width() - left - m_style.px(margins.right);
    margins.bottom = 42 + 17 * m_legend.rowCount(width, m_style);
    return margins;
}

QRectF TimelinePicture::laneRect(std::size_t lane) const {
    // Lanes and the gaps between them share the height; tall pictures leave room rather than fat bars.
    constexpr double gapWeight = 0.45, tallest = 64;
    const QRectF area = plotArea();
    double weights = gapWeight;
    for (const Lane& one : m_lanes)
        weights += one.weight + gapWeight;
    const double unit = area.height() / weights, bar = std::min(unit, m_style.px(tallest));
    double top = area.top() + gapWeight * unit;
    for (std::size_t i = 0; i < lane; ++i)
        top += (m_lanes[i].weight + gapWeight) * unit;
    const double spare = (unit - bar) * m_lanes[lane].weight / 2;
    return {area.left(), top + spare, area.width(), bar * m_lanes[lane].weight};
}

QRectF TimelinePicture::blockRect(const QRectF& lane, const Lane& of, const Block& block) const {
    const double left = std::max(xPixel(block.start), lane.left()),
                 right = std::min(xPixel(block.end), lane.right());
    const double gap = right - left > 4 ? 1 : 0, height = lane.height() / of.rows;
    return {left, lane.top() + block.row * height, std::max(0.6, right - left - gap),
            height - (of.rows > 1 ? 1 : 0)};
}

void TimelinePicture::drawBlock(QPainter& painter, const QRectF& lane, const Lane& of,
                                const Block& block) const {
    if (xPixel(block.end) <= lane.left() || xPixel(block.start) >= lane.right())
        return;
    const QRectF rect = blockRect(lane, of, block);
    const bool dotted = block.hatch == Hatch::dots && rect.width() >= 4;
    fillHatched(painter, rect, m_style(block.colour),
                block.hatch == Hatch::trouble ? Hatch::trouble
                : dotted                      ? Hatch::dots
                                              : Hatch::none,
                m_style);
    if (selectedBlock(block.source))
        drawRing(painter, rect, m_style);
    drawLabel(painter, rect, block);
}

void TimelinePicture::drawLabel(QPainter& painter, const QRectF& rect, const Block& block) const {
    const QFont bold = m_style.font(type::axis, true), plain = m_style.font(type::axis),
                small = m_style.font(type::slot);
    const QFontMetricsF metrics(bold);
    const QString time = quantity(text::duration(Seconds((block.end - block.start) / m_perSecond)));
    const double room = rect.width() - m_style.px(3);
    const auto fits = [room](const QString& text, const QFont& font) {
        return QFontMetricsF(font).horizontalAdvance(text) <= room;
    };
    const bool trouble = block.hatch == Hatch::trouble, hatched = trouble || block.hatch == Hatch::dots;
    const QColor fill = m_style(block.colour);
    const QColor ink = trouble ? m_style(Colour::trouble) : labelOn(m_style.theme, fill);
    const QColor ground = !hatched ? QColor() : trouble ? m_style(Colour::trouble_ground) : fill;
    if (rect.height() < metrics.capHeight() + 4)
        return;
    const double half = metrics.height() / 2;
    if (fits(block.label, bold) && fits(time, plain) && rect.height() >= metrics.height() * 2) {
        drawText(painter, rect.center() - QPointF(0, half), Anchor::centre, block.label, bold, ink, ground);
        drawText(painter, rect.center() + QPointF(0, half), Anchor::centre, time, plain, ink, ground);
        return;
    }
    // Where both do not fit: of a wait its time, of work its name, else whatever fits.
    for (const QString& text : trouble ? QStringList{time} : QStringList{block.label, time})
        for (const QFont& font : {bold, small})
            if (fits(text, font)) {
                drawText(painter, rect.center(), Anchor::centre, text, font, ink, ground);
                return;
            }
}

void TimelinePicture::drawData(QPainter& painter) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    drawEnds(painter);
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        const QRectF lane = laneRect(i);
        for (const Block& block : m_lanes[i].blocks)
            drawBlock(painter, lane, m_lanes[i], block);
        if (!m_lanes[i].none.isEmpty())
            drawNone(painter, lane, m_lanes[i].none);
    }
    painter.restore();
}

void TimelinePicture::drawNone(QPainter& painter, const QRectF& lane, const QString& text) const {
    QRectF part = lane; // of the first case
    if (showsAlone())
        part.setRight(std::clamp(xPixel(axisValue(span())), lane.left(), lane.right()));
    painter.setPen(m_style.pen(Colour::grid, 1.5));
    painter.drawLine(QPointF(part.left(), part.center().y()), QPointF(part.right(), part.center().y()));
    const QFont font = m_style.font(type::axis);
    const bool room = QFontMetricsF(font).horizontalAdvance(text) <= part.width();
    drawText(painter, part.center(), Anchor::centre, room ? text : tr("none"), font, m_style(Colour::text_secondary),
             m_style(Colour::picture_ground));
}

// Which case is which, over the lanes; a line between them.
void TimelinePicture::drawCases(QPainter& painter) const {
    const QRectF area = plotArea();
    const double end = xPixel(axisValue(span())), start = xPixel(m_aloneFrom), between = (end + start) / 2;
    const QFont bold = m_style.font(type::axis, true);
    const auto name = [&](double left, double right, const QStringList& texts) {
        left = std::max(left, area.left()) + m_style.px(2);
        right = std::min(right, area.right());
        for (const QString& text : texts)
            if (QFontMetricsF(bold).horizontalAdvance(text) <= right - left) {
                drawText(painter, {left, area.top() + m_style.px(10)}, Anchor::left, text, bold, m_style(Colour::text),
                         m_style(Colour::picture_ground));
                return;
            }
    };
    QStringList pair{tr("Forward against backward"), tr("Pair")}, alone{tr("Forward alone"), tr("Alone")};
    const auto sends = [](const TimelineBlock& block) { return block.stream == Stream::communication; };
    if (std::ranges::any_of(m_blocks, sends)) {
        const bool hides = m_estimate->pair_timeline.exposed.empty();
        pair.prepend(hides ? tr("Forward against backward: everything hides")
                           : tr("Forward against backward: not everything hides"));
        alone.prepend(tr("Forward alone: nothing to hide behind"));
    }
    name(xPixel(0), between, pair);
    name(start, area.right(), alone);
    if (between <= area.left() || between >= area.right())
        return;
    painter.setPen(m_style.pen(Colour::axis, 1));
    painter.drawLine(QPointF(between, area.top()), QPointF(between, area.bottom()));
}

// When the layer would be done under each set compared, over the lanes.
void TimelinePicture::drawCompared(QPainter& painter) const {
    const QRectF area = plotArea();
    double top = area.top() - m_style.px(3) - m_style.px(span_bar_height) * double(compared().size());
    for (const Compared& one : compared()) {
        const auto draw = [&](double from, Seconds length, const QString& shortest) {
            const QString time = quantity(text::duration(length));
            //: A set of ceilings and when the layer ends under it
            drawSpanBar(painter, area, top,
                        {xPixel(from), xPixel(from + axisValue(length)), -1,
                         {tr("%1 %2").arg(one.name, time), shortest}, one.look, one.own},
                        m_style);
        };
        draw(0, one.ends.span, one.name);
        if (showsAlone())
            draw(m_aloneFrom, one.ends.alone, quantity(text::duration(one.ends.alone)));
        top += m_style.px(span_bar_height);
    }
}

// Down from those bars, behind the lanes.
void TimelinePicture::drawEnds(QPainter& painter) const {
    const QRectF area = plotArea();
    for (const Compared& one : compared())
        for (const auto& [end, shown] : {std::pair(axisValue(one.ends.span), true),
                                         std::pair(m_aloneFrom + axisValue(one.ends.alone), showsAlone())})
            if (const double x = xPixel(end); shown && !one.own && x > area.left() && x < area.right())
                drawGhostLine(painter, {{x, area.top()}, {x, area.bottom()}}, one.look, m_style);
}

// From the end of a transfer up to the compute that waited for it.
void TimelinePicture::drawWaits(QPainter& painter) const {
    const auto& blocks = m_blocks;
    const QRectF compute = laneRect(0), area = plotArea();
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        const TimelineBlock& wait = blocks[i];
        if (wait.stream != Stream::exposed)
            continue;
        const double x = xPixel(endOf(i));
        if (x < area.left() || x > area.right())
            continue;
        for (std::size_t lane = 2; lane + 1 < m_lanes.size(); ++lane)
            for (const Block& sent : m_lanes[lane].blocks) {
                if (sent.source < 0 || blocks[std::size_t(sent.source)].name != wait.name ||
                    std::abs(sent.end - endOf(i)) > m_end * 1e-3)
                    continue;
                const QPointF from(x, blockRect(laneRect(lane), m_lanes[lane], sent).top());
                const QPointF to(x, compute.bottom() + m_style.px(2));
                painter.setPen(m_style.pen(Colour::ink, 1.2, {3, 2}));
                painter.drawLine(from, to + QPointF(0, m_style.px(5)));
                painter.setPen(Qt::NoPen);
                painter.setBrush(m_style(Colour::ink));
                const double w = m_style.px(3.5);
                painter.drawPolygon(QPolygonF{to, to + QPointF(-w, 2 * w), to + QPointF(w, 2 * w)});
            }
    }
    painter.setBrush(Qt::NoBrush);
}

void TimelinePicture::drawFigures(QPainter& painter) const {
    const QFont plain = m_style.font(type::axis), bold = m_style.font(type::axis, true);
    const double left = plotArea().right() + m_style.px(16), right = wholeSize().width() - m_style.px(12);
    double y = plotArea().top() + m_style.px(14);
    for (const Figure& figure : m_figures) {
        if (figure.heading) {
            y += &figure == &m_figures.front() ? 0 : m_style.px(8);
            drawText(painter, {left, y}, Anchor::left, figure.name, bold, m_style(Colour::text));
            drawText(painter, {right, y}, Anchor::right, figure.value, plain, m_style(Colour::text_secondary));
            y += m_style.px(17);
            continue;
        }
        if (figure.colour)
            fillHatched(painter, QRectF(left, y - m_style.px(5), m_style.px(10), m_style.px(10)),
                        m_style(*figure.colour), figure.hatch, m_style);
        drawText(painter, {left + m_style.px(16), y}, Anchor::left, figure.name, plain, m_style(Colour::text));
        drawText(painter, {right, y}, Anchor::right, figure.value, bold, m_style(Colour::text));
        y += m_style.px(17);
    }
}

void TimelinePicture::drawOver(QPainter& painter) {
    painter.save();
    const QRectF area = plotArea();
    const QFont bold = m_style.font(type::axis, true), plain = m_style.font(type::axis);
    for (std::size_t i = 0; i < m_lanes.size(); ++i) {
        const QRectF lane = laneRect(i);
        const QPointF at(area.left() - m_style.px(10), lane.center().y());
        const double half = QFontMetricsF(plain).height() / 2;
        const double next = i + 1 < m_lanes.size() ? laneRect(i + 1).center().y() : area.bottom();
        const double before = i > 0 ? laneRect(i - 1).center().y() : area.top();
        const bool room = std::min(next - lane.center().y(), lane.center().y() - before) >= 3.4 * half;
        const bool two = !m_lanes[i].detail.isEmpty() && room;
        drawText(painter, at - QPointF(0, two ? half : 0), Anchor::right, m_lanes[i].name, bold,
                 m_style(Colour::text));
        if (two)
            drawText(painter, at + QPointF(0, half), Anchor::right, m_lanes[i].detail, plain,
                     m_style(Colour::text_secondary));
    }
    drawWaits(painter);
    drawCompared(painter);
    if (showsAlone())
        drawCases(painter);
    if (figuresShown(wholeSize()))
        drawFigures(painter);
    const double rows = m_legend.rowCount(area.width(), m_style) * LegendRow::rowHeight(m_style);
    m_legend.draw(painter, {area.left(), wholeSize().height() - rows - m_style.px(3)}, area.width(), m_style);
    if (!beyondText().isEmpty())
        drawText(painter, area.topRight() + QPointF(-m_style.px(4), m_style.px(6)), Anchor::right,
                 beyondText(), bold, m_style(Colour::accent), m_style(Colour::picture_ground));
    if (m_lanes.empty())
        drawEmpty(painter, area, tr("No layer to show: the estimate carries no timeline"), m_style);
    painter.restore();
}

} // namespace ridgepoint
