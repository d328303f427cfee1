// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ridgepoint {

/// Fusion and the application's font: the same everywhere, and the one style that takes its colours from the palette
/// alone. Needs a QApplication.
void prepareStyle();

} // namespace ridgepoint
