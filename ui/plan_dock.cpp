// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan_dock.hpp"

#include "app/session/document.hpp"
#include "plots/theme.hpp"
#include "ui/appearance.hpp"
#include "ui/controls/wheel_guard.hpp"
#include "ui/plan_dock_batch.hpp"
#include "ui/plan_dock_blame.hpp"
#include "ui/plan_dock_cluster.hpp"
#include "ui/plan_dock_mesh.hpp"
#include "ui/plan_dock_reality.hpp"
#include "ui/plan_dock_recipe.hpp"
#include "ui/plan_dock_settings.hpp"

#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

namespace ridgepoint {
namespace {

constexpr int wanted = 318, narrowest = 280; // look.md, Grid
constexpr int padding = 10;
constexpr int sectionGap = 8;

} // namespace

PlanDock::PlanDock(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_saved(document.scenario()) {
    setObjectName(QStringLiteral("planDock"));
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    // Less at the right, where the scroll bar keeps its own distance.
    column->setContentsMargins(padding, padding - 2, padding - 8, padding);
    column->setSpacing(sectionGap);
    auto* mesh = new MeshSection(document);
    m_meshBar = mesh->bar();
    m_sections = {new ClusterSection(document), mesh, new BatchSection(document), new RecipeSection(document),
                  new RealitySection(document), new ParallelismSection(document), new OverlapSection(document),
                  new MachineSection(document)};
    for (PlanSection* section : m_sections)
        column->addWidget(section);
    column->addStretch(1);

    auto* scroll = new QScrollArea(this);
    scroll->setObjectName(QStringLiteral("planDock.scroll"));
    scroll->setAccessibleName(tr("Plan"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content);
    content->setAutoFillBackground(false);
    scroll->viewport()->setAutoFillBackground(false);
    auto* whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addWidget(scroll);

    WheelGuard::protect(this);
    connect(&document, &Document::opened, this, &PlanDock::noteSaved);
    connect(&document, &Document::savedStateChanged, this, &PlanDock::noteSaved);
    connect(&document, &Document::changed, this, &PlanDock::follow);
    follow();
}

QSize PlanDock::sizeHint() const { return {wanted, 700}; }

QSize PlanDock::minimumSizeHint() const { return {narrowest, 200}; }

void PlanDock::paintEvent(QPaintEvent*) {
    QPainter(this).fillRect(rect(), colour(currentTheme(), Colour::panel));
}

void PlanDock::noteSaved() {
    if (!m_document.isModified())
        m_saved = m_document.scenario();
    follow();
}

void PlanDock::follow() {
    const std::set<std::string> blamed = blamedKeys(m_document);
    for (PlanSection* section : m_sections) {
        section->setBlamed(blamed);
        section->follow(m_document.scenario(), m_saved);
    }
}

} // namespace ridgepoint
