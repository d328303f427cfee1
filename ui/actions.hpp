// SPDX-License-Identifier: GPL-3.0-or-later
// One registry of the window's actions and shortcuts: menus, tool bar and the shortcut sheet all read it.
#pragma once

#include <QAction>
#include <QHash>
#include <QKeySequence>
#include <QObject>
#include <QString>

#include <vector>

namespace ridgepoint {

class ActionRegistry : public QObject {
    Q_OBJECT
public:
    explicit ActionRegistry(QWidget* window);

    /// `id` becomes the object name, so that tests and settings find it. `icon` may be empty.
    QAction* add(const QString& id, const QString& text, const QString& tip, const QKeySequence& shortcut = {},
                 const QString& icon = {});
    void adopt(const QString& id, QAction* action); ///< one made elsewhere: undo, redo, a dock's toggle
    QAction* action(const QString& id) const { return m_byId.value(id); }
    const std::vector<QAction*>& all() const { return m_actions; } ///< in order of adding

private:
    QWidget* m_window;
    QHash<QString, QAction*> m_byId;
    std::vector<QAction*> m_actions;
};

} // namespace ridgepoint
