// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scenario_actions.hpp"

#include "app/session/document.hpp"
#include "app/session/scenario_store.hpp"
#include "app/session/settings.hpp"
#include "models/formats/scenario_json.hpp"
#include "ui/words.hpp"

#include <QClipboard>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>
#include <QSaveFile>

namespace ridgepoint {
namespace {

QString fileFilter() {
    return ScenarioActions::tr("Scenarios (*.ridgepoint.json *.json);;All files (*)");
}

} // namespace

ScenarioActions::ScenarioActions(Document& document, ScenarioStore* store, Settings* settings, QWidget* window)
    : QObject(window), m_document(document), m_store(store), m_settings(settings), m_window(window) {}

bool ScenarioActions::mayLeave() {
    if (!m_document.isModified())
        return true;
    QMessageBox box(QMessageBox::Question, tr("Save changes?"),
                    tr("“%1” has changes that are not saved.").arg(toQString(m_document.scenario().name)),
                    QMessageBox::Save | QMessageBox::Discard | QMessageBox::Cancel, m_window);
    box.setObjectName(QStringLiteral("saveChanges"));
    box.setDefaultButton(QMessageBox::Save);
    switch (box.exec()) {
    case QMessageBox::Save: return save();
    case QMessageBox::Discard: return true;
    default: return false;
    }
}

bool ScenarioActions::openReady(const std::string& id) {
    const ReadyScenario* ready = m_document.presets().scenario(id);
    if (ready == nullptr || !mayLeave())
        return false;
    return openText(toQString(ready->json), toQString(ready->id), 0);
}

bool ScenarioActions::openFromLibrary(qint64 id) {
    if (m_store == nullptr || !mayLeave())
        return false;
    const Result<StoredScenario> stored = m_store->load(id);
    return stored ? openText(stored.value().json, stored.value().name, id) : fail(stored.failure());
}

bool ScenarioActions::openFile(const QString& path) {
    if (!mayLeave())
        return false;
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail({Failure::Kind::other, tr("%1 cannot be read: %2").arg(path, file.errorString()), 0});
    if (!openText(QString::fromUtf8(file.readAll()), path, 0))
        return false;
    remember(path);
    return true;
}

bool ScenarioActions::openText(const QString& text, const QString& file, qint64 libraryId) {
    try {
        m_document.open(scenario_from_json(text.toStdString(), m_document.presets(), file.toStdString()), libraryId);
        return true;
    } catch (const InputError& error) {
        return fail({Failure::Kind::badContent, QString::fromUtf8(error.what()), 0});
    }
}

void ScenarioActions::askForFile() {
    const QString path = QFileDialog::getOpenFileName(m_window, tr("Open scenario"), folder(), fileFilter());
    if (!path.isEmpty())
        openFile(path);
}

bool ScenarioActions::save() {
    if (m_store == nullptr || m_document.libraryId() == 0)
        return saveAs();
    return replaceInLibrary(m_document.libraryId(), toQString(m_document.scenario().name), false);
}

bool ScenarioActions::saveAs() {
    if (m_store == nullptr)
        return false;
    bool accepted = false;
    const QString name = QInputDialog::getText(m_window, tr("Save scenario"), tr("Name in the library:"),
                                               QLineEdit::Normal, toQString(m_document.scenario().name), &accepted)
                             .trimmed();
    return accepted && !name.isEmpty() && addToLibrary(name);
}

bool ScenarioActions::addToLibrary(const QString& name) {
    Scenario named = m_document.scenario();
    named.name = name.toStdString();
    const QString json = toQString(scenario_to_json(named, m_document.presets()));
    const Result<qint64> added = m_store->add(name, json);
    if (added) {
        renameDocument(name);
        m_document.markSaved(added.value());
        emit message(tr("Saved as “%1”").arg(name));
        return true;
    }
    if (added.failure().kind != Failure::Kind::nameTaken)
        return fail(added.failure());
    if (!confirm(tr("The library already has a scenario named “%1”.").arg(name), tr("Replace")))
        return false;
    return replaceInLibrary(added.failure().id, name, true);
}

bool ScenarioActions::replaceInLibrary(qint64 id, const QString& name, bool overwrite) {
    Scenario named = m_document.scenario();
    named.name = name.toStdString();
    const QString json = toQString(scenario_to_json(named, m_document.presets()));
    const auto mode = overwrite ? ScenarioStore::Overwrite::yes : ScenarioStore::Overwrite::ask;
    const Result<Done> updated = m_store->update(id, name, json, mode);
    if (updated) {
        renameDocument(name);
        m_document.markSaved(id);
        emit message(tr("Saved “%1”").arg(name));
        return true;
    }
    switch (updated.failure().kind) {
    case Failure::Kind::changedElsewhere:
        return confirm(updated.failure().text, tr("Overwrite")) && replaceInLibrary(id, name, true);
    case Failure::Kind::notFound: return addToLibrary(name); // deleted meanwhile: save it anew
    default: return fail(updated.failure());
    }
}

void ScenarioActions::renameDocument(const QString& name) {
    Scenario named = m_document.scenario();
    named.name = name.toStdString();
    m_document.change(QStringLiteral("name"), tr("Rename to “%1”").arg(name), named);
}

void ScenarioActions::exportFile() {
    QString proposal = toQString(m_document.scenario().name);
    proposal.replace(QLatin1Char('/'), QLatin1Char('-'));
    proposal = QStringLiteral("%1/%2.ridgepoint.json").arg(folder(), proposal);
    const QString path = QFileDialog::getSaveFileName(m_window, tr("Save scenario as a file"), proposal, fileFilter());
    if (path.isEmpty())
        return;
    QSaveFile file(path);
    const QByteArray json = QByteArray::fromStdString(scenario_to_json(m_document.scenario(), m_document.presets()));
    if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size() || !file.commit()) {
        fail({Failure::Kind::other, tr("%1 cannot be written: %2").arg(path, file.errorString()), 0});
        return;
    }
    remember(path);
    emit message(tr("Written: %1").arg(path));
}

