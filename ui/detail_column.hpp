// SPDX-License-Identifier: GPL-3.0-or-later
// What the Details dock shows is a column of texts under headings, that scrolls.
#pragma once

#include <QScrollArea>

class QLabel;
class QVBoxLayout;

namespace ridgepoint {

class DetailColumn : public QScrollArea {
protected:
    DetailColumn(const char* name, QWidget* parent);

    /// Wraps, and can be selected and copied.
    static QLabel* makeLabel(const char* name, QWidget* parent);
    QLabel* addLabel(const char* name);
    QLabel* addHeading(const QString& text);

    QVBoxLayout* m_column;
};

} // namespace ridgepoint
