// SPDX-License-Identifier: GPL-3.0-or-later
// Opening, saving and copying scenarios, with the questions that go with it.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

#include <string>

class QWidget;

namespace ridgepoint {

class Document;
class ScenarioStore;
class Settings;
struct Failure;

class ScenarioActions : public QObject {
    Q_OBJECT
public:
    /// `store` may be null: scenarios then are saved as files only. `settings` may be null: nothing is remembered.
    ScenarioActions(Document& document, ScenarioStore* store, Settings* settings, QWidget* window);

    /// Asks whether to save a modified scenario. False: the user wants to stay with it.
    bool mayLeave();
    bool openReady(const std::string& id); ///< asks first, like all that open
    bool openFromLibrary(qint64 id);
    bool openFile(const QString& path);
    void askForFile();
    bool save(); ///< to the library; asks for a name the first time
    bool saveAs();
    void exportFile();
    void copyScenario();
    void pasteScenario();
    QStringList recentFiles() const; ///< most recent first; those that are gone are left out

signals:
    void message(const QString& text); ///< for the status bar

private:
    bool addToLibrary(const QString& name);
    bool replaceInLibrary(qint64 id, const QString& name, bool overwrite);
    void renameDocument(const QString& name);
    bool fail(const Failure& failure);
    bool confirm(const QString& question, const QString& action);
    bool openText(const QString& text, const QString& file, qint64 libraryId);
    QString folder() const;
    void remember(const QString& path);

    Document& m_document;
    ScenarioStore* m_store;
    Settings* m_settings;
    QWidget* m_window;
};

} // namespace ridgepoint
