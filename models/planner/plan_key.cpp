// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/planner/plan_key.hpp"

namespace ridgepoint {

void set_plan(Scenario& scenario, const PlanKey& key, const std::vector<Recompute>& policies,
              const std::vector<int>& stage_layers) {
    Plan& p = scenario.plan;
    p.tp = key.tp;
    p.pp = key.pp;
    p.vpp = key.vpp;
    p.cp = key.cp;
    p.ep = key.ep;
    p.etp = key.etp;
    p.zero = key.zero;
    p.hsdp_group = key.hsdp_group;
    p.schedule = key.schedule;
    p.sequence_parallel = key.sequence_parallel;
    p.micro_batch = key.micro_batch;
    p.recompute = policies[std::size_t(key.recompute)];
    if (std::int32_t(stage_layers.size()) == key.pp)
        p.stage_layers = stage_layers;
    else
        p.stage_layers.clear();
}

Scenario planned(const Scenario& scenario, const PlanKey& key, const std::vector<Recompute>& policies) {
    Scenario changed = scenario;
    set_plan(changed, key, policies, scenario.plan.stage_layers);
    return changed;
}

} // namespace ridgepoint
