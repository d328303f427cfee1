// SPDX-License-Identifier: GPL-3.0-or-later
// The wheel over a control without the focus scrolls what lies behind it and changes no value.
#pragma once

#include <QObject>

class QWidget;

namespace ridgepoint {

class WheelGuard : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Guards `root` and every spin box, combo box and slider below it that exists now.
    static void protect(QWidget* root);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace ridgepoint
