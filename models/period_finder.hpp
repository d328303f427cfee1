// SPDX-License-Identifier: GPL-3.0-or-later
// When a repeating schedule has come to repeat itself.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ridgepoint::schedules {

struct Period {
    int length = 0;   ///< in the caller's steps
    double shift = 0; ///< by which every time of the state is later
};

/// Finds when a state comes back, all its times later by the same: from then on it always will, because what
/// follows depends on the times by maxima and sums only. Compares with one earlier state, taken at ever longer
/// intervals (Brent 1980), so no period is missed for good.
class PeriodFinder {
public:
    /// `step` counts up from call to call.
    std::optional<Period> look(int step, std::span<const double> state) {
        if (taken_ >= 0) {
            const double shift = state[0] - earlier_[0];
            std::size_t i = 1;
            while (i < state.size() && state[i] - earlier_[i] == shift)
                ++i;
            if (i == state.size())
                return Period{step - taken_, shift};
        }
        if (taken_ < 0 || step >= next_) {
            first_ = taken_ < 0 ? step : first_;
            taken_ = step;
            next_ = step + (step - first_) + 1;
            earlier_.assign(state.begin(), state.end());
        }
        return std::nullopt;
    }

private:
    std::vector<double> earlier_;
    int first_ = 0, taken_ = -1, next_ = 0;
};

} // namespace ridgepoint::schedules
