// SPDX-License-Identifier: GPL-3.0-or-later
// Bad input of any kind: one line that names file, key, value and what is allowed.
#pragma once

#include <stdexcept>
#include <string>

namespace ridgepoint {

struct InputError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

} // namespace ridgepoint
