// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/planner/plan_space.hpp"

#include "models/rule.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace ridgepoint {
namespace {

/// Rules that the degrees alone decide, so that everything below a broken one is counted at once. Every other rule
/// is asked of whole plans.
constexpr std::array<std::string_view, 15> of_degrees{
    "values-positive",    "degrees-multiply", "order-permutation", "heads-divide",     "kv-heads-divide",
    "cp-heads-divide",    "ffn-divides",      "shared-ffn-divides", "mtp-model",       "offload-link",
    "precision-rate",     "stage-layers-sum", "batch-divides",     "sequence-cp",      "sequence-positions"};
constexpr std::array<std::string_view, 1> of_sequence_parallelism{"sequence-tp"};
constexpr std::array<std::string_view, 3> of_experts{"expert-mesh", "experts-divide", "expert-ffn-divides"};
constexpr std::array<std::string_view, 1> of_batch{"batch-divides"};

std::vector<int> usual_micro_batches(int share) {
    constexpr int all_up_to = 8;
    std::vector<int> list = rules::divisors_of(share);
    std::erase_if(list, [](int b) { return b > all_up_to && !std::has_single_bit(unsigned(b)); });
    return list;
}

std::uint64_t total(const RuleCounts& counts) {
    std::uint64_t sum = 0;
    for (const auto& [rule, plans] : counts)
        sum += plans;
    return sum;
}

} // namespace

std::vector<Recompute> usual_policies(const Recompute& own) {
    std::vector<Recompute> list{{recompute_none, {}}, {recompute_attention_core, {}}, {recompute_full, {}}};
    if (std::find(list.begin(), list.end(), own) == list.end())
        list.push_back(own);
    return list;
}

PlanSpace::PlanSpace(const Scenario& scenario, const PlanConstraints& constraints)
    : scenario_(scenario),
      constraints_(constraints),
      policies_(constraints.policies.empty() ? usual_policies(scenario.plan.recompute) : constraints.policies),
      trial_(scenario) {
    const std::vector<int> divisors = rules::divisors_of(scenario.cluster.gpus);
    std::vector<int> inside_domain = divisors;
    std::erase_if(inside_domain, [&](int d) { return d > std::max(1, scenario.cluster.gpus_per_domain); });
    for (const std::int32_t tp : filtered(PlanAxis::tp, inside_domain))
        for (const std::int32_t cp : filtered(PlanAxis::cp, divisors))
            add_degrees(tp, cp, divisors);
}

bool PlanSpace::allowed(PlanAxis axis, int value) const {
    const std::optional<ValueRange>& range = constraints_.of(axis);
    return !range || (value >= range->low && value <= range->high);
}

std::vector<std::int32_t> PlanSpace::filtered(PlanAxis axis, const std::vector<int>& usual) const {
    if (const std::optional<ValueRange>& range = constraints_.of(axis); range && range->pinned)
        return {range->low};
    std::vector<std::int32_t> list;
    std::copy_if(usual.begin(), usual.end(), std::back_inserter(list), [&](int v) { return allowed(axis, v); });
    return list;
}

const std::vector<std::int32_t>& PlanSpace::batches(int share) {
    const auto [place, is_new] = batches_.try_emplace(share);
    if (is_new)
        place->second = share > 0 ? filtered(PlanAxis::micro_batch, usual_micro_batches(share)) : std::vector{1};
    return place->second;
}

const std::vector<std::pair<std::int32_t, std::int32_t>>& PlanSpace::expert_meshes(int tp, int stage_ranks) {
    const auto [place, is_new] = meshes_.try_emplace({tp, stage_ranks});
    if (!is_new)
        return place->second;
    const bool moe = scenario_.model.moe.has_value();
    const std::vector<int> degrees = moe ? rules::divisors_of(stage_ranks) : std::vector{1};
    const std::vector<int> slices = moe ? rules::divisors_of(tp) : std::vector{1};
    const bool pinned = constraints_.of(PlanAxis::ep) || constraints_.of(PlanAxis::etp);
    for (const std::int32_t ep : filtered(PlanAxis::ep, degrees))
        for (const std::int32_t etp : filtered(PlanAxis::etp, slices))
            if (pinned || stage_ranks % (std::int64_t(ep) * etp) == 0)
                place->second.emplace_back(ep, etp);
    return place->second;
}

std::vector<PipelineChoice> PlanSpace::pipeline_choices(int pp) const {
    constexpr int schedules = int(Schedule::dualpipev) + 1;
    std::vector<PipelineChoice> list;
    const auto add = [&](Schedule schedule, int vpp) {
        if (allowed(PlanAxis::schedule, int(schedule)) && allowed(PlanAxis::vpp, vpp))
            list.push_back({schedule, vpp});
    };
    const int layers = (scenario_.model.layers + pp - 1) / pp; // of the fullest rank
    const auto largest_chunk = [layers](int vpp) { return (layers + vpp - 1) / vpp; };
    const bool any_vpp = constraints_.of(PlanAxis::vpp) && constraints_.of(PlanAxis::vpp)->pinned;
    if (pp == 1) {
        add(Schedule::one_f_one_b, 1);
        return list;
    }
    const auto offered = [&](Schedule schedule) {
        const std::optional<ValueRange>& pinned = constraints_.of(PlanAxis::schedule);
        const std::vector<Schedule>& some = constraints_.schedules;
        return pinned || some.empty() || std::find(some.begin(), some.end(), schedule) != some.end();
    };
    for (int s = 0; s < schedules; ++s)
        if (!offered(Schedule(s)))
            continue;
        else if (Schedule(s) != Schedule::interleaved)
            add(Schedule(s), 1);
        else
            for (int vpp = 2; vpp <= scenario_.model.layers / pp; ++vpp)
                if (any_vpp || largest_chunk(vpp) < largest_chunk(vpp - 1))
                    add(Schedule(s), vpp);
    return list;
}

