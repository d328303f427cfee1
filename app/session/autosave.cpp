// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/autosave.hpp"

#include "app/session/document.hpp"
#include "models/formats/scenario_json.hpp"

#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>

#include <algorithm>

namespace ridgepoint {

namespace {

constexpr int delay_ms = 300;         ///< of quiet before a change is written
constexpr int longest_wait_ms = 2000; ///< with no quiet in between
constexpr int heartbeat_ms = 60'000;
/// Where the system cannot tell whether a process runs, a session silent for three heartbeats counts as
/// ended.
constexpr int silent_ms = 3 * heartbeat_ms;

QString now() {
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs);
}

QDateTime time(const QVariant& text) {
    return QDateTime::fromString(text.toString(), Qt::ISODateWithMs);
}

QString scenarioName(const QString& json) {
    return QJsonDocument::fromJson(json.toUtf8()).object().value(QLatin1String("name")).toString();
}

bool hasEnded(const ProcessIdentity& process, const QDateTime& heartbeat) {
    switch (isRunning(process)) {
    case Running::yes:
        return false;
    case Running::no:
        return true;
    case Running::unknown:
        break;
    }
    return !heartbeat.isValid() || heartbeat.msecsTo(QDateTime::currentDateTimeUtc()) > silent_ms;
}

/// A lost autosave matters only when the machine itself fails, and waiting for the disk on every change would
/// show in a drag: with write-ahead logging, NORMAL survives any end of the process and never damages the
/// file.
class LessDurable {
public:
    explicit LessDurable(Database& database) : m_database(database) { set("PRAGMA synchronous = NORMAL"); }
    ~LessDurable() { set("PRAGMA synchronous = FULL"); }
    LessDurable(const LessDurable&) = delete;
    LessDurable& operator=(const LessDurable&) = delete;

private:
    void set(const char* pragma) { static_cast<void>(m_database.run(QString::fromLatin1(pragma))); }
    Database& m_database;
};

} // namespace

Autosave::Autosave(Document& document, ScenarioStore& store, QObject* parent)
    : QObject(parent),
      m_document(document),
      m_store(store),
      m_session(QUuid::createUuid().toString(QUuid::WithoutBraces)),
      m_process(thisProcess()) {
    m_delay.setSingleShot(true);
    connect(&m_delay, &QTimer::timeout, this, [this] { static_cast<void>(writeNow()); }); // failed() tells
    connect(&m_document, &Document::changed, this, &Autosave::schedule);
    connect(&m_document, &Document::savedStateChanged, this, &Autosave::schedule);
    connect(&m_document, &Document::gestureChanged, this, &Autosave::schedule);
    connect(&m_heartbeat, &QTimer::timeout, this, &Autosave::beat);
    m_heartbeat.start(heartbeat_ms);
}

Autosave::~Autosave() {
    close();
}

void Autosave::schedule() {
    if (m_closed || m_store.access() != LibraryAccess::full)
        return;
    if (!m_waiting.isValid())
        m_waiting.start();
    const qint64 left = std::max<qint64>(0, longest_wait_ms - m_waiting.elapsed());
    m_delay.start(static_cast<int>(std::min<qint64>(delay_ms, left)));
}

Result<Done> Autosave::writeNow() {
    m_delay.stop();
    if (m_document.inGesture())
        return Done(); // the end of the gesture schedules it again
    m_waiting.invalidate();
    if (m_closed || m_store.access() != LibraryAccess::full)
        return Done();
    const auto written = m_document.isModified() ? put() : removeRow();
    if (!written && !m_failing)
        emit failed(tr("The last changes could not be kept for recovery. %1").arg(written.failure().text));
    m_failing = !written.ok();
    return written;
}

Result<Done> Autosave::put() {
    const std::string json = scenario_to_json(m_document.scenario(), m_document.presets());
    const QVariant libraryId = m_document.libraryId() != 0 ? QVariant(m_document.libraryId()) : QVariant();
    const LessDurable lessDurable(*m_store.database());
    // Another window may have deleted the scenario: then the state belongs to none.
    const auto written = m_store.database()->run(
        QStringLiteral(
            "REPLACE INTO autosave (session, host, boot, pid_namespace, pid, process_start, heartbeat, "
            "json, scenario, scenario_revision, modified) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, (SELECT id FROM scenarios WHERE id = ?), ?, ?)"),
        {m_session, m_process.host, m_process.boot, m_process.pidNamespace, m_process.pid, m_process.start,
         now(), QString::fromStdString(json), libraryId, m_store.revisionSeen(m_document.libraryId()),
         now()});
    if (!written)
        return written.failure();
    m_hasRow = true;
    return Done();
}

