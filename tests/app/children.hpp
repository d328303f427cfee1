// SPDX-License-Identifier: GPL-3.0-or-later
// Second processes of some tests: this same program, started again with a job instead of test names.
#pragma once

#include <QProcess>
#include <QStringList>

#include <memory>

namespace ridgepoint::tests {

/// Jobs, each with the library's path as first argument:
///   child:edit        changes a document, autosaves, says "ready" and waits to be killed
///   child:edit-close  the same, but closes in order after "ready" when its standard input ends
///   child:save        saves "saved 0", "saved 1", ... without end, saying each number once it is saved
[[nodiscard]] bool isChild(const char* argument);
[[nodiscard]] int runChild(const QStringList& arguments);

/// Started, and its first line read. Null when that took over 20 s.
[[nodiscard]] std::unique_ptr<QProcess> startChild(const QString& job, const QString& library);
/// As by `kill -9`: the child gets no chance to clean up.
void killChild(QProcess& child);

} // namespace ridgepoint::tests
