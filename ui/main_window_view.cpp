// SPDX-License-Identifier: GPL-3.0-or-later
// What the View menu does with the window's pictures.
#include "app/session/calibration_store.hpp"
#include "app/session/compared_ceilings.hpp"
#include "app/session/document.hpp"
#include "app/session/scenario_store.hpp"
#include "app/session/settings.hpp"
#include "ui/main_window.hpp"
#include "ui/overview_page.hpp"
#include "ui/picture_frame.hpp"

#include <QActionGroup>
#include <QDockWidget>
#include <QStatusBar>

namespace ridgepoint {

void MainWindow::makeViewActions() {
    QAction* fit = m_registry.add(QStringLiteral("view.fit"), tr("&Fit"), tr("Show all of the picture"), Qt::Key_F,
                                  QStringLiteral("fit"));
    connect(fit, &QAction::triggered, this, &MainWindow::fitShown);
    QAction* table = m_registry.add(QStringLiteral("view.table"), tr("&Table"), tr("Show the picture's numbers"),
                                    tr("Ctrl+T"), QStringLiteral("table"));
    connect(table, &QAction::triggered, this, [this] {
        if (PictureFrame* frame = shownFrame())
            frame->setTableShown(!frame->isTableShown());
    });
    QAction* compare = m_registry.add(QStringLiteral("view.compareCeilings"), tr("Compare &Ceilings"),
                                      tr("Show every picture at the datasheet's, the achievable and your own ceilings"),
                                      Qt::Key_C);
    compare->setCheckable(true);
    connect(compare, &QAction::toggled, this, &MainWindow::compareCeilings);
    QAction* reset = m_registry.add(QStringLiteral("view.reset"), tr("&Restore Default Layout"),
                                    tr("Put every panel back where it was at first"));
    connect(reset, &QAction::triggered, this, &MainWindow::restoreDefaultLayout);

    auto* group = new QActionGroup(this);
    const auto addTheme = [&](const char* id, const QString& text, const QString& tip, Appearance::Choice choice) {
        QAction* action = m_registry.add(QString::fromLatin1(id), text, tip);
        action->setCheckable(true);
        action->setChecked(m_appearance.choice() == choice);
        group->addAction(action);
        connect(action, &QAction::triggered, this, [this, choice] { m_appearance.setChoice(choice); });
    };
    addTheme("view.theme.system", tr("&System"), tr("Light or dark as the system is"), Appearance::Choice::system);
    addTheme("view.theme.light", tr("&Light"), tr("Always light"), Appearance::Choice::light);
    addTheme("view.theme.dark", tr("&Dark"), tr("Always dark"), Appearance::Choice::dark);
}

void MainWindow::readCalibrations() {
    const auto kept = CalibrationStore(m_store != nullptr ? m_store->database() : nullptr).list();
    if (kept) // without a library what a rendering was given stays
        m_compared->setCalibrations({kept.value().begin(), kept.value().end()});
}

void MainWindow::compareCeilings(bool on) {
    if (on)
        readCalibrations();
    m_compared->setOn(on);
    if (m_settings != nullptr)
        m_settings->setCompareCeilings(on);
    if (on && isVisible() && m_document.hasEstimate() && !m_compared->hasMine())
        say(tr("Datasheet beside achievable. For your own ceilings measure the cluster: Edit, Calibrate…"));
    else
        statusBar()->clearMessage(); // what was said on switching on is over
}

void MainWindow::fitShown() {
    if (PictureFrame* frame = shownFrame())
        frame->picture().fit();
    else
        m_overview->fitAll();
}

void MainWindow::exportShown() {
    if (PictureFrame* frame = shownFrame())
        frame->exportPicture();
    else
        m_overview->exportPage();
}

void MainWindow::togglePictureAlone() {
    m_alone = !m_alone;
    for (QDockWidget* dock : {m_plan, m_details, m_library})
        dock->setVisible(!m_alone);
    if (PictureFrame* frame = shownFrame())
        frame->setMaximised(m_alone);
}

} // namespace ridgepoint
