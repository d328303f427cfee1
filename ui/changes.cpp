// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/changes.hpp"

#include "app/session/document.hpp"
#include "models/formats/scenario_json.hpp"

#include <QCoreApplication>

namespace ridgepoint {

void applyRepair(Document& document, const Repair& repair) {
    std::vector<Setting> settings;
    for (const auto& [key, value] : repair)
        settings.emplace_back(key, value.setting());
    // Without a text of its own the step is named by what it changed.
    document.change(QStringLiteral("repair"), with_settings(document.scenario(), document.presets(), settings));
}

void returnToLastLegal(Document& document) {
    if (!document.hasEstimate() || document.isLegal())
        return;
    document.change(QStringLiteral("repair"), QCoreApplication::translate("Changes", "Return to the last legal plan"),
                    document.pictured());
}

} // namespace ridgepoint
