// SPDX-License-Identifier: GPL-3.0-or-later
// Why a number is what it is: name, value, formula, the same with this plan's values, source, and what would help.
#pragma once

#include "models/explain.hpp"
#include "ui/detail_column.hpp"

#include <QTimer>

#include <vector>

class QFrame;
class QGridLayout;
class QLabel;

namespace ridgepoint {

class Document;
class HintList;
class MeasuredRuns;
class SelectionModel;

/// Explains the selected subject; with none selected, the step time. A new selection shows at once; while a control
/// moves the text waits until it rests, so that the pictures keep their frames.
class DetailsPanel : public DetailColumn {
    Q_OBJECT
public:
    DetailsPanel(Document& document, SelectionModel& selection, MeasuredRuns& measured, QWidget* parent = nullptr);
    QString plainText() const; ///< what Copy puts on the clipboard

protected:
    void showEvent(QShowEvent* event) override;

private:
    void makeValueBox();
    void followDocument();
    void followSelection();
    void explainNow();
    Explanation explanationOf(const Subject& subject) const;
    void display(const Explanation& explanation);
    void displayValues(const Explanation& explanation);
    void copy();

    Document& m_document;
    SelectionModel& m_selection;
    MeasuredRuns& m_measured;
    QLabel* m_guide;
    QLabel* m_title;
    QLabel* m_summary;
    QLabel* m_formulaHeading;
    QLabel* m_formula;
    QLabel* m_valuesHeading;
    QFrame* m_box = nullptr;
    QGridLayout* m_grid = nullptr;
    std::vector<QLabel*> m_cells; ///< three a row: symbol, meaning, value
    QLabel* m_substituted = nullptr;
    QLabel* m_source;
    HintList* m_hints;
    Explanation m_shown;
    QTimer m_rest;
};

} // namespace ridgepoint
