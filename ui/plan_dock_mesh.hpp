// SPDX-License-Identifier: GPL-3.0-or-later
// Plan dock: the mesh bar, a box for each degree, rank order, ZeRO stage.
#pragma once

#include "models/plan.hpp"
#include "ui/plan_dock_section.hpp"

class QGridLayout;

namespace ridgepoint {

class CountBox;
class MeshBar;

class MeshSection : public PlanSection {
    Q_OBJECT
public:
    explicit MeshSection(Document& document);
    void follow(const Scenario& now, const Scenario& saved) override;
    MeshBar* bar() const { return m_bar; }

private:
    CountBox* addBox(QGridLayout* grid, int place, const QString& name, const QString& control,
                     const QString& meaning);
    void typeDegree(Axis axis, int degree);
    void followBoxes(const Scenario& now, const Scenario& saved);

    MeshBar* m_bar;
    CountBox *m_tp, *m_cp, *m_dp, *m_pp, *m_ep, *m_etp;
    QComboBox* m_order;
    SegmentedControl* m_zero;
};

} // namespace ridgepoint
