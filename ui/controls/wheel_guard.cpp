// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/wheel_guard.hpp"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QScrollBar>
#include <QWidget>

namespace ridgepoint {
namespace {

bool changesByWheel(const QWidget* widget) {
    if (qobject_cast<const QScrollBar*>(widget))
        return false;
    return qobject_cast<const QAbstractSpinBox*>(widget) || qobject_cast<const QComboBox*>(widget) ||
           qobject_cast<const QAbstractSlider*>(widget);
}

WheelGuard* sharedGuard(QWidget* root) {
    const QString name = QStringLiteral("wheelGuard");
    if (auto* guard = root->findChild<WheelGuard*>(name, Qt::FindDirectChildrenOnly))
        return guard;
    auto* guard = new WheelGuard(root);
    guard->setObjectName(name);
    return guard;
}

} // namespace

void WheelGuard::protect(QWidget* root) {
    WheelGuard* guard = sharedGuard(root);
    QList<QWidget*> widgets = root->findChildren<QWidget*>();
    widgets.prepend(root);
    for (QWidget* widget : widgets) {
        if (!changesByWheel(widget))
            continue;
        widget->removeEventFilter(guard);
        widget->installEventFilter(guard);
        // The default of spin and combo boxes takes the focus by the wheel itself.
        if (widget->focusPolicy() == Qt::WheelFocus)
            widget->setFocusPolicy(Qt::StrongFocus);
    }
}

bool WheelGuard::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::Wheel || static_cast<QWidget*>(watched)->hasFocus())
        return QObject::eventFilter(watched, event);
    event->ignore(); // goes on to the parent, so that the dock scrolls
    return true;
}

} // namespace ridgepoint
