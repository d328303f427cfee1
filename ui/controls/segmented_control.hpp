// SPDX-License-Identifier: GPL-3.0-or-later
// A few exclusive choices side by side; one tab stop, arrows move the choice.
#pragma once

#include "ui/controls/stop_accessible.hpp"

#include <QWidget>

#include <vector>

namespace ridgepoint {

class SegmentedControl : public QWidget, public StopValue {
    Q_OBJECT
public:
    struct Choice {
        QString text, toolTip;
    };

    explicit SegmentedControl(const std::vector<Choice>& choices, QWidget* parent = nullptr);

    int count() const { return int(m_choices.size()); }
    int current() const { return m_current; }
    void setCurrent(int index); ///< without a signal
    void setName(const QString& name, const QString& toolTip);
    QRect segmentRect(int index) const;

    double spokenValue() const override { return m_current; }
    double spokenMinimum() const override { return 0; }
    double spokenMaximum() const override { return count() - 1; }
    QString spokenText() const override { return m_choices[std::size_t(m_current)].text; }
    void setSpokenValue(double value) override { choose(int(value)); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosen(int index); ///< by the user

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    int segmentAt(QPoint position) const;
    void choose(int index);

    std::vector<Choice> m_choices;
    int m_current = 0;
    int m_hovered = -1;
};

} // namespace ridgepoint
