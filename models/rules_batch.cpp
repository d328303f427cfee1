// SPDX-License-Identifier: GPL-3.0-or-later
// Sequences over replicas, tokens over context-parallel ranks.
#include "models/rule.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

namespace ridgepoint::rules {
namespace {

// --- batch-divides -----------------------------------------------------------------------------------------

bool batch_broken(const Scenario& s) {
    return s.dp() > 0 && s.micro_batches() == 0;
}

/// A change, with the nearest micro-batch that goes with it.
void offer_with_micro_batch(const Scenario& s, RepairSearch& search, Change change,
                            std::int64_t sequences_per_replica) {
    for (const int micro_batch : divisors_near(sequences_per_replica, s.plan.micro_batch))
        if (search.offer({change, {Key::micro_batch, micro_batch}}))
            return;
}

void offer_batches(const Scenario& s, RepairSearch& search) {
    const int dp = s.dp(), batch = s.plan.global_batch;
    search.offer_multiples(Key::global_batch, std::int64_t(s.plan.micro_batch) * dp);
    if (batch % dp == 0)
        return search.offer_each(Key::micro_batch, divisors_of(batch / dp));
    const int below = batch / dp;
    if (below > 0)
        offer_with_micro_batch(s, search, {Key::global_batch, below * dp}, below);
    if (batch < std::numeric_limits<int>::max() - dp)
        offer_with_micro_batch(s, search, {Key::global_batch, (below + 1) * dp}, below + 1);
}

/// More context or pipeline parallelism leaves fewer replicas to feed.
void offer_degrees(const Scenario& s, RepairSearch& search) {
    for (const Key key : {Key::cp, Key::pp}) {
        const std::int64_t others = std::int64_t(s.plan.tp) * (key == Key::cp ? s.plan.pp : s.plan.cp);
        for (const int degree : divisors_of(s.cluster.gpus / others)) {
            const std::int64_t replicas = s.cluster.gpus / (others * degree);
            if (s.plan.global_batch % replicas == 0)
                offer_with_micro_batch(s, search, {key, degree}, s.plan.global_batch / replicas);
        }
    }
}

Violation batch(const Scenario& s, const Rule& rule) {
    const Plan& plan = s.plan;
    const std::int64_t unit = std::int64_t(plan.micro_batch) * s.dp();
    Violation v;
    v.keys = {"plan.global_batch", "plan.micro_batch"};
    v.text = fmt::format("Global batch {} does not divide by DP {} × micro-batch {} = {} ({} micro-batches)",
                         grouped(plan.global_batch), grouped(s.dp()), grouped(plan.micro_batch),
                         grouped(unit), ratio(plan.global_batch, unit));
    RepairSearch search(s, rule);
    offer_batches(s, search);
    offer_degrees(s, search);
    v.nearest = search.nearest();
    return v;
}

// --- sequence-cp, sequence-tp ------------------------------------------------------------------------------

/// Each rank takes a piece from the front and one from the back, so that causal attention is shared evenly.
bool sequence_cp_broken(const Scenario& s) {
    return s.plan.cp > 1 && s.plan.sequence % (2 * std::int64_t(s.plan.cp)) != 0;
}

Violation sequence_cp(const Scenario& s, const Rule& rule) {
    const std::int64_t pieces = 2 * std::int64_t(s.plan.cp);
    Violation v;
    v.keys = {"plan.sequence", "plan.cp"};
    v.text = fmt::format("Sequence {} does not divide by 2 × CP {} = {} ({} tokens a piece)",
                         grouped(s.plan.sequence), grouped(s.plan.cp), grouped(pieces),
                         ratio(s.plan.sequence, pieces));
    RepairSearch search(s, rule);
    search.offer_multiples(Key::sequence, pieces);
    search.offer_each(Key::cp, divisors_of(s.plan.sequence));
    v.nearest = search.nearest();
    return v;
}

bool sequence_tp_broken(const Scenario& s) {
    return s.plan.sequence_parallel && s.plan.tp > 1 &&
           s.plan.sequence % (std::int64_t(s.plan.tp) * s.plan.cp) != 0;
}

Violation sequence_tp(const Scenario& s, const Rule& rule) {
    const std::int64_t ranks = std::int64_t(s.plan.tp) * s.plan.cp;
    Violation v;
    v.keys = {"plan.sequence", "plan.tp", "plan.cp"};
    v.text = fmt::format("Sequence {} does not divide by TP {} × CP {} = {} ({} tokens each), which sequence "
                         "parallelism needs",
                         grouped(s.plan.sequence), grouped(s.plan.tp), grouped(s.plan.cp), grouped(ranks),
                         ratio(s.plan.sequence, ranks));
    RepairSearch search(s, rule);
    search.offer_multiples(Key::sequence, ranks);
    search.offer_each(Key::tp, divisors_of(s.plan.sequence));
    search.offer_each(Key::cp, divisors_of(s.plan.sequence));
    v.nearest = search.nearest();
    return v;
}

// --- sequence-positions ------------------------------------------------------------------------------------

bool positions_broken(const Scenario& s) {
    return s.model.learned_positions > 0 && s.plan.sequence > s.model.learned_positions;
}

Violation positions(const Scenario& s, const Rule& rule) {
    Violation v;
    v.keys = {"plan.sequence"};
    v.text =
        fmt::format("Sequence {} is longer than the {} learned positions of {}", grouped(s.plan.sequence),
                    grouped(s.model.learned_positions), s.model.name.empty() ? "the model" : s.model.name);
    RepairSearch search(s, rule);
    search.offer({{Key::sequence, s.model.learned_positions}});
    v.nearest = search.nearest();
    return v;
}

constexpr std::array batches{
    Rule{"batch-divides", batch_broken, batch},
    Rule{"sequence-cp", sequence_cp_broken, sequence_cp},
    Rule{"sequence-tp", sequence_tp_broken, sequence_tp},
    Rule{"sequence-positions", positions_broken, positions},
};

} // namespace

std::span<const Rule> batch_rules() {
    return batches;
}

} // namespace ridgepoint::rules
