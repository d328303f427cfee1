// SPDX-License-Identifier: GPL-3.0-or-later
// How the network roofline is drawn.
#include "plots/network_picture.hpp"

#include "plots/ghost_drawing.hpp"
#include "plots/wording.hpp"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ridgepoint {

namespace {

Shape shapeOf(Parallelism parallelism) {
    switch (parallelism) {
    case Parallelism::tp:
        return Shape::triangle_up;
    case Parallelism::cp:
        return Shape::triangle_down;
    case Parallelism::ep:
        return Shape::square;
    case Parallelism::pp:
        return Shape::diamond;
    case Parallelism::dp:
        return Shape::circle;
    }
    return Shape::bar;
}

} // namespace

LogView NetworkPicture::view() const {
    return {plotArea(), xRange(), yRange()};
}

Mark NetworkPicture::markOf(const Point& point, const LogView& view) const {
    Mark mark;
    mark.at = view.clamped(point.intensity, attained(), m_style.px(7));
    if (point.parallelism) {
        mark.radius = m_style.px(6.5);
        mark.shape = shapeOf(*point.parallelism);
        mark.colour = colourOf(*point.parallelism);
        mark.filled = point.link == Link::scale_out;
    } else {
        mark.radius = m_style.px(9);
        mark.shape = Shape::bar;
        mark.colour = Colour::ink;
    }
    return mark;
}

PlotPicture::Margins NetworkPicture::margins(QSizeF) const {
    const QFontMetricsF bold(m_style.font(type::axis, true)), plain(m_style.font(type::axis));
    double width = bold.horizontalAdvance(tr("this step 1 000"));
    if (!empty())
        for (const SideLine& line : sideLines())
            width = std::max(width, bold.horizontalAdvance(line.text));
    for (const QString& line : {tr("gap up = time"), tr("to spare on link")})
        width = std::max(width, plain.horizontalAdvance(line));
    Margins margins;
    margins.left = std::max(margins.left, leftRoom() / m_style.scale);
    margins.right = std::clamp((width + m_style.px(18)) / m_style.scale, 112.0, 206.0);
    return margins;
}

void NetworkPicture::drawUnder(QPainter& painter) {
    const LogView view = this->view();
    const double x = std::clamp(view.xPixel(ridge(Link::scale_out)), view.frame.left(), view.frame.right());
    painter.fillRect(QRectF(view.frame.topLeft(), QPointF(x, view.frame.bottom())),
                     m_style(Colour::zone_network));
    painter.fillRect(QRectF(QPointF(x, view.frame.top()), view.frame.bottomRight()),
                     m_style(Colour::zone_compute));
}

void NetworkPicture::drawSlope(QPainter& painter, const LogView& view, Link link) const {
    const auto line = view.slopeLine(bandwidth(link), m_roofs.empty() ? m_top : m_roofs.front().value);
    if (!line)
        return;
    painter.setPen(link == Link::scale_up ? m_style.pen(Colour::ink, 2, {9, 3})
                                          : m_style.pen(Colour::ink, 2));
    painter.drawLine(*line);
}

std::vector<QRectF> NetworkPicture::drawSlopeLabel(QPainter& painter, const LogView& view, Link link,
                                                   const std::vector<QRectF>& taken) const {
    const auto line = view.slopeLine(bandwidth(link), m_roofs.empty() ? m_top : m_roofs.front().value);
    if (!line)
        return {};
    //: A network and its bandwidth along its slope: "InfiniBand 50 GB/s"
    const QString text = tr("%1 %2").arg(words(text::name(link)),
                                         quantity(text::bandwidth(BytesPerSecond(bandwidth(link) * tera))));
    const QFont font = m_style.font(type::axis, true);
    const QColor ink = m_style(Colour::ink), ground = m_style(Colour::zone_network);
    const std::vector<QRectF> along = drawAlong(painter, *line, text, font, ink, ground, taken);
    if (!along.empty())
        return along;
    // No room along it: over the ceiling, above where the slope meets it.
    for (const double up : {10, 24}) {
        const QPointF at = line->p2() + QPointF(m_style.px(4), -m_style.px(up));
        const QRectF rect = textRect(at, Anchor::left, text, font);
        const bool clear =
            std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(rect); });
        if (!clear || rect.top() < view.frame.top() || rect.right() > view.frame.right())
            continue;
        const bool inNetwork = rect.right() < view.xPixel(ridge(Link::scale_out));
        painter.setPen(m_style.pen(Colour::axis, 1));
        painter.drawLine(line->p2(), QPointF(line->p2().x(), at.y()));
        drawText(painter, at, Anchor::left, text, font, ink,
                 m_style(inNetwork ? Colour::zone_network : Colour::zone_compute));
        return {rect};
    }
    return {};
}

