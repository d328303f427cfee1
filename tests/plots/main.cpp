// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/run_tests.hpp"

#include <QApplication>
#include <QLocale>

int main(int argc, char** argv) {
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QLocale::setDefault(QLocale::c());
    QApplication::setStyle(QStringLiteral("Fusion"));
    const QApplication application(argc, argv);
    return run_tests(argc, argv);
}
