// SPDX-License-Identifier: GPL-3.0-or-later
// A validation as files: JSON (the contract's), Markdown, and a plain text for the terminal.
#pragma once

#include "models/validation.hpp"

#include <string>

namespace ridgepoint {

[[nodiscard]] std::string validation_to_json(const Validation& validation);
/// The summary as tables, the worst rows, and every row that was not predicted.
[[nodiscard]] std::string validation_to_markdown(const Validation& validation);

} // namespace ridgepoint
