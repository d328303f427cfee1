// SPDX-License-Identifier: GPL-3.0-or-later
// The program's own monochrome icons, tinted with the palette's text colour whenever they are painted.
#pragma once

#include <QIcon>
#include <QString>

namespace ridgepoint {

/// `name` is a file of resources/icons without ".svg". Follows theme changes by itself.
QIcon tintedIcon(const QString& name);
QIcon windowIcon();

} // namespace ridgepoint
