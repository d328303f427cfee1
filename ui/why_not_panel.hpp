// SPDX-License-Identifier: GPL-3.0-or-later
// "Why not this one?": the selected plan of a search against the best, loss by loss, in words, and one change
// at a time.
#pragma once

#include "models/planner/plan_compare.hpp"
#include "ui/detail_column.hpp"

#include <memory>
#include <vector>

class QGridLayout;
class QLabel;
class QPushButton;

namespace ridgepoint {

class Document;
class PlanSearch;
class SelectionModel;

class WhyNotPanel : public DetailColumn {
    Q_OBJECT
public:
    WhyNotPanel(Document& document, SelectionModel& selection, PlanSearch& search, QWidget* parent = nullptr);
    QString plainText() const; ///< what Copy puts on the clipboard

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    struct LossRow {
        QLabel* name;
        QLabel* best;
        QLabel* plan;
        class DifferenceBar* bar;
        QLabel* difference;
    };
    void makeButtons();
    void follow(); ///< selection or search changed
    void display(const FoundPlans& found, const PricedPlan& plan);
    void displayLosses(const Estimate& of_plan, const Estimate& of_best);
    void displayChanges(const FoundPlans& found, const PlanKey& plan);
    LossRow& lossRow(std::size_t index);
    void clear(const QString& line);
    void takeChange(const QString& link);

    Document& m_document;
    SelectionModel& m_selection;
    PlanSearch& m_search;
    QLabel* m_title;
    QLabel* m_line;
    QLabel* m_lossHeading;
    QWidget* m_lossBox;
    QGridLayout* m_grid;
    std::vector<LossRow> m_rows;
    QLabel* m_wordsHeading;
    QLabel* m_words;
    QLabel* m_changesHeading;
    QLabel* m_changes;
    QPushButton* m_load;
    QPushButton* m_copy;
    std::shared_ptr<const FoundPlans> m_shown; ///< what the links count in
    std::optional<PlanKey> m_plan;
    std::vector<OneChange> m_offered;
};

} // namespace ridgepoint
