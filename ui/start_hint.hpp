// SPDX-License-Identifier: GPL-3.0-or-later
// A line on what to try, until it is dismissed.
#pragma once

#include <QWidget>

namespace ridgepoint {

class StartHint : public QWidget {
    Q_OBJECT
public:
    explicit StartHint(QWidget* parent = nullptr);

signals:
    void dismissed();

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace ridgepoint
