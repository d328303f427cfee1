// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario as a file of its own (NAME.ridgepoint.json), to mail or to keep under version control.
#pragma once

#include "app/session/result.hpp"
#include "models/formats/presets.hpp"
#include "models/scenario.hpp"

namespace ridgepoint {

inline constexpr char scenario_file_suffix[] = ".ridgepoint.json";

/// One scenario. The failure names file, key, value and what is allowed.
Result<Scenario> readScenarioFile(const QString& path, const Presets& presets);
/// All or nothing: an existing file is replaced only once the new one is complete on disk.
Result<Done> writeScenarioFile(const QString& path, const Scenario& scenario, const Presets& presets);

} // namespace ridgepoint