// Roofs, slopes and the step of the sets compared; what crosses the links is the same under each.
void NetworkPicture::drawGhosts(QPainter& painter, const LogView& view) const {
    for (const Ghost& ghost : ghosts()) {
        const Roofs& roofs = ghost.estimate.roofs;
        const double up = roofs.scale_up.value / tera, out = roofs.scale_out.value / tera, top = topOf(ghost);
        const double step = ghost.estimate.throughput.per_gpu_causal.value / tera;
        if (!(step > 0) || !(top > 0))
            continue;
        painter.setPen(ghostPen(ghost.look, m_style));
        for (const auto& line : {up > 0 ? view.ceilingLine(top, top / up) : std::nullopt,
                                 up > 0 ? view.slopeLine(up, top) : std::nullopt,
                                 out > 0 ? view.slopeLine(out, top) : std::nullopt,
                                 view.ceilingLine(step, view.x.lower)})
            if (line)
                painter.drawLine(*line);
        for (const Point& point : m_points) {
            if (!view.contains(point.intensity, step))
                continue;
            Mark mark = markOf(point, view);
            mark.at = view.pixel(point.intensity, step);
            mark.radius *= 0.75;
            mark.colour = Colour::ghost;
            mark.filled = false;
            drawMark(painter, mark, m_style);
        }
    }
}

void NetworkPicture::drawData(QPainter& painter) {
    const LogView view = this->view();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    drawGhosts(painter, view);
    for (const Roof& roof : m_roofs)
        if (const auto line = view.ceilingLine(roof.value, roof.value / bandwidth(Link::scale_up))) {
            painter.setPen(m_style.pen(Colour::ink, roof.main ? 2 : 1.6));
            painter.drawLine(*line);
        }
    drawSlope(painter, view, Link::scale_up);
    drawSlope(painter, view, Link::scale_out);
    if (const auto line = view.ceilingLine(attained(), view.x.lower)) {
        painter.setPen(m_style.pen(Colour::axis, 1, {1, 3}));
        painter.drawLine(*line);
    }
    // The time to spare on a link: up to its slope, or to the ceiling.
    painter.setPen(m_style.pen(Colour::axis, 1.2, {1.5, 3}));
    for (const Point& point : m_points) {
        if (!view.contains(point.intensity, attained()))
            continue;
        const double reach = std::min(point.intensity * bandwidth(point.link), m_top);
        const double top = std::max(view.yPixel(reach), view.frame.top());
        painter.drawLine(QPointF(view.xPixel(point.intensity), view.yPixel(attained())),
                         QPointF(view.xPixel(point.intensity), top));
    }
    painter.restore();
}

void NetworkPicture::drawRidges(QPainter& painter, const LogView& view) const {
    const QFont font = m_style.font(type::axis);
    const double y = view.frame.bottom() - m_style.px(10);
    const double up = view.xPixel(ridge(Link::scale_up)), out = view.xPixel(ridge(Link::scale_out));
    painter.setPen(m_style.pen(Colour::axis, 1, {2, 3}));
    for (const double x : {up, out})
        if (x > view.frame.left() && x < view.frame.right())
            painter.drawLine(QPointF(x, std::max(view.yPixel(m_top), view.frame.top())),
                             QPointF(x, view.frame.bottom()));
    const auto number = [this](Link link) { return words(text::count(std::round(ridge(link)))); };
    const QColor ground = m_style(Colour::zone_network);
    if (up > view.frame.left() && up < view.frame.right()) {
        const QString text = tr("ridges %1").arg(number(Link::scale_up));
        const double width = QFontMetricsF(font).horizontalAdvance(text);
        const double right = std::max(up - m_style.px(4), view.frame.left() + width + m_style.px(4));
        drawText(painter, {right, y}, Anchor::right, text, font, m_style(Colour::text_secondary), ground);
    }
    if (out > view.frame.left() && out < view.frame.right())
        drawText(painter, {out + m_style.px(5), y}, Anchor::left, number(Link::scale_out), font,
                 m_style(Colour::text_secondary), m_style(Colour::zone_compute));
}

