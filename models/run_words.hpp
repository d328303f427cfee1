// SPDX-License-Identifier: GPL-3.0-or-later
// How the words of published measurements name presets, and what a framework does where a source is silent
// (resources/run_words.json).
#pragma once

#include "models/plan.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

struct NamedPreset {
    std::string id;
    std::vector<std::string> names; ///< as sources write it; letters and digits alone are compared
};

/// What a framework does unless told otherwise, as its documentation has it.
struct FrameworkHabits {
    std::string id; ///< the framework preset
    std::vector<std::string> names;
    std::string recipe; ///< of 16-bit training; narrower GEMMs keep its tensors when it is not "bf16"
    int zero = 0;       ///< sharding
    bool sequence_parallel = false;  ///< with tensor parallelism
    bool expert_tp = false;          ///< ETP follows TP
    bool stages_by_cost = false; ///< layers go to pipeline stages by parameters, the head counting as its own
    std::string memory = "reserved"; ///< what its log calls memory: allocated, reserved or device
};

struct RunWords {
    std::vector<NamedPreset> accelerators;
    std::vector<FrameworkHabits> frameworks;

    /// The preset's id for a source's name; empty when none is known.
    [[nodiscard]] std::string_view accelerator(std::string_view name) const;
    /// nullptr when none is known.
    [[nodiscard]] const FrameworkHabits* framework(std::string_view name) const;
    /// Of the framework "other", which the file must hold.
    [[nodiscard]] const FrameworkHabits& plain() const;
};

/// Throws InputError naming file and key.
[[nodiscard]] RunWords read_run_words(std::string_view text, std::string_view file);

} // namespace ridgepoint
