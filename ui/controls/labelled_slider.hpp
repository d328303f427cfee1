// SPDX-License-Identifier: GPL-3.0-or-later
// One row: name, slider on a list of stops, box in which any positive number may be typed.
#pragma once

#include "ui/controls/stop_slider.hpp"

#include <QWidget>

#include <vector>

class QLabel;

namespace ridgepoint {

class ChangedMark;
class CountBox;

class LabelledSlider : public QWidget {
    Q_OBJECT
public:
    struct Stop {
        int value = 1;
        bool legal = true;
    };

    /// `unit` is for screen readers and tooltips: "4 096 tokens".
    LabelledSlider(const QString& label, const QString& unit, const QString& toolTip, QWidget* parent = nullptr);

    void setStops(const std::vector<Stop>& stops); ///< ascending
    void showValue(int value, bool changed, bool troubled); ///< without a signal
    StopSlider* slider() const { return m_slider; }
    CountBox* box() const { return m_box; }
    void setName(const QString& objectName); ///< "plan.micro_batch": the slider and the box get names from it

signals:
    void edited(int value); ///< by the user, by slider or box
    void pressed();
    void released();

private:
    QString m_unit;
    StopSlider* m_slider;
    CountBox* m_box;
    ChangedMark* m_mark;
};

/// Name of a row in the dock, in its column; `buddy` takes the mnemonic.
QLabel* rowLabel(const QString& text, QWidget* buddy, QWidget* parent);

inline constexpr int labelColumn = 96;
inline constexpr int valueBoxWidth = 84;
inline constexpr int rowHeight = 28;

} // namespace ridgepoint
