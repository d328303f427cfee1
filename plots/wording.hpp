// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures' words: the model's names and quantities as translated text for people.
#pragma once

#include "models/estimate.hpp"
#include "models/text.hpp"

#include <QString>

namespace ridgepoint {

QString quantity(const text::Measure& measure);
QString words(std::string_view utf8);

/// "mla-up" as people read it: "MLA up".
QString operatorName(std::string_view name);
QString passName(Pass pass, bool recomputed);

/// A tick's number: powers of ten as "0.1", "1", "1 000"; with `prefixes` as "1 k", "1 M".
QString tickNumber(double value, bool prefixes);

/// Fixed decimals, for columns and legends whose numbers stand under each other.
QString fixed(double value, int decimals);
QString signedFixed(double value, int decimals); ///< with its sign, 0 as "+0.0"

/// "TP 1 · CP 1 · DP 128 · PP 16", and EP where there are experts.
QString planWords(const Scenario& scenario);

} // namespace ridgepoint
