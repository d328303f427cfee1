// SPDX-License-Identifier: GPL-3.0-or-later
// Comma-separated values as RFC 4180 has them: quoted cells may hold commas, quotes and line ends.
#pragma once

#include "models/formats/input_error.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint::formats {

struct CsvRow {
    std::size_t number = 0;         ///< as spreadsheets count: the header is row 1
    std::vector<std::string> cells; ///< as many as the header has
};

struct CsvTable {
    std::string file; ///< for messages
    std::vector<std::string> columns;
    std::vector<CsvRow> rows;

    [[nodiscard]] std::optional<std::size_t> column(std::string_view name) const;
    /// InputError "FILE: row 12, column "n_gpus": PROBLEM".
    [[noreturn]] void fail(const CsvRow& row, std::string_view column, std::string_view problem) const;
};

/// The first line names the columns. LF or CRLF, with or without a byte-order mark; empty lines are passed
/// over. Throws InputError, one line that names file, row and column.
[[nodiscard]] CsvTable read_csv(std::string_view text, std::string_view file);

/// A cell as RFC 4180 writes it: quoted where it has to be.
[[nodiscard]] std::string csv_cell(const std::string& text);

} // namespace ridgepoint::formats
