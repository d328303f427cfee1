// SPDX-License-Identifier: GPL-3.0-or-later
// A box for a positive whole number. Typing is free, arrows go to the next stop, Page Up and Down double and halve.
#pragma once

#include <QSpinBox>

#include <vector>

namespace ridgepoint {

class CountBox : public QSpinBox {
    Q_OBJECT
public:
    explicit CountBox(QWidget* parent = nullptr);

    void setStops(const std::vector<int>& stops) { m_stops = stops; } ///< ascending
    void showValue(int value); ///< without a signal
    void setTroubled(bool troubled); ///< a rule blames this value

    void stepBy(int steps) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void edited(int value); ///< by the user

protected:
    QString textFromValue(int value) const override;
    int valueFromText(const QString& text) const override;
    QValidator::State validate(QString& text, int& position) const override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    StepEnabled stepEnabled() const override { return StepUpEnabled | StepDownEnabled; }

private:
    std::vector<int> m_stops;
    bool m_troubled = false;
};

} // namespace ridgepoint
