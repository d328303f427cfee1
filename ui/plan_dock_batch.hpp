// SPDX-License-Identifier: GPL-3.0-or-later
// Plan dock: micro-batch, global batch, sequence, virtual pipeline.
#pragma once

#include "ui/plan_dock_section.hpp"

class QSpinBox;

namespace ridgepoint {

class BatchSection : public PlanSection {
    Q_OBJECT
public:
    explicit BatchSection(Document& document);
    void follow(const Scenario& now, const Scenario& saved) override;

private:
    LabelledSlider* addField(const QString& control, const QString& label, const QString& unit,
                             const QString& toolTip, int Plan::* field);

    void addShapes();
    /// One click: the smallest micro-batch whose GEMM shapes reach the chosen share of the peak.
    void fillShapes();

    LabelledSlider *m_micro, *m_global, *m_sequence, *m_virtual;
    QLabel *m_tokens, *m_shapes;
    QSpinBox* m_share;
};

} // namespace ridgepoint
