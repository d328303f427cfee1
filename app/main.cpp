// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/problem.hpp"

#include <csignal>
#include <exception>

namespace {

using namespace ridgepoint::cli;

ExitStatus run(int& argc, char** argv) {
    const Request request = read_command_line(argc, argv);
    switch (request.command) {
    case Command::print:
        return print(request.text);
    case Command::estimate:
        return estimate(request.estimate);
    case Command::list:
        return list(request.list);
    case Command::plan:
        return plan(request.plan);
    case Command::render:
        return render(request.render, argc, argv);
    case Command::sweep:
        return sweep(request.sweep);
    case Command::validate:
        return validate(request.validate);
    case Command::import_measurements:
        return import_measurements(request.import);
    case Command::window:
        break;
    }
    return window(request.window, argc, argv);
}

} // namespace

int main(int argc, char** argv) {
#ifdef SIGPIPE
    std::signal(SIGPIPE, SIG_IGN); // a reader that went away is an output that cannot be written
#endif
    try {
        return int(run(argc, argv));
    } catch (const Problem& problem) {
        return int(report(problem));
    } catch (const ridgepoint::InputError& error) {
        return int(report({ExitStatus::bad_input, error.what()}));
    } catch (const std::exception& error) {
        return int(report({ExitStatus::failed, std::string("ridgepoint: internal error: ") + error.what()}));
    }
}
