// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.hpp"
#include "models/scenario.hpp"

namespace ridgepoint::cli {

struct Inputs {
    std::vector<Scenario> scenarios;
    std::vector<CalibrationRef> calibrations; ///< of the files that were given
    bool as_list = false; ///< several were asked for, or a file holds a list
};

/// All of them or none: throws InputError or Problem at the first that cannot be read.
[[nodiscard]] Inputs read_inputs(const Source& source);

/// The one scenario that `command` works on.
[[nodiscard]] Scenario read_single(const Source& source, const char* command);

/// Throws Problem naming the file and the cause.
[[nodiscard]] std::string read_file(const std::string& path);

} // namespace ridgepoint::cli
