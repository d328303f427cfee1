// SPDX-License-Identifier: GPL-3.0-or-later
// Plan dock: precision, schedule, recomputation.
#pragma once

#include "ui/plan_dock_section.hpp"

namespace ridgepoint {

class PrecisionSlider;

class RecipeSection : public PlanSection {
    Q_OBJECT
public:
    explicit RecipeSection(Document& document);
    void follow(const Scenario& now, const Scenario& saved) override;

private:
    void choosePrecision(int step);
    void followPrecision(const Scenario& now, const Scenario& saved);

    PrecisionSlider* m_precision;
    QComboBox* m_schedule;
    QComboBox* m_recompute;
};

} // namespace ridgepoint
