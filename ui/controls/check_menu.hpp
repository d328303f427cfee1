// SPDX-License-Identifier: GPL-3.0-or-later
// A button with a list to tick several of; the list stays open while they are ticked.
#pragma once

#include <QMenu>
#include <QToolButton>

#include <vector>

namespace ridgepoint {

class CheckMenu : public QToolButton {
    Q_OBJECT
public:
    explicit CheckMenu(QWidget* parent = nullptr);

    struct Entry {
        QString text;
        bool on = true;
    };
    void setEntries(const std::vector<Entry>& entries);
    QAction* entry(int index) const { return m_menu->actions().at(index); }

signals:
    void ticked(int index, bool on); ///< by the user

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showCount();
    QMenu* m_menu;
};

} // namespace ridgepoint
