// SPDX-License-Identifier: GPL-3.0-or-later
// Plan dock: model, accelerator, number of GPUs.
#pragma once

#include "ui/plan_dock_section.hpp"

namespace ridgepoint {

class ClusterSection : public PlanSection {
    Q_OBJECT
public:
    explicit ClusterSection(Document& document);
    void follow(const Scenario& now, const Scenario& saved) override;

private:
    void chooseModel(const QString& id);
    void chooseAccelerator(const QString& id);

    QComboBox* m_model;
    QComboBox* m_accelerator;
    LabelledSlider* m_gpus;
};

} // namespace ridgepoint
