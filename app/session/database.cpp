// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/database.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSqlDatabase>
#include <QSqlError>
#include <QSqlQuery>
#include <QSqlRecord>
#include <QUrl>

#include <atomic>

namespace ridgepoint {

namespace {

/// How long a statement waits for another program's lock before it gives up.
constexpr int busy_timeout_ms = 2000;

// SQLite's primary result codes (sqlite.org/rescode.html); extended codes carry them in the low byte.
constexpr int sqlite_perm = 3;
constexpr int sqlite_busy = 5;
constexpr int sqlite_locked = 6;
constexpr int sqlite_readonly = 8;
constexpr int sqlite_ioerr = 10;
constexpr int sqlite_corrupt = 11;
constexpr int sqlite_full = 13;
constexpr int sqlite_cantopen = 14;
constexpr int sqlite_notadb = 26;

struct Messages {
    Q_DECLARE_TR_FUNCTIONS(ridgepoint::Database)
};

QString uniqueConnectionName() {
    static std::atomic<int> count = 0;
    return QStringLiteral("ridgepoint-%1").arg(++count);
}

QString fileName(const QString& path, Database::Mode mode) {
    if (mode != Database::Mode::immutable)
        return path;
    const QByteArray encoded = QUrl::toPercentEncoding(path, "/");
    return QStringLiteral("file:%1?immutable=1").arg(QString::fromLatin1(encoded));
}

QString connectOptions(Database::Mode mode) {
    QString options = QStringLiteral("QSQLITE_BUSY_TIMEOUT=%1").arg(busy_timeout_ms);
    if (mode != Database::Mode::readWrite)
        options += QStringLiteral(";QSQLITE_OPEN_READONLY");
    if (mode == Database::Mode::immutable)
        options += QStringLiteral(";QSQLITE_OPEN_URI");
    return options;
}

} // namespace

Result<std::unique_ptr<Database>> Database::open(const QString& path, Mode mode, const QString& driver) {
    if (!QSqlDatabase::isDriverAvailable(driver))
        return Failure{Failure::Kind::unavailable,
                       Messages::tr("Qt's database driver %1 is not installed (on Debian and Ubuntu: package "
                                    "libqt6sql6-sqlite).")
                           .arg(driver)};
    std::unique_ptr<Database> database(
        new Database(QFileInfo(path).absoluteFilePath(), uniqueConnectionName()));
    QSqlDatabase connection = QSqlDatabase::addDatabase(driver, database->m_connection);
    connection.setDatabaseName(fileName(database->m_path, mode));
    connection.setConnectOptions(connectOptions(mode));
    if (!connection.open())
        return database->failure(connection.lastError());
    return database;
}

Database::~Database() {
    {
        QSqlDatabase connection = QSqlDatabase::database(m_connection, false);
        connection.close();
    }
    QSqlDatabase::removeDatabase(m_connection); // no handle may be left, hence the block above
}

Result<Answer> Database::run(const QString& sql, const QVariantList& values) {
    QSqlQuery query(QSqlDatabase::database(m_connection, false));
    query.setForwardOnly(true);
    if (!query.prepare(sql))
        return failure(query.lastError());
    for (const QVariant& value : values)
        query.addBindValue(value);
    if (!query.exec())
        return failure(query.lastError());

    Answer answer;
    const int columns = static_cast<int>(query.isSelect() ? query.record().count() : 0);
    while (columns > 0 && query.next()) {
        QVariantList row;
        for (int i = 0; i < columns; ++i)
            row << query.value(i);
        answer.rows << row;
    }
    if (query.lastError().isValid()) // a damaged page may show only while rows are read
        return failure(query.lastError());
    answer.insertedId = query.lastInsertId().toLongLong();
    answer.affectedRows = query.numRowsAffected();
    return answer;
}

Failure Database::failure(const QSqlError& error) const {
    const QString path = QDir::toNativeSeparators(m_path);
    switch (error.nativeErrorCode().toInt() & 0xff) {
    case sqlite_busy:
    case sqlite_locked:
        return {Failure::Kind::busy, Messages::tr("The library %1 is locked by another program.").arg(path)};
    case sqlite_perm:
    case sqlite_readonly:
        return {Failure::Kind::readOnly, Messages::tr("The library %1 may only be read.").arg(path)};
    case sqlite_corrupt:
    case sqlite_notadb:
        return {Failure::Kind::corrupt, Messages::tr("The library %1 is damaged.").arg(path)};
    case sqlite_ioerr:
        return {Failure::Kind::other,
                Messages::tr("The disk or network with the library %1 reports an error.").arg(path)};
    case sqlite_full:
        return {Failure::Kind::diskFull,
                Messages::tr("There is no space left for the library %1.").arg(path)};
    case sqlite_cantopen:
        return {Failure::Kind::unavailable, Messages::tr("The library %1 cannot be opened.").arg(path)};
    default:
        return {Failure::Kind::other,
                Messages::tr("The library %1 cannot be used: %2").arg(path, error.text().simplified())};
    }
}

Transaction::~Transaction() {
    // SQLite may have rolled back on its own (full disk); a second rollback then fails, and that is fine.
    if (m_open)
        static_cast<void>(m_database.run(QStringLiteral("ROLLBACK")));
}

Result<Done> Transaction::begin() {
    const auto begun = m_database.run(QStringLiteral("BEGIN IMMEDIATE"));
    if (!begun)
        return begun.failure();
    m_open = true;
    return Done();
}

Result<Done> Transaction::commit() {
    const auto committed = m_database.run(QStringLiteral("COMMIT"));
    if (!committed)
        return committed.failure();
    m_open = false;
    return Done();
}

} // namespace ridgepoint
