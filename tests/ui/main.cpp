// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/run_tests.hpp"

#include "plots/theme.hpp"
#include "ui/type.hpp"

#include <QApplication>
#include <QLocale>
#include <QStandardPaths>
#include <QStyleFactory>

int main(int argc, char** argv) {
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QLocale::setDefault(QLocale::c());
    QStandardPaths::setTestModeEnabled(true);
    QApplication application(argc, argv);
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setPalette(ridgepoint::applicationPalette(ridgepoint::Theme::light));
    QApplication::setFont(ridgepoint::applicationFont());
    return run_tests(argc, argv);
}
