// SPDX-License-Identifier: GPL-3.0-or-later
// How the command line ends (interface contract, "Command line").
#pragma once

#include <string>

namespace ridgepoint::cli {

enum class ExitStatus {
    done = 0,
    failed = 1,    ///< an internal error, or an output that cannot be written
    bad_input = 2, ///< bad usage or bad input
    illegal = 3,   ///< the plan breaks a rule
    does_not_fit = 4
};

struct Problem {
    ExitStatus status;
    std::string message; ///< one line
};

/// The message on standard error, on one line whatever it holds.
ExitStatus report(const Problem& problem);

/// The higher one wins where several scenarios are asked for.
[[nodiscard]] ExitStatus worse(ExitStatus a, ExitStatus b);

/// All of `text` on standard output. Throws Problem when it cannot be written.
ExitStatus print(const std::string& text);

} // namespace ridgepoint::cli
