// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/catch.hpp"

#include "app/session/library_file.hpp"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <vector>

using namespace ridgepoint;

namespace {

struct Folder {
    QTemporaryDir folder;
    QString library() const { return folder.filePath(QStringLiteral("sub/library.db")); }
    QStringList files(const QString& pattern) const {
        return QDir(folder.filePath(QStringLiteral("sub"))).entryList({pattern}, QDir::Files);
    }
    void write(const QByteArray& bytes) const {
        REQUIRE(QDir().mkpath(QFileInfo(library()).path()));
        QFile file(library());
        REQUIRE(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    /// A library with one scenario, closed again.
    void fill() const {
        const LibraryFile file = openLibrary(library());
        REQUIRE(file.database->run(QStringLiteral("INSERT INTO scenarios (name, json, created, modified) "
                                                  "VALUES ('kept', '{}', '', '')")));
    }
};

qint64 number(Database& database, const QString& sql) {
    const auto answer = database.run(sql);
    REQUIRE(answer);
    return answer.value().single().toLongLong();
}

qint64 scenarios(const LibraryFile& file) {
    return number(*file.database, QStringLiteral("SELECT count(*) FROM scenarios"));
}

Result<Done> addColumn(Database& database) {
    const auto answer = database.run(QStringLiteral("ALTER TABLE scenarios ADD COLUMN folder TEXT"));
    return answer ? Result<Done>(Done()) : Result<Done>(answer.failure());
}

Result<Done> breakHalfway(Database& database) {
    static_cast<void>(database.run(QStringLiteral("DROP TABLE scenarios")));
    return Failure{Failure::Kind::other, QStringLiteral("broken on purpose")};
}

/// The released migrations and one more.
LibraryOptions nextVersion(Migration migration) {
    static std::vector<Migration> migrations;
    migrations.assign(libraryMigrations().begin(), libraryMigrations().end());
    migrations.push_back(migration);
    LibraryOptions options;
    options.migrations = migrations;
    return options;
}

} // namespace

TEST_CASE("a missing library is made, folder and all, without a word") {
    const Folder folder;
    const LibraryFile file = openLibrary(folder.library());
    CHECK(file.access == LibraryAccess::full);
    CHECK(file.notice.isEmpty());
    CHECK(scenarios(file) == 0);
}

TEST_CASE("the library keeps a write-ahead log, checks references and waits for the disk") {
    const Folder folder;
    const LibraryFile file = openLibrary(folder.library());
    const auto mode = file.database->run(QStringLiteral("PRAGMA journal_mode"));
    REQUIRE(mode);
    CHECK(mode.value().single().toString() == QStringLiteral("wal"));
    CHECK(number(*file.database, QStringLiteral("PRAGMA foreign_keys")) == 1);
    CHECK(number(*file.database, QStringLiteral("PRAGMA synchronous")) == 2);
    CHECK(number(*file.database, QStringLiteral("PRAGMA busy_timeout")) > 0);
    CHECK(number(*file.database, QStringLiteral("PRAGMA application_id")) == library_application_id);
    CHECK(number(*file.database, QStringLiteral("PRAGMA user_version")) ==
          static_cast<qint64>(libraryMigrations().size()));
}

TEST_CASE("closing the last connection leaves one file") {
    const Folder folder;
    folder.fill();
    CHECK(folder.files(QStringLiteral("*")) == QStringList{QStringLiteral("library.db")});
}

TEST_CASE("two connections write into one library") {
    const Folder folder;
    const LibraryFile first = openLibrary(folder.library());
    const LibraryFile second = openLibrary(folder.library());
    const QString insert =
        QStringLiteral("INSERT INTO scenarios (name, json, created, modified) VALUES (?, '{}', '', '')");
    REQUIRE(first.database->run(insert, {QStringLiteral("one")}));
    REQUIRE(second.database->run(insert, {QStringLiteral("two")}));
    CHECK(scenarios(first) == 2);
    CHECK(scenarios(second) == 2);
}

TEST_CASE("a damaged library is set aside, named with the new one, and replaced") {
    const Folder folder;
    folder.write(QByteArray(8192, 'x'));
    const LibraryFile file = openLibrary(folder.library());
    CHECK(file.access == LibraryAccess::full);
    CHECK(scenarios(file) == 0);
    const QStringList aside = folder.files(QStringLiteral("library.db.corrupt-*"));
    REQUIRE(aside.size() == 1);
    CHECK(file.notice.contains(QDir::toNativeSeparators(folder.library())));
    CHECK(file.notice.contains(aside[0]));
    QFile kept(folder.folder.filePath(QStringLiteral("sub/") + aside[0]));
    REQUIRE(kept.open(QIODevice::ReadOnly));
    CHECK(kept.readAll() == QByteArray(8192, 'x'));
}

TEST_CASE("a library damaged behind a sound header is set aside too") {
    const Folder folder;
    folder.fill();
    QFile file(folder.library());
    REQUIRE(file.open(QIODevice::ReadWrite));
    file.seek(4096);
    file.write(QByteArray(static_cast<qsizetype>(file.size() - 4096), '\x5a'));
    file.close();
    const LibraryFile library = openLibrary(folder.library());
    CHECK(library.access == LibraryAccess::full);
    CHECK(scenarios(library) == 0);
    CHECK(folder.files(QStringLiteral("library.db.corrupt-*")).size() == 1);
}

TEST_CASE("a library cut short is set aside too") {
    const Folder folder;
    folder.fill();
    REQUIRE(QFile::resize(folder.library(), 5000));
    const LibraryFile library = openLibrary(folder.library());
    CHECK(library.access == LibraryAccess::full);
    CHECK(folder.files(QStringLiteral("library.db.corrupt-*")).size() == 1);
}

TEST_CASE("two damaged libraries within a second are both kept") {
    const Folder folder;
    for (int n = 0; n < 2; ++n) {
        folder.write(QByteArray(8192, 'x'));
        CHECK(openLibrary(folder.library()).access == LibraryAccess::full);
    }
    CHECK(folder.files(QStringLiteral("library.db.corrupt-*")).size() == 2);
}

TEST_CASE("the database of another program is left alone") {
    const Folder folder;
    folder.write({});
    {
        auto other = Database::open(folder.library(), Database::Mode::readWrite);
        REQUIRE(other);
        REQUIRE(other.value()->run(QStringLiteral("CREATE TABLE recipes (name TEXT)")));
    }
    const LibraryFile file = openLibrary(folder.library());
    CHECK(file.access == LibraryAccess::none);
    CHECK(file.notice.contains(QDir::toNativeSeparators(folder.library())));
    CHECK(folder.files(QStringLiteral("*")) == QStringList{QStringLiteral("library.db")});
}

TEST_CASE("a library of a newer version is opened for reading only, and says so") {
    const Folder folder;
    folder.fill();
    static_cast<void>(openLibrary(folder.library(), nextVersion(addColumn)));
    const LibraryFile file = openLibrary(folder.library());
    CHECK(file.access == LibraryAccess::readOnly);
    CHECK(file.notice.contains(QStringLiteral("newer")));
    CHECK(scenarios(file) == 1);
    CHECK_FALSE(file.database->run(QStringLiteral("DELETE FROM scenarios")));
}

TEST_CASE("an older library is brought up to date and its copy kept") {
    const Folder folder;
    folder.fill();
    const LibraryFile file = openLibrary(folder.library(), nextVersion(addColumn));
    CHECK(file.access == LibraryAccess::full);
    CHECK(number(*file.database, QStringLiteral("PRAGMA user_version")) == int(libraryMigrations().size()) + 1);
    CHECK(file.database->run(QStringLiteral("SELECT folder FROM scenarios")).ok());
    const QStringList copies = folder.files(QStringLiteral("library.db.version-%1-*").arg(libraryMigrations().size()));
    REQUIRE(copies.size() == 1);
    CHECK(file.notice.contains(copies[0]));
    const LibraryFile old = openLibrary(folder.folder.filePath(QStringLiteral("sub/") + copies[0]));
    CHECK(old.access == LibraryAccess::full);
    CHECK(scenarios(old) == 1);
}

TEST_CASE("a migration that fails changes nothing") {
    const Folder folder;
    folder.fill();
    const LibraryFile failed = openLibrary(folder.library(), nextVersion(breakHalfway));
    CHECK(failed.access == LibraryAccess::readOnly);
    CHECK(failed.notice.contains(QStringLiteral("broken on purpose")));
    CHECK(scenarios(failed) == 1);
    const LibraryFile again = openLibrary(folder.library());
    CHECK(again.access == LibraryAccess::full);
    CHECK(scenarios(again) == 1);
}

TEST_CASE("without the database driver there is no library, and the message names what to install") {
    const Folder folder;
    LibraryOptions options;
    options.driver = QStringLiteral("QNONE");
    const LibraryFile file = openLibrary(folder.library(), options);
    CHECK(file.access == LibraryAccess::none);
    CHECK(file.notice.contains(QStringLiteral("libqt6sql6-sqlite")));
}

TEST_CASE("a folder that cannot be made means no library, and the message names it") {
    const Folder folder;
    folder.write("a file");
    const LibraryFile file = openLibrary(folder.library() + QStringLiteral("/below/library.db"));
    CHECK(file.access == LibraryAccess::none);
    CHECK(file.notice.contains(QStringLiteral("below")));
}

TEST_CASE("a folder in the library's place means no library") {
    const Folder folder;
    REQUIRE(QDir().mkpath(folder.library()));
    CHECK(openLibrary(folder.library()).access == LibraryAccess::none);
}

TEST_CASE("a library in a read-only folder can be read") {
    const Folder folder;
    folder.fill();
    const QString path = QFileInfo(folder.library()).path();
    REQUIRE(QFile::setPermissions(folder.library(), QFile::ReadOwner));
    REQUIRE(QFile::setPermissions(path, QFile::ReadOwner | QFile::ExeOwner));
    if (!QFileInfo(path).isWritable()) { // the administrator may write everywhere: nothing to see then
        const LibraryFile file = openLibrary(folder.library());
        CHECK(file.access == LibraryAccess::readOnly);
        CHECK(scenarios(file) == 1);
        CHECK(file.notice.contains(QDir::toNativeSeparators(folder.library())));
    }
    REQUIRE(QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
}

TEST_CASE("a library somebody else is just writing is opened in full") {
    const Folder folder;
    const LibraryFile first = openLibrary(folder.library());
    Transaction transaction(*first.database);
    REQUIRE(transaction.begin());
    CHECK(openLibrary(folder.library()).access == LibraryAccess::full);
}

TEST_CASE("a transaction that is not committed leaves nothing") {
    const Folder folder;
    folder.fill();
    const LibraryFile file = openLibrary(folder.library());
    {
        Transaction transaction(*file.database);
        REQUIRE(transaction.begin());
        REQUIRE(file.database->run(QStringLiteral("DELETE FROM scenarios")));
    }
    CHECK(scenarios(file) == 1);
}

TEST_CASE("a failed statement is a failure with a text") {
    const Folder folder;
    const LibraryFile file = openLibrary(folder.library());
    const auto answer = file.database->run(QStringLiteral("SELECT name FROM nowhere"));
    REQUIRE_FALSE(answer);
    INFO(answer.failure().text.toStdString());
    CHECK(answer.failure().text.contains(QStringLiteral("nowhere")));
}
