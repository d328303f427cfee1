// SPDX-License-Identifier: GPL-3.0-or-later
// The validation picture's ghosts: the same runs predicted at other ceilings, and the plan at hand under them.
#include "plots/validation_picture.hpp"

#include "plots/ghost_drawing.hpp"
#include "plots/wording.hpp"

#include <QPaintDevice>
#include <QPainter>
#include <QPixmap>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ridgepoint {

void ValidationPicture::setElsewhere(std::vector<Elsewhere> elsewhere) {
    m_elsewhere = std::move(elsewhere);
    m_stale_dots = true;
    rebuild();
    redraw();
    emit subtitleChanged();
}

QString ValidationPicture::elsewhereText(std::size_t index) const {
    const bool none = index >= m_elsewhereFigures.size() || m_elsewhereFigures[index].rows == 0;
    const QString& name = m_elsewhere[index].name;
    if (none) //: None of the runs shown can be predicted at that set of ceilings
        return tr("at %1 none").arg(name);
    const ErrorFigures& figures = m_elsewhereFigures[index];
    const QString error = quantity(text::percent(figures.median));
    //: A set of ceilings, how many of the runs shown can be predicted at it, and their median error
    return tr("at %1 %2, %3").arg(name, words(text::count(double(figures.rows))), error);
}

QStringList ValidationPicture::elsewhereTexts() {
    ensureFresh();
    QStringList texts;
    for (std::size_t e = 0; e < m_elsewhere.size(); ++e)
        texts << elsewhereText(e);
    return texts;
}

Shape ValidationPicture::elsewhereShape(std::size_t index) const {
    constexpr Shape shapes[] = {Shape::triangle_up, Shape::square, Shape::diamond, Shape::pentagon};
    return shapes[std::size_t(m_elsewhere[index].look) % std::size(shapes)];
}

// Under the dots. On the screen one stamp for all: an outline each would take as long as the rest of the picture.
void ValidationPicture::drawElsewhere(QPainter& painter) const {
    const LogView here = view();
    const double radius = m_style.px(m_dots.size() > 400 ? 2.4 : 3.2), half = std::ceil(radius + 2);
    const QPen pen(m_style(Colour::ghost), m_style.line(1));
    for (std::size_t e = 0; e < m_elsewhere.size(); ++e) {
        const QPolygonF shape = outline(elsewhereShape(e), {0, 0}, radius);
        const double ratio = painter.device()->devicePixelRatioF();
        QPixmap stamp((QSizeF(2, 2) * half * ratio).toSize());
        stamp.setDevicePixelRatio(ratio);
        stamp.fill(Qt::transparent);
        {
            QPainter of(&stamp);
            of.setRenderHint(QPainter::Antialiasing);
            of.setPen(pen);
            of.drawPolygon(shape.translated(half, half));
        }
        painter.setPen(pen);
        painter.setBrush(Qt::NoBrush);
        for (const Dot& dot : m_dots) {
            const double there = dot.elsewhere[e];
            if (!(there > 0) || !here.contains(dot.measured, there))
                continue;
            const QPointF at = here.pixel(dot.measured, there);
            if (m_exporting)
                painter.drawPolygon(shape.translated(at));
            else
                painter.drawPixmap(at - QPointF(half, half), stamp);
        }
    }
}

// The plan at hand under each set, named at the left where few dots are.
void ValidationPicture::drawGhostLines(QPainter& painter) const {
    const LogView here = view();
    const QFont font = m_style.font(type::axis);
    const double own = m_estimate != nullptr ? m_estimate->throughput.tokens_per_s_per_gpu : 0;
    std::vector<double> wished; // names on the side of their line that is away from the plan's own
    std::vector<const Ghost*> shown;
    for (const Ghost& ghost : ghosts()) {
        const double speed = ghost.estimate.throughput.tokens_per_s_per_gpu;
        if (!(speed > here.y.lower && speed < here.y.upper))
            continue;
        const double y = here.yPixel(speed);
        painter.setPen(ghostPen(ghost.look, m_style));
        painter.drawLine(QPointF(here.frame.left(), y), QPointF(here.frame.right(), y));
        shown.push_back(&ghost);
        wished.push_back(y + m_style.px(speed < own ? 9 : -9));
    }
    // Downwards, as places are pushed apart in their order.
    std::vector<std::size_t> order(shown.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::sort(order, {}, [&](std::size_t i) { return wished[i]; });
    std::vector<double> sorted;
    for (const std::size_t i : order)
        sorted.push_back(wished[i]);
    const std::vector<double> y = pushedApart(sorted, m_style.px(15), here.frame.top() + m_style.px(8),
                                              here.frame.bottom() - m_style.px(8));
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Ghost& ghost = *shown[order[i]];
        //: The plan at hand at a set of ceilings and its tokens/s per GPU
        drawText(painter, {here.frame.left() + m_style.px(6), y[i]}, Anchor::left,
                 tr("this plan, %1 %2")
                     .arg(words(ghost.name), words(text::number(ghost.estimate.throughput.tokens_per_s_per_gpu))),
                 font, m_style(Colour::text), m_style(Colour::picture_ground));
    }
}

} // namespace ridgepoint
