// SPDX-License-Identifier: GPL-3.0-or-later
// The working state of each running session, kept beside the library so that a killed program loses nothing.
// Never touches a saved scenario.
#pragma once

#include "app/session/process.hpp"
#include "app/session/scenario_store.hpp"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

namespace ridgepoint {

class Document;

/// What a session that ended without closing was working on.
struct RecoverableState {
    QString session;
    QString name;               ///< of the scenario
    QString json;               ///< the scenario file's text
    qint64 libraryId = 0;       ///< the saved scenario it began from; 0: none, or it was deleted since
    qint64 libraryRevision = 0; ///< how often that one had been saved when it was read
    QDateTime modified;         ///< UTC
};

class Autosave : public QObject {
    Q_OBJECT
public:
    /// Both must outlive it. Writes 0.3 s after the last change (at the latest 2 s after the first), never
    /// while a mouse button is down; does nothing when the library cannot be written.
    Autosave(Document& document, ScenarioStore& store, QObject* parent = nullptr);
    ~Autosave() override; ///< closes

    /// States of sessions whose process is gone, newest first. Looks once; nothing is removed.
    Result<QList<RecoverableState>> recoverable();
    /// Takes a state over: opens it in the document, as modified; from now on it is this session's own state.
    /// So it is never without a row, and of two windows that offer it only one gets it (notFound for the
    /// other).
    Result<Done> recover(const RecoverableState& state);
    Result<Done> discard(const RecoverableState& state);

    Result<Done> writeNow(); ///< also waits for nothing when there is nothing to write
    void close();            ///< the program ends in order: the row goes
    const QString& session() const { return m_session; }

signals:
    void failed(const QString& text); ///< the first of a row of failures; work goes on

private:
    void schedule();
    void beat();
    Result<Done> put();
    Result<Done> removeRow();
    Result<Done> takeRow(const QString& session);

    Document& m_document;
    ScenarioStore& m_store;
    QString m_session;
    ProcessIdentity m_process;
    QTimer m_delay, m_heartbeat;
    QElapsedTimer m_waiting; ///< since the first change that is not written yet
    bool m_hasRow = false, m_failing = false, m_closed = false;
};

} // namespace ridgepoint
