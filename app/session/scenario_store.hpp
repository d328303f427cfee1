// SPDX-License-Identifier: GPL-3.0-or-later
// The library: scenarios kept by name in one SQLite file that several copies of the program may share.
#pragma once

#include "app/session/library_file.hpp"

#include <QDateTime>
#include <QHash>
#include <QObject>
#include <QTimer>

namespace ridgepoint {

struct StoredScenario {
    qint64 id = 0;
    QString name;
    QDateTime created, modified; ///< UTC
    QString json;                ///< the scenario file's text; empty in lists
};

class ScenarioStore : public QObject {
    Q_OBJECT
public:
    static QString defaultPath(); ///< library.db in the user's data folder

    /// Opens the file, or makes it. Never fails outright: see access() and notice().
    explicit ScenarioStore(const QString& path = defaultPath(), const LibraryOptions& options = {},
                           QObject* parent = nullptr);
    ~ScenarioStore() override;

    const QString& path() const { return m_path; }
    LibraryAccess access() const { return m_file.access; }
    const QString& notice() const { return m_file.notice; } ///< to be shown once at the start; may be empty
    Database* database() { return m_file.database.get(); }  ///< null without access

    /// By name, without their texts.
    Result<QList<StoredScenario>> list();
    Result<StoredScenario> load(qint64 id);
    /// Names are unique, so that a list of them means something: nameTaken carries the id that has it, and
    /// the caller asks whether to replace that one (update) or for another name.
    Result<qint64> add(const QString& name, const QString& json);

    enum class Overwrite { ask, yes };
    /// With `ask`, changedElsewhere when another copy of the program saved it since it was read here.
    Result<Done> update(qint64 id, const QString& name, const QString& json,
                        Overwrite overwrite = Overwrite::ask);

    /// How often the scenario had been saved when it was last read or saved here; 0: never read.
    qint64 revisionSeen(qint64 id) const { return m_revision.value(id); }
    void setRevisionSeen(qint64 id, qint64 revision) { m_revision[id] = revision; }

public slots:
    /// Asked every second by itself; call it also when the window becomes active.
    void lookForChanges();

signals:
    void changed(); ///< the list or a scenario in it, by this or another copy of the program

private:
    Result<qint64> idOf(const QString& name);
    void rememberContents();
    Failure without() const;

    QString m_path;
    LibraryFile m_file;
    QTimer m_poll;
    qint64 m_dataVersion = -1;
    QVariantList m_contents;          ///< what tells one state of the table from another
    QHash<qint64, qint64> m_revision; ///< of each scenario, when it was last read or saved here
};

} // namespace ridgepoint
