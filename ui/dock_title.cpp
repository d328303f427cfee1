// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dock_title.hpp"

#include "ui/icons.hpp"
#include "ui/type.hpp"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace ridgepoint {
namespace {

constexpr int title_height = 26, icon_side = 12;

} // namespace

DockTitle::DockTitle(QDockWidget* dock) : QWidget(dock) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(10, 0, 4, 0);
    row->setSpacing(2);
    auto* title = new QLabel(dock->windowTitle(), this);
    title->setFont(semibold(Type::body));
    row->addWidget(title, 1);
    const auto add = [&](const QString& icon, const QString& tip, auto clicked) {
        auto* button = new QToolButton(this);
        button->setIcon(tintedIcon(icon));
        button->setIconSize({icon_side, icon_side});
        button->setAutoRaise(true);
        button->setToolTip(tip);
        button->setAccessibleName(tip);
        connect(button, &QToolButton::clicked, dock, clicked);
        row->addWidget(button);
    };
    add(QStringLiteral("restore"), tr("Float %1, or dock it again").arg(dock->windowTitle()),
        [dock] { dock->setFloating(!dock->isFloating()); });
    add(QStringLiteral("close"), tr("Close %1; View shows it again").arg(dock->windowTitle()),
        [dock] { dock->close(); });
}

QSize DockTitle::sizeHint() const { return {120, title_height}; }

} // namespace ridgepoint
