// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/style.hpp"

#include <QFontMetricsF>
#include <QGuiApplication>
#include <QHash>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ridgepoint {

// Kept: a new QFont looks up its engine at its first use, and a frame measures hundreds of labels.
QFont Style::font(double size, bool semibold, bool italic) const {
    static QHash<QString, QFont> kept;
    static QFont base;
    if (base != QGuiApplication::font()) {
        base = QGuiApplication::font();
        kept.clear();
    }
    const int pixels = int(std::lround(px(size)));
    const QString key = QStringLiteral("%1/%2/%3/%4").arg(family).arg(pixels).arg(semibold).arg(italic);
    const auto found = kept.constFind(key);
    if (found != kept.constEnd())
        return *found;
    QFont font = base;
    if (!family.isEmpty())
        font.setFamily(family);
    font.setPixelSize(pixels);
    font.setWeight(semibold ? QFont::DemiBold : QFont::Normal);
    font.setItalic(italic);
    kept.insert(key, font);
    return font;
}

QPen Style::pen(Colour meaning, double width, QList<double> dashesInPixels) const {
    QPen pen((*this)(meaning), line(width));
    pen.setCapStyle(Qt::FlatCap);
    if (!dashesInPixels.isEmpty()) {
        for (double& dash : dashesInPixels)
            dash /= width; // Qt counts dashes in pen widths
        pen.setDashPattern(dashesInPixels);
    }
    return pen;
}

namespace {

/// Parallel lines through a rectangle, `step` apart along x, cut at its edges (SVG knows no clipping). Rising
/// ones go up to the right. They are fixed to the picture, not to the rectangle, so that neighbours join.
void hatchLines(QPainter& painter, const QRectF& rect, double step, bool rising) {
    const double l = rect.left(), r = rect.right(), t = rect.top(), b = rect.bottom();
    const double from = rising ? l + t : l - b, to = rising ? r + b : r - t;
    QList<QLineF> lines;
    for (double c = std::ceil(from / step) * step; c < to; c += step) {
        if (rising) { // x + y = c
            const double x1 = std::max(l, c - b), x2 = std::min(r, c - t);
            lines << QLineF(x1, c - x1, x2, c - x2);
        } else { // x - y = c
            const double x1 = std::max(l, c + t), x2 = std::min(r, c + b);
            lines << QLineF(x1, x1 - c, x2, x2 - c);
        }
    }
    painter.drawLines(lines);
}

void dots(QPainter& painter, const QRectF& rect, double step, double radius) {
    QList<QRectF> all; // squares: at this size they look round and cost a tenth
    for (double y = std::ceil((rect.top() + radius) / step) * step; y <= rect.bottom() - radius; y += step)
        for (double x = std::ceil((rect.left() + radius) / step) * step; x <= rect.right() - radius;
             x += step)
            all << QRectF(x - radius, y - radius, 2 * radius, 2 * radius);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.drawRects(all);
}

} // namespace

Colour colourOf(Parallelism parallelism) {
    switch (parallelism) {
    case Parallelism::tp:
        return Colour::tp;
    case Parallelism::cp:
        return Colour::cp;
    case Parallelism::ep:
        return Colour::ep;
    case Parallelism::pp:
        return Colour::pp;
    case Parallelism::dp:
        return Colour::dp;
    }
    return Colour::ink;
}

void fillHatched(QPainter& painter, const QRectF& rect, const QColor& fill, Hatch hatch, const Style& style) {
    if (rect.width() <= 0 || rect.height() <= 0)
        return;
    if (hatch == Hatch::trouble)
        painter.fillRect(rect, style(Colour::trouble_ground));
    else if (hatch == Hatch::bubble)
        painter.fillRect(rect, style(Colour::bubble));
    else if (hatch == Hatch::beyond)
        painter.fillRect(rect, style(Colour::picture_ground));
    else
        painter.fillRect(rect, fill);
    if (hatch == Hatch::none)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    switch (hatch) {
    case Hatch::rising_white:
        painter.setPen(QPen(style(Colour::picture_ground), style.line(1.1)));
        hatchLines(painter, rect, style.px(5), true);
        break;
    case Hatch::falling_white:
        painter.setPen(QPen(style(Colour::picture_ground), style.line(1.1)));
        hatchLines(painter, rect, style.px(5), false);
        break;
    case Hatch::dots:
        painter.setPen(Qt::NoPen);
        painter.setBrush(style(Colour::text_on_dark));
        dots(painter, rect, style.px(4), style.px(0.7));
        break;
    case Hatch::bubble:
        painter.setPen(QPen(style(Colour::control_edge), style.line(0.8)));
        hatchLines(painter, rect, style.px(7), true);
        break;
    case Hatch::beyond:
        painter.setPen(QPen(style(Colour::grid), style.line(1)));
        hatchLines(painter, rect, style.px(8), true);
        break;
    case Hatch::trouble:
        painter.setPen(QPen(style(Colour::trouble), style.line(0.9)));
        hatchLines(painter, rect, style.px(6), true);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(style(Colour::trouble), style.line(1.2)));
        painter.drawRect(rect.adjusted(0.6, 0.6, -0.6, -0.6));
        break;
    case Hatch::none:
        break;
    }
    painter.restore();
}

