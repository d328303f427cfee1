// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QString;
class QWidget;

namespace ridgepoint {

/// Writes what the widget shows as a PNG, at its device pixel ratio. False with `*error` set when the file cannot be
/// written; nothing half-written stays.
bool writeImage(QWidget& widget, const QString& path, QString* error);

} // namespace ridgepoint
