// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/process.hpp"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QSysInfo>

#ifdef Q_OS_UNIX
#include <cerrno>
#include <csignal>
#include <sys/types.h>
#endif

namespace ridgepoint {

namespace {

struct ProcessStat {
    bool known = false;
    bool ended = false; ///< a zombie: ended, but not yet collected by its parent
    QString start;
};

/// proc(5), /proc/PID/stat: field 3 is the state, field 22 the start time in clock ticks since boot. The
/// command in field 2 may itself hold spaces and parentheses, so fields are counted behind the last one.
ProcessStat readStat(qint64 pid) {
    QFile file(QStringLiteral("/proc/%1/stat").arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray text = file.readAll();
    const QList<QByteArray> fields = text.mid(text.lastIndexOf(')') + 2).split(' ');
    constexpr int state_field = 3 - 3;
    constexpr int start_field = 22 - 3;
    if (fields.size() <= start_field)
        return {};
    const QByteArray& state = fields[state_field];
    return {true, state == "Z" || state == "X", QString::fromLatin1(fields[start_field])};
}

QString bootId() {
    QFile file(QStringLiteral("/proc/sys/kernel/random/boot_id"));
    return file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.readAll().trimmed()) : QString();
}

} // namespace

ProcessIdentity thisProcess() {
    const qint64 pid = QCoreApplication::applicationPid();
    return {QSysInfo::machineHostName(), bootId(),
            QFile::symLinkTarget(QStringLiteral("/proc/self/ns/pid")).section(QLatin1Char('/'), -1), pid,
            readStat(pid).start};
}

Running isRunning(const ProcessIdentity& process) {
    const ProcessIdentity here = thisProcess();
    if (process.host != here.host)
        return Running::unknown;
    if (!process.boot.isEmpty() && !here.boot.isEmpty() && process.boot != here.boot)
        return Running::no; // the machine was started again since
    if (process.pidNamespace != here.pidNamespace)
        return Running::unknown;
#ifdef Q_OS_UNIX
    if (process.pid <= 0)
        return Running::no;
    if (::kill(static_cast<pid_t>(process.pid), 0) != 0 && errno == ESRCH)
        return Running::no;
    const ProcessStat stat = readStat(process.pid);
    if (!stat.known || process.start.isEmpty())
        return Running::unknown;
    return !stat.ended && stat.start == process.start ? Running::yes : Running::no;
#else
    return process.pid == here.pid ? Running::yes : Running::unknown;
#endif
}

} // namespace ridgepoint
