// SPDX-License-Identifier: GPL-3.0-or-later
// One output over one or two inputs of the scenario, or over GPUs: the picture and its choosers. A click sets
// a value.
#pragma once

#include "plots/sweep_picture.hpp"

#include <QTimer>
#include <QWidget>

#include <vector>

class QComboBox;
class QProgressBar;
class QPushButton;

namespace ridgepoint {

class ComparedCeilings;
class Document;
class PageBar;
class PictureFrame;
class ProblemLine;
class SegmentedControl;
class SelectionModel;
class SweepRun;
class SweepValuesBox;

/// Sweeps only while it is shown, again with every change of the scenario.
class SweepPage : public QWidget {
    Q_OBJECT
public:
    SweepPage(Document& document, SelectionModel& selection, QWidget* parent = nullptr);
    PictureFrame* frame() const { return m_frame; }
    void compareWith(ComparedCeilings& ceilings); ///< it outlives the page
    SweepRun& run() { return *m_run; }
    bool isBehind() const { return m_behind; } ///< asked for a sweep that has not begun

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    QWidget* makeBar();
    void addInputs();
    void addProgress();
    void keepApart(QComboBox* moved); ///< the two inputs of a map differ
    void fillInputs();
    void pinPresent(bool on);
    void askAnew(); ///< a chooser moved
    void follow();  ///< the scenario changed
    void sweepNow();
    SweepStudy study() const;
    SweepKey inputOf(const QComboBox* combo) const;
    void showInputs(); ///< which there are, and what values of them
    void showState();
    void set(const Subject& point);
    SweepPicture& picture() const;

    Document& m_document;
    SelectionModel& m_selection;
    SweepRun* m_run;
    PictureFrame* m_frame = nullptr;
    PageBar* m_bar = nullptr;
    SegmentedControl* m_kind = nullptr;
    QComboBox* m_output = nullptr;
    QComboBox* m_x = nullptr;
    QComboBox* m_y = nullptr;
    QWidget* m_xPair = nullptr;
    QWidget* m_yPair = nullptr;
    SweepValuesBox* m_xValues = nullptr;
    SweepValuesBox* m_yValues = nullptr;
    ProblemLine* m_problem = nullptr;
    QPushButton* m_pin = nullptr;
    QPushButton* m_unpin = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_stop = nullptr;
    std::vector<SweepKey> m_offered; ///< what the choosers list
    SweepKey m_lastX{}, m_lastY{};   ///< what they chose before
    std::vector<Scenario> m_pinned;
    ComparedCeilings* m_ceilings = nullptr;
    std::shared_ptr<const SweepAnswer> m_shown;
    QTimer m_rest;
    bool m_behind = true; ///< the picture is older than the scenario or the choosers
};

} // namespace ridgepoint