double NetworkPicture::drawRoofLabels(QPainter& painter, const LogView& view) const {
    const std::vector<SideLine> lines = sideLines();
    std::vector<double> wished;
    for (const SideLine& line : lines)
        wished.push_back(line.value > 0 ? std::clamp(view.yPixel(line.value), view.frame.top(), view.frame.bottom())
                                        : view.frame.bottom());
    const double gap = m_style.px(14);
    const std::vector<double> y = pushedApart(wished, gap, view.frame.top() + gap / 2, view.frame.bottom());
    double end = 0;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        painter.setPen(lines[i].look < 0 ? m_style.pen(Colour::axis, 1) : ghostPen(lines[i].look, m_style));
        painter.drawLine(QPointF(view.frame.right(), wished[i]),
                         QPointF(view.frame.right() + m_style.px(6), y[i]));
        drawText(painter, {view.frame.right() + m_style.px(8), y[i]}, Anchor::left, lines[i].text,
                 m_style.font(type::axis, lines[i].bold), m_style(Colour::text));
        end = std::max(end, y[i] + gap / 2);
    }
    return end;
}

void NetworkPicture::drawLegend(QPainter& painter, double top) const {
    const QFont font = m_style.font(type::axis);
    const double row = m_style.px(17), left = plotArea().right() + m_style.px(14);
    std::vector<const Point*> shown;
    for (const Point& point : m_points)
        if (point.parallelism)
            shown.push_back(&point);
    if (shown.empty())
        return;
    const double height = row * double(shown.size()) + m_style.px(34);
    // At the foot of the margin as in a caption, or right under the ceilings' labels where that is too low.
    double y = std::max(top + m_style.px(12), plotArea().bottom() - height + row / 2);
    const double bottom = plotArea().bottom() + m_style.px(10); // below stand the last tick's digits
    for (const Point* point : shown) {
        if (y + row / 2 > bottom)
            return;
        Mark mark = markOf(*point, view());
        mark.at = {left, y};
        mark.radius = m_style.px(4.5);
        drawMark(painter, mark, m_style);
        drawText(painter, {left + m_style.px(11), y}, Anchor::left, legendText(*point), font,
                 m_style(Colour::text));
        y += row;
    }
    if (y + m_style.px(20) < bottom) {
        y += m_style.px(3);
        const double x = left - m_style.px(5);
        drawText(painter, {x, y}, Anchor::left, tr("gap up = time"), font, m_style(Colour::text_hint));
        drawText(painter, {x, y + m_style.px(14)}, Anchor::left, tr("to spare on link"), font,
                 m_style(Colour::text_hint));
    }
}

std::vector<NetworkPicture::Label> NetworkPicture::placedLabels(const LogView& view) const {
    // Below the marks, one a row: on the left the text stands right of its leader and the rightmost mark
    // comes first; on the right it is the other way round. So no leader crosses a text of its own side.
    std::vector<const Point*> left, right;
    const double middle = view.frame.left() + view.frame.width() * 0.55;
    for (const Point& point : m_points)
        (markOf(point, view).at.x() < middle ? left : right).push_back(&point);
    std::ranges::stable_sort(left, std::greater{}, &Point::intensity);
    std::ranges::stable_sort(right, std::less{}, &Point::intensity);
    const double row = m_style.px(17), elbow = m_style.px(5);
    double y = view.clamped(1, attained(), 0).y() + m_style.px(21);
    const double lowest = view.frame.bottom() - m_style.px(26);
    std::vector<Label> labels;
    const auto add = [&](const Point* point, bool textRight) {
        if (y > lowest)
            return; // the tooltip and the table have it
        const Mark mark = markOf(*point, view);
        labels.push_back({point, mark.at, {mark.at.x() + (textRight ? elbow : -elbow), y}, textRight});
        y += row;
    };
    for (const Point* point : left)
        add(point, true);
    for (const Point* point : right)
        add(point, false);
    return labels;
}

QRectF NetworkPicture::labelRect(const Label& label) const {
    const QFont font = m_style.font(type::axis, label.point->onSlope || selectedPoint(*label.point));
    QRectF rect = textRect(label.elbow + QPointF(label.textRight ? 3 : -3, 0),
                           label.textRight ? Anchor::left : Anchor::right, labelText(*label.point), font);
    // Long names in a small picture slide under their leader rather than out of the frame.
    rect.moveLeft(std::min(rect.left(), plotArea().right() - rect.width() - 3));
    rect.moveLeft(std::max(rect.left(), plotArea().left() + 3));
    return rect;
}

