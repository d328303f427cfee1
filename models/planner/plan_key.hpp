// SPDX-License-Identifier: GPL-3.0-or-later
// One plan of a search, as small as it can be: what the search varies, in the order of the scenario file's keys.
#pragma once

#include "models/scenario.hpp"
#include "models/units.hpp"

#include <compare>
#include <cstdint>
#include <vector>

namespace ridgepoint {

/// Keys of a plan that a search varies, in the order of the scenario file.
enum class PlanAxis { tp, pp, vpp, cp, ep, etp, zero, hsdp_group, schedule, sequence_parallel, micro_batch, recompute };
inline constexpr int plan_axis_count = 12;

struct PlanKey {
    std::int32_t tp = 1, pp = 1, vpp = 1, cp = 1, ep = 1, etp = 1, zero = 0, hsdp_group = 0;
    Schedule schedule = Schedule::one_f_one_b;
    bool sequence_parallel = false;
    std::int32_t micro_batch = 1;
    std::int32_t recompute = 0; ///< index into the search's policies
    auto operator<=>(const PlanKey&) const = default;
};

struct PricedPlan {
    PlanKey key;
    Seconds step;
    Bytes memory;        ///< of the fullest pipeline rank
    bool fits = false;   ///< within the capacity, less the headroom asked for
    bool pareto = false; ///< no plan that fits is better in step or memory and as good in the other
    auto operator<=>(const PricedPlan&) const = default;
};

/// `scenario` with the key's values: what is priced, and what a click on a plan loads. A list of layers per stage
/// stays where it is for that many stages.
[[nodiscard]] Scenario planned(const Scenario& scenario, const PlanKey& key, const std::vector<Recompute>& policies);
/// The same in place.
void set_plan(Scenario& scenario, const PlanKey& key, const std::vector<Recompute>& policies,
              const std::vector<int>& stage_layers);

} // namespace ridgepoint
