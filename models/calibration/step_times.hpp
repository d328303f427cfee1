// SPDX-License-Identifier: GPL-3.0-or-later
// Measured step times of the user's own runs, and what of the model they set.
#pragma once

#include "models/formats/input_error.hpp"
#include "models/scenario.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint::calibration {

struct StepTimeRow {
    std::size_t row = 0; ///< as spreadsheets count
    std::string scenario; ///< a ready scenario's id, or the path of a scenario file
    Seconds measured;
    bool operator==(const StepTimeRow&) const = default;
};

/// CSV with columns scenario and seconds (or step_s). Throws InputError, one line that names file, row and column.
[[nodiscard]] std::vector<StepTimeRow> read_step_times(std::string_view text, std::string_view file);

struct MeasuredStep {
    Scenario scenario;
    Seconds measured;
};

/// Sets compute_share, and with steps of different numbers of micro-batches micro_batch_overhead, so that the
/// estimates under this calibration come nearest to the measured steps (least squares over relative deviations); fills
/// `steps`. Throws InputError for a scenario that breaks a rule.
[[nodiscard]] Calibration fit_steps(Calibration calibration, const std::vector<MeasuredStep>& steps);

} // namespace ridgepoint::calibration
