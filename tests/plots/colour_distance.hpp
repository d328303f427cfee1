// SPDX-License-Identifier: GPL-3.0-or-later
// How far apart two colours look, also to people with colour-vision deficiencies.
#pragma once

#include <QColor>

namespace ridgepoint::test {

enum class Vision { normal, protanopia, deuteranopia };

/// CIEDE2000 (Sharma, Wu and Dalal 2005) of the two as seen with that vision (Machado, Oliveira and Fernandes
/// 2009, severity 1), D65.
double colourDistance(const QColor& a, const QColor& b, Vision vision);

} // namespace ridgepoint::test
