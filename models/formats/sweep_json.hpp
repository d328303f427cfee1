// SPDX-License-Identifier: GPL-3.0-or-later
// Sweeps over scenario keys, from "KEY=A,B,C" to the answer as JSON and CSV (interface contract, `sweep --json`).
#pragma once

#include "models/break_even.hpp"
#include "models/formats/scenario_json.hpp"
#include "models/sweep.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

/// One key and the values it takes, each as `--set` takes it.
struct SweepAxis {
    std::string key;
    std::vector<std::string> values;
};
/// "plan.tp=1,2,4"; commas inside brackets, braces or quotes do not divide. Throws InputError.
[[nodiscard]] SweepAxis sweep_axis(std::string_view text, std::string_view option);
/// Every combination, the last axis fastest. Throws InputError where a value is none the key can take.
[[nodiscard]] std::vector<Scenario> swept(const Scenario& scenario, const Presets& presets,
                                          const std::vector<SweepAxis>& axes);

/// "plan.micro_batch=1..64" or "tokens_per_gpu=1..1e6": which input is varied, and between what.
struct BreakEvenQuestion {
    std::string key;
    double low = 0, high = 0;
};
[[nodiscard]] BreakEvenQuestion break_even_question(std::string_view text, std::string_view option);
/// A key's number as `--set` takes it. Whether it takes whole numbers only is found by trying.
[[nodiscard]] VariedInput varied_input(const Scenario& scenario, const Presets& presets,
                                       const BreakEvenQuestion& question);

struct BreakEvenAnswer {
    BreakEvenQuestion question;
    std::optional<BreakEven> found;
};

[[nodiscard]] std::string sweep_to_json(const std::vector<SweepAxis>& axes, const std::vector<SweepPoint>& points,
                                        const std::vector<BreakEvenAnswer>& break_evens);
/// One line a point: the keys' values, then legal, fits, and the answer's figures under their dotted names.
[[nodiscard]] std::string sweep_to_csv(const std::vector<SweepAxis>& axes, const std::vector<SweepPoint>& points);
/// The values of point `index`, one an axis.
[[nodiscard]] std::vector<std::string> values_of_point(const std::vector<SweepAxis>& axes, std::size_t index);

} // namespace ridgepoint