void ScenarioActions::copyScenario() {
    QGuiApplication::clipboard()->setText(
        toQString(scenario_to_json(m_document.scenario(), m_document.presets())));
    emit message(tr("The scenario is on the clipboard as JSON"));
}

void ScenarioActions::pasteScenario() {
    if (mayLeave())
        openText(QGuiApplication::clipboard()->text(), tr("the clipboard"), 0);
}

QStringList ScenarioActions::recentFiles() const {
    QStringList present;
    for (const QString& path : m_settings != nullptr ? m_settings->recentFiles() : QStringList()) {
        if (QFileInfo::exists(path))
            present << path;
    }
    return present;
}

QString ScenarioActions::folder() const {
    return m_settings != nullptr ? m_settings->lastFolder() : QStringLiteral(".");
}

void ScenarioActions::remember(const QString& path) {
    if (m_settings == nullptr)
        return;
    m_settings->addRecentFile(QFileInfo(path).absoluteFilePath());
    m_settings->setLastFolder(QFileInfo(path).absolutePath());
}

bool ScenarioActions::confirm(const QString& question, const QString& action) {
    QMessageBox box(QMessageBox::Question, tr("Ridgepoint"), question, QMessageBox::Cancel, m_window);
    box.setObjectName(QStringLiteral("confirm"));
    const QPushButton* yes = box.addButton(action, QMessageBox::AcceptRole);
    box.exec();
    return box.clickedButton() == yes;
}

bool ScenarioActions::fail(const Failure& failure) {
    QMessageBox box(QMessageBox::Warning, tr("Ridgepoint"), failure.text, QMessageBox::Ok, m_window);
    box.setObjectName(QStringLiteral("failure"));
    box.exec();
    return false;
}

} // namespace ridgepoint
