// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/rules.hpp"

#include "models/rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ridgepoint {
namespace rules {
namespace {

using RuleGroup = std::span<const Rule> (*)();
constexpr std::array<RuleGroup, 4> groups{mesh_rules, model_rules, pipeline_rules, batch_rules};

bool any_broken(std::span<const Rule> list, const Scenario& scenario) {
    return std::any_of(list.begin(), list.end(), [&](const Rule& rule) { return rule.broken(scenario); });
}

void collect(std::span<const Rule> list, const Scenario& scenario, std::vector<Violation>& found) {
    for (const Rule& rule : list)
        if (rule.broken(scenario)) {
            found.push_back(rule.describe(scenario, rule));
            found.back().rule = rule.id;
        }
}

} // namespace

bool legal(const Scenario& scenario) {
    return !any_broken(basic_rules(), scenario) &&
           std::none_of(groups.begin(), groups.end(),
                        [&](RuleGroup group) { return any_broken(group(), scenario); });
}

std::string_view first_broken(const Scenario& scenario, std::span<const std::string_view> only) {
    const auto first_of = [&](std::span<const Rule> list) -> std::string_view {
        for (const Rule& rule : list)
            if (rule.broken(scenario) && (only.empty() || std::find(only.begin(), only.end(), rule.id) != only.end()))
                return rule.id;
        return {};
    };
    if (any_broken(basic_rules(), scenario))
        return first_of(basic_rules());
    for (const RuleGroup group : groups)
        if (const std::string_view id = first_of(group()); !id.empty())
            return id;
    return {};
}

std::size_t broken_count(const Scenario& scenario) {
    const auto count = [&](std::span<const Rule> list) {
        return static_cast<std::size_t>(
            std::count_if(list.begin(), list.end(), [&](const Rule& rule) { return rule.broken(scenario); }));
    };
    std::size_t broken = count(basic_rules());
    if (broken > 0)
        return broken;
    for (const RuleGroup group : groups)
        broken += count(group());
    return broken;
}

} // namespace rules

std::string RepairValue::setting() const {
    return is_number() ? fmt::format("{}", number) : text;
}

std::vector<Violation> violations(const Scenario& scenario) {
    std::vector<Violation> found;
    rules::collect(rules::basic_rules(), scenario, found);
    if (!found.empty())
        return found;
    for (const rules::RuleGroup group : rules::groups)
        rules::collect(group(), scenario, found);
    return found;
}

} // namespace ridgepoint
