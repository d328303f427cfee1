// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/migrations.hpp"

#include <QDateTime>
#include <QFile>

namespace ridgepoint {

namespace {

Result<Done> runAll(Database& database, std::initializer_list<const char*> statements) {
    for (const char* sql : statements) {
        const auto answer = database.run(QString::fromLatin1(sql));
        if (!answer)
            return answer.failure();
    }
    return Done();
}

/// Ids are never used again (AUTOINCREMENT): a copy of the program may still hold one that was deleted.
/// Times are ISO 8601 in UTC. `revision` counts the times a scenario was saved.
Result<Done> toVersion1(Database& database) {
    return runAll(database, {R"(CREATE TABLE scenarios (
                                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                                    name TEXT NOT NULL UNIQUE CHECK (name <> ''),
                                    json TEXT NOT NULL,
                                    revision INTEGER NOT NULL DEFAULT 1,
                                    created TEXT NOT NULL,
                                    modified TEXT NOT NULL))",
                             R"(CREATE TABLE autosave (
                                    session TEXT PRIMARY KEY,
                                    host TEXT NOT NULL,
                                    boot TEXT NOT NULL,
                                    pid_namespace TEXT NOT NULL,
                                    pid INTEGER NOT NULL,
                                    process_start TEXT NOT NULL,
                                    heartbeat TEXT NOT NULL,
                                    json TEXT NOT NULL,
                                    scenario INTEGER REFERENCES scenarios (id) ON DELETE SET NULL,
                                    scenario_revision INTEGER NOT NULL,
                                    modified TEXT NOT NULL) WITHOUT ROWID)"});
}

/// The user's own measurements.
Result<Done> toVersion2(Database& database) {
    return runAll(database, {R"(CREATE TABLE calibrations (
                                    name TEXT PRIMARY KEY CHECK (name <> ''),
                                    json TEXT NOT NULL,
                                    modified TEXT NOT NULL) WITHOUT ROWID)"});
}

constexpr Migration library_migrations[] = {toVersion1, toVersion2};

QString copyPath(const Database& database, int version) {
    const QString stem = QStringLiteral("%1.version-%2-%3")
                             .arg(database.path())
                             .arg(version)
                             .arg(QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss")));
    QString path = stem;
    for (int n = 2; QFile::exists(path); ++n)
        path = QStringLiteral("%1-%2").arg(stem).arg(n);
    return path;
}

} // namespace

std::span<const Migration> libraryMigrations() {
    return library_migrations;
}

Result<QString> migrate(Database& database, int version, std::span<const Migration> migrations) {
    const int newest = static_cast<int>(migrations.size());
    if (version == newest)
        return QString();
    QString copy;
    if (version > 0) {
        copy = copyPath(database, version);
        // Unlike copying the file, this also takes in what still lies in the write-ahead log.
        const auto copied = database.run(QStringLiteral("VACUUM INTO ?"), {copy});
        if (!copied)
            return copied.failure();
    }
    Transaction transaction(database);
    if (const auto begun = transaction.begin(); !begun)
        return begun.failure();
    // Another copy of the program may have been faster while this one waited for the lock.
    const auto current = database.run(QStringLiteral("PRAGMA user_version"));
    if (!current)
        return current.failure();
    for (int next = current.value().single().toInt(); next < newest; ++next) {
        const auto migrated = migrations[static_cast<std::size_t>(next)](database);
        if (!migrated)
            return migrated.failure();
    }
    for (const QString& pragma : {QStringLiteral("PRAGMA application_id = %1").arg(library_application_id),
                                  QStringLiteral("PRAGMA user_version = %1").arg(newest)}) {
        const auto set = database.run(pragma);
        if (!set)
            return set.failure();
    }
    if (const auto committed = transaction.commit(); !committed)
        return committed.failure();
    return copy;
}

} // namespace ridgepoint
