// SPDX-License-Identifier: GPL-3.0-or-later
// Names the broken rule with its numbers and offers the nearest legal values, each a click away.
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace ridgepoint {

class Document;

class IllegalBanner : public QWidget {
    Q_OBJECT
public:
    explicit IllegalBanner(Document& document, QWidget* parent = nullptr);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void updateBanner();
    void updateButtons();

    Document& m_document;
    QLabel* m_rule;
    QLabel* m_offer;
    QHBoxLayout* m_repairs;
};

} // namespace ridgepoint
