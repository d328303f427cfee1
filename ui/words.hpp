// SPDX-License-Identifier: GPL-3.0-or-later
// The model's texts as QString, and names of scenario keys as the window calls them.
#pragma once

#include "models/rules.hpp"
#include "models/text.hpp"

#include <QString>

#include <string_view>

namespace ridgepoint {

inline QString toQString(std::string_view text) {
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}
inline QString toQString(const text::Measure& measure) { return toQString(measure.joined()); }

/// "TP", "Global batch": as on the Plan dock; the key itself for one the window has no control for.
QString controlName(std::string_view key);
/// "TP 8 · DP 16": what a repair or hint sets.
QString describe(const Repair& repair);

} // namespace ridgepoint