std::vector<Sharding> PlanSpace::sharding_choices(int tp, int ranks, bool one_micro_batch) const {
    std::vector<int> groups = rules::divisors_of(ranks);
    const int domain = scenario_.cluster.gpus_per_domain;
    std::erase_if(groups, [&](int g) { return g == 1 || g == ranks || std::int64_t(g) * tp < domain; });
    groups.insert(groups.begin(), 0);
    std::vector<Sharding> list;
    const std::vector<int> stages = one_micro_batch ? std::vector{0, 1, 2, 3} : std::vector{0, 1, 3};
    for (const std::int32_t zero : filtered(PlanAxis::zero, stages)) {
        const std::vector<std::int32_t> of_zero =
            zero == 0 ? std::vector{0} : filtered(PlanAxis::hsdp_group, groups);
        for (const std::int32_t group : of_zero)
            list.push_back({zero, group});
    }
    return list;
}

std::string_view PlanSpace::broken(const PlanKey& key, std::span<const std::string_view> only) const {
    set_plan(trial_, key, policies_, scenario_.plan.stage_layers);
    return rules::first_broken(trial_, only);
}

const PlanSpace::Pipelines& PlanSpace::judged_pipelines(const PlanKey& key, int micro_batches) {
    const auto [place, is_new] = pipelines_.try_emplace({key.pp, micro_batches});
    if (!is_new)
        return place->second;
    PlanKey trial = key;
    for (const PipelineChoice& choice : pipeline_choices(key.pp)) {
        trial.schedule = choice.schedule;
        trial.vpp = choice.vpp;
        const std::string_view rule = broken(trial, {});
        if (rule.empty())
            place->second.legal.push_back(choice);
        else
            ++place->second.broken[rule];
    }
    return place->second;
}

const PlanSpace::Shardings& PlanSpace::judged_shardings(const PlanKey& key, int ranks, bool one_micro_batch) {
    const auto [place, is_new] = shardings_.try_emplace({key.tp, ranks, one_micro_batch});
    if (!is_new)
        return place->second;
    PlanKey trial = key;
    for (const Sharding& choice : sharding_choices(key.tp, ranks, one_micro_batch)) {
        trial.zero = choice.zero;
        trial.hsdp_group = choice.hsdp_group;
        // A schedule that the plan breaks with any sharding is counted there.
        const std::string_view rule = broken(trial, std::array<std::string_view, 1>{"hsdp-divides"});
        if (rule.empty())
            place->second.legal.push_back(choice);
        else
            ++place->second.broken[rule];
    }
    return place->second;
}

std::uint64_t PlanSpace::plans_of_depth(const PlanKey& key, int ranks, bool one_micro_batch) const {
    return policies_.size() * pipeline_choices(key.pp).size() *
           sharding_choices(key.tp, ranks, one_micro_batch).size();
}

void PlanSpace::refuse(std::string_view rule, std::uint64_t plans) {
    if (plans == 0)
        return;
    considered_ += plans;
    illegal_ += plans;
    by_rule_[rule] += plans;
}

void PlanSpace::refuse(const RuleCounts& broken, std::uint64_t each) {
    for (const auto& [rule, plans] : broken)
        refuse(rule, plans * each);
}

int PlanSpace::replicas(int tp, int cp, int pp) const {
    return int(scenario_.cluster.gpus / (std::int64_t(tp) * cp * pp));
}

int PlanSpace::micro_batches(const PlanShape& shape, int pp) const {
    return scenario_.plan.global_batch / replicas(shape.tp, shape.cp, pp) / shape.micro_batch;
}

const std::vector<PipelineChoice>& PlanSpace::pipelines(int pp, int micro_batches) const {
    return pipelines_.at({pp, micro_batches}).legal;
}

const std::vector<Sharding>& PlanSpace::shardings(const PlanShape& shape, int pp) const {
    const int ranks = replicas(shape.tp, shape.cp, pp) * shape.cp;
    return shardings_.at({shape.tp, ranks, micro_batches(shape, pp) == 1}).legal;
}

std::uint64_t PlanSpace::legal_plans(const PlanShape& shape, int pp) const {
    return policies_.size() * pipelines(pp, micro_batches(shape, pp)).size() * shardings(shape, pp).size();
}

