// SPDX-License-Identifier: GPL-3.0-or-later
// Plan dock: what is believed about links, peaks and detail.
#pragma once

#include "ui/plan_dock_section.hpp"

namespace ridgepoint {

class RealitySection : public PlanSection {
    Q_OBJECT
public:
    explicit RealitySection(Document& document);
    void follow(const Scenario& now, const Scenario& saved) override;

private:
    SegmentedControl *m_network, *m_ceilings, *m_fidelity;
};

} // namespace ridgepoint
