// SPDX-License-Identifier: GPL-3.0-or-later
// One connection to an SQLite file. Every statement answers with rows or with a failure that can be shown.
#pragma once

#include "app/session/result.hpp"

#include <QList>
#include <QString>
#include <QVariant>

#include <memory>

class QSqlError;

namespace ridgepoint {

struct Answer {
    QList<QVariantList> rows;
    qint64 insertedId = 0;
    int affectedRows = 0;
    /// The first column of the first row; invalid when there is none.
    QVariant single() const { return rows.isEmpty() ? QVariant() : rows.constFirst().value(0); }
};

class Database {
public:
    enum class Mode {
        readWrite, ///< made when missing
        readOnly,
        immutable ///< read-only where not even SQLite's lock files can be made: sees nothing of a journal
    };
    /// Needs a QCoreApplication. `driver` differs from QSQLITE only in tests.
    static Result<std::unique_ptr<Database>> open(const QString& path, Mode mode,
                                                  const QString& driver = QStringLiteral("QSQLITE"));
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    /// One statement with its values for each `?`.
    Result<Answer> run(const QString& sql, const QVariantList& values = {});
    const QString& path() const { return m_path; }

private:
    Database(QString path, QString connection)
        : m_path(std::move(path)), m_connection(std::move(connection)) {}
    Failure failure(const QSqlError& error) const;

    QString m_path;
    QString m_connection; ///< unique name; QSqlDatabase itself must not outlive the application
};

/// Takes the write lock at once and rolls back unless committed.
class Transaction {
public:
    explicit Transaction(Database& database) : m_database(database) {}
    ~Transaction();
    Transaction(const Transaction&) = delete;
    Transaction& operator=(const Transaction&) = delete;

    Result<Done> begin();
    Result<Done> commit();

private:
    Database& m_database;
    bool m_open = false;
};

} // namespace ridgepoint
