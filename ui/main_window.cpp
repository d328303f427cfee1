// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/main_window.hpp"

#include "app/session/calibration_store.hpp"
#include "app/session/compared_ceilings.hpp"
#include "app/session/document.hpp"
#include "app/session/scenario_store.hpp"
#include "app/session/settings.hpp"
#include "plots/theme.hpp"
#include "ui/calibrate_dialog.hpp"
#include "ui/changes.hpp"
#include "ui/header.hpp"
#include "ui/help_dialogs.hpp"
#include "ui/icons.hpp"
#include "ui/illegal_banner.hpp"
#include "ui/measured_runs.hpp"
#include "ui/overview_page.hpp"
#include "ui/picture_frame.hpp"
#include "ui/plan_search.hpp"
#include "ui/planner_page.hpp"
#include "ui/scenario_actions.hpp"
#include "ui/start_hint.hpp"
#include "ui/status_line.hpp"
#include "ui/sweep_page.hpp"
#include "ui/type.hpp"
#include "ui/validation_page.hpp"
#include "ui/verdict_line.hpp"
#include "ui/words.hpp"

#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabWidget>
#include <QToolBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr int least_width = 900, least_height = 600;

QString tabTitle(PictureKind kind) {
    switch (kind) {
    case PictureKind::roofline: return MainWindow::tr("Roofline");
    case PictureKind::network: return MainWindow::tr("Network");
    case PictureKind::memory: return MainWindow::tr("Memory");
    case PictureKind::timeline: return MainWindow::tr("Timeline");
    case PictureKind::pipeline: return MainWindow::tr("Pipeline");
    case PictureKind::waterfall: return MainWindow::tr("Waterfall");
    case PictureKind::sweep: return MainWindow::tr("Sweep");
    case PictureKind::planner: return MainWindow::tr("Planner");
    case PictureKind::validation: return MainWindow::tr("Validation");
    }
    return {};
}

} // namespace

MainWindow::MainWindow(Document& document, Appearance& appearance, ScenarioStore* store, Settings* settings,
                       QWidget* parent)
    : QMainWindow(parent), m_document(document), m_appearance(appearance), m_store(store), m_settings(settings),
      m_registry(this), m_scenarios(new ScenarioActions(document, store, settings, this)),
      m_compared(new ComparedCeilings(document, this)), m_measured(new MeasuredRuns(document.presets(), this)), m_search(new PlanSearch(this)) {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(windowIcon());
    setMinimumSize(least_width, least_height);
    makeActions();
    makeViewActions();
    makeTabs();
    makeDocks();
    makeTop();
    makeStatusBar();
    connect(&m_document, &Document::changed, this, &MainWindow::updateStatus);
    connect(&m_document, &Document::changed, this, &MainWindow::updateTitle);
    connect(&m_document, &Document::savedStateChanged, this, &MainWindow::updateTitle);
    connect(&m_document, &Document::opened, &m_selection, &SelectionModel::clear);
    connect(&m_selection, &SelectionModel::changed, this, &MainWindow::showDetails);
    connect(m_scenarios, &ScenarioActions::message, this, &MainWindow::say);
    connect(m_compared, &ComparedCeilings::changed, this, &MainWindow::updateStatus);
    if (settings != nullptr && settings->compareCeilings())
        m_registry.action(QStringLiteral("view.compareCeilings"))->setChecked(true);
    updateTitle();
    updateStatus();
    restoreDefaultLayout();
}

MainWindow::~MainWindow() = default;

