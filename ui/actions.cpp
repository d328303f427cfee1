// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions.hpp"

#include "ui/icons.hpp"

#include <QWidget>

namespace ridgepoint {

ActionRegistry::ActionRegistry(QWidget* window) : QObject(window), m_window(window) {}

QAction* ActionRegistry::add(const QString& id, const QString& text, const QString& tip,
                             const QKeySequence& shortcut, const QString& icon) {
    auto* action = new QAction(text, m_window);
    action->setShortcut(shortcut);
    if (!icon.isEmpty())
        action->setIcon(tintedIcon(icon));
    const QString keys = shortcut.toString(QKeySequence::NativeText);
    //: Tool tip of an action and its shortcut
    action->setToolTip(keys.isEmpty() ? tip : tr("%1 (%2)").arg(tip, keys));
    action->setStatusTip(tip);
    adopt(id, action);
    return action;
}

void ActionRegistry::adopt(const QString& id, QAction* action) {
    action->setObjectName(id);
    m_window->addAction(action);
    m_byId.insert(id, action);
    m_actions.push_back(action);
}

} // namespace ridgepoint
