// SPDX-License-Identifier: GPL-3.0-or-later
// Every plan of the scenario's model on its cluster: the picture, what is held fast, what was searched, and
// the best in a table. A click loads a plan.
#pragma once

#include "plots/planner_picture.hpp"
#include "ui/background.hpp"

#include <QTimer>
#include <QWidget>

#include <vector>

class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QLayout;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace ridgepoint {

class ComparedCeilings;
class Document;
class PictureFrame;
class PlanLimits;
class PlanSearch;
class ProblemLine;
class SelectionModel;

/// The front of a search at each of the other sets of ceilings; stopped, of no use.
std::vector<PlannerPicture::GhostFront> frontsElsewhere(const PlannerRequest& request, const Ghosts& others,
                                                        const std::stop_token& stop = {});

/// Searches only while it is shown, and again when what the search hangs on has changed: not when another
/// plan of the same search is at hand.
class PlannerPage : public QWidget {
    Q_OBJECT
public:
    PlannerPage(Document& document, SelectionModel& selection, PlanSearch& search, QWidget* parent = nullptr);
    PictureFrame* frame() const { return m_frame; }
    void compareWith(ComparedCeilings& ceilings); ///< it outlives the page

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeBar();
    QWidget* makeCounts();
    void addProgress(QWidget* whole, QLayout* row);

    PlannerRequest request() const;
    bool isAsked() const; ///< the search that runs or ran is the one for the present scenario and constraints
    void follow();        ///< the scenario changed
    void ask();           ///< once controls rest
    void searchNow();
    void stopOrSearch();
    void searchElsewhere(); ///< the front of the same search under the other ceilings, after the search itself
    void showFound(const std::shared_ptr<const FoundPlans>& found);
    void showState();
    void showCounts();
    void load(const Subject& plan);
    PlannerPicture& picture() const;

    Document& m_document;
    SelectionModel& m_selection;
    PlanSearch& m_search;
    PictureFrame* m_frame = nullptr;
    QComboBox* m_objective = nullptr;
    QComboBox* m_colour = nullptr;
    QDoubleSpinBox* m_headroom = nullptr;
    QCheckBox* m_limits = nullptr;
    PlanLimits* m_limited = nullptr;
    ProblemLine* m_problem = nullptr; ///< with what was typed
    ProblemLine* m_none = nullptr;    ///< why no plan was found
    QLabel* m_counts = nullptr;
    QLabel* m_rules = nullptr;
    QToolButton* m_showRules = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_stop = nullptr;
    std::optional<PlannerRequest> m_asked;
    std::shared_ptr<const FoundPlans> m_latest; ///< what the picture shows
    ComparedCeilings* m_ceilings = nullptr;
    Background m_elsewhere;
    QTimer m_rest;
};

} // namespace ridgepoint
