// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mesh_bar_handle.hpp"

#include "app/session/document.hpp"
#include "plots/theme.hpp"
#include "ui/appearance.hpp"
#include "ui/mesh_bar_words.hpp"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr double edgeGripWidth = 7;
constexpr double bracketGripWidth = 7;
constexpr double bracketGripHeight = 11;
constexpr int edgeHold = 10;    ///< half the width that takes the mouse
constexpr int bracketHold = 9;
constexpr int haloRoom = 4;     ///< around the grip, for the focus ring
constexpr double sameDegree = 1e-9;

QString nameOf(MeshHandle::Kind kind, Axis axis) {
    if (kind == MeshHandle::Kind::experts)
        return QStringLiteral("experts");
    if (kind == MeshHandle::Kind::zeroGroup)
        return QStringLiteral("zero");
    switch (axis) {
    case Axis::tp: return QStringLiteral("tp");
    case Axis::cp: return QStringLiteral("cp");
    case Axis::dp: return QStringLiteral("dp");
    default: return QStringLiteral("pp");
    }
}

QStringList toStrings(const std::vector<std::string>& texts) {
    QStringList result;
    for (const std::string& text : texts)
        result << QString::fromStdString(text);
    return result;
}

} // namespace

MeshHandle::MeshHandle(Document& document, Kind kind, Axis axis, QWidget* bar)
    : QWidget(bar), m_document(document), m_kind(kind), m_axis(axis) {
    installStopAccessibility();
    setObjectName(QStringLiteral("mesh.") + nameOf(kind, axis));
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::SplitHCursor);
}

std::vector<mesh::Stop> MeshHandle::stopsOf(const Scenario& base, mesh::Trade trade) const {
    switch (m_kind) {
    case Kind::experts: return mesh::expert_stops(base);
    case Kind::zeroGroup: return mesh::zero_group_stops(base);
    case Kind::edge: break;
    }
    return mesh::stops(base, m_axis, trade);
}

int MeshHandle::degreeOf(const Scenario& scenario) const {
    switch (m_kind) {
    case Kind::experts: return scenario.plan.ep;
    case Kind::zeroGroup: return mesh::zero_group(scenario);
    case Kind::edge: break;
    }
    return mesh::degree(scenario, m_axis);
}

void MeshHandle::follow(const MeshBarLayout& layout) {
    m_layout = layout;
    const Scenario& scenario = m_document.scenario();
    if (m_kind == Kind::edge) {
        const MeshBarLayout::Part* part = layout.part(m_axis);
        if (!part)
            return;
        const int rise = int(MeshBarLayout::overhang) + haloRoom;
        setGeometry(qRound(part->box.right()) - edgeHold, qRound(part->box.top()) - rise, 2 * edgeHold,
                    qRound(part->box.height()) + 2 * rise);
    } else {
        const bool experts = m_kind == Kind::experts;
        const double ranks = experts ? double(scenario.plan.ep) * scenario.plan.etp : mesh::zero_group(scenario);
        const double place = std::log2(std::max(1.0, ranks));
        const double x = experts ? layout.expertEnd(place) : layout.zeroEnd(place);
        const double y = experts ? layout.expertY() : layout.zeroY();
        setGeometry(qRound(x) - bracketHold, qRound(y) - bracketHold, 2 * bracketHold, 2 * bracketHold);
        setVisible(experts ? scenario.model.moe.has_value() : scenario.plan.zero > 0);
    }
    describe();
    update();
}

void MeshHandle::describe() {
    const Scenario& scenario = m_document.scenario();
    if (m_kind == Kind::experts) {
        setAccessibleName(tr("End of the expert group, EP %1").arg(scenario.plan.ep));
        setToolTip(tr("Expert parallel ranks (EP). Drag, or press ← →: one stop."));
    } else if (m_kind == Kind::zeroGroup) {
        setAccessibleName(tr("End of the ZeRO group, %1 ranks").arg(mesh::zero_group(scenario)));
        setToolTip(tr("Ranks that shard together (HSDP group). Drag, or press ← →: one stop."));
    } else {
        const Axis other = mesh::payer(scenario, m_axis, mesh::Trade::with_data_parallel);
        const Axis beyond = mesh::payer(scenario, m_axis, mesh::Trade::with_neighbour);
        setAccessibleName(tr("Divider between %1 %2 and %3 %4")
                              .arg(mesh_words::longName(m_axis))
                              .arg(mesh::degree(scenario, m_axis))
                              .arg(mesh_words::longName(other))
                              .arg(mesh::degree(scenario, other)));
        setToolTip(tr("%1 trades with %2. Drag, or press ← →: one stop. With Shift (keys: Alt) %3 pays.")
                       .arg(mesh_words::shortName(m_axis), mesh_words::shortName(other),
                            mesh_words::shortName(beyond)));
    }
    announceValue(this, degreeOf(scenario));
}

