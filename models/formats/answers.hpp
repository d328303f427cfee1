// SPDX-License-Identifier: GPL-3.0-or-later
// Answers of one or several scenarios as files: JSON (the contract's), CSV and Markdown.
#pragma once

#include "models/advise.hpp"
#include "models/estimate.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ridgepoint {

struct Answer {
    Scenario scenario;
    Estimate estimate;
    std::optional<Verdict> verdict; ///< none of an illegal plan
};

/// estimate() and advise().
[[nodiscard]] Answer answer(const Scenario& scenario, Detail detail);

[[nodiscard]] std::string answers_to_json(const std::vector<Answer>& answers, bool as_list, bool with_slots);
/// "key,value": every value of the JSON answer by its dotted key; one column a scenario when there are
/// several.
[[nodiscard]] std::string answers_to_csv(const std::vector<Answer>& answers);
/// The same as a table, without the operator list.
[[nodiscard]] std::string answers_to_markdown(const std::vector<Answer>& answers);

} // namespace ridgepoint
