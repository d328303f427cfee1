// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/badge.hpp"

#include "ui/appearance.hpp"
#include "ui/type.hpp"

#include <QPainter>
#include <QPolygonF>

#include <cmath>
#include <numbers>

namespace ridgepoint {
namespace {

constexpr int shape_side = 14, padding = 10, gap = 7, badge_height = 24;

Colour meaningOf(Resource bound) {
    switch (bound) {
    case Resource::compute: return Colour::compute;
    case Resource::hbm: return Colour::ink;
    case Resource::scale_up: return Colour::tp;
    case Resource::scale_out: return Colour::ep;
    case Resource::bubble: return Colour::axis;
    case Resource::host: return Colour::framework;
    }
    return Colour::ink;
}

QPolygonF regularPolygon(const QRectF& box, int corners, double turn) {
    QPolygonF polygon;
    const double radius = box.width() / 2;
    for (int corner = 0; corner < corners; ++corner) {
        const double angle = (corner + turn) * 2 * std::numbers::pi / corners;
        polygon << box.center() + QPointF(radius * std::cos(angle), radius * std::sin(angle));
    }
    return polygon;
}

} // namespace

void paintBadgeShape(QPainter& painter, const QRectF& box, Resource bound, Theme theme) {
    const QColor fill = colour(theme, meaningOf(bound));
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    switch (bound) {
    case Resource::compute: painter.drawRect(box.adjusted(1, 1, -1, -1)); break;
    case Resource::hbm: painter.drawEllipse(box); break;
    case Resource::scale_up:
        painter.drawPolygon(QPolygonF{{box.center().x(), box.top()}, box.bottomRight(), box.bottomLeft()});
        break;
    case Resource::scale_out: painter.drawPolygon(regularPolygon(box, 4, 0)); break;
    case Resource::bubble:
        painter.setPen(QPen(fill, 1.2));
        painter.setBrush(QBrush(fill, Qt::BDiagPattern));
        painter.drawRect(box.adjusted(1, 1, -1, -1));
        break;
    case Resource::host: painter.drawPolygon(regularPolygon(box, 6, 0)); break;
    }
    painter.restore();
}

void paintTroubleShape(QPainter& painter, const QRectF& box, Theme theme) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const QColor fill = colour(theme, Colour::trouble);
    painter.setBrush(fill);
    painter.drawPolygon(regularPolygon(box, 8, 0.5));
    QFont mark = semibold(Type::small);
    painter.setFont(mark);
    painter.setPen(labelOn(theme, fill));
    painter.drawText(box, Qt::AlignCenter, QStringLiteral("!"));
    painter.restore();
}

Badge::Badge(QWidget* parent) : QWidget(parent) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Badge::showBound(Resource bound, const QString& text) {
    m_bound = bound;
    setText(text);
}

void Badge::showTrouble(const QString& text) {
    m_bound.reset();
    setText(text);
}

void Badge::setText(const QString& text) {
    if (text != m_text) {
        m_text = text;
        setAccessibleName(text);
        updateGeometry();
    }
    update();
}

QSize Badge::sizeHint() const {
    const QFontMetrics metrics(semibold(Type::body));
    return {padding + shape_side + gap + metrics.horizontalAdvance(m_text) + padding, badge_height};
}

void Badge::paintEvent(QPaintEvent*) {
    const Theme theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colour meaning = m_bound ? meaningOf(*m_bound) : Colour::trouble;
    painter.setPen(QPen(edgeOf(theme, colour(theme, meaning)), 1.3));
    painter.setBrush(colour(theme, m_bound ? Colour::control : Colour::trouble_ground));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);

    const QRectF shape(padding, (height() - shape_side) / 2.0, shape_side, shape_side);
    if (m_bound)
        paintBadgeShape(painter, shape, *m_bound, theme);
    else
        paintTroubleShape(painter, shape, theme);
    painter.setFont(semibold(Type::body));
    painter.setPen(colour(theme, Colour::text));
    painter.drawText(rect().adjusted(padding + shape_side + gap, 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, m_text);
}

} // namespace ridgepoint
