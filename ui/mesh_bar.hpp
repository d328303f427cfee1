// SPDX-License-Identifier: GPL-3.0-or-later
// The mesh bar: the GPUs as one bar cut into TP, CP, DP and PP in placement order, with the expert group and the
// ZeRO group as brackets below. Dividers and bracket ends are its children (MeshHandle).
#pragma once

#include "ui/mesh_bar_layout.hpp"

#include <QStringList>
#include <QWidget>

#include <vector>

namespace ridgepoint {

class Document;
class MeshBarTip;
class MeshHandle;

class MeshBar : public QWidget {
    Q_OBJECT
public:
    explicit MeshBar(Document& document, QWidget* parent = nullptr);

    const MeshBarLayout& barLayout() const { return m_layout; }
    QStringList followers() const { return m_followers; }
    MeshHandle* edge(Axis axis) const; ///< the divider at that segment's right end
    MeshHandle* experts() const { return m_experts; }
    MeshHandle* zeroGroup() const { return m_zeroGroup; }
    /// In the order of the tab key.
    std::vector<MeshHandle*> handles() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    MeshHandle* addHandle(MeshHandle* handle);
    MeshBarMetrics metrics() const;
    void follow();
    void followOther();
    void placeHandles();
    void showTip();

    Document& m_document;
    MeshBarLayout m_layout;
    std::vector<MeshHandle*> m_edges;
    MeshHandle* m_experts;
    MeshHandle* m_zeroGroup;
    MeshHandle* m_dragged = nullptr;
    MeshBarTip* m_tip;
    QStringList m_followers;
    std::vector<Axis> m_edgeOrder;
    bool m_ownChange = false;
};

} // namespace ridgepoint
