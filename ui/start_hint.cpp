// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start_hint.hpp"

#include "plots/theme.hpp"
#include "ui/appearance.hpp"
#include "ui/icons.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace ridgepoint {

StartHint::StartHint(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("startHint"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 8, 4);
    auto* text = new QLabel(tr("Drag the edge of PP in the mesh bar and watch every picture follow. Then click any "
                               "number to see where it comes from. Undo takes everything back."),
                            this);
    text->setWordWrap(true);
    row->addWidget(text, 1);
    auto* close = new QToolButton(this);
    close->setObjectName(QStringLiteral("startHint.close"));
    close->setIcon(tintedIcon(QStringLiteral("close")));
    close->setIconSize({12, 12});
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Dismiss the line on what to try"));
    close->setToolTip(tr("Dismiss; Help shows it again"));
    row->addWidget(close);
    connect(close, &QToolButton::clicked, this, &StartHint::dismissed);
}

void StartHint::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colour(currentTheme(), Colour::accent_ground));
}

} // namespace ridgepoint
