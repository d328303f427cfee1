// SPDX-License-Identifier: GPL-3.0-or-later
// How the library file grew: version n + 1 is version n and what migration n does. Versions count in
// PRAGMA user_version; version 0 is an empty file.
#pragma once

#include "app/session/database.hpp"

#include <span>

namespace ridgepoint {

using Migration = Result<Done> (*)(Database&);

/// "RDPT" in PRAGMA application_id: tells the library from the databases of other programs.
inline constexpr int library_application_id = 0x52445054;

/// All there are, in order. Released ones never change.
[[nodiscard]] std::span<const Migration> libraryMigrations();

/// Brings the file from `version` to the newest in one transaction, the version number last. An older library
/// is copied first, beside the file; the answer is the path of the copy, empty when there was nothing to
/// copy.
Result<QString> migrate(Database& database, int version, std::span<const Migration> migrations);

} // namespace ridgepoint
