// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/inputs.hpp"
#include "ui/application.hpp"

#include <QtGlobal>

namespace ridgepoint::cli {

namespace {

/// Qt would abort; say what helps instead.
void need_display() {
#if defined(Q_OS_LINUX)
    if (qEnvironmentVariableIsSet("QT_QPA_PLATFORM") || !qEnvironmentVariableIsEmpty("DISPLAY") ||
        !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY"))
        return;
    throw Problem{ExitStatus::bad_input,
                  "ridgepoint: no display for the window; without one there are: ridgepoint "
                  "estimate, list, render (see: ridgepoint --help)"};
#endif
}

} // namespace

ExitStatus window(const WindowRequest& request, int& argc, char** argv) {
    QStringList files;
    for (const std::string& path : request.files) {
        if (path == "-")
            throw Problem{ExitStatus::bad_input,
                          "ridgepoint: the window reads no standard input; allowed: FILE"};
        (void)read_file(path); // a misspelt command ends here, not in an empty window
        files << QString::fromLocal8Bit(path.c_str());
    }
    need_display();
    const int status = runWindow(argc, argv, files, QString::fromLocal8Bit(request.database.c_str()),
                                 request.exit_after_startup);
    return status == 0 ? ExitStatus::done : ExitStatus::failed;
}

} // namespace ridgepoint::cli
