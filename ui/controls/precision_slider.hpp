// SPDX-License-Identifier: GPL-3.0-or-later
// The precision recipes in order of operand width; those the accelerator lacks are hollow.
#pragma once

#include <QString>
#include <QWidget>

#include <vector>

class QLabel;

namespace ridgepoint {

class ChangedMark;
class StopSlider;

class PrecisionSlider : public QWidget {
    Q_OBJECT
public:
    struct Step {
        QString name;
        bool available = true;
    };

    explicit PrecisionSlider(const QString& label, QWidget* parent = nullptr);

    void setSteps(const std::vector<Step>& steps); ///< widest operands first
    /// `name` is shown beside it; a recipe of the scenario's own may bear another than its step.
    void showStep(int step, const QString& name, bool changed);
    StopSlider* slider() const { return m_slider; }

signals:
    void edited(int step);
    void pressed();
    void released();

private:
    StopSlider* m_slider;
    QLabel* m_name;
    ChangedMark* m_mark;
};

} // namespace ridgepoint
