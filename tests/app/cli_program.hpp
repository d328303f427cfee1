// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the built program as a user would.
#pragma once

#include <nlohmann/json.hpp>

#include <QByteArray>
#include <QStringList>

namespace ridgepoint::tests {

struct Run {
    int status = -1; ///< -1: crashed or hung
    QByteArray out, err;

    /// Of standard output.
    nlohmann::ordered_json json() const { return nlohmann::ordered_json::parse(out.toStdString()); }
    bool errIsOneLine() const { return err.endsWith('\n') && err.count('\n') == 1; }
};

/// `set` gives further environment variables, "NAME=VALUE"; there is no display.
Run runProgram(const QStringList& arguments, const QByteArray& input = {}, const QStringList& set = {});
/// Standard output goes to `path`.
Run runProgramInto(const QString& path, const QStringList& arguments);

} // namespace ridgepoint::tests
