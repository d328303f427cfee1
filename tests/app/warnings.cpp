// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/warnings.hpp"

#include "tests/catch.hpp"

#include <QByteArray>
#include <QString>
#include <QtGlobal>

#include <cstdio>

namespace ridgepoint::tests {

namespace {

/// What the platform says about the machine, not about the program.
bool isAboutTheMachine(const QString& message) {
    return message.contains(QLatin1String("XDG_RUNTIME_DIR")) ||
           message.contains(QLatin1String("propagateSizeHints"));
}

void handle(QtMsgType type, const QMessageLogContext&, const QString& message) {
    std::fprintf(stderr, "%s\n", message.toUtf8().constData());
    const bool grave = type == QtWarningMsg || type == QtCriticalMsg;
    if (grave && !isAboutTheMachine(message))
        FAIL_CHECK("Qt warned: " << message.toStdString());
}

} // namespace

void failOnQtWarnings() {
    qInstallMessageHandler(handle);
}

} // namespace ridgepoint::tests
