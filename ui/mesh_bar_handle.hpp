// SPDX-License-Identifier: GPL-3.0-or-later
// One grip of the mesh bar: a divider between two segments, or the end of a bracket. Mouse, keys, screen reader.
#pragma once

#include "models/mesh.hpp"
#include "ui/controls/stop_accessible.hpp"
#include "ui/mesh_bar_layout.hpp"

#include <QString>
#include <QWidget>

#include <optional>
#include <vector>

namespace ridgepoint {

class Document;

class MeshHandle : public QWidget, public StopValue {
    Q_OBJECT
public:
    enum class Kind { edge, experts, zeroGroup };

    /// `axis` is the segment left of an edge; without meaning for a bracket.
    MeshHandle(Document& document, Kind kind, Axis axis, QWidget* bar);

    Kind kind() const { return m_kind; }
    Axis axis() const { return m_axis; }
    bool isDragging() const { return m_press.has_value(); }
    /// The plan the drag or the run of keys began with, and its stops; null and empty at rest.
    const Scenario* pressed() const { return m_press ? &m_press->base : nullptr; }
    const std::vector<mesh::Stop>& stops() const { return m_stops; }
    mesh::Trade trade() const { return m_trade; }

    /// The scenario or the bar's geometry changed.
    void follow(const MeshBarLayout& layout);
    double xAt(const mesh::Stop& stop) const; ///< where the grip stands at that stop of the present drag

    double spokenValue() const override;
    double spokenMinimum() const override;
    double spokenMaximum() const override;
    QString spokenText() const override;
    void setSpokenValue(double value) override;

signals:
    void dragBegan();
    void dragMoved();
    void dragEnded();
    void settled(const QStringList& followers); ///< what else the last change set, for the label beside the bar

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Press {
        Scenario base;
        MeshBarLayout layout;
        double x = 0;     ///< of the pointer, in the bar
        double lastX = 0;
        double place = 0; ///< log2 of an edge's degree
        double end = 0;   ///< x of a bracket's end
    };

    std::vector<mesh::Stop> stopsOf(const Scenario& base, mesh::Trade trade) const;
    int degreeOf(const Scenario& scenario) const;
    std::size_t stopNear(double x) const;
    void dragTo(double x, bool neighbour);
    void cancelDrag();
    void finishDrag();
    void apply(const mesh::Stop& stop);
    bool stepByKey(int key, bool neighbour);
    void prepareKeys(mesh::Trade trade);
    void describe();
    QRectF gripBox() const;

    Document& m_document;
    Kind m_kind;
    Axis m_axis;
    MeshBarLayout m_layout;
    std::optional<Press> m_press;
    std::vector<mesh::Stop> m_stops; ///< of the drag, or of the run of keys
    mesh::Trade m_trade = mesh::Trade::with_data_parallel;
    std::optional<Scenario> m_keyBase, m_keyResult; ///< a run of keys goes on while nothing else changed the plan
    bool m_hovered = false;
};

} // namespace ridgepoint
