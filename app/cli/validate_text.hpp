// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/validation.hpp"

#include <string>

namespace ridgepoint::cli {

/// The summary for a terminal: the headline rows, and every usable row.
[[nodiscard]] std::string validation_text(const Validation& validation);

} // namespace ridgepoint::cli
