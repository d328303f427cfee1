// SPDX-License-Identifier: GPL-3.0-or-later
// A document on one of the ready scenarios.
#pragma once

#include "app/session/document.hpp"
#include "models/formats/scenario_json.hpp"
#include "resources/builtin.hpp"

#include <string>
#include <string_view>

namespace ridgepoint::testing {

inline Scenario readyScenario(std::string_view id) {
    const Presets& presets = builtin_presets();
    return scenario_from_json(presets.scenario(id)->json, presets, std::string(id));
}

struct DocumentFixture {
    Document document{builtin_presets()};

    explicit DocumentFixture(std::string_view id = "deepseek-v3-published") { document.open(readyScenario(id)); }
    int steps() { return document.undoStack()->count(); }
};

} // namespace ridgepoint::testing
