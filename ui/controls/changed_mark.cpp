// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/changed_mark.hpp"

#include "plots/theme.hpp"
#include "ui/appearance.hpp"

#include <QEvent>
#include <QPainter>

namespace ridgepoint {
namespace {
constexpr int markWidth = 3;
} // namespace

ChangedMark::ChangedMark(QWidget* control) : QWidget(control) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
    control->installEventFilter(this);
    hide();
}

void ChangedMark::setChanged(bool changed) {
    if (changed == !isHidden())
        return;
    setGeometry(0, 1, markWidth, parentWidget()->height() - 2);
    setVisible(changed);
    raise();
}

void ChangedMark::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.fillRect(rect(), colour(currentTheme(), Colour::accent));
}

bool ChangedMark::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize)
        setGeometry(0, 1, markWidth, parentWidget()->height() - 2);
    return QWidget::eventFilter(watched, event);
}

} // namespace ridgepoint
