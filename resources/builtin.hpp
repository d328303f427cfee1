// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/formats/presets.hpp"

namespace ridgepoint {

/// The presets the program ships, read once.
[[nodiscard]] const Presets& builtin_presets();

} // namespace ridgepoint
