// SPDX-License-Identifier: GPL-3.0-or-later
// The library and the ready scenarios in one list, with step time and MFU.
#pragma once

#include <QWidget>

#include <string>

class QTreeWidget;
class QTreeWidgetItem;

namespace ridgepoint {

class Document;
class ScenarioActions;
class ScenarioStore;

class ScenariosPanel : public QWidget {
    Q_OBJECT
public:
    ScenariosPanel(Document& document, ScenarioActions& actions, ScenarioStore* store, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    QTreeWidgetItem* addGroup(const QString& title);
    void addEntry(QTreeWidgetItem* group, const QString& name, const std::string& json, const QString& tip);
    void fillReady();
    void fillLibrary();
    std::string textOf(qint64 id);
    void markCurrent();
    void openItem(QTreeWidgetItem* item);
    void addButtons();

    Document& m_document;
    ScenarioActions& m_actions;
    ScenarioStore* m_store;
    QTreeWidget* m_tree;
    QTreeWidgetItem* m_library;
    QTreeWidgetItem* m_ready;
    bool m_filled = false;
};

} // namespace ridgepoint
