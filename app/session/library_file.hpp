// SPDX-License-Identifier: GPL-3.0-or-later
// Opening the library whatever state it is in: missing, older, newer, damaged, read-only, of another program.
#pragma once

#include "app/session/database.hpp"
#include "app/session/migrations.hpp"

namespace ridgepoint {

enum class LibraryAccess {
    full,
    readOnly, ///< list and load work, saving does not
    none      ///< the program works without a library
};

struct LibraryFile {
    std::unique_ptr<Database> database; ///< null when there is no access
    LibraryAccess access = LibraryAccess::none;
    QString notice; ///< what the user must know, naming the paths; empty when all is well
};

struct LibraryOptions {
    QString driver = QStringLiteral("QSQLITE");
    std::span<const Migration> migrations = libraryMigrations();
};

/// Never fails outright. A damaged file is renamed to PATH.corrupt-DATE, never deleted, and a fresh one made.
[[nodiscard]] LibraryFile openLibrary(const QString& path, const LibraryOptions& options = {});

} // namespace ridgepoint