void PlanSpace::add_degrees(std::int32_t tp, std::int32_t cp, const std::vector<int>& usual_depths) {
    std::vector<std::int32_t> depths;
    std::vector<bool> sequence_parallel = tp > 1 ? std::vector{false, true} : std::vector{false};
    std::erase_if(sequence_parallel, [&](bool on) { return !allowed(PlanAxis::sequence_parallel, on ? 1 : 0); });
    const bool pinned = constraints_.of(PlanAxis::tp) && constraints_.of(PlanAxis::cp) && constraints_.of(PlanAxis::pp);
    PlanKey key;
    key.tp = tp;
    key.cp = cp;
    for (const std::int32_t pp : filtered(PlanAxis::pp, usual_depths)) {
        key.pp = pp;
        const bool whole = scenario_.cluster.gpus % (std::int64_t(tp) * cp * pp) == 0;
        if (!whole && !pinned)
            continue;
        const std::string_view rule = broken(key, of_degrees);
        if (rule.empty()) {
            depths.push_back(pp);
            continue;
        }
        const int dp = whole ? replicas(tp, cp, pp) : 0;
        const bool divides = dp > 0 && scenario_.plan.global_batch % dp == 0;
        const int share = divides ? scenario_.plan.global_batch / dp : 0;
        const std::uint64_t shapes =
            sequence_parallel.size() * expert_meshes(std::max(1, tp), std::max(1, tp * cp * dp)).size();
        for (const std::int32_t batch : batches(share))
            refuse(rule, shapes * plans_of_depth(key, std::max(1, dp * cp), share == batch));
    }
    if (!depths.empty())
        add_experts(key, depths, sequence_parallel);
}

void PlanSpace::add_experts(PlanKey key, const std::vector<std::int32_t>& depths,
                            const std::vector<bool>& sequence_parallel) {
    // The shallowest pipeline has the largest stages, and its meshes hold those of the others.
    std::map<std::pair<std::int32_t, std::int32_t>, std::vector<std::int32_t>> by_mesh;
    for (const std::int32_t pp : depths)
        for (const auto& mesh : expert_meshes(key.tp, scenario_.cluster.gpus / pp))
            by_mesh[mesh].push_back(pp);
    for (const auto& [mesh, all_depths] : by_mesh) {
        key.ep = mesh.first;
        key.etp = mesh.second;
        std::map<std::int32_t, std::vector<std::int32_t>> by_batch;
        for (const std::int32_t pp : all_depths) {
            key.pp = pp;
            const int dp = replicas(key.tp, key.cp, pp), share = scenario_.plan.global_batch / dp;
            const std::vector<std::int32_t>& all = batches(share);
            const std::string_view rule = broken(key, of_experts);
            if (!rule.empty()) {
                for (const std::int32_t b : all)
                    refuse(rule, sequence_parallel.size() * plans_of_depth(key, dp * key.cp, share == b));
                continue;
            }
            for (const std::int32_t b : all)
                by_batch[b].push_back(pp);
        }
        for (const auto& [batch, batch_depths] : by_batch)
            for (const bool on : sequence_parallel) {
                key.micro_batch = batch;
                key.sequence_parallel = on;
                add_shape(key, batch_depths);
            }
    }
}

/// Micro-batches that were not asked for divide; whether sequences do hangs on TP and CP alone.
std::string_view PlanSpace::broken_by_shape(const PlanKey& key) {
    if (const std::optional<ValueRange>& batch = constraints_.of(PlanAxis::micro_batch); batch && batch->pinned)
        if (const std::string_view rule = broken(key, of_batch); !rule.empty())
            return rule;
    if (!key.sequence_parallel)
        return {};
    const auto [place, is_new] = sequence_rules_.try_emplace({key.tp, key.cp});
    if (is_new)
        place->second = broken(key, of_sequence_parallelism);
    return place->second;
}

void PlanSpace::add_shape(PlanKey key, const std::vector<std::int32_t>& depths) {
    PlanShape shape{key.tp, key.cp, key.ep, key.etp, key.micro_batch, key.sequence_parallel,
                    std::uint32_t(depths_.size()), 0};
    for (const std::int32_t pp : depths) {
        key.pp = pp;
        const int ranks = replicas(key.tp, key.cp, pp) * key.cp;
        const bool one_micro_batch = micro_batches(shape, pp) == 1;
        const std::string_view rule = broken_by_shape(key);
        if (!rule.empty()) {
            refuse(rule, plans_of_depth(key, ranks, one_micro_batch));
            continue;
        }
        const Pipelines& pipelines = judged_pipelines(key, micro_batches(shape, pp));
        const Shardings& shardings = judged_shardings(key, ranks, one_micro_batch);
        const std::uint64_t policies = policies_.size();
        const std::uint64_t all_shardings = shardings.legal.size() + total(shardings.broken);
        refuse(pipelines.broken, policies * all_shardings);
        refuse(shardings.broken, policies * pipelines.legal.size());
        considered_ += policies * pipelines.legal.size() * shardings.legal.size();
        if (pipelines.legal.empty() || shardings.legal.empty())
            continue;
        depths_.push_back(pp);
        ++shape.pp_count;
    }
    if (shape.pp_count > 0)
        shapes_.push_back(shape);
}

} // namespace ridgepoint
