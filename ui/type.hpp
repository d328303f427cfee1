// SPDX-License-Identifier: GPL-3.0-or-later
// Sizes and weights of text by use, in logical pixels (the look's "Type").
#pragma once

#include <QFont>

namespace ridgepoint {

enum class Type { headerValue, dialogTitle, scenarioName, verdict, body, label, secondary, small };

/// The application's font: Inter where it is installed, else DejaVu Sans, else the system's.
QFont applicationFont();
QFont textFont(Type type);
QFont semibold(Type type);

} // namespace ridgepoint