void hatchOver(QPainter& painter, const QRectF& rect, const Style& style) {
    if (rect.width() <= 0 || rect.height() <= 0)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(style(Colour::trouble), style.line(1.4)));
    hatchLines(painter, rect, style.px(7), true);
    painter.restore();
}

QPolygonF outline(Shape shape, QPointF centre, double radius) {
    const auto regular = [&](int corners, double startDegrees, double r) {
        QPolygonF polygon;
        for (int i = 0; i < corners; ++i) {
            const double a = (startDegrees + 360.0 * i / corners) * std::numbers::pi / 180;
            polygon << centre + QPointF(r * std::cos(a), r * std::sin(a));
        }
        return polygon;
    };
    switch (shape) { // factors give each shape about the area of the circle
    case Shape::circle:
        return regular(24, 0, radius);
    case Shape::square:
        return regular(4, 45, radius * 1.25);
    case Shape::diamond:
        return regular(4, 0, radius * 1.25);
    case Shape::triangle_up:
        return regular(3, -90, radius * 1.4);
    case Shape::triangle_down:
        return regular(3, 90, radius * 1.4);
    case Shape::pentagon:
        return regular(5, -90, radius * 1.15);
    case Shape::octagon:
        return regular(8, 22.5, radius * 1.05);
    case Shape::bar:
        break;
    }
    return {};
}

void drawMark(QPainter& painter, const Mark& mark, const Style& style) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor fill = style(mark.colour);
    if (mark.shape == Shape::bar) {
        painter.setPen(QPen(fill, style.line(2)));
        painter.drawLine(mark.at - QPointF(0, mark.radius), mark.at + QPointF(0, mark.radius));
        painter.restore();
        return;
    }
    // A hollow mark's outline is its only ink, so it takes the edge that stands out from the ground.
    const QColor edge = edgeOf(style.theme, fill);
    painter.setBrush(mark.filled ? fill : style(Colour::picture_ground));
    painter.setPen(QPen(edge, style.line(mark.filled ? 1.0 : 1.6)));
    if (mark.shape == Shape::circle)
        painter.drawEllipse(mark.at, mark.radius, mark.radius);
    else
        painter.drawPolygon(outline(mark.shape, mark.at, mark.radius));
    painter.restore();
}

void drawRing(QPainter& painter, QPointF centre, double radius, const Style& style) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    const double r = radius + style.px(4);
    painter.setPen(QPen(style(Colour::picture_ground), style.line(4)));
    painter.drawEllipse(centre, r, r);
    painter.setPen(QPen(style(Colour::accent), style.line(2)));
    painter.drawEllipse(centre, r, r);
    painter.restore();
}

void drawRing(QPainter& painter, const QRectF& rect, const Style& style) {
    drawFrame(painter, rect.adjusted(-2, -2, 2, 2), Colour::accent, style);
}

void drawFrame(QPainter& painter, const QRectF& rect, Colour ink, const Style& style) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(style(Colour::picture_ground), style.line(4)));
    painter.drawRect(rect);
    painter.setPen(QPen(style(ink), style.line(2)));
    painter.drawRect(rect);
    painter.restore();
}

QRectF textRect(QPointF at, Anchor anchor, const QString& text, const QFont& font) {
    const QFontMetricsF metrics(font);
    const double width = metrics.horizontalAdvance(text), height = metrics.height();
    double left = at.x();
    if (anchor == Anchor::centre)
        left -= width / 2;
    else if (anchor == Anchor::right)
        left -= width;
    return {left, at.y() - height / 2, width, height};
}

