// SPDX-License-Identifier: GPL-3.0-or-later
// What a drag does, beside the pointer: degrees, step, memory and verdict, before and after.
#pragma once

#include "models/estimate.hpp"

#include <QWidget>

#include <optional>

class QGridLayout;
class QLabel;

namespace ridgepoint {

class Document;

class MeshBarTip : public QWidget {
    Q_OBJECT
public:
    explicit MeshBarTip(QWidget* parent);

    void begin(const Document& document); ///< keeps what there was before
    void showBelow(const Document& document, QPoint global);
    QString plainText() const; ///< for tests

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Outcome {
        Seconds step;
        Bytes memory;
        Resource bound{};
        bool known = false;
    };
    static Outcome outcomeOf(const Document& document);
    QLabel* cell(int row, int column, bool bold = false);
    void fill(const Document& document);
    void fillOutcome(const Document& document);

    Scenario m_before;
    Outcome m_outcomeBefore;
    QGridLayout* m_grid;
    QLabel *m_title, *m_step, *m_stepChange, *m_memory, *m_memoryChange, *m_verdict;
};

} // namespace ridgepoint
