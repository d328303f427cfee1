// SPDX-License-Identifier: GPL-3.0-or-later
// The real main window on a library and settings of its own.
#pragma once

#include "tests/ui/document_fixture.hpp"

#include "app/session/scenario_store.hpp"
#include "app/session/settings.hpp"
#include "ui/appearance.hpp"
#include "ui/header.hpp"
#include "ui/main_window.hpp"

#include <QAbstractButton>
#include <QTemporaryDir>
#include <QtTest/QTest>

namespace ridgepoint::testing {

struct WindowFixture : DocumentFixture {
    QTemporaryDir folder;
    ScenarioStore store{folder.filePath(QStringLiteral("library.db"))};
    Settings settings{folder.filePath(QStringLiteral("settings.ini"))};
    Appearance appearance;
    MainWindow window{document, appearance, &store, &settings};

    explicit WindowFixture(std::string_view id = "deepseek-v3-published", QSize size = {1600, 1000})
        : DocumentFixture(id) {
        window.resize(size);
        window.show();
        settle();
    }
    ~WindowFixture() { appearance.setChoice(ThemeChoice::light); } // for the tests that follow

    static void settle() {
        constexpr int rounds = 4; // layouts, queued replots, and the list of scenarios after the first paint
        for (int round = 0; round < rounds; ++round)
            QApplication::processEvents();
    }

    template <class Widget = QWidget>
    Widget* find(const char* name) {
        return window.findChild<Widget*>(QString::fromLatin1(name));
    }
    QString header(const char* id) {
        const auto* cell = find<HeaderCell>(qPrintable(QStringLiteral("header.%1").arg(QLatin1String(id))));
        return cell == nullptr ? QString() : cell->text();
    }
    void click(const char* name) {
        QTest::mouseClick(find(name), Qt::LeftButton);
        settle();
    }
    void change(const Scenario& next) {
        document.change(QStringLiteral("test"), next);
        settle();
    }
    /// One sequence too many for DP·micro-batch to divide.
    void breakPlan() {
        Scenario broken = document.scenario();
        ++broken.plan.global_batch;
        change(broken);
    }
};

} // namespace ridgepoint::testing
