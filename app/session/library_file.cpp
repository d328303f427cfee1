// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/library_file.hpp"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>

namespace ridgepoint {

namespace {

/// How long a start waits for another copy of the program that is just making or migrating the library.
constexpr int start_lock_ms = 5000;

struct Messages {
    Q_DECLARE_TR_FUNCTIONS(ridgepoint::LibraryFile)
};

QString shown(const QString& path) {
    return QDir::toNativeSeparators(QFileInfo(path).absoluteFilePath());
}

LibraryFile noLibrary(const QString& reason) {
    return {
        nullptr, LibraryAccess::none,
        Messages::tr("%1 The program works, but scenarios cannot be kept in the library; they can still be "
                     "saved as files.")
            .arg(reason)};
}

LibraryFile readOnlyLibrary(std::unique_ptr<Database> database, const QString& reason) {
    return {std::move(database), LibraryAccess::readOnly,
            Messages::tr("%1 Its scenarios can be opened; save changed ones as files.").arg(reason)};
}

struct Contents {
    int applicationId = 0;
    int version = 0;
    bool empty = true;
};

Result<Contents> inspect(Database& database) {
    Contents contents;
    const auto applicationId = database.run(QStringLiteral("PRAGMA application_id"));
    if (!applicationId)
        return applicationId.failure();
    contents.applicationId = applicationId.value().single().toInt();
    const auto version = database.run(QStringLiteral("PRAGMA user_version"));
    if (!version)
        return version.failure();
    contents.version = version.value().single().toInt();
    const auto tables = database.run(QStringLiteral("SELECT count(*) FROM sqlite_master"));
    if (!tables)
        return tables.failure();
    contents.empty = tables.value().single().toInt() == 0;
    const auto check = database.run(QStringLiteral("PRAGMA quick_check(1)"));
    if (!check)
        return check.failure();
    if (check.value().single().toString() != QLatin1String("ok"))
        return Failure{Failure::Kind::corrupt,
                       Messages::tr("The library %1 is damaged.").arg(shown(database.path()))};
    return contents;
}

/// Renames the damaged file and what belongs to it; answers with the new path.
Result<QString> setAside(const QString& path) {
    const QString stem =
        QStringLiteral("%1.corrupt-%2")
            .arg(path, QDateTime::currentDateTime().toString(QStringLiteral("yyyyMMdd-HHmmss")));
    QString aside = stem;
    for (int n = 2; QFile::exists(aside); ++n)
        aside = QStringLiteral("%1-%2").arg(stem).arg(n);
    if (!QFile::rename(path, aside))
        return Failure{Failure::Kind::corrupt,
                       Messages::tr("The library %1 is damaged and cannot be renamed.").arg(shown(path))};
    for (const char* part : {"-wal", "-shm"}) {
        const QString name = QLatin1String(part);
        if (QFile::exists(path + name))
            QFile::rename(path + name, aside + name);
    }
    return aside;
}

/// A file that exists but cannot be opened or changed: at least show what it holds.
LibraryFile openForReading(const QString& path, const QString& driver, const Failure& failure) {
    // "Cannot be opened" is what SQLite says of a read-only folder, too; if it can be read after all, that
    // was it.
    const QString reason = failure.kind == Failure::Kind::unavailable
                               ? Messages::tr("The library %1 may only be read.").arg(shown(path))
                               : failure.text;
    Failure last = failure;
    for (const auto mode : {Database::Mode::readOnly, Database::Mode::immutable}) {
        auto database = Database::open(path, mode, driver);
        if (!database) {
            last = database.failure();
            continue;
        }
        const auto contents = inspect(*database.value());
        if (contents && contents.value().applicationId == library_application_id)
            return readOnlyLibrary(std::move(database.value()), reason);
        if (!contents)
            last = contents.failure();
    }
    return noLibrary(last.text);
}

/// Journal, durability and foreign keys, as every connection needs them.
Result<Done> configure(Database& database) {
    // Where write-ahead logging is impossible SQLite keeps its old journal and says so: as safe, less
    // parallel.
    for (const char* pragma :
         {"PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "PRAGMA foreign_keys = ON"}) {
        const auto set = database.run(QString::fromLatin1(pragma));
        if (!set)
            return set.failure();
    }
    return Done();
}

/// Whether the file can be written; changes nothing. A lock held by somebody else passes in time, and until
/// then each save says so itself.
Result<Done> tryWriting(Database& database) {
    Transaction transaction(database);
    const auto begun = transaction.begin();
    if (!begun && begun.failure().kind != Failure::Kind::busy)
        return begun.failure();
    return Done();
}

Result<LibraryFile> openWritable(const QString& path, const LibraryOptions& options) {
    auto opened = Database::open(path, Database::Mode::readWrite, options.driver);
    if (!opened)
        return opened.failure();
    std::unique_ptr<Database> database = std::move(opened.value());
    const auto contents = inspect(*database);
    if (!contents)
        return contents.failure();
    const auto [applicationId, version, empty] = contents.value();
    if (applicationId != library_application_id && (applicationId != 0 || !empty))
        return noLibrary(
            Messages::tr("%1 is a database of another program and was left alone.").arg(shown(path)));
    const int newest = static_cast<int>(options.migrations.size());
    if (version > newest)
        return Failure{
            Failure::Kind::newer,
            Messages::tr("The library %1 was written by a newer version of the program (format %2; this "
                         "version knows %3).")
                .arg(shown(path))
                .arg(version)
                .arg(newest)};
    if (const auto configured = configure(*database); !configured)
        return configured.failure();
    const auto copy = migrate(*database, version, options.migrations);
    if (!copy)
        return copy.failure();
    if (const auto written = tryWriting(*database); !written)
        return written.failure();
    QString notice;
    if (!copy.value().isEmpty())
        notice =
            Messages::tr("The library %1 was brought to this version's format. The old one is kept as %2.")
                .arg(shown(path), shown(copy.value()));
    return LibraryFile{std::move(database), LibraryAccess::full, notice};
}

LibraryFile replaceDamaged(const QString& path, const LibraryOptions& options) {
    const auto aside = setAside(path);
    if (!aside)
        return noLibrary(aside.failure().text);
    auto fresh = openWritable(path, options);
    if (!fresh)
        return noLibrary(fresh.failure().text);
    fresh.value().notice =
        Messages::tr("The library %1 was damaged. It is kept as %2, and a new one was made.")
            .arg(shown(path), shown(aside.value()));
    return std::move(fresh.value());
}

} // namespace

LibraryFile openLibrary(const QString& path, const LibraryOptions& options) {
    const QString folder = QFileInfo(path).absolutePath();
    if (!QDir().mkpath(folder))
        return noLibrary(Messages::tr("The folder %1 cannot be made.").arg(shown(folder)));
    // One copy of the program at a time makes, migrates or replaces the file. Where no lock can be made
    // (read-only folder) there is nothing to make either.
    QLockFile lock(path + QStringLiteral(".lock"));
    static_cast<void>(lock.tryLock(start_lock_ms));

    auto library = openWritable(path, options);
    if (library)
        return std::move(library.value());
    const Failure& failure = library.failure();
    if (failure.kind == Failure::Kind::corrupt)
        return replaceDamaged(path, options);
    if (QFileInfo(path).isFile())
        return openForReading(path, options.driver, failure);
    return noLibrary(failure.text);
}

} // namespace ridgepoint
