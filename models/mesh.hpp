// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic of the mesh bar, without a window: stops of an edge, what a drag trades, and which other degrees
// follow. Every answer is computed from the plan as it was when the drag began.
#pragma once

#include "models/scenario.hpp"

#include <string>
#include <vector>

namespace ridgepoint::mesh {

/// Divisors of n, ascending.
[[nodiscard]] std::vector<int> divisors(int n);

struct Segment {
    Axis axis{};
    int degree = 1;
    double log2_length = 0;
};
/// TP, CP, DP and PP in placement order, innermost first.
[[nodiscard]] std::vector<Segment> segments(const Scenario& scenario);

enum class Trade { with_data_parallel, with_neighbour }; ///< Shift held: the neighbour pays

struct Stop {
    int degree = 1;       ///< of the dragged segment
    int partner = 1;      ///< degree of the segment that pays
    double log2_degree = 0; ///< its place along the bar
    bool legal = true;    ///< false: drawn hollow, the drag may rest there
    Scenario scenario;    ///< the plan at that stop, dependants set
    std::vector<std::string> followers; ///< "EP 64 → 32": what else changed, for the label beside the bar
};
/// Stops of the right edge of `axis` (DP's own edge trades with PP), ascending in degree.
[[nodiscard]] std::vector<Stop> stops(const Scenario& at_press, Axis axis, Trade trade);
/// Stops of the EP bracket's end (over TP·CP·DP) and of the ZeRO group's end (over CP·DP).
[[nodiscard]] std::vector<Stop> expert_stops(const Scenario& at_press);
[[nodiscard]] std::vector<Stop> zero_group_stops(const Scenario& at_press);
/// The plan with another number of GPUs: DP changes, dependants follow.
[[nodiscard]] Scenario with_gpus(const Scenario& at_press, int gpus);
/// Index of the stop nearest to a place along the bar.
[[nodiscard]] std::size_t nearest_stop(const std::vector<Stop>& stops, double log2_degree);
/// Sets EP, ETP, the HSDP group and VPP to their nearest legal values for the scenario's degrees.
[[nodiscard]] std::vector<std::string> settle_dependants(Scenario& scenario, const Scenario& before);

} // namespace ridgepoint::mesh