void NetworkPicture::drawPointLabels(QPainter& painter, const LogView& view,
                                     const std::vector<Label>& labels) const {
    painter.setPen(m_style.pen(Colour::axis, 1));
    for (const Label& label : labels) {
        painter.drawLine(label.mark, QPointF(label.mark.x(), label.elbow.y()));
        painter.drawLine(QPointF(label.mark.x(), label.elbow.y()), label.elbow);
    }
    for (const Label& label : labels) {
        const QFont font = m_style.font(type::axis, label.point->onSlope || selectedPoint(*label.point));
        const QRectF rect = labelRect(label);
        const bool inNetwork = rect.center().x() < view.xPixel(ridge(Link::scale_out));
        drawText(painter, rect.center(), Anchor::centre, labelText(*label.point), font, m_style(Colour::text),
                 m_style(inNetwork ? Colour::zone_network : Colour::zone_compute));
    }
}

QRectF NetworkPicture::crossingRect(const Point& point, const LogView& view, double top) const {
    const QFont font = m_style.font(type::axis, true);
    const double half = QFontMetricsF(font).horizontalAdvance(crossingText(point)) / 2 + m_style.px(3);
    const double to = std::clamp(view.xPixel(ridge(point.link)), view.frame.left(), view.frame.right());
    const double x = std::clamp((markOf(point, view).at.x() + to) / 2, view.frame.left() + half,
                                view.frame.right() - half);
    return textRect({x, top + m_style.px(17)}, Anchor::centre, crossingText(point), font);
}

void NetworkPicture::drawCrossing(QPainter& painter, const LogView& view, double top) const {
    const Point* point = crossing();
    if (!point)
        return;
    const double from = markOf(*point, view).at.x();
    const double to = std::clamp(view.xPixel(ridge(point->link)), view.frame.left(), view.frame.right());
    const double y = top + m_style.px(28);
    if (y > view.frame.bottom() - m_style.px(24))
        return;
    painter.setPen(m_style.pen(Colour::accent, 1.6));
    painter.setBrush(m_style(Colour::accent));
    painter.drawLine(QPointF(from, y), QPointF(to, y));
    painter.drawLine(QPointF(from, y - m_style.px(4)), QPointF(from, y + m_style.px(4)));
    const double tip = m_style.px(6), back = to > from ? -tip : tip;
    if (std::abs(to - from) > tip)
        painter.drawPolygon(QPolygonF{{to, y}, {to + back, y - tip * 0.55}, {to + back, y + tip * 0.55}});
    const QPointF centre = crossingRect(*point, view, top).center();
    drawText(painter, centre, Anchor::centre, crossingText(*point), m_style.font(type::axis, true),
             m_style(Colour::accent),
             m_style(centre.x() < view.xPixel(ridge(Link::scale_out)) ? Colour::zone_network
                                                                      : Colour::zone_compute));
}

void NetworkPicture::drawOver(QPainter& painter) {
    const LogView view = this->view();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    drawRidges(painter, view);
    const std::vector<Label> labels = placedLabels(view);
    std::vector<QRectF> taken;
    double end = view.clamped(1, attained(), 0).y();
    for (const Label& label : labels) {
        taken.push_back(labelRect(label));
        taken.push_back(QRectF(label.mark - QPointF(9, 9), QSizeF(18, 18)));
        end = std::max(end, labelRect(label).bottom());
    }
    if (const Point* point = crossing()) // its words stand over the arrow
        taken.push_back(crossingRect(*point, view, end).adjusted(-2, 0, 2, m_style.px(16)));
    for (const QRectF& name : drawZoneNames(painter, tr("network-bound"), tr("compute-bound")))
        taken.push_back(name);
    for (const QRectF& box : drawSlopeLabel(painter, view, Link::scale_out, taken))
        taken.push_back(box);
    drawSlopeLabel(painter, view, Link::scale_up, taken);
    drawPointLabels(painter, view, labels);
    drawCrossing(painter, view, end);
    for (const Point& point : m_points) {
        const Mark mark = markOf(point, view);
        if (selectedPoint(point))
            drawRing(painter, mark.at, mark.radius, m_style);
        drawMark(painter, mark, m_style);
    }
    if (m_points.empty())
        drawText(painter, view.frame.center(), Anchor::centre, tr("nothing crosses a network"),
                 m_style.font(type::label), m_style(Colour::text_hint), m_style(Colour::picture_ground));
    drawLegend(painter, drawRoofLabels(painter, view));
    painter.restore();
}

} // namespace ridgepoint
