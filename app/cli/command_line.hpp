// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.hpp"

namespace ridgepoint::cli {

enum class Command { print, window, estimate, list, plan, render, sweep, validate, import_measurements };

struct Request {
    Command command = Command::window;
    std::string text; ///< print: help or version
    WindowRequest window;
    EstimateRequest estimate;
    ListRequest list;
    RenderRequest render;
    PlanRequest plan;
    SweepRequest sweep;
    ValidateRequest validate;
    ImportRequest import;
};

/// Throws Problem with ExitStatus::bad_input.
[[nodiscard]] Request read_command_line(int argc, const char* const* argv);

} // namespace ridgepoint::cli
