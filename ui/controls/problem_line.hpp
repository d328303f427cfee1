// SPDX-License-Identifier: GPL-3.0-or-later
// One sentence on what is wrong, below the controls it is about; not there while nothing is.
#pragma once

#include <QLabel>

namespace ridgepoint {

class ProblemLine : public QLabel {
    Q_OBJECT
public:
    explicit ProblemLine(QWidget* parent = nullptr);

    void tell(const QString& problem); ///< empty: nothing is wrong

protected:
    void paintEvent(QPaintEvent* event) override;
};

} // namespace ridgepoint
