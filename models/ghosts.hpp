// SPDX-License-Identifier: GPL-3.0-or-later
// One scenario beside others, as pictures show them: what is at hand, and its ghosts. The ghosts made here are the
// scenario itself at the other sets of ceilings: the datasheet's, the achievable ones, the user's own ("mine").
#pragma once

#include "models/estimate.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// What a picture draws beside the scenario at hand.
struct Ghost {
    std::string name; ///< "datasheet"
    int look = 0;     ///< which dashes it is drawn with: the same whichever of the set is at hand
    Scenario scenario;
    Estimate estimate; ///< legal
};
struct Ghosts {
    std::string own; ///< name of what is at hand
    std::vector<Ghost> all;
};
using GhostsRef = std::shared_ptr<const Ghosts>;

/// The user's own measurements that hold for this scenario: those it carries, else the first of `kept` that were made
/// with its accelerator. Empty where there are none.
[[nodiscard]] CalibrationRef own_calibration(const Scenario&, std::span<const CalibrationRef> kept);

/// The sets this scenario can be compared at, in order: datasheet, achievable, and with `mine` calibrated.
[[nodiscard]] std::vector<Ceilings> ceiling_sets(const CalibrationRef& mine);
[[nodiscard]] Scenario at_ceilings(const Scenario&, Ceilings, const CalibrationRef& mine);
/// The set that counts: calibrated without a calibration is achievable.
[[nodiscard]] Ceilings ceilings_in_use(const Scenario&);

/// A legal scenario at every set but the one in use. Rules ask nothing of ceilings, so each ghost is legal too.
[[nodiscard]] Ghosts compare_ceilings(const Scenario&, const CalibrationRef& mine, Detail = Detail::pictures);

} // namespace ridgepoint
