// SPDX-License-Identifier: GPL-3.0-or-later
// Starts the window: application object, look, document, library, recovery.
#pragma once

#include <QString>
#include <QStringList>

namespace ridgepoint {

/// Runs the window until it is closed and returns the exit status. `files` are scenario files; with none the first
/// start opens the ready scenario of DeepSeek-V3's published plan. `database` is the library's file; empty: the
/// user's data folder. `exitAfterStartup` ends after the first paint, for smoke tests and start-up benchmarks.
int runWindow(int& argc, char** argv, const QStringList& files, const QString& database, bool exitAfterStartup);

} // namespace ridgepoint
