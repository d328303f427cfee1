// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/csv.hpp"

#include "models/formats/json.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ridgepoint::formats {

namespace {

/// Walks the text once; every message knows the row and the cell it stands in.
class Scanner {
public:
    Scanner(std::string_view text, std::string_view file) : m_rest(text), m_file(file) {
        constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
        if (m_rest.starts_with(byte_order_mark))
            m_rest.remove_prefix(byte_order_mark.size());
    }

    [[nodiscard]] bool at_end() const { return m_rest.empty(); }

    CsvRow row() {
        CsvRow row;
        row.number = ++m_row;
        do
            row.cells.push_back(cell(row.cells.size() + 1));
        while (take(','));
        if (!at_end() && !line_end())
            fail(row.cells.size(), "text follows the closing quote");
        return row;
    }

private:
    std::string_view m_rest;
    std::string_view m_file;
    std::size_t m_row = 0;

    [[noreturn]] void fail(std::size_t cell, std::string_view problem) const {
        throw InputError(fmt::format("{}: row {}, column {}: {}", m_file, m_row, cell, problem));
    }

    bool take(char c) {
        if (m_rest.empty() || m_rest.front() != c)
            return false;
        m_rest.remove_prefix(1);
        return true;
    }

    bool line_end() {
        if (m_rest.starts_with("\r\n"))
            m_rest.remove_prefix(1);
        return take('\n');
    }

    std::string cell(std::size_t number) { return take('"') ? quoted(number) : plain(number); }

    std::string plain(std::size_t number) {
        std::size_t end = std::min(m_rest.find_first_of(",\n"), m_rest.size());
        std::string_view text = m_rest.substr(0, end);
        m_rest.remove_prefix(end);
        if (text.ends_with('\r'))
            text.remove_suffix(1);
        check(text, number);
        if (text.find_first_of("\"\r") != std::string_view::npos)
            fail(number, "a quote or a carriage return inside a cell that is not quoted");
        return std::string(text);
    }

    std::string quoted(std::size_t number) {
        std::string text;
        for (;;) {
            const std::size_t quote = m_rest.find('"');
            if (quote == std::string_view::npos)
                fail(number, "the quote is not closed");
            text += m_rest.substr(0, quote);
            m_rest.remove_prefix(quote + 1);
            if (!take('"'))
                break;
            text += '"';
        }
        check(text, number);
        return text;
    }

    void check(std::string_view text, std::size_t number) const {
        if (text.find('\0') != std::string_view::npos)
            fail(number, "holds a zero byte: this is no text file");
    }
};

void check_header(const CsvTable& table) {
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (table.columns[i].empty())
            throw InputError(fmt::format("{}: row 1, column {}: has no name", table.file, i + 1));
        if (table.column(table.columns[i]) != i)
            throw InputError(fmt::format("{}: row 1, column {}: {} is there twice; allowed: each name once",
                                         table.file, i + 1, shown(Json(table.columns[i]))));
    }
}

void check_width(const CsvTable& table, const CsvRow& row) {
    if (row.cells.size() == table.columns.size())
        return;
    const std::size_t last = std::min(row.cells.size(), table.columns.size());
    throw InputError(fmt::format(
        "{}: row {}, column {}: the row has {} cells; allowed: {}, as the header has", table.file, row.number,
        shown(Json(table.columns[last - 1])), row.cells.size(), table.columns.size()));
}

} // namespace

std::optional<std::size_t> CsvTable::column(std::string_view name) const {
    const auto found = std::find(columns.begin(), columns.end(), name);
    if (found == columns.end())
        return std::nullopt;
    return std::size_t(found - columns.begin());
}

void CsvTable::fail(const CsvRow& row, std::string_view column, std::string_view problem) const {
    throw InputError(fmt::format("{}: row {}, column {}: {}", file, row.number,
                                 shown(Json(std::string(column))), problem));
}

CsvTable read_csv(std::string_view text, std::string_view file) {
    Scanner scanner(text, file);
    CsvTable table;
    table.file = file;
    while (!scanner.at_end()) {
        CsvRow row = scanner.row();
        const bool empty_line = row.cells.size() == 1 && row.cells.front().empty();
        if (empty_line)
            continue;
        if (table.columns.empty()) {
            table.columns = std::move(row.cells);
            check_header(table);
            continue;
        }
        check_width(table, row);
        table.rows.push_back(std::move(row));
    }
    if (table.columns.empty())
        throw InputError(
            fmt::format("{}: row 1: the file is empty; allowed: a line of column names, then rows", file));
    return table;
}

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string out = "\"";
    for (char c : text)
        out.append(c == '"' ? 2 : 1, c);
    return out + '"';
}

} // namespace ridgepoint::formats
