// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/run_tests.hpp"

#include "tests/app/children.hpp"
#include "tests/app/warnings.hpp"

#include <QGuiApplication>
#include <QLocale>
#include <QStandardPaths>

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true);
    QLocale::setDefault(QLocale::c());
    QGuiApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("ridgepoint-test"));
    if (argc > 1 && ridgepoint::tests::isChild(argv[1]))
        return ridgepoint::tests::runChild(application.arguments());
    ridgepoint::tests::failOnQtWarnings();
    return run_tests(argc, argv);
}
