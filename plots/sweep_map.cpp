// SPDX-License-Identifier: GPL-3.0-or-later
// How the sweep picture draws a map: its cells, their numbers, and where the verdict changes.
#include "plots/sweep_picture.hpp"

#include "plots/wording.hpp"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace ridgepoint {

namespace {

constexpr double legend_row = 17;
const QList<double> verdict_dashes{6, 3};

/// What does not fit keeps its hue and gives up most of its weight.
QColor faded(const QColor& fill, const QColor& ground) {
    constexpr double kept = 0.4;
    const auto mix = [](int a, int b) { return int(a * kept + b * (1 - kept)); };
    QColor mixed = ground;
    mixed.setRgb(mix(fill.red(), ground.red()), mix(fill.green(), ground.green()),
                 mix(fill.blue(), ground.blue()));
    return mixed;
}

} // namespace

QRectF SweepPicture::cell(std::size_t column, std::size_t row) const {
    return QRectF(pixel(double(column) - 0.5, double(row) + 0.5),
                  pixel(double(column) + 0.5, double(row) - 0.5));
}

QRectF SweepPicture::inner(const Spot& spot) const {
    return cell(std::size_t(spot.x), std::size_t(spot.y)).adjusted(0.5, 0.5, -0.5, -0.5);
}

QColor SweepPicture::fillOf(const Spot& spot) const {
    const QColor fill = m_style(levelOf(spot.value));
    return spot.fits ? fill : faded(fill, m_style(Colour::picture_ground));
}

void SweepPicture::drawCells(QPainter& painter) const {
    for (const Spot& spot : m_spots) {
        const QRectF box = inner(spot);
        if (!spot.legal) {
            painter.setPen(m_style.pen(Colour::grid, 1));
            painter.drawLine(box.topLeft(), box.bottomRight());
        } else if (spot.fits) {
            painter.fillRect(box, fillOf(spot));
        } else {
            fillHatched(painter, box, fillOf(spot), Hatch::rising_white, m_style);
        }
    }
}

// Over the lines, which they interrupt: a number is read before a line is followed.
void SweepPicture::drawNumbers(QPainter& painter) const {
    const QFont font = m_style.font(type::axis);
    const QFontMetricsF metrics(font);
    for (const Spot& spot : m_spots) {
        const QRectF box = inner(spot);
        const QString text = words(text::number(spot.value));
        if (!spot.legal || metrics.horizontalAdvance(text) + 2 >= box.width() || metrics.height() >= box.height() - 2)
            continue;
        const QColor fill = fillOf(spot);
        drawText(painter, box.center(), Anchor::centre, text, font, labelOn(m_style.theme, fill), fill);
    }
    if (const Spot* const wanted = best())
        drawFrame(painter, inner(*wanted).adjusted(1, 1, -1, -1), Colour::ink, m_style);
}

// On a halo of ground: cells have every colour. What was solved is dashed as over one input; along cells it is solid.
void SweepPicture::drawVerdictLines(QPainter& painter) const {
    const auto draw = [&](const std::vector<QLineF>& lines, const QPen& pen) {
        painter.setPen(pen);
        for (const QLineF& line : lines)
            painter.drawLine(pixel(line.x1(), line.y1()), pixel(line.x2(), line.y2()));
    };
    const QPen halo = m_style.pen(Colour::picture_ground, 5);
    draw(m_verdicts.edges, halo);
    draw(m_verdicts.solved, halo);
    draw(m_verdicts.edges, m_style.pen(Colour::ink, 2.6));
    draw(m_verdicts.solved, m_style.pen(Colour::ink, 2, verdict_dashes));
}

void SweepPicture::drawVerdictNames(QPainter& painter) const {
    constexpr double beside = 3;
    const QFont font = m_style.font(type::axis, true);
    const QRectF area = plotArea().adjusted(beside, 0, -beside, 0);
    std::vector<QRectF> taken;
    for (const VerdictLines::Name& name : m_verdicts.names)
        for (const QPointF& place : name.places) {
            const QString text = verdictName(name);
            QRectF rect = textRect(pixel(place.x(), place.y()), Anchor::centre, text, font);
            if (rect.width() > area.width())
                break;
            if (!name.over_x)
                rect.moveBottom(rect.center().y() - beside); // the line is level: below its name
            rect.moveLeft(std::clamp(rect.left(), area.left(), area.right() - rect.width()));
            rect.moveTop(std::clamp(rect.top(), area.top(), area.bottom() - rect.height()));
            if (std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(rect); }))
                continue;
            taken.push_back(rect);
            drawText(painter, rect.center(), Anchor::centre, text, font, m_style(Colour::ink),
                     m_style(Colour::picture_ground));
            break;
        }
}

void SweepPicture::drawMapLegend(QPainter& painter) const {
    const QFont plain = m_style.font(type::axis), bold = m_style.font(type::axis, true);
    const double left = plotArea().right() + m_style.px(16), row = m_style.px(legend_row), r = m_style.px(4);
    const double bottom = wholeSize().height() - m_style.px(10) - ghostHeight();
    double y = plotArea().top() + row / 2;
    const auto text = [&](const QString& words, bool heading = false) {
        drawText(painter, {heading ? left - m_style.px(6) : left + m_style.px(16), y}, Anchor::left, words,
                 heading ? bold : plain, m_style(Colour::text));
        y += row;
    };
    const auto mark = [&](const QRectF& box, Colour ink) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(m_style.pen(ink, 2));
        painter.drawRect(box);
    };
    const auto box = [&] { return QRectF(left - r, y - r, 2 * r, 2 * r); };
    text(words(sweep_output(m_output).name), true);
    drawText(painter, {left - m_style.px(6), y}, Anchor::left, words(sweep_output(m_output).unit), plain,
             m_style(Colour::text_secondary));
    y += row;
    for (std::size_t i = m_levels.size(); i-- > 0 && y < bottom;) { // most on top
        painter.fillRect(box(), m_style(m_levels[i].colour));
        text(m_levels[i].text);
    }
    if (std::ranges::any_of(m_spots, [](const Spot& s) { return s.legal && !s.fits; }) && y < bottom) {
        fillHatched(painter, box(), faded(m_style(Colour::level_3), m_style(Colour::picture_ground)),
                    Hatch::rising_white, m_style);
        text(tr("does not fit"));
    }
    if (std::ranges::any_of(m_spots, [](const Spot& s) { return !s.legal; }) && y < bottom) {
        painter.setPen(m_style.pen(Colour::axis, 1));
        painter.drawLine(box().topLeft(), box().bottomRight());
        text(tr("illegal"));
    }
    if (!m_verdicts.names.empty() && y < bottom) {
        painter.setPen(m_style.pen(Colour::ink, 2, verdict_dashes));
        painter.drawLine(QPointF(left - m_style.px(6), y), QPointF(left + m_style.px(10), y));
        text(tr("verdict changes"));
    }
    if (best() != nullptr && y < bottom) {
        mark(box(), Colour::ink);
        text(tr("best that fits"));
    }
    if (std::ranges::any_of(m_spots, &Spot::present) && y < bottom) {
        mark(box(), Colour::accent);
        text(tr("this plan"));
    }
}

} // namespace ridgepoint
