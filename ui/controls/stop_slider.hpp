// SPDX-License-Identifier: GPL-3.0-or-later
// A slider that snaps to a list of stops, evenly or logarithmically spaced; stops that are not legal are hollow.
#pragma once

#include "ui/controls/stop_accessible.hpp"

#include <QWidget>

#include <vector>

namespace ridgepoint {

class StopSlider : public QWidget, public StopValue {
    Q_OBJECT
public:
    struct Stop {
        double value = 0;
        bool legal = true;
        bool operator==(const Stop&) const = default;
    };
    enum class Spacing { even, logarithmic };
    enum class Marks { ticks, dots }; ///< below the groove, or on it

    StopSlider(Spacing spacing, Marks marks, QWidget* parent = nullptr);

    const std::vector<Stop>& stops() const { return m_stops; }
    void setStops(const std::vector<Stop>& stops); ///< ascending
    double value() const { return m_value; }
    void setValue(double value); ///< without a signal; need not be a stop
    void setValueText(const QString& text) { m_text = text; } ///< as a screen reader says it
    bool isPressed() const { return m_pressed; }
    double xOf(double value) const; ///< of a value's place, in the widget's pixels

    double spokenValue() const override { return m_value; }
    double spokenMinimum() const override { return m_stops.empty() ? m_value : m_stops.front().value; }
    double spokenMaximum() const override { return m_stops.empty() ? m_value : m_stops.back().value; }
    QString spokenText() const override;
    void setSpokenValue(double value) override;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void pressed();
    void moved(double value); ///< by the user, always a stop (or, after Escape, the value of the press)
    void released();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void moveTo(double value);
    void step(int direction);
    void scale(double factor);
    double nearestTo(double x) const;
    void finishPress();
    void paintGroove(class QPainter& painter) const;
    void paintKnob(class QPainter& painter) const;

    Spacing m_spacing;
    Marks m_marks;
    std::vector<Stop> m_stops;
    double m_value = 0;
    double m_pressValue = 0;
    QString m_text;
    bool m_pressed = false;
};

} // namespace ridgepoint
