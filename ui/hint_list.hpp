// SPDX-License-Identifier: GPL-3.0-or-later
// What would change the step most: links that take the change, with bars of what they gain.
#pragma once

#include <QWidget>

#include <vector>

class QGridLayout;
class QLabel;

namespace ridgepoint {

class Document;

class HintList : public QWidget {
    Q_OBJECT
public:
    explicit HintList(Document& document, QWidget* parent = nullptr);
    void updateHints();

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Row {
        QLabel* link;
        class GainBar* bar;
        QLabel* gain;
    };
    Row makeRow(int index);

    Document& m_document;
    QLabel* m_heading;
    QGridLayout* m_grid;
    std::vector<Row> m_rows;
};

} // namespace ridgepoint
