// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/mesh.hpp"

#include "models/rule.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string_view>

namespace ridgepoint::mesh {
namespace {

constexpr int most_gpus_offered = 131072;

double log2_of(int n) { return std::log2(static_cast<double>(std::max(1, n))); }

/// The plan's TP, CP or PP; DP and EP have no say in the product of the others.
int& stored_degree(Plan& plan, Axis axis) {
    switch (axis) {
    case Axis::cp: return plan.cp;
    case Axis::pp: return plan.pp;
    case Axis::ep: return plan.ep;
    case Axis::tp:
    case Axis::dp: break;
    }
    return plan.tp;
}

std::vector<Axis> placement(const Scenario& scenario) {
    std::vector<Axis> axes;
    for (const Axis axis : scenario.plan.order)
        if (axis != Axis::ep)
            axes.push_back(axis);
    return axes;
}

std::int64_t product_without(const Scenario& scenario, Axis a, Axis b) {
    std::int64_t product = 1;
    for (const Axis axis : {Axis::tp, Axis::cp, Axis::pp})
        if (axis != a && axis != b)
            product *= degree(scenario, axis);
    return product;
}

/// Product of the two segments that trade. Where DP pays it is what the others leave of the GPUs, so that a drag
/// leads back from a plan that does not multiply out.
int traded_product(const Scenario& scenario, Axis a, Axis b) {
    if (a == Axis::dp || b == Axis::dp)
        return static_cast<int>(std::max<std::int64_t>(1, scenario.cluster.gpus / product_without(scenario, a, b)));
    return degree(scenario, a) * degree(scenario, b);
}

std::vector<int> by_distance(std::vector<int> candidates, int wanted) {
    const double place = log2_of(wanted);
    std::stable_sort(candidates.begin(), candidates.end(), [place](int a, int b) {
        return std::abs(log2_of(a) - place) < std::abs(log2_of(b) - place);
    });
    return candidates;
}

/// Keeps the value that breaks fewest rules: the wanted one where it is among them, else the nearest.
void settle_degree(Scenario& scenario, int Plan::* degree, const std::vector<int>& candidates) {
    std::size_t fewest = rules::broken_count(scenario);
    if (fewest == 0)
        return;
    Scenario trial = scenario;
    for (const int candidate : by_distance(candidates, scenario.plan.*degree)) {
        trial.plan.*degree = candidate;
        const std::size_t broken = rules::broken_count(trial);
        if (broken >= fewest)
            continue;
        fewest = broken;
        scenario.plan.*degree = candidate;
    }
}

/// EP alone where that helps as much; else ETP as well.
void settle_experts(Scenario& scenario) {
    const std::vector<int> candidates =
        divisors(shown_dp(scenario) * degree(scenario, Axis::tp) * degree(scenario, Axis::cp));
    Scenario best = scenario;
    settle_degree(best, &Plan::ep, candidates);
    for (const int etp : by_distance(candidates, scenario.plan.etp)) {
        Scenario trial = scenario;
        trial.plan.etp = etp;
        settle_degree(trial, &Plan::ep, candidates);
        if (rules::broken_count(trial) < rules::broken_count(best))
            best = trial;
    }
    scenario = best;
}

void settle_stage_layers(Scenario& scenario) {
    const std::vector<int>& list = scenario.plan.stage_layers;
    const bool fits = static_cast<int>(list.size()) == scenario.plan.pp &&
                      std::accumulate(list.begin(), list.end(), 0) == scenario.model.layers;
    if (!list.empty() && !fits)
        scenario.plan.stage_layers.clear();
}

void settle_virtual_stages(Scenario& scenario) {
    const int most = std::max(1, scenario.model.layers / std::max(1, scenario.plan.pp));
    std::vector<int> candidates(static_cast<std::size_t>(most));
    std::iota(candidates.begin(), candidates.end(), 1);
    settle_degree(scenario, &Plan::vpp, candidates);
}

std::string follower(std::string_view name, std::string_view from, std::string_view to) {
    return std::string(name) + ' ' + std::string(from) + " → " + std::string(to);
}

std::vector<std::string> differences(const Scenario& before, const Scenario& after) {
    std::vector<std::string> text;
    const auto compare = [&](std::string_view name, int from, int to) {
        if (from != to)
            text.push_back(follower(name, std::to_string(from), std::to_string(to)));
    };
    compare("EP", before.plan.ep, after.plan.ep);
    compare("ETP", before.plan.etp, after.plan.etp);
    compare("HSDP", before.plan.hsdp_group, after.plan.hsdp_group);
    compare("VPP", before.plan.vpp, after.plan.vpp);
    if (!before.plan.stage_layers.empty() && after.plan.stage_layers.empty())
        text.push_back(follower("layers per stage", "as listed", "even"));
    return text;
}

/// The stop at one changed plan; the plan of the press itself comes back untouched.
Stop stop_at(const Scenario& at_press, const Scenario& changed, int degree, int partner, double place) {
    Stop stop;
    stop.degree = degree;
    stop.partner = partner;
    stop.log2_degree = place;
    stop.scenario = changed;
    if (!(changed.plan == at_press.plan))
        stop.followers = settle_dependants(stop.scenario, at_press);
    stop.legal = rules::legal(stop.scenario);
    return stop;
}

} // namespace

std::vector<int> divisors(int n) {
    std::vector<int> low, high;
    for (int d = 1; d <= n / d; ++d) {
        if (n % d != 0)
            continue;
        low.push_back(d);
        if (d != n / d)
            high.push_back(n / d);
    }
    low.insert(low.end(), high.rbegin(), high.rend());
    return low;
}

int shown_dp(const Scenario& scenario) {
    return static_cast<int>(
        std::max<std::int64_t>(1, scenario.cluster.gpus / product_without(scenario, Axis::dp, Axis::dp)));
}

int degree(const Scenario& scenario, Axis axis) {
    switch (axis) {
    case Axis::tp: return std::max(1, scenario.plan.tp);
    case Axis::cp: return std::max(1, scenario.plan.cp);
    case Axis::ep: return std::max(1, scenario.plan.ep);
    case Axis::pp: return std::max(1, scenario.plan.pp);
    case Axis::dp: break;
    }
    return shown_dp(scenario);
}

std::vector<Segment> segments(const Scenario& scenario) {
    std::vector<Segment> result;
    for (const Axis axis : placement(scenario)) {
        const int n = degree(scenario, axis);
        result.push_back({axis, n, log2_of(n)});
    }
    return result;
}

long long idle_gpus(const Scenario& scenario) {
    return scenario.cluster.gpus - product_without(scenario, Axis::dp, Axis::dp) * shown_dp(scenario);
}

std::vector<Axis> edges(const Scenario& scenario) {
    std::vector<Axis> axes = placement(scenario);
    if (!axes.empty() && (axes.back() == Axis::dp || axes.back() == Axis::pp))
        axes.pop_back();
    return axes;
}

Axis payer(const Scenario& scenario, Axis axis, Trade trade) {
    if (trade == Trade::with_data_parallel)
        return axis == Axis::dp ? Axis::pp : Axis::dp;
    const std::vector<Axis> axes = placement(scenario);
    const auto place = std::find(axes.begin(), axes.end(), axis);
    if (place == axes.end())
        return Axis::dp;
    return place + 1 == axes.end() ? *(place - 1) : *(place + 1);
}

std::vector<int> stop_degrees(const Scenario& at_press, Axis axis, Trade trade) {
    return divisors(traded_product(at_press, axis, payer(at_press, axis, trade)));
}

std::vector<Stop> stops(const Scenario& at_press, Axis axis, Trade trade) {
    const Axis other = payer(at_press, axis, trade);
    const int product = traded_product(at_press, axis, other);
    std::vector<Stop> result;
    for (const int n : divisors(product)) {
        Scenario changed = at_press;
        if (axis != Axis::dp)
            stored_degree(changed.plan, axis) = n;
        if (other != Axis::dp)
            stored_degree(changed.plan, other) = product / n;
        result.push_back(stop_at(at_press, changed, n, product / n, log2_of(n)));
    }
    return result;
}

std::vector<Stop> expert_stops(const Scenario& at_press) {
    std::vector<Stop> result;
    if (!at_press.model.moe)
        return result;
    const int ranks = degree(at_press, Axis::tp) * degree(at_press, Axis::cp) * shown_dp(at_press);
    const int etp = std::max(1, at_press.plan.etp);
    for (const int ep : divisors(std::max(1, ranks / etp))) {
        Scenario changed = at_press;
        changed.plan.ep = ep;
        result.push_back(stop_at(at_press, changed, ep, std::max(1, ranks / (ep * etp)), log2_of(ep * etp)));
    }
    return result;
}

int expert_domains(const Scenario& scenario) {
    const int ranks = std::max(1, scenario.plan.ep) * std::max(1, scenario.plan.etp);
    const int domain = std::max(1, scenario.cluster.gpus_per_domain);
    return (ranks + domain - 1) / domain;
}

int zero_group(const Scenario& scenario) {
    if (scenario.plan.zero == 0)
        return 1;
    const int whole = shown_dp(scenario) * degree(scenario, Axis::cp);
    return scenario.plan.hsdp_group > 0 ? scenario.plan.hsdp_group : whole;
}

std::vector<Stop> zero_group_stops(const Scenario& at_press) {
    std::vector<Stop> result;
    if (at_press.plan.zero == 0)
        return result;
    const int whole = shown_dp(at_press) * degree(at_press, Axis::cp);
    for (const int group : divisors(whole)) {
        Scenario changed = at_press;
        changed.plan.hsdp_group = group == whole && at_press.plan.hsdp_group != whole ? 0 : group;
        result.push_back(stop_at(at_press, changed, group, whole / group, log2_of(group)));
    }
    return result;
}

std::vector<int> gpu_stops(const Scenario& at_press) {
    const std::int64_t replica = product_without(at_press, Axis::dp, Axis::dp);
    std::vector<int> result{std::max(1, at_press.cluster.gpus)};
    for (const std::int64_t odd : {1, 3})
        for (std::int64_t gpus = replica * odd; gpus <= most_gpus_offered; gpus *= 2)
            result.push_back(static_cast<int>(gpus));
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
}

Scenario with_gpus(const Scenario& at_press, int gpus) {
    Scenario changed = at_press;
    if (gpus == at_press.cluster.gpus)
        return changed;
    changed.cluster.gpus = gpus;
    static_cast<void>(settle_dependants(changed, at_press));
    return changed;
}

std::size_t nearest_stop(const std::vector<Stop>& stops, double log2_degree) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < stops.size(); ++i)
        if (std::abs(stops[i].log2_degree - log2_degree) < std::abs(stops[best].log2_degree - log2_degree))
            best = i;
    return best;
}

std::vector<std::string> settle_dependants(Scenario& scenario, const Scenario& before) {
    settle_stage_layers(scenario);
    // Without whole replicas the rules cannot judge what depends on them, and hold.
    settle_experts(scenario);
    if (scenario.plan.hsdp_group > 0)
        settle_degree(scenario, &Plan::hsdp_group, divisors(shown_dp(scenario) * degree(scenario, Axis::cp)));
    settle_virtual_stages(scenario);
    return differences(before, scenario);
}

} // namespace ridgepoint::mesh
