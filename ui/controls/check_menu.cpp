// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/check_menu.hpp"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

namespace ridgepoint {

CheckMenu::CheckMenu(QWidget* parent) : QToolButton(parent), m_menu(new QMenu(this)) {
    setPopupMode(QToolButton::InstantPopup);
    setFocusPolicy(Qt::StrongFocus);
    setToolButtonStyle(Qt::ToolButtonTextOnly);
    setMenu(m_menu);
    m_menu->installEventFilter(this);
}

void CheckMenu::setEntries(const std::vector<Entry>& entries) {
    const QList<QAction*> there = m_menu->actions();
    const bool same = std::ranges::equal(entries, there, {}, &Entry::text, &QAction::text);
    if (same) { // it may be open
        for (std::size_t i = 0; i < entries.size(); ++i)
            there[qsizetype(i)]->setChecked(entries[i].on);
        return showCount();
    }
    m_menu->clear();
    for (std::size_t i = 0; i < entries.size(); ++i) {
        QAction* action = m_menu->addAction(entries[i].text);
        action->setCheckable(true);
        action->setChecked(entries[i].on);
        connect(action, &QAction::triggered, this, [this, i](bool on) {
            showCount();
            emit ticked(int(i), on);
        });
    }
    showCount();
}

void CheckMenu::showCount() {
    const QList<QAction*> all = m_menu->actions();
    const auto on = std::ranges::count_if(all, &QAction::isChecked);
    setText(tr("%1 of %n values", nullptr, int(all.size())).arg(on));
}

// A click or the space bar ticks; a menu by itself would close.
bool CheckMenu::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_menu)
        return QToolButton::eventFilter(watched, event);
    QAction* action = nullptr;
    if (event->type() == QEvent::MouseButtonRelease)
        action = m_menu->actionAt(static_cast<QMouseEvent*>(event)->pos());
    else if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space)
        action = m_menu->activeAction();
    if (action == nullptr)
        return QToolButton::eventFilter(watched, event);
    action->trigger();
    return true;
}

} // namespace ridgepoint
