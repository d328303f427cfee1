// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/verdict_map.hpp"

#include "models/sweep_pairs.hpp"
#include "models/sweep_study.hpp"

namespace ridgepoint {
namespace {

std::vector<VerdictChange> places(std::span<const SweepPoint> points, std::size_t columns) {
    std::vector<VerdictChange> found;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const auto against = [&](std::size_t other, bool over_x) {
            if (points[i].legal && points[other].legal && points[i].bound != points[other].bound)
                found.push_back(
                    {i % columns, i / columns, over_x, points[i].bound, points[other].bound, std::nullopt});
        };
        if (i % columns + 1 < columns)
            against(i + 1, true);
        if (i + columns < points.size())
            against(i + columns, false);
    }
    return found;
}

/// The varied input between the two cells, with the other one as both have it.
std::optional<VariedInput> between(const SweepStudy& map, const VerdictChange& change) {
    const SweptInput& varied = change.over_x ? map.x : map.y;
    const SweptInput& held = change.over_x ? map.y : map.x;
    const std::size_t at = change.over_x ? change.column : change.row;
    const std::size_t other = change.over_x ? change.row : change.column;
    return varied_beside(map.scenarios.front(), varied.key, varied.values[at], varied.values[at + 1],
                         {held.key, held.values[other]}, map.recipes);
}

/// One change a value at which the bound ceases; the place alone where none was found.
std::vector<VerdictChange> solved(const SweepStudy& map, const VerdictChange& place, const std::stop_token& stop) {
    const std::optional<VariedInput> input = between(map, place);
    std::vector<VerdictChange> list;
    if (input)
        for (const BreakEven& at : break_evens(*input, stop)) {
            list.push_back(place);
            list.back().below = at.below;
            list.back().above = at.above;
            list.back().at = at;
        }
    return list.empty() ? std::vector{place} : list;
}

} // namespace

std::vector<VerdictChange> verdict_changes(const SweepStudy& map, std::span<const SweepPoint> points,
                                           const WorkOptions& options) {
    const std::vector<VerdictChange> all = places(points, map.x.values.size());
    std::vector<std::vector<VerdictChange>> by_place(all.size());
    share_out(all.size(), options, [&](std::size_t i) { by_place[i] = solved(map, all[i], options.stop); });
    std::vector<VerdictChange> changes;
    for (const std::vector<VerdictChange>& some : by_place)
        changes.insert(changes.end(), some.begin(), some.end());
    return changes;
}

} // namespace ridgepoint
