// SPDX-License-Identifier: GPL-3.0-or-later
// The degrees of parallelism against the GPUs.
#include "models/rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ridgepoint::rules {
namespace {

std::int64_t model_ranks(const Plan& plan) {
    return std::int64_t(plan.tp) * plan.pp * plan.cp;
}

// --- values-positive ---------------------------------------------------------------------------------------

constexpr std::array positive_keys{Key::gpus, Key::tp,  Key::pp,          Key::vpp,          Key::cp,
                                   Key::ep,   Key::etp, Key::micro_batch, Key::global_batch, Key::sequence};
constexpr std::array positive_names{"cluster.gpus",      "plan.tp",      "plan.pp",  "plan.vpp",
                                    "plan.cp",           "plan.ep",      "plan.etp", "plan.micro_batch",
                                    "plan.global_batch", "plan.sequence"};

bool positive_broken(const Scenario& s) {
    return std::any_of(positive_keys.begin(), positive_keys.end(),
                       [&](Key key) { return value_of(s, key) < 1; });
}

Violation positive(const Scenario& s, const Rule& rule) {
    Violation v;
    RepairSearch search(s, rule);
    for (std::size_t i = 0; i < positive_keys.size(); ++i) {
        const int value = value_of(s, positive_keys[i]);
        if (value >= 1)
            continue;
        v.keys.emplace_back(positive_names[i]);
        v.text += fmt::format("{}{} is {}, but must be at least 1", v.text.empty() ? "" : "; ",
                              positive_names[i], grouped(value));
        search.offer({{positive_keys[i], 1}});
    }
    v.nearest = search.nearest();
    return v;
}

// --- degrees-multiply --------------------------------------------------------------------------------------

bool degrees_broken(const Scenario& s) {
    return s.dp() == 0;
}

Violation degrees(const Scenario& s, const Rule& rule) {
    const Plan& plan = s.plan;
    const std::int64_t product = model_ranks(plan);
    Violation v;
    v.keys = {"cluster.gpus", "plan.tp", "plan.pp", "plan.cp"};
    v.text = fmt::format("{} GPUs do not divide by TP {} × PP {} × CP {} = {} ({} replicas)",
                         grouped(s.cluster.gpus), grouped(plan.tp), grouped(plan.pp), grouped(plan.cp),
                         grouped(product), ratio(s.cluster.gpus, product));
    RepairSearch search(s, rule);
    const std::vector<int> divisors = divisors_of(s.cluster.gpus);
    for (const Key key : {Key::tp, Key::pp, Key::cp})
        search.offer_each(key, divisors);
    search.offer_multiples(Key::gpus, product);
    v.nearest = search.nearest();
    return v;
}

// --- expert-mesh -------------------------------------------------------------------------------------------

/// Experts use the ranks of one pipeline stage, and with them every TP·CP·DP rank.
std::int64_t stage_ranks(const Scenario& s) {
    return std::int64_t(s.plan.tp) * s.plan.cp * s.dp();
}

bool expert_mesh_broken(const Scenario& s) {
    return s.dp() > 0 && stage_ranks(s) % (std::int64_t(s.plan.ep) * s.plan.etp) != 0;
}

Violation expert_mesh(const Scenario& s, const Rule& rule) {
    const Plan& plan = s.plan;
    const std::int64_t ranks = stage_ranks(s), experts = std::int64_t(plan.ep) * plan.etp;
    Violation v;
    v.keys = {"plan.ep", "plan.etp"};
    v.text = fmt::format(
        "TP {} × CP {} × DP {} = {} ranks do not divide by EP {} × ETP {} = {} ({} expert replicas)",
        grouped(plan.tp), grouped(plan.cp), grouped(s.dp()), grouped(ranks), grouped(plan.ep),
        grouped(plan.etp), grouped(experts), ratio(ranks, experts));
    RepairSearch search(s, rule);
    const std::vector<int> divisors = divisors_of(ranks);
    search.offer_each(Key::ep, divisors);
    search.offer_each(Key::etp, divisors);
    search.offer_each(Key::pp, divisors_of(s.cluster.gpus));
    v.nearest = search.nearest();
    return v;
}

// --- hsdp-divides ------------------------------------------------------------------------------------------

std::int64_t replicas(const Scenario& s) {
    return std::int64_t(s.dp()) * s.plan.cp;
}

/// The group shards nothing with ZeRO 0, so then its size does not matter.
bool hsdp_broken(const Scenario& s) {
    const Plan& plan = s.plan;
    return plan.zero > 0 && plan.hsdp_group > 0 && s.dp() > 0 && replicas(s) % plan.hsdp_group != 0;
}

Violation hsdp(const Scenario& s, const Rule& rule) {
    Violation v;
    v.keys = {"plan.hsdp_group"};
    v.text = fmt::format("DP {} × CP {} = {} ranks do not divide by the HSDP group of {} ({} groups)",
                         grouped(s.dp()), grouped(s.plan.cp), grouped(replicas(s)),
                         grouped(s.plan.hsdp_group), ratio(replicas(s), s.plan.hsdp_group));
    RepairSearch search(s, rule);
    search.offer_each(Key::hsdp_group, divisors_of(replicas(s)));
    v.nearest = search.nearest();
    return v;
}

// --- order-permutation -------------------------------------------------------------------------------------

bool order_broken(const Scenario& s) {
    unsigned seen = 0;
    for (const Axis axis : s.plan.order)
        seen |= 1u << static_cast<unsigned>(axis);
    return seen != 0b11111u;
}

Violation order(const Scenario& s, const Rule& rule) {
    Violation v;
    v.keys = {"plan.order"};
    v.text = "The placement order does not name each of TP, CP, EP, DP and PP once";
    RepairSearch search(s, rule);
    search.offer({{Key::order, 0}});
    v.nearest = search.nearest();
    return v;
}

constexpr std::array basic{
    Rule{"values-positive", positive_broken, positive},
};
constexpr std::array mesh{
    Rule{"degrees-multiply", degrees_broken, degrees},
    Rule{"expert-mesh", expert_mesh_broken, expert_mesh},
    Rule{"hsdp-divides", hsdp_broken, hsdp},
    Rule{"order-permutation", order_broken, order},
};

} // namespace

std::span<const Rule> basic_rules() {
    return basic;
}
std::span<const Rule> mesh_rules() {
    return mesh;
}

} // namespace ridgepoint::rules
