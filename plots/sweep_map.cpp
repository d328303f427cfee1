// SPDX-License-Identifier: GPL-3.0-or-later
// How the sweep picture draws a map: its cells, their numbers, and where the verdict changes.
#include "plots/sweep_picture.hpp"

#include "plots/side_legend.hpp"
#include "plots/wording.hpp"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace ridgepoint {

namespace {

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
    SideLegend legend(painter, plotArea(), wholeSize().height() - m_style.px(10) - ghostHeight(), m_style);
    const auto frame = [&](Colour ink, const QString& text) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(m_style.pen(ink, 2));
        painter.drawRect(legend.box());
        legend.text(text);
    };
    legend.heading(words(sweep_output(m_output).name));
    legend.remark(words(sweep_output(m_output).unit));
    for (std::size_t i = m_levels.size(); i-- > 0 && legend.hasRoom();) { // most on top
        painter.fillRect(legend.box(), m_style(m_levels[i].colour));
        legend.text(m_levels[i].text);
    }
    if (std::ranges::any_of(m_spots, [](const Spot& s) { return s.legal && !s.fits; }) && legend.hasRoom()) {
        fillHatched(painter, legend.box(), faded(m_style(Colour::level_3), m_style(Colour::picture_ground)),
                    Hatch::rising_white, m_style);
        legend.text(tr("does not fit"));
    }
    if (std::ranges::any_of(m_spots, [](const Spot& s) { return !s.legal; }) && legend.hasRoom()) {
        painter.setPen(m_style.pen(Colour::axis, 1));
        painter.drawLine(legend.box().topLeft(), legend.box().bottomRight());
        legend.text(tr("illegal"));
    }
    if (!m_verdicts.names.empty() && legend.hasRoom()) {
        painter.setPen(m_style.pen(Colour::ink, 2, verdict_dashes));
        painter.drawLine(legend.line());
        legend.text(tr("verdict changes"));
    }
    if (best() != nullptr && legend.hasRoom())
        frame(Colour::ink, tr("best that fits"));
    if (std::ranges::any_of(m_spots, &Spot::present) && legend.hasRoom())
        frame(Colour::accent, tr("this plan"));
}

} // namespace ridgepoint
