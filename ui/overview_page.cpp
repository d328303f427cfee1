// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/overview_page.hpp"

#include "app/session/document.hpp"
#include "app/session/settings.hpp"
#include "ui/picture_frame.hpp"
#include "ui/widget_image.hpp"

#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>

namespace ridgepoint {
namespace {

constexpr int gap = 6;

} // namespace

OverviewPage::OverviewPage(Document& document, SelectionModel& selection, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_grid(new QGridLayout(this)) {
    setObjectName(QStringLiteral("overview"));
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(gap);
    for (int track : {0, 1}) {
        m_grid->setRowStretch(track, 1);
        m_grid->setColumnStretch(track, 1);
    }
    add(PictureKind::roofline, 0, 0);
    add(PictureKind::network, 0, 1);
    add(PictureKind::memory, 1, 0);
    chooseLast();
    connect(&m_document, &Document::changed, this, &OverviewPage::chooseLast);
}

PictureFrame* OverviewPage::add(PictureKind kind, int row, int column) {
    auto* added = new PictureFrame(kind, m_document, m_selection, this);
    m_frames[std::size_t(kind)] = added;
    m_grid->addWidget(added, row, column);
    connect(added, &PictureFrame::maximiseRequested, this, [this, added] { toggleMaximised(added); });
    connect(added, &PictureFrame::message, this, &OverviewPage::message);
    if (m_ceilings != nullptr)
        added->compareWith(*m_ceilings);
    return added;
}

void OverviewPage::compareWith(ComparedCeilings& ceilings) {
    m_ceilings = &ceilings;
    for (PictureFrame* each : m_frames) {
        if (each != nullptr)
            each->compareWith(ceilings);
    }
}

PictureFrame* OverviewPage::frame(PictureKind kind) const { return m_frames[std::size_t(kind)]; }

// Without a pipeline that picture would be one empty row; the streams of a layer say more.
void OverviewPage::chooseLast() {
    const bool pipeline = m_document.hasEstimate() && m_document.pictured().plan.pp > 1;
    const PictureKind shown = pipeline ? PictureKind::pipeline : PictureKind::timeline;
    const PictureKind other = pipeline ? PictureKind::timeline : PictureKind::pipeline;
    PictureFrame* frameOfOther = frame(other);
    const bool alreadyShown = frame(shown) != nullptr && (frameOfOther == nullptr || frameOfOther->isHidden());
    if (alreadyShown && !frame(shown)->isHidden())
        return;
    if (frame(shown) == nullptr)
        add(shown, 1, 1);
    if (m_maximised != nullptr && m_maximised == frameOfOther)
        m_maximised = frame(shown);
    arrange();
}

void OverviewPage::toggleMaximised(PictureFrame* wanted) {
    m_maximised = m_maximised == wanted ? nullptr : wanted;
    arrange();
}

void OverviewPage::arrange() {
    const bool pipeline = m_document.hasEstimate() && m_document.pictured().plan.pp > 1;
    for (const PictureKind kind : pictureKinds()) {
        PictureFrame* each = frame(kind);
        if (each == nullptr)
            continue;
        const bool wrongLast = kind == (pipeline ? PictureKind::timeline : PictureKind::pipeline);
        each->setVisible(!wrongLast && (m_maximised == nullptr || m_maximised == each));
        each->setMaximised(m_maximised == each);
    }
    // An empty track keeps its stretch, so the one left alone must get all of it.
    for (int track : {0, 1}) {
        int row = -1, column = -1, rows = 0, columns = 0;
        if (m_maximised != nullptr)
            m_grid->getItemPosition(m_grid->indexOf(m_maximised), &row, &column, &rows, &columns);
        m_grid->setRowStretch(track, m_maximised == nullptr || row == track ? 1 : 0);
        m_grid->setColumnStretch(track, m_maximised == nullptr || column == track ? 1 : 0);
    }
}

void OverviewPage::exportPage() {
    Settings settings;
    const QString proposal = QStringLiteral("%1/overview.png").arg(settings.lastFolder());
    const QString path = QFileDialog::getSaveFileName(this, tr("Export the page"), proposal, tr("PNG image (*.png)"));
    if (path.isEmpty())
        return;
    settings.setLastFolder(QFileInfo(path).absolutePath());
    QString error;
    emit message(writeImage(*this, path, &error) ? tr("Written: %1").arg(path) : error);
}

void OverviewPage::fitAll() {
    for (PictureFrame* each : m_frames) {
        if (each != nullptr)
            each->picture().fit();
    }
}

} // namespace ridgepoint
