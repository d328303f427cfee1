// SPDX-License-Identifier: GPL-3.0-or-later
// The window's docks: what they hold, where they stand, and what is kept of that.
#include "app/session/document.hpp"
#include "app/session/settings.hpp"
#include "ui/details_panel.hpp"
#include "ui/dock_title.hpp"
#include "ui/main_window.hpp"
#include "ui/measured_runs.hpp"
#include "ui/plan_dock.hpp"
#include "ui/plan_search.hpp"
#include "ui/scenario_actions.hpp"
#include "ui/scenarios_panel.hpp"
#include "ui/why_not_panel.hpp"

#include <QCloseEvent>
#include <QDockWidget>
#include <QScreen>
#include <QStackedWidget>
#include <QTabWidget>

namespace ridgepoint {
namespace {

constexpr int layout_version = 1; // raise when docks are added or renamed: an older saved layout is then left aside
constexpr int first_width = 1600, first_height = 1000;
constexpr int plan_width = 318, plan_minimum = 280, right_width = 306, right_minimum = 260;
constexpr int details_height = 510, library_height = 270; // only their ratio counts
constexpr int fold_below = 1400; // narrower windows keep Plan and a picture; the right docks become tabs beside Plan

} // namespace

QDockWidget* MainWindow::addDock(const char* name, const QString& title, QWidget* content) {
    auto* dock = new QDockWidget(title, this);
    dock->setObjectName(QString::fromLatin1(name));
    dock->setWidget(content);
    dock->setTitleBarWidget(new DockTitle(dock));
    QAction* toggle = dock->toggleViewAction();
    toggle->setToolTip(tr("Show or hide %1").arg(title));
    m_registry.adopt(QStringLiteral("view.%1").arg(QString::fromLatin1(name)), toggle);
    return dock;
}

void MainWindow::makeDocks() {
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    auto* plan = new PlanDock(m_document, this);
    plan->setMinimumWidth(plan_minimum);
    m_plan = addDock("dock.plan", tr("Plan"), plan);
    auto* details = new DetailsPanel(m_document, m_selection, *m_measured, this);
    details->setMinimumWidth(right_minimum);
    m_detailPages = new QStackedWidget(this);
    m_detailPages->setMinimumWidth(right_minimum);
    m_detailPages->addWidget(details);
    m_detailPages->addWidget(new WhyNotPanel(m_document, m_selection, *m_search, this));
    m_details = addDock("dock.details", tr("Details"), m_detailPages);
    auto* library = new ScenariosPanel(m_document, *m_scenarios, m_store, this);
    library->setMinimumWidth(right_minimum);
    m_library = addDock("dock.scenarios", tr("Scenarios"), library);
}

void MainWindow::restoreDefaultLayout() {
    m_alone = false;
    for (QDockWidget* dock : {m_plan, m_details, m_library}) {
        dock->setFloating(false);
        dock->show();
    }
    placeDocks(width() < fold_below);
}

void MainWindow::placeDocks(bool folded) {
    m_folded = folded;
    addDockWidget(Qt::LeftDockWidgetArea, m_plan);
    if (folded) {
        tabifyDockWidget(m_plan, m_details);
        tabifyDockWidget(m_details, m_library);
        m_plan->raise();
        resizeDocks({m_plan}, {plan_width}, Qt::Horizontal);
        return;
    }
    addDockWidget(Qt::RightDockWidgetArea, m_details);
    addDockWidget(Qt::RightDockWidgetArea, m_library);
    splitDockWidget(m_details, m_library, Qt::Vertical);
    resizeDocks({m_plan, m_details}, {plan_width, right_width}, Qt::Horizontal);
    resizeDocks({m_details, m_library}, {details_height, library_height}, Qt::Vertical);
}

void MainWindow::restoreLayout() {
    const bool kept = m_settings != nullptr && restoreGeometry(m_settings->windowGeometry(layout_version)) &&
                      restoreState(m_settings->windowState(layout_version), layout_version);
    if (!kept) {
        resize(QSize(first_width, first_height).boundedTo(screen()->availableSize()));
        restoreDefaultLayout();
    }
    m_folded = dockWidgetArea(m_details) == Qt::LeftDockWidgetArea;
}

// Only docks that stand where the default layout put them are moved: what the user arranged stays.
void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    const bool narrow = width() < fold_below;
    if (narrow == m_folded)
        return;
    const Qt::DockWidgetArea expected = m_folded ? Qt::LeftDockWidgetArea : Qt::RightDockWidgetArea;
    for (QDockWidget* dock : {m_details, m_library}) {
        if (dock->isFloating() || dock->isHidden() || dockWidgetArea(dock) != expected)
            return;
    }
    if (!m_plan->isFloating() && !m_plan->isHidden() && dockWidgetArea(m_plan) == Qt::LeftDockWidgetArea)
        placeDocks(narrow);
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (!m_scenarios->mayLeave()) {
        event->ignore();
        return;
    }
    if (m_settings != nullptr)
        m_settings->setWindow(saveGeometry(), saveState(layout_version), layout_version);
    event->accept();
}

} // namespace ridgepoint
