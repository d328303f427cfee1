// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_render.hpp"

#include "app/session/compared_ceilings.hpp"
#include "app/session/document.hpp"
#include "resources/builtin.hpp"
#include "ui/appearance.hpp"
#include "ui/main_window.hpp"
#include "ui/measured_runs.hpp"
#include "ui/overview_page.hpp"
#include "ui/style.hpp"
#include "ui/widget_image.hpp"
#include "ui/words.hpp"

#include <QApplication>

namespace ridgepoint {
namespace {

// Layout requests, queued replots and what they post in turn: two rounds settle them all, with one to spare.
void settle() {
    constexpr int rounds = 3;
    for (int round = 0; round < rounds; ++round)
        QApplication::processEvents();
}

bool isLegal(const Document& document, QString* error) {
    if (!document.isLegal())
        *error = toQString(document.violations().front().text);
    return document.isLegal();
}

bool renderShown(QWidget& widget, QSize size, const QString& path, QString* error) {
    widget.setAttribute(Qt::WA_DontShowOnScreen); // laid out and painted as if shown, wherever the program runs
    widget.resize(size);
    widget.show();
    settle();
    return writeImage(widget, path, error);
}

} // namespace

bool renderWindow(const Scenario& scenario, QSize size, Theme theme, const QString& path, QString* error,
                  const ComparedWith& compared) {
    prepareStyle();
    Appearance appearance;
    appearance.setChoice(theme == Theme::dark ? Appearance::Choice::dark : Appearance::Choice::light);
    Document document(builtin_presets());
    document.open(scenario);
    if (!isLegal(document, error))
        return false;
    MainWindow window(document, appearance, nullptr, nullptr);
    window.measuredRuns().compareNow(); // the header's likely error
    if (compared) {
        window.comparedCeilings().setCalibrations(*compared);
        window.actionRegistry().action(QStringLiteral("view.compareCeilings"))->setChecked(true);
    }
    return renderShown(window, size, path, error);
}

bool renderOverview(const Scenario& scenario, QSize size, Theme theme, const QString& path, QString* error,
                    const ComparedWith& compared) {
    prepareStyle();
    Appearance appearance;
    appearance.setChoice(theme == Theme::dark ? Appearance::Choice::dark : Appearance::Choice::light);
    Document document(builtin_presets());
    document.open(scenario);
    if (!isLegal(document, error))
        return false;
    SelectionModel selection;
    ComparedCeilings ceilings(document);
    OverviewPage page(document, selection);
    if (compared) {
        ceilings.setCalibrations(*compared);
        ceilings.setOn(true);
        page.compareWith(ceilings);
    }
    return renderShown(page, size, path, error);
}

} // namespace ridgepoint