void MainWindow::makeActions() {
    const auto add = [this](const char* id, const QString& text, const QString& tip, const QKeySequence& keys,
                            const char* icon, auto triggered) {
        QAction* action = m_registry.add(QString::fromLatin1(id), text, tip, keys, QString::fromLatin1(icon));
        connect(action, &QAction::triggered, this, triggered);
    };
    add("file.open", tr("&Open File…"), tr("Open a scenario file"), QKeySequence::Open, "open",
        [this] { m_scenarios->askForFile(); });
    add("file.save", tr("&Save"), tr("Save in the library"), QKeySequence::Save, "save",
        [this] { m_scenarios->save(); });
    add("file.saveAs", tr("Save &As…"), tr("Save in the library under another name"), QKeySequence::SaveAs, "",
        [this] { m_scenarios->saveAs(); });
    add("file.saveFile", tr("Save as &File…"), tr("Write a scenario file"), {}, "",
        [this] { m_scenarios->exportFile(); });
    add("file.exportPicture", tr("&Export Picture…"), tr("Save the picture in front as PNG or SVG"),
        tr("Ctrl+E"), "export", [this] { exportShown(); });
    add("file.quit", tr("&Quit"), tr("Close the window"), QKeySequence::Quit, "", [this] { close(); });
    const auto adopt = [this](const char* id, QAction* action, const QKeySequence& keys, const char* icon) {
        action->setShortcut(keys);
        action->setIcon(tintedIcon(QString::fromLatin1(icon)));
        m_registry.adopt(QString::fromLatin1(id), action);
    };
    adopt("edit.undo", m_document.createUndoAction(this), QKeySequence::Undo, "undo");
    adopt("edit.redo", m_document.createRedoAction(this), QKeySequence::Redo, "redo");
    add("edit.copy", tr("&Copy Scenario"), tr("Copy the scenario as JSON"), tr("Ctrl+Shift+C"), "copy",
        [this] { m_scenarios->copyScenario(); });
    add("edit.paste", tr("&Paste Scenario"), tr("Open the scenario on the clipboard"), tr("Ctrl+Shift+V"), "",
        [this] { m_scenarios->pasteScenario(); });
    add("edit.escape", tr("Clear Selection, Back to &Legal"),
        tr("Return to the last legal plan; with a legal plan, select nothing"), Qt::Key_Escape, "",
        [this] { escape(); });
    add("edit.calibrate", tr("Cali&brate…"), tr("Take the ceilings from measurements of your own cluster"), {}, "",
        [this] { calibrate(); });
    add("plan.whyNot", tr("&Why Not This Plan?"),
        tr("Compare the plan selected in the planner with the best one; with none selected, the plan at hand"), Qt::Key_W, "",
        [this] { askWhyNot(); });
    add("help.hint", tr("&What to Try"), tr("Show the line on what to try"), {}, "", [this] { showStartHint(); });
    add("help.shortcuts", tr("&Keyboard Shortcuts"), tr("List the shortcuts"), QKeySequence(Qt::Key_F1), "help",
        [this] { showShortcuts(m_registry, this); });
    add("help.about", tr("&About Ridgepoint"), tr("Version and licences"), {}, "", [this] { showAbout(this); });
}

void MainWindow::makeTabs() {
    m_tabs = new QTabWidget(this);
    m_tabs->setObjectName(QStringLiteral("tabs"));
    m_tabs->setAccessibleName(tr("Pictures"));
    m_tabs->setDocumentMode(true);
    m_overview = new OverviewPage(m_document, m_selection, m_tabs);
    connect(m_overview, &OverviewPage::message, this, &MainWindow::say);
    m_overview->compareWith(*m_compared);
    auto* scroll = new QScrollArea(m_tabs); // a small window shows one row and scrolls to the other
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidgetResizable(true);
    scroll->setWidget(m_overview);
    m_tabs->addTab(scroll, tr("Overview"));
    for (const PictureKind kind : pictureKinds()) {
        auto* page = new QWidget(m_tabs);
        auto* column = new QVBoxLayout(page);
        column->setContentsMargins(0, 0, 0, 0);
        m_tabs->addTab(page, tabTitle(kind));
        m_kinds.push_back(kind);
    }
    connect(m_tabs, &QTabWidget::currentChanged, this, &MainWindow::fillTab);
    for (int tab = 0; tab < m_tabs->count(); ++tab) {
        QAction* action = m_registry.add(QStringLiteral("view.tab%1").arg(tab), m_tabs->tabText(tab),
                                         tr("Show %1").arg(m_tabs->tabText(tab)),
                                         QKeySequence(QStringLiteral("Ctrl+%1").arg((tab + 1) % 10))); // the tenth: 0
        connect(action, &QAction::triggered, m_tabs, [this, tab] { m_tabs->setCurrentIndex(tab); });
        m_tabs->setTabToolTip(tab, action->toolTip());
    }
    setCentralWidget(m_tabs);
}

