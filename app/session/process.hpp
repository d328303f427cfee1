// SPDX-License-Identifier: GPL-3.0-or-later
// Telling a running process from one that ended, even when its number was given to another one.
#pragma once

#include <QString>

namespace ridgepoint {

struct ProcessIdentity {
    QString host;
    QString boot;         ///< changes with every start of the machine; empty where the system does not tell
    QString pidNamespace; ///< two sandboxes may use the same numbers; empty where there are none
    qint64 pid = 0;
    QString start; ///< when it started, in the system's own count; empty where the system does not tell
};

[[nodiscard]] ProcessIdentity thisProcess();

enum class Running { yes, no, unknown };
[[nodiscard]] Running isRunning(const ProcessIdentity& process);

} // namespace ridgepoint
