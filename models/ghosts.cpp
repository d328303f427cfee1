// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ghosts.hpp"

#include "models/text.hpp"

#include <algorithm>

namespace ridgepoint {

CalibrationRef own_calibration(const Scenario& s, std::span<const CalibrationRef> kept) {
    if (s.calibration)
        return s.calibration;
    const std::string& id = s.cluster.accelerator.id;
    const auto found = std::ranges::find_if(
        kept, [&](const CalibrationRef& c) { return c && !id.empty() && c->accelerator == id; });
    return found == kept.end() ? CalibrationRef() : *found;
}

std::vector<Ceilings> ceiling_sets(const CalibrationRef& mine) {
    std::vector<Ceilings> sets{Ceilings::datasheet, Ceilings::achievable};
    if (mine)
        sets.push_back(Ceilings::calibrated);
    return sets;
}

Scenario at_ceilings(const Scenario& s, Ceilings set, const CalibrationRef& mine) {
    Scenario other = s;
    other.ceilings = set;
    if (set == Ceilings::calibrated)
        other.calibration = mine;
    return other;
}

Ceilings ceilings_in_use(const Scenario& s) {
    return s.ceilings == Ceilings::calibrated && !s.calibration ? Ceilings::achievable : s.ceilings;
}

Ghosts compare_ceilings(const Scenario& s, const CalibrationRef& mine, Detail detail) {
    const Ceilings own = ceilings_in_use(s);
    Ghosts list{std::string(text::name(own)), {}};
    for (const Ceilings set : ceiling_sets(mine)) {
        if (set == own)
            continue;
        Scenario other = at_ceilings(s, set, mine);
        Estimate e = estimate(other, detail);
        list.all.push_back({std::string(text::name(set)), int(set), std::move(other), std::move(e)});
    }
    return list;
}

} // namespace ridgepoint
