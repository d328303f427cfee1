// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/scenario_store.hpp"

#include <QStandardPaths>

namespace ridgepoint {

namespace {

/// How soon a scenario saved by another copy of the program shows up here.
constexpr int poll_ms = 1000;

QString now() {
    return QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs);
}

QDateTime time(const QVariant& text) {
    return QDateTime::fromString(text.toString(), Qt::ISODateWithMs);
}

} // namespace

QString ScenarioStore::defaultPath() {
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/library.db");
}

ScenarioStore::ScenarioStore(const QString& path, const LibraryOptions& options, QObject* parent)
    : QObject(parent), m_path(path), m_file(openLibrary(path, options)) {
    connect(&m_poll, &QTimer::timeout, this, &ScenarioStore::lookForChanges);
    if (m_file.database) {
        rememberContents();
        m_poll.start(poll_ms);
    }
}

ScenarioStore::~ScenarioStore() = default;

Failure ScenarioStore::without() const {
    return {Failure::Kind::unavailable, m_file.notice};
}

Result<QList<StoredScenario>> ScenarioStore::list() {
    if (!m_file.database)
        return without();
    const auto answer = m_file.database->run(QStringLiteral(
        "SELECT id, name, created, modified FROM scenarios ORDER BY name COLLATE NOCASE, name"));
    if (!answer)
        return answer.failure();
    QList<StoredScenario> scenarios;
    for (const QVariantList& row : answer.value().rows)
        scenarios << StoredScenario{row[0].toLongLong(), row[1].toString(), time(row[2]), time(row[3]),
                                    QString()};
    return scenarios;
}

Result<StoredScenario> ScenarioStore::load(qint64 id) {
    if (!m_file.database)
        return without();
    const auto answer = m_file.database->run(
        QStringLiteral("SELECT name, created, modified, json, revision FROM scenarios WHERE id = ?"), {id});
    if (!answer)
        return answer.failure();
    if (answer.value().rows.isEmpty())
        return Failure{Failure::Kind::notFound, tr("This scenario is no longer in the library."), id};
    const QVariantList& row = answer.value().rows.constFirst();
    m_revision[id] = row[4].toLongLong();
    return StoredScenario{id, row[0].toString(), time(row[1]), time(row[2]), row[3].toString()};
}

Result<qint64> ScenarioStore::idOf(const QString& name) {
    const auto answer =
        m_file.database->run(QStringLiteral("SELECT id FROM scenarios WHERE name = ?"), {name});
    if (!answer)
        return answer.failure();
    return answer.value().single().toLongLong(); // 0 when there is none: ids start at 1
}

namespace {

Failure nameTaken(const QString& name, qint64 id) {
    return {Failure::Kind::nameTaken,
            ScenarioStore::tr("The library already has a scenario named \u201c%1\u201d.").arg(name), id};
}

Failure noName() {
    return {Failure::Kind::badContent, ScenarioStore::tr("A scenario in the library needs a name.")};
}

} // namespace

Result<qint64> ScenarioStore::add(const QString& wantedName, const QString& json) {
    if (!m_file.database)
        return without();
    const QString name = wantedName.trimmed();
    if (name.isEmpty())
        return noName();
    Transaction transaction(*m_file.database);
    if (const auto begun = transaction.begin(); !begun)
        return begun.failure();
    const auto taken = idOf(name);
    if (!taken)
        return taken.failure();
    if (taken.value() != 0)
        return nameTaken(name, taken.value());
    const QString time = now();
    const auto inserted = m_file.database->run(
        QStringLiteral("INSERT INTO scenarios (name, json, created, modified) VALUES (?, ?, ?, ?)"),
        {name, json, time, time});
    if (!inserted)
        return inserted.failure();
    if (const auto committed = transaction.commit(); !committed)
        return committed.failure();
    const qint64 id = inserted.value().insertedId;
    m_revision[id] = 1;
    rememberContents();
    emit changed();
    return id;
}

Result<Done> ScenarioStore::update(qint64 id, const QString& wantedName, const QString& json,
                                   Overwrite overwrite) {
    if (!m_file.database)
        return without();
    const QString name = wantedName.trimmed();
    if (name.isEmpty())
        return noName();
    Transaction transaction(*m_file.database);
    if (const auto begun = transaction.begin(); !begun)
        return begun.failure();
    const auto found =
        m_file.database->run(QStringLiteral("SELECT revision FROM scenarios WHERE id = ?"), {id});
    if (!found)
        return found.failure();
    if (found.value().rows.isEmpty())
        return Failure{Failure::Kind::notFound, tr("This scenario is no longer in the library."), id};
    const qint64 revision = found.value().single().toLongLong();
    if (overwrite == Overwrite::ask && revisionSeen(id) != 0 && revisionSeen(id) != revision)
        return Failure{Failure::Kind::changedElsewhere,
                       tr("Another window saved \u201c%1\u201d since it was opened here.").arg(name), id};
    const auto taken = idOf(name);
    if (!taken)
        return taken.failure();
    if (taken.value() != 0 && taken.value() != id)
        return nameTaken(name, taken.value());
    const auto updated = m_file.database->run(
        QStringLiteral("UPDATE scenarios SET name = ?, json = ?, modified = ?, revision = ? WHERE id = ?"),
        {name, json, now(), revision + 1, id});
    if (!updated)
        return updated.failure();
    if (const auto committed = transaction.commit(); !committed)
        return committed.failure();
    m_revision[id] = revision + 1;
    rememberContents();
    emit changed();
    return Done();
}

void ScenarioStore::lookForChanges() {
    if (!m_file.database)
        return;
    const qint64 before = m_dataVersion;
    const QVariantList contents = m_contents;
    // A failure (a lock, most likely) is no news: the next look will tell.
    if (const auto version = m_file.database->run(QStringLiteral("PRAGMA data_version"));
        !version || version.value().single().toLongLong() == before)
        return;
    rememberContents();
    if (m_contents != contents)
        emit changed();
}

void ScenarioStore::rememberContents() {
    // The version is asked first: what is written in between is then found once more, never missed. It moves
    // with every write by others, their autosaves too, so the table itself decides. Ids are not used again
    // and revisions only grow, so these three tell any two of its states apart.
    const auto version = m_file.database->run(QStringLiteral("PRAGMA data_version"));
    const auto contents = m_file.database->run(
        QStringLiteral("SELECT count(*), total(revision), coalesce(max(id), 0) FROM scenarios"));
    if (!version || !contents)
        return;
    m_dataVersion = version.value().single().toLongLong();
    m_contents = contents.value().rows.value(0);
}

} // namespace ridgepoint
