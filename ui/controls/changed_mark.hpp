// SPDX-License-Identifier: GPL-3.0-or-later
// The accent bar at a control's left edge that says: differs from the saved scenario.
#pragma once

#include <QWidget>

namespace ridgepoint {

class ChangedMark : public QWidget {
    Q_OBJECT
public:
    explicit ChangedMark(QWidget* control); ///< child of the control, follows its size
    void setChanged(bool changed);

protected:
    void paintEvent(QPaintEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace ridgepoint
