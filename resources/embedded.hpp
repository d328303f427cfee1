// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>

namespace ridgepoint {

/// A text file compiled into the program. Both views live as long as the program.
struct EmbeddedFile {
    std::string_view path; ///< relative to resources/, with forward slashes: "models/llama-3.1-8b.json"
    std::string_view text; ///< the whole file, UTF-8, LF line ends
};

/// Every embedded file, in the order of resources/CMakeLists.txt.
/// Defined in a source that ridgepoint_embed_text (cmake/EmbedText.cmake) writes at build time.
std::span<const EmbeddedFile> embedded_files();

/// The text of the embedded file with exactly this path, or nothing.
inline std::optional<std::string_view> embedded_text(std::string_view path)
{
    const auto files = embedded_files();
    const auto found = std::ranges::find(files, path, &EmbeddedFile::path);
    if (found == files.end()) {
        return std::nullopt;
    }
    return found->text;
}

} // namespace ridgepoint
