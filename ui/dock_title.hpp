// SPDX-License-Identifier: GPL-3.0-or-later
// A dock's title bar in the program's own type and icons; drags the dock as the native one does.
#pragma once

#include <QWidget>

class QDockWidget;

namespace ridgepoint {

class DockTitle : public QWidget {
    Q_OBJECT
public:
    explicit DockTitle(QDockWidget* dock);
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }
};

} // namespace ridgepoint
