// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mesh_bar.hpp"

#include "app/session/document.hpp"
#include "ui/mesh_bar_handle.hpp"
#include "ui/mesh_bar_painter.hpp"
#include "ui/mesh_bar_tip.hpp"
#include "ui/mesh_bar_words.hpp"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr double smallestBar = 36;
constexpr int narrowest = 240;

} // namespace

MeshBar::MeshBar(Document& document, QWidget* parent)
    : QWidget(parent), m_document(document), m_tip(new MeshBarTip(this)) {
    setObjectName(QStringLiteral("mesh"));
    setAccessibleName(tr("Mesh bar"));
    setToolTip(tr("The GPUs in placement order, innermost left. Drag a divider or the end of a bracket."));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    for (const Axis axis : {Axis::tp, Axis::cp, Axis::dp, Axis::pp})
        m_edges.push_back(addHandle(new MeshHandle(document, MeshHandle::Kind::edge, axis, this)));
    m_experts = addHandle(new MeshHandle(document, MeshHandle::Kind::experts, Axis::ep, this));
    m_zeroGroup = addHandle(new MeshHandle(document, MeshHandle::Kind::zeroGroup, Axis::dp, this));
    connect(&document, &Document::changed, this, &MeshBar::followOther);
    follow();
}

MeshHandle* MeshBar::addHandle(MeshHandle* handle) {
    connect(handle, &MeshHandle::dragBegan, this, [this, handle] {
        m_dragged = handle;
        m_tip->begin(m_document);
        update();
    });
    connect(handle, &MeshHandle::dragMoved, this, &MeshBar::showTip);
    connect(handle, &MeshHandle::dragEnded, this, [this] {
        m_dragged = nullptr;
        m_tip->hide();
        update();
    });
    connect(handle, &MeshHandle::settled, this, [this](const QStringList& followers) {
        m_followers = followers;
        m_ownChange = true;
        update();
    });
    return handle;
}

MeshHandle* MeshBar::edge(Axis axis) const {
    const auto found =
        std::find_if(m_edges.begin(), m_edges.end(), [axis](MeshHandle* handle) { return handle->axis() == axis; });
    return found == m_edges.end() ? nullptr : *found;
}

std::vector<MeshHandle*> MeshBar::handles() const {
    std::vector<MeshHandle*> result;
    for (const Axis axis : m_edgeOrder)
        result.push_back(edge(axis));
    result.push_back(m_experts);
    result.push_back(m_zeroGroup);
    return result;
}

MeshBarMetrics MeshBar::metrics() const {
    const double line = QFontMetricsF(MeshBarPainter::smallFont(font())).height();
    return {line, std::max(smallestBar, std::ceil(2 * line + 6))};
}

QSize MeshBar::sizeHint() const { return {298, int(std::ceil(MeshBarLayout::height(metrics())))}; }

QSize MeshBar::minimumSizeHint() const { return {narrowest, sizeHint().height()}; }

void MeshBar::follow() {
    m_layout = MeshBarLayout(m_document.scenario(), width(), metrics());
    placeHandles();
    update();
}

/// Followers are of the bar's own last change; any other change of the plan ends them.
void MeshBar::followOther() {
    if (!m_ownChange)
        m_followers.clear();
    m_ownChange = false;
    follow();
}

void MeshBar::placeHandles() {
    const std::vector<Axis> order = mesh::edges(m_document.scenario());
    const bool reordered = order != m_edgeOrder;
    m_edgeOrder = order;
    for (MeshHandle* handle : m_edges) {
        handle->follow(m_layout);
        handle->setVisible(std::find(order.begin(), order.end(), handle->axis()) != order.end());
    }
    m_experts->follow(m_layout);
    m_zeroGroup->follow(m_layout);
    if (!reordered)
        return;
    const std::vector<MeshHandle*> all = handles();
    for (std::size_t i = 0; i + 1 < all.size(); ++i)
        setTabOrder(all[i], all[i + 1]);
}

void MeshBar::showTip() {
    if (!m_dragged)
        return;
    const QPoint below(m_dragged->geometry().center().x() - 40, height() + 4);
    m_tip->showBelow(m_document, mapToGlobal(below));
}

void MeshBar::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    MeshBarPainter(painter, font(), m_layout, m_document).paint(m_dragged, m_followers);
}

void MeshBar::resizeEvent(QResizeEvent*) { follow(); }

void MeshBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::FontChange) {
        updateGeometry();
        follow();
    }
    QWidget::changeEvent(event);
}

bool MeshBar::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    auto* help = static_cast<QHelpEvent*>(event);
    QString text = toolTip();
    for (const MeshBarLayout::Part& part : m_layout.parts())
        if (part.box.contains(help->pos()))
            text = mesh_words::segmentToolTip(m_document.scenario(), part.segment.axis);
    QToolTip::showText(help->globalPos(), text, this);
    return true;
}

} // namespace ridgepoint
