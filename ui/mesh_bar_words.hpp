// SPDX-License-Identifier: GPL-3.0-or-later
// What the mesh bar says: names, bracket texts, the words of a drag.
#pragma once

#include "models/mesh.hpp"

#include <QString>

namespace ridgepoint::mesh_words {

QString shortName(Axis axis); ///< "TP"
QString longName(Axis axis);  ///< "tensor parallel"
QString number(long long n);  ///< "2 048"
QString degree(Axis axis, int n); ///< "TP 8"

/// Longest first, so that the widest that has room can be taken.
QStringList expertTexts(const Scenario& scenario);
QStringList zeroTexts(const Scenario& scenario);
/// "1 × 1 × 128 × 16 = 2 048", "8 × 1 × 18 × 14 = 2 016 of 2 048, 32 idle".
QString product(const Scenario& scenario);
/// "TP 8 → 4, DP 16 → 32": the degrees that differ.
QString trade(const Scenario& before, const Scenario& after);
QString segmentToolTip(const Scenario& scenario, Axis axis);

} // namespace ridgepoint::mesh_words
