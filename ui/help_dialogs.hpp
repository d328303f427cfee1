// SPDX-License-Identifier: GPL-3.0-or-later
// The shortcut sheet and what the program is.
#pragma once

class QWidget;

namespace ridgepoint {

class ActionRegistry;

void showShortcuts(const ActionRegistry& actions, QWidget* parent);
void showAbout(QWidget* parent);

} // namespace ridgepoint
