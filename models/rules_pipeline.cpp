// SPDX-License-Identifier: GPL-3.0-or-later
// Layers over stages and chunks, micro-batches over schedules.
#include "models/rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace ridgepoint::rules {
namespace {

// --- stage-layers-sum --------------------------------------------------------------------------------------

std::int64_t listed_layers(const Plan& plan) {
    return std::accumulate(plan.stage_layers.begin(), plan.stage_layers.end(), std::int64_t(0));
}

bool stage_list_fits(const Scenario& s) {
    return std::int64_t(s.plan.stage_layers.size()) == s.plan.pp && listed_layers(s.plan) == s.model.layers;
}

bool stage_layers_broken(const Scenario& s) {
    return !s.plan.stage_layers.empty() && !stage_list_fits(s);
}

Violation stage_layers(const Scenario& s, const Rule& rule) {
    Violation v;
    v.keys = {"plan.stage_layers", "plan.pp"};
    v.text = fmt::format("The layer list holds {} layers on {} stages, but the model has {} and PP is {}",
                         grouped(listed_layers(s.plan)), grouped(std::int64_t(s.plan.stage_layers.size())),
                         grouped(s.model.layers), grouped(s.plan.pp));
    RepairSearch search(s, rule);
    search.offer({{Key::stage_layers, 0}});
    search.offer({{Key::pp, static_cast<int>(s.plan.stage_layers.size())}});
    v.nearest = search.nearest();
    return v;
}

// --- layers-chunks -----------------------------------------------------------------------------------------

/// Chunks that may hold no layer: in an explicit list the first chunk can be the embedding alone, the last
/// the head.
int spare_chunks(std::size_t rank, std::size_t ranks) {
    return (rank == 0 ? 1 : 0) + (rank + 1 == ranks ? 1 : 0);
}

bool list_too_thin(const Plan& plan) {
    for (std::size_t r = 0; r < plan.stage_layers.size(); ++r)
        if (plan.stage_layers[r] < plan.vpp - spare_chunks(r, plan.stage_layers.size()))
            return true;
    return false;
}

bool chunks_broken(const Scenario& s) {
    if (s.plan.stage_layers.empty())
        return std::int64_t(s.plan.pp) * s.plan.vpp > s.model.layers;
    return stage_list_fits(s) && list_too_thin(s.plan);
}

Violation chunks(const Scenario& s, const Rule& rule) {
    const Plan& plan = s.plan;
    const std::int64_t count = std::int64_t(plan.pp) * plan.vpp;
    Violation v;
    v.keys = {"plan.pp", "plan.vpp"};
    if (plan.stage_layers.empty()) {
        v.text = fmt::format("PP {} × VPP {} = {} chunks are more than the model's {} layers",
                             grouped(plan.pp), grouped(plan.vpp), grouped(count), grouped(s.model.layers));
    } else {
        v.keys.emplace_back("plan.stage_layers");
        const int fewest = *std::min_element(plan.stage_layers.begin(), plan.stage_layers.end());
        v.text = fmt::format("The layer list leaves a chunk empty: a stage of {} {} cannot fill VPP {}",
                             grouped(fewest), fewest == 1 ? "layer" : "layers", grouped(plan.vpp));
    }
    RepairSearch search(s, rule);
    for (int vpp = 1; vpp < plan.vpp && vpp <= s.model.layers; ++vpp)
        search.offer({{Key::vpp, vpp}});
    search.offer_each(Key::pp, divisors_of(s.cluster.gpus));
    search.offer({{Key::stage_layers, 0}});
    v.nearest = search.nearest();
    return v;
}

// --- vpp-schedule ------------------------------------------------------------------------------------------

/// The interleaved schedule with one chunk a rank is 1F1B, so VPP 1 suits every schedule.
bool vpp_schedule_broken(const Scenario& s) {
    return s.plan.vpp > 1 && (s.plan.schedule != Schedule::interleaved || s.plan.pp == 1);
}

Violation vpp_schedule(const Scenario& s, const Rule& rule) {
    Violation v;
    v.keys = {"plan.vpp", "plan.schedule"};
    if (s.plan.pp == 1) {
        v.keys.emplace_back("plan.pp");
        v.text = fmt::format("VPP {} needs a pipeline to interleave, but PP is 1", grouped(s.plan.vpp));
    } else {
        v.text = fmt::format("VPP {} needs the interleaved schedule, not {}", grouped(s.plan.vpp),
                             name(s.plan.schedule));
    }
    RepairSearch search(s, rule);
    search.offer({{Key::schedule, int(Schedule::interleaved)}});
    search.offer({{Key::vpp, 1}});
    v.nearest = search.nearest();
    return v;
}

// --- vpp-micro-batches -------------------------------------------------------------------------------------

/// A rank takes p micro-batches of one chunk before the next chunk (Narayanan et al. 2021, section 2.2).
bool vpp_micro_batches_broken(const Scenario& s) {
    return s.plan.vpp > 1 && s.plan.schedule == Schedule::interleaved && s.micro_batches() % s.plan.pp != 0;
}

Violation vpp_micro_batches(const Scenario& s, const Rule& rule) {
    const Plan& plan = s.plan;
    const int m = s.micro_batches();
    Violation v;
    v.keys = {"plan.vpp", "plan.global_batch", "plan.micro_batch", "plan.pp"};
    v.text = fmt::format("{} {} not divide by PP {} ({} rounds), which VPP {} needs", grouped(m),
                         m == 1 ? "micro-batch does" : "micro-batches do", grouped(plan.pp), ratio(m, plan.pp),
                         grouped(plan.vpp));
    RepairSearch search(s, rule);
    search.offer_multiples(Key::global_batch, std::int64_t(s.dp()) * plan.micro_batch * plan.pp);
    search.offer_each(Key::micro_batch, divisors_of(plan.global_batch / s.dp()));
    search.offer_each(Key::pp, divisors_of(s.cluster.gpus));
    search.offer({{Key::vpp, 1}});
    v.nearest = search.nearest();
    return v;
}

// --- dualpipe-shape ----------------------------------------------------------------------------------------

bool dualpipe_broken(const Scenario& s) {
    const int m = s.micro_batches(), pp = s.plan.pp;
    if (s.plan.schedule == Schedule::dualpipe)
        return pp % 2 != 0 || (m > 0 && (m % 2 != 0 || m < 2 * pp));
    return s.plan.schedule == Schedule::dualpipev && m > 0 && m < 2 * pp;
}

Violation dualpipe(const Scenario& s, const Rule& rule) {
    const Plan& plan = s.plan;
    const bool both_ways = plan.schedule == Schedule::dualpipe;
    Violation v;
    v.keys = {"plan.schedule", "plan.pp", "plan.global_batch", "plan.micro_batch"};
    v.text =
        fmt::format("{} needs {}at least 2 × PP {} = {} micro-batches{}; there are {}", name(plan.schedule),
                    both_ways ? "an even PP and " : "", grouped(plan.pp), grouped(2 * std::int64_t(plan.pp)),
                    both_ways ? ", an even number" : "", grouped(s.micro_batches()));
    RepairSearch search(s, rule);
    search.offer({{Key::schedule, int(Schedule::one_f_one_b)}});
    search.offer_each(Key::pp, divisors_of(s.cluster.gpus));
    if (s.micro_batches() > 0) {
        const std::int64_t unit = std::int64_t(s.dp()) * plan.micro_batch;
        search.offer_multiples(Key::global_batch, 2 * unit);
        search.offer_multiples(Key::global_batch, 2 * unit * plan.pp);
        search.offer_each(Key::micro_batch, divisors_of(plan.global_batch / s.dp()));
    }
    v.nearest = search.nearest();
    return v;
}

constexpr std::array pipeline{
    Rule{"stage-layers-sum", stage_layers_broken, stage_layers},
    Rule{"layers-chunks", chunks_broken, chunks},
    Rule{"vpp-schedule", vpp_schedule_broken, vpp_schedule},
    Rule{"vpp-micro-batches", vpp_micro_batches_broken, vpp_micro_batches},
    Rule{"dualpipe-shape", dualpipe_broken, dualpipe},
};

} // namespace

std::span<const Rule> pipeline_rules() {
    return pipeline;
}

} // namespace ridgepoint::rules
