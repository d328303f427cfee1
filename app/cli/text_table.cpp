// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/text_table.hpp"

#include <algorithm>

namespace ridgepoint::cli {

namespace {

std::size_t characters(const std::string& text) {
    return std::size_t(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80; // not a continuation byte of UTF-8
    }));
}

} // namespace

std::string TextTable::text() const {
    std::vector<std::size_t> widths(m_right.size(), 0);
    for (const auto& row : m_rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], characters(row[i]));
    std::string out;
    for (const auto& row : m_rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string space(widths[i] - characters(row[i]), ' ');
            line += (i == 0 ? "" : "  ") + (m_right[i] ? space + row[i] : row[i] + space);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + '\n';
    }
    return out;
}

} // namespace ridgepoint::cli
