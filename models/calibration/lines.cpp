// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/calibration/lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ridgepoint::calibration {

namespace {

constexpr std::string_view blanks = " \t\r\f\v";

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// What a tool's own lines start with: a comment or a number.
bool starts_table_text(std::string_view text) {
    const std::string_view rest = trimmed(text);
    return rest.empty() || rest.front() == '#' || is_digit(rest.front());
}

} // namespace

Lines::Lines(std::string_view text, std::string_view file) : m_rest(text), m_file(file) {
    if (text.find('\0') != std::string_view::npos)
        throw InputError(fmt::format("{}: line 1: holds a zero byte: this is no text file; allowed: text", m_file));
    constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
    if (m_rest.starts_with(byte_order_mark))
        m_rest.remove_prefix(byte_order_mark.size());
}

std::optional<std::string_view> Lines::next() {
    if (m_rest.empty())
        return std::nullopt;
    ++m_number;
    const std::size_t end = m_rest.find('\n');
    std::string_view line = m_rest.substr(0, end);
    m_rest.remove_prefix(end == std::string_view::npos ? m_rest.size() : end + 1);
    if (line.ends_with('\r'))
        line.remove_suffix(1);
    return line;
}

void Lines::fail(std::string_view problem, std::string_view allowed) const {
    fail_at(m_number, problem, allowed);
}

void Lines::fail_at(std::size_t line, std::string_view problem, std::string_view allowed) const {
    throw InputError(fmt::format("{}: line {}: {}; allowed: {}", m_file, line, problem, allowed));
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::vector<std::string_view> words(std::string_view line) {
    std::vector<std::string_view> out;
    for (std::size_t at = line.find_first_not_of(blanks); at != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(blanks, at), line.size());
        out.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(blanks, end);
    }
    return out;
}

std::optional<double> number(std::string_view word) {
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

std::optional<int> integer(std::string_view word) {
    int value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size())
        return std::nullopt;
    return value;
}

std::string_view without_prefix(std::string_view line) {
    if (line.starts_with('[')) {
        const std::size_t end = line.find(">:");
        const std::size_t stream = line.find("]<std");
        if (stream != std::string_view::npos && end != std::string_view::npos && stream < end)
            line.remove_prefix(end + 2);
        return line;
    }
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || line.find('#') < colon)
        return line;
    // "host:123:456 [0] NCCL INFO" is no prefix but NCCL's own log.
    if (colon + 1 < line.size() && line[colon + 1] != ' ' && line[colon + 1] != '#')
        return line;
    const std::string_view label = trimmed(line.substr(0, colon));
    const bool one_word = !label.empty() && label.find_first_of(blanks) == std::string_view::npos;
    return one_word && starts_table_text(line.substr(colon + 1)) ? line.substr(colon + 1) : line;
}

std::string in_quotes(std::string_view text) {
    constexpr std::size_t longest = 60;
    std::string out = "\"";
    for (const char c : trimmed(text).substr(0, longest))
        out += c == '"' || static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    return out + (trimmed(text).size() > longest ? "…\"" : "\"");
}

} // namespace ridgepoint::calibration
