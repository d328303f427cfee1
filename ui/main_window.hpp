// SPDX-License-Identifier: GPL-3.0-or-later
// Composes the window of its parts and nothing else.
#pragma once

#include "plots/picture.hpp"
#include "ui/actions.hpp"
#include "ui/appearance.hpp"
#include "ui/selection_model.hpp"

#include <QMainWindow>

#include <vector>

class QDockWidget;
class QLabel;
class QMenu;
class QStackedWidget;
class QTabWidget;

namespace ridgepoint {

class ComparedCeilings;
class Document;
class MeasuredRuns;
class OverviewPage;
class PictureFrame;
class PlanSearch;
class ScenarioActions;
class ScenarioStore;
class Settings;

class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    /// `store` and `settings` may be null: then nothing is kept (the command line's renderings). All outlive the
    /// window.
    MainWindow(Document& document, Appearance& appearance, ScenarioStore* store, Settings* settings,
               QWidget* parent = nullptr);
    ~MainWindow() override;

    SelectionModel& selection() { return m_selection; }
    ActionRegistry& actionRegistry() { return m_registry; }
    ScenarioActions& scenarioActions() { return *m_scenarios; }
    QTabWidget* tabs() { return m_tabs; }
    ComparedCeilings& comparedCeilings() { return *m_compared; }
    MeasuredRuns& measuredRuns() { return *m_measured; } ///< not compared until someone asks
    PlanSearch& planSearch() { return *m_search; }       ///< runs while the Planner is shown
    void restoreDefaultLayout();
    void restoreLayout(); ///< as the last session left it, else the default
    void showStartHint(); ///< a line on what to try, until it is dismissed
    void say(const QString& text); ///< in the status bar, for some seconds

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void makeActions();
    void makeViewActions();
    void makeTabs();
    void makeDocks();
    void makeTop();
    QWidget* makeMenus();
    QWidget* makeToolBar();
    void makeStatusBar();
    QDockWidget* addDock(const char* name, const QString& title, QWidget* content);
    void placeDocks(bool folded);
    void fillTab(int tab);
    int tabOf(PictureKind kind) const;
    void fillRecent(QMenu* menu);
    void updateTitle();
    void updateStatus();
    void calibrate();
    void readCalibrations(); ///< of the library, for what is compared
    void compareCeilings(bool on);
    void escape();
    void fitShown();
    void exportShown();
    void togglePictureAlone();
    void showDetails(); ///< of what is selected: a plan of a search against the best, anything else explained
    void askWhyNot();
    PictureFrame* shownFrame() const; ///< of the tab in front; null in Overview

    Document& m_document;
    Appearance& m_appearance;
    ScenarioStore* m_store;
    Settings* m_settings;
    SelectionModel m_selection;
    ActionRegistry m_registry;
    ScenarioActions* m_scenarios;
    ComparedCeilings* m_compared;
    MeasuredRuns* m_measured;
    PlanSearch* m_search;
    QTabWidget* m_tabs = nullptr;
    std::vector<PictureKind> m_kinds; ///< of the tabs after Overview
    OverviewPage* m_overview = nullptr;
    QWidget* m_startHint = nullptr;
    QMenu* m_examples = nullptr;
    QMenu* m_themes = nullptr;
    QDockWidget* m_plan = nullptr;
    QDockWidget* m_details = nullptr;
    QStackedWidget* m_detailPages = nullptr;
    QDockWidget* m_library = nullptr;
    QLabel* m_planNote = nullptr;
    QLabel* m_modelNote = nullptr;
    bool m_alone = false;  ///< docks put away for one picture
    bool m_folded = false; ///< the right docks are tabs beside Plan for want of width
};

} // namespace ridgepoint
