// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/segmented_control.hpp"

#include "plots/theme.hpp"
#include "ui/appearance.hpp"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr int controlHeight = 24;
constexpr int textMargin = 4, tightMargin = 1;

/// Three texts and a scroll bar beside them leave no more at the dock's least width.
QFont smaller(QFont font) {
    font.setPixelSize(QFontInfo(font).pixelSize() - 2);
    return font;
}

constexpr double radius = 3;

} // namespace

SegmentedControl::SegmentedControl(const std::vector<Choice>& choices, QWidget* parent)
    : QWidget(parent), m_choices(choices) {
    installStopAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SegmentedControl::setName(const QString& name, const QString& toolTip) {
    setAccessibleName(name);
    setToolTip(toolTip);
}

void SegmentedControl::setCurrent(int index) {
    if (index == m_current || index < 0 || index >= count())
        return;
    m_current = index;
    announceValue(this, index);
    update();
}

QRect SegmentedControl::segmentRect(int index) const {
    // Widths follow the texts, so that "Hierarchical" is not squeezed by "Flat".
    std::vector<int> wanted;
    int total = 0;
    for (const Choice& choice : m_choices) {
        wanted.push_back(fontMetrics().horizontalAdvance(choice.text) + 2 * textMargin);
        total += wanted.back();
    }
    const double share = double(width() - total) / std::max(1, count());
    double left = 0;
    for (int i = 0; i < index; ++i)
        left += wanted[std::size_t(i)] + share;
    const double right = left + wanted[std::size_t(index)] + share;
    return QRect(QPoint(qRound(left), 0), QPoint(qRound(right) - 1, height() - 1));
}

QSize SegmentedControl::sizeHint() const {
    int total = 0;
    for (const Choice& choice : m_choices)
        total += fontMetrics().horizontalAdvance(choice.text) + 2 * textMargin;
    return {total, std::max(controlHeight, fontMetrics().height() + 8)};
}

// In a dock at its least width the texts close up and go two sizes down; none is cut.
QSize SegmentedControl::minimumSizeHint() const {
    const QFontMetrics small(smaller(font()));
    int total = 0;
    for (const Choice& choice : m_choices)
        total += small.horizontalAdvance(choice.text) + 2 * tightMargin;
    return {total, sizeHint().height()};
}

void SegmentedControl::paintEvent(QPaintEvent*) {
    const Theme theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    QPainterPath outline;
    outline.addRoundedRect(frame, radius, radius);
    painter.fillPath(outline, colour(theme, Colour::control));
    painter.save();
    painter.setClipPath(outline);
    for (int i = 0; i < count(); ++i) {
        const QRect box = segmentRect(i);
        if (i == m_current)
            painter.fillRect(box, colour(theme, Colour::accent));
        else if (i == m_hovered)
            painter.fillRect(box, colour(theme, Colour::accent_ground));
        painter.setPen(colour(theme, Colour::control_edge));
        if (i > 0)
            painter.drawLine(QPointF(box.left() + 0.5, 0), QPointF(box.left() + 0.5, height()));
        QFont face = width() < sizeHint().width() ? smaller(font()) : font();
        face.setWeight(i == m_current ? QFont::DemiBold : QFont::Normal);
        painter.setFont(face);
        painter.setPen(colour(theme, i == m_current ? Colour::on_accent : Colour::text));
        painter.drawText(box, Qt::AlignCenter, m_choices[std::size_t(i)].text);
    }
    painter.restore();
    painter.setPen(colour(theme, Colour::control_edge));
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(outline);
    if (!hasFocus())
        return;
    // Inside the chosen segment, in the colour of its text, the ring shows on the accent as well.
    painter.setPen(QPen(colour(theme, Colour::on_accent), 1.5));
    painter.drawRoundedRect(QRectF(segmentRect(m_current)).adjusted(3, 3, -3, -3), 2, 2);
    painter.setPen(QPen(colour(theme, Colour::accent), 2));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), radius, radius);
}

int SegmentedControl::segmentAt(QPoint position) const {
    for (int i = 0; i < count(); ++i)
        if (segmentRect(i).contains(position))
            return i;
    return -1;
}

void SegmentedControl::choose(int index) {
    if (index < 0 || index >= count() || index == m_current)
        return;
    setCurrent(index);
    emit chosen(index);
}

void SegmentedControl::mousePressEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton)
        choose(segmentAt(event->position().toPoint()));
}

void SegmentedControl::mouseMoveEvent(QMouseEvent* event) {
    const int hovered = segmentAt(event->position().toPoint());
    if (hovered == m_hovered)
        return;
    m_hovered = hovered;
    update();
}

void SegmentedControl::leaveEvent(QEvent*) {
    m_hovered = -1;
    update();
}

void SegmentedControl::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Up: choose(m_current - 1); break;
    case Qt::Key_Right:
    case Qt::Key_Down: choose(m_current + 1); break;
    case Qt::Key_Home: choose(0); break;
    case Qt::Key_End: choose(count() - 1); break;
    default: QWidget::keyPressEvent(event);
    }
}

bool SegmentedControl::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        auto* help = static_cast<QHelpEvent*>(event);
        const int index = segmentAt(help->pos());
        const QString own = index < 0 ? QString() : m_choices[std::size_t(index)].toolTip;
        QToolTip::showText(help->globalPos(), own.isEmpty() ? toolTip() : own, this);
        return true;
    }
    if (event->type() == QEvent::FontChange)
        updateGeometry();
    return QWidget::event(event);
}

} // namespace ridgepoint
