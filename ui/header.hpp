// SPDX-License-Identifier: GPL-3.0-or-later
// The header: what it is, then step time, MFU, throughput, days, cost, memory and likely error, always in this order.
#pragma once

#include "ui/header_content.hpp"

#include <QAbstractButton>

#include <vector>

class QHBoxLayout;

namespace ridgepoint {

class Document;
class MeasuredRuns;
class SelectionModel;

/// One figure: caption, value with unit, note. A click asks Details why.
class HeaderCell : public QAbstractButton {
    Q_OBJECT
public:
    explicit HeaderCell(QWidget* parent = nullptr);
    void display(const HeaderEntry& entry, bool stale);
    const HeaderEntry& entry() const { return m_entry; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override; ///< all of the present figures

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void paintMemoryBar(QPainter& painter, const QRectF& box) const;
    int neededWidth() const;

    HeaderEntry m_entry;
    bool m_stale = false;
    int m_width = 0; ///< wanted; grows only, so that figures stay where they are while a control moves
};

class Header : public QWidget {
    Q_OBJECT
public:
    Header(Document& document, SelectionModel& selection, MeasuredRuns& measured, QWidget* parent = nullptr);
    const std::vector<HeaderCell*>& cells() const { return m_cells; }

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void updateValues();
    MeasuredFacts measuredFacts() const;
    void fitColumns();

    Document& m_document;
    SelectionModel& m_selection;
    MeasuredRuns& m_measured;
    class HeaderTitleLabel* m_title;
    std::vector<HeaderCell*> m_cells;
};

} // namespace ridgepoint
