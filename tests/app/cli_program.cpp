// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/cli_program.hpp"

#include <QProcess>
#include <QProcessEnvironment>

namespace ridgepoint::tests {
namespace {

constexpr int longest_run_ms = 60'000;

QProcessEnvironment environment(const QStringList& set) {
    QProcessEnvironment env = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        env.remove(QString::fromLatin1(name));
    for (const QString& one : set)
        env.insert(one.section(QLatin1Char('='), 0, 0), one.section(QLatin1Char('='), 1));
    return env;
}

Run finish(QProcess& process, const QStringList& arguments, const QByteArray& input) {
    process.start(QStringLiteral(RIDGEPOINT_EXECUTABLE), arguments);
    process.write(input);
    process.closeWriteChannel();
    Run run;
    if (process.waitForFinished(longest_run_ms) && process.exitStatus() == QProcess::NormalExit)
        run.status = process.exitCode();
    run.out = process.readAllStandardOutput();
    run.err = process.readAllStandardError();
    return run;
}

} // namespace

Run runProgram(const QStringList& arguments, const QByteArray& input, const QStringList& set) {
    QProcess process;
    process.setProcessEnvironment(environment(set));
    return finish(process, arguments, input);
}

Run runProgramInto(const QString& path, const QStringList& arguments) {
    QProcess process;
    process.setProcessEnvironment(environment({}));
    process.setStandardOutputFile(path);
    return finish(process, arguments, {});
}

} // namespace ridgepoint::tests