double MeshHandle::xAt(const mesh::Stop& stop) const {
    const MeshBarLayout& layout = m_press ? m_press->layout : m_layout;
    switch (m_kind) {
    case Kind::experts: return layout.expertEnd(stop.log2_degree);
    case Kind::zeroGroup: return layout.zeroEnd(stop.log2_degree);
    case Kind::edge: break;
    }
    const MeshBarLayout::Part* part = layout.part(m_axis);
    return part ? part->box.right() + (stop.log2_degree - part->segment.log2_length) * layout.scale() : 0;
}

// --- mouse ---------------------------------------------------------------------------------------------------

void MeshHandle::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || m_press)
        return;
    const Scenario& scenario = m_document.scenario();
    Press press{scenario, m_layout};
    press.x = press.lastX = mapToParent(event->position().toPoint()).x();
    press.place = std::log2(double(std::max(1, degreeOf(scenario))));
    press.end = geometry().center().x() + 1;
    m_press = std::move(press);
    m_keyBase.reset();
    m_trade = event->modifiers() & Qt::ShiftModifier ? mesh::Trade::with_neighbour
                                                     : mesh::Trade::with_data_parallel;
    m_stops = stopsOf(m_press->base, m_trade);
    m_document.beginGesture();
    emit dragBegan();
    update();
}

void MeshHandle::mouseMoveEvent(QMouseEvent* event) {
    if (m_press)
        dragTo(mapToParent(event->position().toPoint()).x(), event->modifiers() & Qt::ShiftModifier);
}

void MeshHandle::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton && m_press)
        finishDrag();
}

std::size_t MeshHandle::stopNear(double x) const {
    const double moved = x - m_press->x;
    if (m_kind == Kind::edge)
        return mesh::nearest_stop(m_stops, m_press->place + moved / m_press->layout.scale());
    std::size_t best = 0;
    for (std::size_t i = 1; i < m_stops.size(); ++i)
        if (std::abs(xAt(m_stops[i]) - m_press->end - moved) < std::abs(xAt(m_stops[best]) - m_press->end - moved))
            best = i;
    return best;
}

void MeshHandle::dragTo(double x, bool neighbour) {
    const mesh::Trade trade = neighbour ? mesh::Trade::with_neighbour : mesh::Trade::with_data_parallel;
    m_press->lastX = x;
    if (trade != m_trade) {
        m_trade = trade;
        m_stops = stopsOf(m_press->base, trade);
    }
    if (!m_stops.empty())
        apply(m_stops[stopNear(x)]);
    emit dragMoved();
}

void MeshHandle::apply(const mesh::Stop& stop) {
    emit settled(toStrings(stop.followers));
    m_document.change(QStringLiteral("mesh.") + nameOf(m_kind, m_axis), QString(), stop.scenario);
}

void MeshHandle::cancelDrag() {
    emit settled({});
    m_document.change(QStringLiteral("mesh.") + nameOf(m_kind, m_axis), QString(), m_press->base);
    finishDrag();
}

void MeshHandle::finishDrag() {
    m_press.reset();
    m_stops.clear();
    m_document.endGesture();
    emit dragEnded();
    update();
}

// --- keys ----------------------------------------------------------------------------------------------------

void MeshHandle::prepareKeys(mesh::Trade trade) {
    const Scenario& now = m_document.scenario();
    const bool goesOn = m_keyBase && m_keyResult && *m_keyResult == now && trade == m_trade;
    if (!goesOn)
        m_keyBase = now;
    m_trade = trade;
    m_stops = stopsOf(*m_keyBase, trade);
}

bool MeshHandle::stepByKey(int key, bool neighbour) {
    prepareKeys(neighbour ? mesh::Trade::with_neighbour : mesh::Trade::with_data_parallel);
    const std::vector<mesh::Stop> stops = std::move(m_stops);
    m_stops.clear();
    if (stops.empty())
        return true;
    const double now = std::log2(double(std::max(1, degreeOf(m_document.scenario()))));
    const auto placeOf = [](const mesh::Stop& stop) { return std::log2(double(stop.degree)); };
    const mesh::Stop* target = nullptr;
    const auto least = [&](double place) {
        for (const mesh::Stop& stop : stops)
            if (!target && placeOf(stop) > place - sameDegree)
                target = &stop;
    };
    const auto most = [&](double place) {
        for (const mesh::Stop& stop : stops)
            if (placeOf(stop) < place + sameDegree)
                target = &stop;
    };
    switch (key) {
    case Qt::Key_Left:
    case Qt::Key_Down: most(now - 2 * sameDegree); break;
    case Qt::Key_Right:
    case Qt::Key_Up: least(now + 2 * sameDegree); break;
    case Qt::Key_PageDown: most(now - 1); break;
    case Qt::Key_PageUp: least(now + 1); break;
    case Qt::Key_Home: target = &stops.front(); break;
    case Qt::Key_End: target = &stops.back(); break;
    default: return false;
    }
    if (target) {
        m_keyResult = target->scenario;
        apply(*target);
    }
    return true;
}