// A picture is made when its tab is first looked at: the first paint waits for none of them.
void MainWindow::fillTab(int tab) {
    if (tab < 1 || shownFrame() != nullptr)
        return;
    const PictureKind kind = m_kinds[std::size_t(tab - 1)];
    QWidget* page = m_tabs->widget(tab);
    PictureFrame* frame = nullptr;
    if (kind == PictureKind::validation) {
        auto* whole = new ValidationPage(m_document, m_selection, *m_measured, page);
        page->layout()->addWidget(whole);
        whole->compareWith(*m_compared);
        frame = whole->frame();
    } else if (kind == PictureKind::sweep) {
        auto* whole = new SweepPage(m_document, m_selection, page);
        page->layout()->addWidget(whole);
        whole->compareWith(*m_compared);
        frame = whole->frame();
    } else if (kind == PictureKind::planner) {
        auto* whole = new PlannerPage(m_document, m_selection, *m_search, page);
        page->layout()->addWidget(whole);
        whole->compareWith(*m_compared);
        frame = whole->frame();
    } else {
        frame = new PictureFrame(kind, m_document, m_selection, page);
        frame->compareWith(*m_compared);
        page->layout()->addWidget(frame);
    }
    connect(frame, &PictureFrame::maximiseRequested, this, &MainWindow::togglePictureAlone);
    connect(frame, &PictureFrame::message, this, &MainWindow::say);
}

int MainWindow::tabOf(PictureKind kind) const {
    return int(std::ranges::find(m_kinds, kind) - m_kinds.begin()) + 1; // after Overview
}

PictureFrame* MainWindow::shownFrame() const {
    return m_tabs->currentIndex() < 1 ? nullptr : m_tabs->currentWidget()->findChild<PictureFrame*>();
}

void MainWindow::makeTop() {
    auto* top = new QWidget(this);
    auto* column = new QVBoxLayout(top);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeMenus());
    column->addWidget(makeToolBar());
    column->addWidget(new Header(m_document, m_selection, *m_measured, top));
    column->addWidget(new VerdictLine(m_document, m_selection, top));
    column->addWidget(new IllegalBanner(m_document, top));
    auto* hint = new StartHint(top);
    hint->hide();
    connect(hint, &StartHint::dismissed, this, [this, hint] {
        hint->hide();
        if (m_settings != nullptr)
            m_settings->setStarted();
    });
    column->addWidget(hint);
    m_startHint = hint;
    setMenuWidget(top);
}

void MainWindow::calibrate() {
    CalibrationStore store(m_store != nullptr ? m_store->database() : nullptr);
    CalibrateDialog dialog(m_document, m_store != nullptr ? &store : nullptr, m_appearance.theme(), this);
    dialog.exec();
    readCalibrations();
}