QRectF drawText(QPainter& painter, QPointF at, Anchor anchor, const QString& text, const QFont& font,
                const QColor& ink, const QColor& ground) {
    const QRectF rect = textRect(at, anchor, text, font);
    if (ground.isValid())
        painter.fillRect(rect.adjusted(-2, 0, 2, 0), ground);
    painter.setFont(font);
    painter.setPen(ink);
    painter.drawText(QPointF(rect.left(), rect.top() + QFontMetricsF(font).ascent()), text);
    return rect;
}

void drawTurnedText(QPainter& painter, QPointF at, double degrees, const QString& text, const QFont& font,
                    const QColor& ink, const QColor& ground) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(at);
    painter.rotate(-degrees);
    drawText(painter, QPointF(0, 0), Anchor::centre, text, font, ink, ground);
    painter.restore();
}

std::vector<QRectF> drawAlong(QPainter& painter, const QLineF& line, const QString& text, const QFont& font,
                              const QColor& ink, const QColor& ground, const std::vector<QRectF>& taken) {
    const double length = line.length(), height = QFontMetricsF(font).height();
    const double half = QFontMetricsF(font).horizontalAdvance(text) / 2;
    if (length < 2 * half)
        return {};
    const QPointF along = QPointF(line.dx(), line.dy()) / length, up(along.y(), -along.x());
    const auto boxes = [&](QPointF centre) { // the turned text as a row of small boxes
        std::vector<QRectF> row;
        for (double at = -half; at <= half; at += height / 2)
            row.emplace_back(centre + along * at - QPointF(height, height) / 2, QSizeF(height, height));
        return row;
    };
    const auto isTaken = [&](const QRectF& box) {
        return std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(box); });
    };
    const double margin = half / length;
    for (const double share : {0.5, 0.6, 0.4, 0.7, 0.3, 0.8, 0.2, 0.9, 0.1}) {
        const double at = std::clamp(share, margin, 1 - margin);
        const QPointF centre = line.pointAt(at) + up * height * 0.62;
        const std::vector<QRectF> covered = boxes(centre);
        if (std::ranges::any_of(covered, isTaken))
            continue;
        const double degrees = std::atan2(-line.dy(), line.dx()) * 180 / std::numbers::pi;
        drawTurnedText(painter, centre, degrees, text, font, ink, ground);
        return covered;
    }
    return {};
}

std::vector<double> pushedApart(std::vector<double> wished, double gap, double low, double high) {
    std::vector<std::size_t> order(wished.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wished[i]; });
    // Downwards keeping the gap, then back upwards from the lower end where it ran over.
    double last = low - gap;
    for (const std::size_t i : order)
        last = wished[i] = std::max(wished[i], last + gap);
    double next = high + gap;
    for (std::size_t k = order.size(); k-- > 0;)
        next = wished[order[k]] = std::min(wished[order[k]], next - gap);
    return wished;
}

void drawStale(QPainter& painter, const QRectF& whole, const QString& strip, const Style& style) {
    QColor veil = style(Colour::picture_ground);
    veil.setAlphaF(0.55f); // leaves 45 % of the picture
    painter.fillRect(whole, veil);
    const QFont font = style.font(type::secondary, true);
    const QRectF bar(whole.left(), whole.top(), whole.width(), QFontMetricsF(font).height() + style.px(6));
    painter.fillRect(bar, style(Colour::warning_ground));
    painter.fillRect(QRectF(bar.left(), bar.bottom() - 1, bar.width(), 1), style(Colour::warning));
    drawText(painter, bar.center(), Anchor::centre, strip, font, style(Colour::warning));
}

void drawEmpty(QPainter& painter, const QRectF& frame, const QString& line, const Style& style) {
    drawText(painter, frame.center(), Anchor::centre, line, style.font(type::label), style(Colour::text_hint),
             style(Colour::picture_ground));
}

void drawFocus(QPainter& painter, const QRectF& whole, const Style& style) {
    painter.setPen(QPen(style(Colour::accent), style.line(2)));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(whole.adjusted(1, 1, -1, -1));
}

} // namespace ridgepoint
