// SPDX-License-Identifier: GPL-3.0-or-later
// A page's controls in a row that wraps, each beside its name.
#pragma once

#include <QMargins>
#include <QWidget>

class QComboBox;

namespace ridgepoint {

class PageBar : public QWidget {
public:
    /// `page`: what the names of its controls begin with.
    PageBar(QString page, QMargins margins, QWidget* parent);

    /// The control with its label, which stays beside it; without a label the control alone.
    QWidget* add(const QString& label, QWidget* control);
    QComboBox* addCombo(const char* name, const QString& label, const QString& tip);

private:
    QString m_page;
};

} // namespace ridgepoint
