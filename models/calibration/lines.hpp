// SPDX-License-Identifier: GPL-3.0-or-later
// Text of measuring tools, line by line; internal to calibration.
#pragma once

#include "models/formats/input_error.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint::calibration {

/// Walks over the lines of a file and knows where it stands.
class Lines {
public:
    Lines(std::string_view text, std::string_view file);
    /// The next line without line end, or nothing.
    [[nodiscard]] std::optional<std::string_view> next();
    [[nodiscard]] std::size_t number() const { return m_number; } ///< of the line that `next` gave last
    [[nodiscard]] const std::string& file() const { return m_file; }
    /// "FILE: line 12: PROBLEM; allowed: ALLOWED"
    [[noreturn]] void fail(std::string_view problem, std::string_view allowed) const;
    [[noreturn]] void fail_at(std::size_t line, std::string_view problem, std::string_view allowed) const;

private:
    std::string_view m_rest;
    std::string m_file;
    std::size_t m_number = 0;
};

[[nodiscard]] std::string_view trimmed(std::string_view text);
[[nodiscard]] std::vector<std::string_view> words(std::string_view line);
/// A whole word that is a finite number; decimal point whatever the locale.
[[nodiscard]] std::optional<double> number(std::string_view word);
[[nodiscard]] std::optional<int> integer(std::string_view word);
/// Without what mpirun ("[1,0]<stdout>:") or srun and pdsh ("0: ", "node7: ") put before a line.
[[nodiscard]] std::string_view without_prefix(std::string_view line);
/// A piece of the text for a message: no control characters, not too long.
[[nodiscard]] std::string in_quotes(std::string_view text);

} // namespace ridgepoint::calibration
