// SPDX-License-Identifier: GPL-3.0-or-later
// The whole window, or its Overview page, as a PNG without a screen: for the command line, README and reviews.
#pragma once

#include "models/scenario.hpp"
#include "plots/picture.hpp"

#include <QSize>
#include <QString>

#include <optional>
#include <vector>

namespace ridgepoint {

/// Needs a QApplication (the offscreen platform will do). `size` is in logical pixels; the file has `size` times the
/// application's device pixel ratio, so start with QT_SCALE_FACTOR=2 for a sharp picture of twice the size.
/// False with `*error` set when the plan is illegal or the file cannot be written; nothing half-written stays.
/// `compared`: pictures show the other sets of ceilings too, "mine" being one of these calibrations.
using ComparedWith = std::optional<std::vector<CalibrationRef>>;
bool renderWindow(const Scenario& scenario, QSize size, Theme theme, const QString& path, QString* error,
                  const ComparedWith& compared = std::nullopt);
/// The four pictures of Overview alone.
bool renderOverview(const Scenario& scenario, QSize size, Theme theme, const QString& path, QString* error,
                    const ComparedWith& compared = std::nullopt);

} // namespace ridgepoint
