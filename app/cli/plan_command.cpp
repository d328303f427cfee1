// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/inputs.hpp"
#include "app/cli/text_table.hpp"
#include "models/formats/planner_json.hpp"
#include "models/planner/framework_limits.hpp"
#include "models/planner/no_plan.hpp"
#include "models/planner/why_not.hpp"
#include "models/text.hpp"
#include "resources/builtin.hpp"

#include <fmt/format.h>

namespace ridgepoint::cli {

namespace {

std::string counts_text(const PlannerCounts& c) {
    std::string out = fmt::format("{} plans considered: {} illegal, {} out of memory, {} ruled out unpriced, {} evaluated\n",
                                  text::count(double(c.considered)), text::count(double(c.illegal)),
                                  text::count(double(c.out_of_memory)), text::count(double(c.pruned)),
                                  text::count(double(c.evaluated)));
    for (const auto& [rule, plans] : c.illegal_by_rule)
        out += fmt::format("  {} break {}\n", text::count(double(plans)), rule);
    return out;
}

std::string plans_text(const PlannerRequest& request, const PlannerResult& result) {
    if (const std::optional<NoPlan> none = why_no_plan(request, result))
        return fmt::format("{}. {}\n", reason_name(none->reason), none->text);
    TextTable table({true, true, true, true, false});
    table.add({"", "step", "memory", "MFU", "plan"});
    for (std::size_t i = 0; i < result.best.size(); ++i) {
        const PricedPlan& plan = result.best[i];
        const Scenario s = planned(request.scenario, plan.key, result.policies);
        const Plan& p = s.plan;
        std::string words = fmt::format("TP {} · CP {} · DP {} · PP {}", p.tp, p.cp, s.dp(), p.pp);
        if (p.vpp > 1)
            words += fmt::format(" · VPP {}", p.vpp);
        if (s.model.moe)
            words += fmt::format(" · EP {} · ETP {}", p.ep, p.etp);
        words += fmt::format(" · ZeRO-{}", p.zero);
        if (p.hsdp_group > 0)
            words += fmt::format(" over {}", p.hsdp_group);
        words += fmt::format(", {}, micro-batch {}, recompute {}{}{}", text::name(p.schedule), p.micro_batch,
                             text::recompute(p.recompute), p.sequence_parallel ? ", sequence parallel" : "",
                             plan.pareto ? " *" : "");
        table.add({std::to_string(i + 1), text::duration(plan.step).joined(), text::memory(plan.memory).joined(),
                   text::percent(estimate(s, Detail::numbers).throughput.mfu_causal).joined(), words});
    }
    return table.text() + "* no plan is better in step or memory and as good in the other\n";
}

/// The scenario's own plan beside the best.
std::string own_plan_text(const PlannerRequest& request, const PlannerResult& result) {
    if (result.best.empty())
        return {};
    const Scenario best = planned(request.scenario, result.best.front().key, result.policies);
    const Estimate of_best = estimate(best), own = estimate(request.scenario);
    std::string out = "The scenario's own plan: ";
    if (own.legal())
        out += fmt::format("{}, {}. ", text::duration(own.time.step).joined(), text::memory(own.memory.peak).joined());
    out += why_not_text(why_not(own, of_best), of_best) + "\n";
    const std::string experts = expert_parallel_text(request.scenario, own, best, of_best);
    return experts.empty() ? out : out + experts + "\n";
}

} // namespace

ExitStatus plan(const PlanRequest& request) {
    PlannerRequest search;
    search.scenario = read_single(request.source, "plan");
    for (const std::string& text : request.pins)
        pin(search, builtin_presets(), text, "--pin");
    for (const std::string& text : request.bounds)
        bound(search, text, "--bound");
    if (request.framework_limits)
        keep_to_framework(search.constraints, search.scenario.framework.id);
    search.objective = request.objective;
    search.top = request.top;
    search.headroom = gib(request.headroom_gib);
    search.exhaustive = request.exhaustive;
    const PlannerResult result = search_plans(search);
    print(request.json ? plans_to_json(search, result)
                       : plans_text(search, result) + own_plan_text(search, result) + "\n" +
                             counts_text(result.counts));
    return result.best.empty() && result.front.empty() ? ExitStatus::does_not_fit : ExitStatus::done;
}

} // namespace ridgepoint::cli