void MeshHandle::keyPressEvent(QKeyEvent* event) {
    if (m_press) {
        if (event->key() == Qt::Key_Escape)
            cancelDrag();
        else if (event->key() == Qt::Key_Shift)
            dragTo(m_press->lastX, true);
        return;
    }
    if (!stepByKey(event->key(), event->modifiers() & (Qt::AltModifier | Qt::ShiftModifier)))
        QWidget::keyPressEvent(event);
}

void MeshHandle::keyReleaseEvent(QKeyEvent* event) {
    if (m_press && event->key() == Qt::Key_Shift)
        dragTo(m_press->lastX, false);
    else
        QWidget::keyReleaseEvent(event);
}

bool MeshHandle::event(QEvent* event) {
    // Alt with an arrow is ours while the grip has the focus, not a shortcut of the window.
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down ||
            key == Qt::Key_Home || key == Qt::Key_End || (m_press && key == Qt::Key_Escape)) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

// --- spoken --------------------------------------------------------------------------------------------------

double MeshHandle::spokenValue() const { return degreeOf(m_document.scenario()); }

double MeshHandle::spokenMinimum() const {
    const auto stops = stopsOf(m_document.scenario(), mesh::Trade::with_data_parallel);
    return stops.empty() ? spokenValue() : stops.front().degree;
}

double MeshHandle::spokenMaximum() const {
    const auto stops = stopsOf(m_document.scenario(), mesh::Trade::with_data_parallel);
    return stops.empty() ? spokenValue() : stops.back().degree;
}

QString MeshHandle::spokenText() const {
    const Scenario& scenario = m_document.scenario();
    const auto stops = stopsOf(scenario, mesh::Trade::with_data_parallel);
    const auto first = std::find_if(stops.begin(), stops.end(), [](const auto& stop) { return stop.legal; });
    const auto last = std::find_if(stops.rbegin(), stops.rend(), [](const auto& stop) { return stop.legal; });
    if (first == stops.end())
        return tr("no legal stop");
    if (m_kind != Kind::edge)
        return tr("%1, legal from %2 to %3").arg(degreeOf(scenario)).arg(first->degree).arg(last->degree);
    const QString name = mesh_words::shortName(m_axis);
    const QString other =
        mesh_words::shortName(mesh::payer(scenario, m_axis, mesh::Trade::with_data_parallel));
    const auto pair = [&](const mesh::Stop& stop) {
        return tr("%1 %2 %3 %4").arg(name).arg(stop.degree).arg(other).arg(stop.partner);
    };
    return tr("legal from %1 to %2").arg(pair(*first), pair(*last));
}

void MeshHandle::setSpokenValue(double value) {
    const auto stops = stopsOf(m_document.scenario(), mesh::Trade::with_data_parallel);
    const mesh::Stop* best = nullptr;
    for (const mesh::Stop& stop : stops)
        if (!best || std::abs(stop.degree - value) < std::abs(best->degree - value))
            best = &stop;
    if (best)
        apply(*best);
}

// --- look ----------------------------------------------------------------------------------------------------

QRectF MeshHandle::gripBox() const {
    const QRectF whole(rect());
    if (m_kind == Kind::edge)
        return QRectF(whole.center().x() - edgeGripWidth / 2, haloRoom + 0.5, edgeGripWidth,
                      whole.height() - 2 * haloRoom - 1);
    return QRectF(whole.center().x() - bracketGripWidth / 2, whole.center().y() - bracketGripHeight / 2,
                  bracketGripWidth, bracketGripHeight);
}

void MeshHandle::paintEvent(QPaintEvent*) {
    const Theme theme = currentTheme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF grip = gripBox();
    if (hasFocus()) {
        painter.setPen(QPen(colour(theme, Colour::accent), 2));
        painter.setBrush(colour(theme, Colour::control));
        painter.drawRoundedRect(grip.adjusted(-3.5, -3, 3.5, 3), 4, 4);
    }
    const bool held = isDragging();
    const QColor edge = colour(theme, held || m_hovered ? Colour::accent : Colour::ink);
    painter.setPen(QPen(edge, 1.5));
    painter.setBrush(colour(theme, held ? Colour::accent : Colour::control));
    painter.drawRoundedRect(grip, 2, 2);
    if (m_kind != Kind::edge)
        return;
    painter.setPen(QPen(held ? colour(theme, Colour::on_accent) : edge, 1.2));
    const double x = grip.center().x(), y = grip.center().y();
    painter.drawLine(QPointF(x, y - 5), QPointF(x, y + 5));
}

void MeshHandle::enterEvent(QEnterEvent*) {
    m_hovered = true;
    update();
}

void MeshHandle::leaveEvent(QEvent*) {
    m_hovered = false;
    update();
}

} // namespace ridgepoint
