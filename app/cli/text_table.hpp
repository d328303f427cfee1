// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace ridgepoint::cli {

/// Columns two spaces apart, the first to the left and figures to the right, each as wide as its widest cell.
/// Widths count characters, not bytes.
class TextTable {
public:
    explicit TextTable(std::vector<bool> right_aligned) : m_right(std::move(right_aligned)) {}
    void add(std::vector<std::string> cells) { m_rows.push_back(std::move(cells)); }
    [[nodiscard]] std::string text() const;

private:
    std::vector<bool> m_right;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace ridgepoint::cli