QWidget* MainWindow::makeMenus() {
    auto* bar = new QMenuBar(this);
    const auto fill = [this](QMenu* menu, std::initializer_list<const char*> ids) {
        for (const char* id : ids) {
            if (*id == '\0')
                menu->addSeparator();
            else
                menu->addAction(m_registry.action(QString::fromLatin1(id)));
        }
    };
    QMenu* file = bar->addMenu(tr("&File"));
    m_examples = file->addMenu(tintedIcon(QStringLiteral("new")), tr("&New from a Ready Scenario"));
    for (const ReadyScenario& ready : m_document.presets().scenarios) {
        QAction* action = m_examples->addAction(toQString(ready.name));
        action->setToolTip(toQString(ready.about));
        connect(action, &QAction::triggered, this, [this, id = ready.id] { m_scenarios->openReady(id); });
    }
    fill(file, {"file.open"});
    QMenu* recent = file->addMenu(tr("Open &Recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] { fillRecent(recent); });
    fill(file, {"", "file.save", "file.saveAs", "file.saveFile", "file.exportPicture", "", "file.quit"});
    fill(bar->addMenu(tr("&Edit")), {"edit.undo", "edit.redo", "", "edit.copy", "edit.paste", "", "edit.calibrate", "", "edit.escape"});
    QMenu* view = bar->addMenu(tr("&View"));
    for (int tab = 0; tab < m_tabs->count(); ++tab)
        view->addAction(m_registry.action(QStringLiteral("view.tab%1").arg(tab)));
    fill(view, {"", "view.fit", "view.table", "view.compareCeilings", ""});
    m_themes = view->addMenu(tintedIcon(QStringLiteral("theme")), tr("The&me"));
    fill(m_themes, {"view.theme.system", "view.theme.light", "view.theme.dark"});
    fill(view, {"", "view.dock.plan", "view.dock.details", "view.dock.scenarios", "view.reset"});
    QMenu* plan = bar->addMenu(tr("&Plan"));
    for (const PictureKind kind : {PictureKind::planner, PictureKind::sweep})
        plan->addAction(m_registry.action(QStringLiteral("view.tab%1").arg(tabOf(kind))));
    fill(plan, {"plan.whyNot"});
    fill(bar->addMenu(tr("&Help")), {"help.hint", "help.shortcuts", "help.about"});
    return bar;
}

void MainWindow::fillRecent(QMenu* menu) {
    menu->clear();
    const QStringList paths = m_scenarios->recentFiles();
    for (const QString& path : paths)
        connect(menu->addAction(path), &QAction::triggered, this, [this, path] { m_scenarios->openFile(path); });
    if (paths.isEmpty())
        menu->addAction(tr("No recent files"))->setEnabled(false);
}

QWidget* MainWindow::makeToolBar() {
    auto* bar = new QToolBar(tr("Tool bar"), this);
    bar->setObjectName(QStringLiteral("toolBar"));
    bar->setIconSize({18, 18});
    const auto addMenuButton = [&](const char* name, const char* icon, const QString& tip, QMenu* menu) {
        auto* button = new QToolButton(bar);
        button->setObjectName(QString::fromLatin1(name));
        button->setIcon(tintedIcon(QString::fromLatin1(icon)));
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        button->setPopupMode(QToolButton::InstantPopup);
        button->setMenu(menu);
        bar->addWidget(button);
    };
    const auto add = [&](std::initializer_list<const char*> ids) {
        for (const char* id : ids)
            bar->addAction(m_registry.action(QString::fromLatin1(id)));
        bar->addSeparator();
    };
    addMenuButton("toolBar.new", "new", tr("Start from a ready scenario"), m_examples);
    add({"file.open", "file.save"});
    add({"edit.undo", "edit.redo"});
    add({"view.fit", "file.exportPicture"});
    auto* space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    addMenuButton("toolBar.theme", "theme", tr("Light or dark"), m_themes);
    bar->addAction(m_registry.action(QStringLiteral("help.shortcuts")));
    return bar;
}

void MainWindow::makeStatusBar() {
    m_planNote = new QLabel(this);
    m_planNote->setObjectName(QStringLiteral("status.plan"));
    m_modelNote = new QLabel(this);
    m_modelNote->setObjectName(QStringLiteral("status.model"));
    for (QLabel* note : {m_planNote, m_modelNote}) {
        note->setFont(textFont(Type::secondary));
        note->setContentsMargins(8, 0, 8, 0);
    }
    statusBar()->addWidget(m_planNote);
    statusBar()->addPermanentWidget(m_modelNote);
    statusBar()->setSizeGripEnabled(false);
}

void MainWindow::updateTitle() {
    setWindowTitle(tr("%1[*] — Ridgepoint").arg(toQString(m_document.scenario().name)));
    setWindowModified(m_document.isModified());
}

void MainWindow::updateStatus() {
    m_planNote->setText(planNote(m_document));
    m_modelNote->setText(modelNote(m_document, m_compared->remark()));
    m_modelNote->setToolTip(modelWarnings(m_document));
    m_modelNote->setAccessibleDescription(modelWarnings(m_document));
}

void MainWindow::say(const QString& text) {
    constexpr int shown_ms = 6000;
    statusBar()->showMessage(text, shown_ms);
}

void MainWindow::showStartHint() { m_startHint->show(); }

void MainWindow::escape() {
    if (!m_document.isLegal())
        returnToLastLegal(m_document);
    else
        m_selection.clear();
}

void MainWindow::showDetails() {
    m_detailPages->setCurrentIndex(m_selection.subject().kind == Subject::Kind::plan ? 1 : 0);
}

void MainWindow::askWhyNot() {
    if (m_selection.subject().kind != Subject::Kind::plan) {
        const auto found = m_search->latest();
        const auto key = found ? key_within(found->request.scenario, m_document.scenario(), found->result.policies)
                               : std::nullopt;
        if (!key)
            return say(tr("No plan is selected in the planner."));
        m_selection.select({.kind = Subject::Kind::plan, .name = plan_id(*key)});
    }
    m_details->show();
    m_details->raise(); // where the docks are tabs
}

} // namespace ridgepoint
