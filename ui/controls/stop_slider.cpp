// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/stop_slider.hpp"

#include "plots/theme.hpp"
#include "ui/appearance.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr double knobRadius = 7;
constexpr double margin = knobRadius + 2;
constexpr double grooveHeight = 4;
constexpr double dotRadius = 3.5;
constexpr double leastTickGap = 4; ///< nearer ticks would be a grey band

} // namespace

StopSlider::StopSlider(Spacing spacing, Marks marks, QWidget* parent)
    : QWidget(parent), m_spacing(spacing), m_marks(marks) {
    installStopAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StopSlider::setStops(const std::vector<Stop>& stops) {
    if (stops == m_stops || m_pressed)
        return;
    m_stops = stops;
    update();
}

void StopSlider::setValue(double value) {
    if (value == m_value)
        return;
    m_value = value;
    announceValue(this, value);
    update();
}

QString StopSlider::spokenText() const { return m_text.isEmpty() ? QString::number(m_value) : m_text; }

void StopSlider::setSpokenValue(double value) { moveTo(nearestTo(xOf(value))); }

QSize StopSlider::sizeHint() const { return {100, 24}; }

QSize StopSlider::minimumSizeHint() const { return {60, 24}; }

double StopSlider::xOf(double value) const {
    if (m_stops.size() < 2)
        return margin;
    const auto place = [this](double v) { return m_spacing == Spacing::even ? v : std::log2(std::max(1e-9, v)); };
    const double low = place(m_stops.front().value), high = place(m_stops.back().value);
    const double part = std::clamp((place(value) - low) / (high - low), 0.0, 1.0);
    const double length = width() - 2 * margin;
    return isRightToLeft() ? width() - margin - part * length : margin + part * length;
}

double StopSlider::nearestTo(double x) const {
    double best = m_value;
    double distance = -1;
    for (const Stop& stop : m_stops) {
        const double away = std::abs(xOf(stop.value) - x);
        if (distance < 0 || away < distance) {
            best = stop.value;
            distance = away;
        }
    }
    return best;
}

void StopSlider::moveTo(double value) {
    if (value == m_value)
        return;
    setValue(value);
    emit moved(value);
}

void StopSlider::step(int direction) {
    const Stop* target = nullptr;
    for (const Stop& stop : m_stops) {
        if (direction > 0 && stop.value > m_value) {
            target = &stop;
            break;
        }
        if (direction < 0 && stop.value < m_value)
            target = &stop;
    }
    if (target)
        moveTo(target->value);
}

void StopSlider::scale(double factor) {
    if (m_stops.empty())
        return;
    if (m_spacing == Spacing::even)
        step(factor > 1 ? 1 : -1);
    else
        moveTo(nearestTo(xOf(m_value * factor)));
}

void StopSlider::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || m_stops.empty())
        return;
    m_pressed = true;
    m_pressValue = m_value;
    emit pressed();
    // A press on the knob itself holds it; beside the knob it goes there.
    if (std::abs(event->position().x() - xOf(m_value)) > knobRadius)
        moveTo(nearestTo(event->position().x()));
    update();
}

void StopSlider::mouseMoveEvent(QMouseEvent* event) {
    if (m_pressed)
        moveTo(nearestTo(event->position().x()));
}

void StopSlider::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && m_pressed)
        finishPress();
}

void StopSlider::finishPress() {
    m_pressed = false;
    emit released();
    update();
}

void StopSlider::wheelEvent(QWheelEvent* event) {
    if (!hasFocus() || event->angleDelta().y() == 0) {
        event->ignore();
        return;
    }
    step(event->angleDelta().y() > 0 ? 1 : -1);
    event->accept();
}

void StopSlider::keyPressEvent(QKeyEvent* event) {
    const int forward = isRightToLeft() ? -1 : 1;
    switch (event->key()) {
    case Qt::Key_Left: step(-forward); return;
    case Qt::Key_Right: step(forward); return;
    case Qt::Key_Down: step(-1); return;
    case Qt::Key_Up: step(1); return;
    case Qt::Key_PageDown: scale(0.5); return;
    case Qt::Key_PageUp: scale(2); return;
    case Qt::Key_Home:
        if (!m_stops.empty())
            moveTo(m_stops.front().value);
        return;
    case Qt::Key_End:
        if (!m_stops.empty())
            moveTo(m_stops.back().value);
        return;
    case Qt::Key_Escape:
        if (m_pressed) {
            moveTo(m_pressValue);
            finishPress();
            return;
        }
        break;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

void StopSlider::paintGroove(QPainter& painter) const {
    const Theme theme = currentTheme();
    const double y = height() / 2.0 - (m_marks == Marks::ticks ? 2 : 0);
    const QRectF groove(margin, y - grooveHeight / 2, width() - 2 * margin, grooveHeight);
    QColor empty = colour(theme, Colour::control_edge);
    empty.setAlphaF(0.45f);
    painter.setPen(Qt::NoPen);
    painter.setBrush(empty);
    painter.drawRoundedRect(groove, 2, 2);
    QRectF filled = groove;
    if (isRightToLeft())
        filled.setLeft(xOf(m_value));
    else
        filled.setRight(xOf(m_value));
    painter.setBrush(colour(theme, isEnabled() ? Colour::accent : Colour::control_edge));
    painter.drawRoundedRect(filled, 2, 2);
    double last = -2 * leastTickGap;
    for (const Stop& stop : m_stops) {
        const double x = xOf(stop.value);
        if (m_marks == Marks::ticks && std::abs(x - last) < leastTickGap)
            continue;
        last = x;
        if (m_marks == Marks::dots) {
            painter.setPen(QPen(colour(theme, Colour::control_edge), 1.3));
            const Colour full = stop.value <= m_value ? Colour::accent : Colour::control_edge;
            painter.setBrush(colour(theme, stop.legal ? full : Colour::panel));
            painter.drawEllipse(QPointF(x, y), dotRadius, dotRadius);
        } else if (stop.legal) {
            painter.setPen(QPen(colour(theme, Colour::control_edge), 1));
            painter.drawLine(QPointF(x, y + knobRadius + 1.5), QPointF(x, y + knobRadius + 5.5));
        } else {
            painter.setPen(QPen(colour(theme, Colour::control_edge), 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(QPointF(x, y + knobRadius + 3.5), 1.4, 1.4);
        }
    }
}

void StopSlider::paintKnob(QPainter& painter) const {
    const Theme theme = currentTheme();
    const double y = height() / 2.0 - (m_marks == Marks::ticks ? 2 : 0);
    const QPointF centre(xOf(m_value), y);
    const auto here = std::find_if(m_stops.begin(), m_stops.end(),
                                   [this](const Stop& stop) { return stop.value == m_value; });
    const bool legal = here == m_stops.end() || here->legal;
    if (hasFocus()) {
        painter.setPen(QPen(colour(theme, Colour::accent), 2));
        painter.setBrush(colour(theme, Colour::control));
        painter.drawEllipse(centre, knobRadius + 1, knobRadius + 1);
    }
    painter.setPen(QPen(colour(theme, legal ? Colour::accent : Colour::trouble), 1.5));
    painter.setBrush(m_pressed ? colour(theme, Colour::accent) : colour(theme, Colour::control));
    painter.drawEllipse(centre, knobRadius - 1, knobRadius - 1);
}

void StopSlider::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintGroove(painter);
    paintKnob(painter);
}

} // namespace ridgepoint
