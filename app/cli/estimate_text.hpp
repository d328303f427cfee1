// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "models/formats/answers.hpp"

#include <string>

namespace ridgepoint::cli {

/// An answer for people to read in a terminal: a page, not everything.
[[nodiscard]] std::string estimate_text(const Answer& answer);

} // namespace ridgepoint::cli
