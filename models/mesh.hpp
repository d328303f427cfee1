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
/// DP as it is shown: GPUs / (TP·CP·PP) rounded down, at least 1, so that a plan that does not multiply out has one.
[[nodiscard]] int shown_dp(const Scenario& scenario);
/// Degree of TP, CP, EP, DP (as shown) or PP.
[[nodiscard]] int degree(const Scenario& scenario, Axis axis);
/// GPUs left without work when the degrees do not multiply out: 2,048 - 8·1·18·14 = 32; negative: more ranks than
/// GPUs.
[[nodiscard]] long long idle_gpus(const Scenario& scenario);
/// Segments whose right edge can be dragged, innermost first: all but the last, which its neighbours move (PP by
/// DP's edge, DP by every other); TP or CP in the last place keep an edge of their own.
[[nodiscard]] std::vector<Axis> edges(const Scenario& scenario);

enum class Trade { with_data_parallel, with_neighbour }; ///< Shift held: the neighbour pays
/// The segment that pays when the right edge of `axis` moves: DP, and for DP's own edge PP; with_neighbour: the next
/// one outwards (the last one's is the one before).
[[nodiscard]] Axis payer(const Scenario& scenario, Axis axis, Trade trade);

struct Stop {
    int degree = 1;       ///< of the dragged segment
    int partner = 1;      ///< degree of the segment that pays
    double log2_degree = 0; ///< its place along the bar; of an expert stop log2(EP·ETP)
    bool legal = true;    ///< false: drawn hollow, the drag may rest there
    Scenario scenario;    ///< the plan at that stop, dependants set
    std::vector<std::string> followers; ///< "EP 64 → 32": what else changed, for the label beside the bar
};
/// Stops of the right edge of `axis` (DP's own edge trades with PP), ascending in degree.
[[nodiscard]] std::vector<Stop> stops(const Scenario& at_press, Axis axis, Trade trade);
/// Their degrees alone.
[[nodiscard]] std::vector<int> stop_degrees(const Scenario& at_press, Axis axis, Trade trade);
/// Stops of the EP bracket's end (over TP·CP·DP): degree EP, partner the expert replicas. Empty for a dense model.
[[nodiscard]] std::vector<Stop> expert_stops(const Scenario& at_press);
/// Stops of the ZeRO group's end (over CP·DP): degree ranks that shard together, partner the replicas of that group.
/// The largest is the whole group, hsdp_group 0. Empty for ZeRO-0.
[[nodiscard]] std::vector<Stop> zero_group_stops(const Scenario& at_press);
/// Scale-up domains one expert group of EP·ETP neighbouring ranks reaches into, PP being outermost.
[[nodiscard]] int expert_domains(const Scenario& scenario);
/// Ranks that shard together: hsdp_group, or DP·CP where that is 0; 1 for ZeRO-0.
[[nodiscard]] int zero_group(const Scenario& scenario);
/// Numbers of GPUs that keep TP·CP·PP: DP a power of two or three times one, up to 131,072 GPUs; and the present one.
[[nodiscard]] std::vector<int> gpu_stops(const Scenario& at_press);
/// The plan with another number of GPUs: DP changes, dependants follow.
[[nodiscard]] Scenario with_gpus(const Scenario& at_press, int gpus);
/// Index of the stop nearest to a place along the bar.
[[nodiscard]] std::size_t nearest_stop(const std::vector<Stop>& stops, double log2_degree);
/// Sets EP, ETP, the HSDP group and VPP to their nearest legal values for the scenario's degrees (nearest in the
/// logarithm, the smaller of two), and a list of layers per rank that no longer fits to the even split. A degree that
/// no value makes legal stays. `before` is the plan that the answer ("EP 64 → 32", one a change) compares with.
[[nodiscard]] std::vector<std::string> settle_dependants(Scenario& scenario, const Scenario& before);

} // namespace ridgepoint::mesh