Result<Done> Autosave::removeRow() {
    if (!m_hasRow)
        return Done();
    const LessDurable lessDurable(*m_store.database());
    const auto removed =
        m_store.database()->run(QStringLiteral("DELETE FROM autosave WHERE session = ?"), {m_session});
    if (!removed)
        return removed.failure();
    m_hasRow = false;
    return Done();
}

void Autosave::beat() {
    if (!m_hasRow || m_closed)
        return;
    const LessDurable lessDurable(*m_store.database());
    // A missed beat is no harm: two more may fail before the session counts as ended.
    static_cast<void>(m_store.database()->run(
        QStringLiteral("UPDATE autosave SET heartbeat = ? WHERE session = ?"), {now(), m_session}));
}

void Autosave::close() {
    if (m_closed)
        return;
    m_delay.stop();
    m_heartbeat.stop();
    // Should it fail, the state is offered at the next start: one question too many, nothing lost.
    static_cast<void>(removeRow());
    m_closed = true;
}

Result<QList<RecoverableState>> Autosave::recoverable() {
    QList<RecoverableState> states;
    if (m_store.access() != LibraryAccess::full)
        return states;
    const auto answer = m_store.database()->run(
        QStringLiteral(
            "SELECT session, host, boot, pid_namespace, pid, process_start, heartbeat, json, scenario, "
            "scenario_revision, modified FROM autosave WHERE session <> ? ORDER BY modified DESC"),
        {m_session});
    if (!answer)
        return answer.failure();
    for (const QVariantList& row : answer.value().rows) {
        const ProcessIdentity process{row[1].toString(), row[2].toString(), row[3].toString(),
                                      row[4].toLongLong(), row[5].toString()};
        if (!hasEnded(process, time(row[6])))
            continue;
        const QString json = row[7].toString();
        states << RecoverableState{row[0].toString(),   scenarioName(json),  json,
                                   row[8].toLongLong(), row[9].toLongLong(), time(row[10])};
    }
    return states;
}

Result<Done> Autosave::recover(const RecoverableState& state) {
    if (m_store.access() != LibraryAccess::full)
        return Failure{Failure::Kind::unavailable, m_store.notice()};
    Scenario scenario;
    try {
        scenario =
            scenario_from_json(state.json.toStdString(), m_document.presets(), state.name.toStdString());
    } catch (const InputError& error) {
        return Failure{Failure::Kind::badContent, QString::fromUtf8(error.what())};
    }
    if (const auto taken = takeRow(state.session); !taken)
        return taken.failure();
    m_store.setRevisionSeen(state.libraryId, state.libraryRevision);
    m_document.openRecovered(scenario, state.libraryId);
    return Done();
}

Result<Done> Autosave::takeRow(const QString& session) {
    Transaction transaction(*m_store.database());
    if (const auto begun = transaction.begin(); !begun)
        return begun.failure();
    if (const auto removed =
            m_store.database()->run(QStringLiteral("DELETE FROM autosave WHERE session = ?"), {m_session});
        !removed)
        return removed.failure();
    const auto taken = m_store.database()->run(
        QStringLiteral("UPDATE autosave SET session = ?, host = ?, boot = ?, pid_namespace = ?, pid = ?, "
                       "process_start = ?, heartbeat = ? WHERE session = ?"),
        {m_session, m_process.host, m_process.boot, m_process.pidNamespace, m_process.pid, m_process.start,
         now(), session});
    if (!taken)
        return taken.failure();
    if (taken.value().affectedRows == 0)
        return Failure{Failure::Kind::notFound, tr("Another window has already taken this state.")};
    if (const auto committed = transaction.commit(); !committed)
        return committed.failure();
    m_hasRow = true;
    return Done();
}

Result<Done> Autosave::discard(const RecoverableState& state) {
    if (m_store.access() != LibraryAccess::full)
        return Failure{Failure::Kind::unavailable, m_store.notice()};
    const auto removed =
        m_store.database()->run(QStringLiteral("DELETE FROM autosave WHERE session = ?"), {state.session});
    if (!removed)
        return removed.failure();
    return Done();
}

} // namespace ridgepoint
