// SPDX-License-Identifier: GPL-3.0-or-later
// The ready models, accelerators, recipes, frameworks and scenarios, read from texts that are handed in.
#pragma once

#include "models/scenario.hpp"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

struct PresetText { ///< one file of resources/: "architectures/deepseek-v3.json" and its content
    std::string_view path, text;
};

struct ReadyScenario {
    std::string id, name, about, source;
    std::string json; ///< the scenario file
};

struct Presets {
    std::vector<Architecture> models; ///< sorted by name within their family, as the window lists them
    std::vector<Accelerator> accelerators;
    std::vector<CurvesRef> curves; ///< measured networks
    std::map<std::string, std::string, std::less<>> curves_by_accelerator; ///< ids
    std::vector<PrecisionRecipe> precisions; ///< in order of operand width: FP32 first, NVFP4 last
    std::vector<Framework> frameworks;
    std::vector<CalibrationRef> calibrations; ///< the user's own; none are shipped
    std::vector<ReadyScenario> scenarios; ///< in the order of resources/scenarios/index.json

    /// nullptr when there is none of that id.
    [[nodiscard]] const Architecture* model(std::string_view id) const;
    [[nodiscard]] const Accelerator* accelerator(std::string_view id) const;
    /// Empty when there are none of that id.
    [[nodiscard]] CurvesRef network_curves(std::string_view id) const;
    /// Those that were measured with such accelerators; empty where none were.
    [[nodiscard]] CurvesRef curves_for(const Accelerator& accelerator) const;
    [[nodiscard]] CalibrationRef calibration(std::string_view name) const;
    [[nodiscard]] const PrecisionRecipe* precision(std::string_view id) const;
    [[nodiscard]] const Framework* framework(std::string_view id) const;
    [[nodiscard]] const ReadyScenario* scenario(std::string_view id) const;
};

/// Throws InputError naming the file and the key.
[[nodiscard]] Presets read_presets(std::span<const PresetText> files);

} // namespace ridgepoint
