// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of rules.cpp: one rule, and the search for the nearest repairs. Everyone else includes rules.hpp.
#pragma once

#include "models/rules.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint::rules {

/// A rule is asked often and broken seldom: `broken` builds nothing, `describe` is called only where it
/// answers yes. A rule that cannot be judged because a more basic one is broken (no whole DP, no whole
/// micro-batches) holds.
struct Rule {
    std::string_view id;
    bool (*broken)(const Scenario&);
    Violation (*describe)(const Scenario&, const Rule&);
};

[[nodiscard]] std::span<const Rule> basic_rules();    ///< everything positive: the others divide by these
[[nodiscard]] std::span<const Rule> mesh_rules();     ///< degrees against GPUs
[[nodiscard]] std::span<const Rule> model_rules();    ///< degrees against the model's shape
[[nodiscard]] std::span<const Rule> pipeline_rules(); ///< stages, chunks and schedules
[[nodiscard]] std::span<const Rule> batch_rules();    ///< sequences and tokens

/// No rule at all is broken.
[[nodiscard]] bool legal(const Scenario& scenario);
/// The first that is broken, in the order of violations(), among those named (none named: among all); empty: none.
[[nodiscard]] std::string_view first_broken(const Scenario& scenario, std::span<const std::string_view> only = {});
/// How many are broken, without their texts; where a basic one is, only those count.
[[nodiscard]] std::size_t broken_count(const Scenario& scenario);

/// What a repair can set. Choices are held as the integer of their enumeration.
enum class Key {
    gpus,
    tp,
    pp,
    vpp,
    cp,
    ep,
    etp,
    hsdp_group,
    micro_batch,
    global_batch,
    sequence,
    stage_layers,
    order,
    schedule,
    offload,
    cp_kind,
    mtp,
    precision
};
struct Change {
    Key key{};
    int value = 0;
};

/// Collects repairs of one broken rule. Each is tried: kept only if the rule then holds. Where some lead to a
/// plan that breaks no rule at all, only those are given; else other rules are broken too, and each has
/// repairs of its own.
class RepairSearch {
public:
    RepairSearch(const Scenario& scenario, const Rule& rule);
    /// Changes made together. Values below 1 are passed over. True when the rule then holds.
    bool offer(std::initializer_list<Change> changes);
    void offer_each(Key key, std::span<const int> values);
    /// The multiples of `unit` around the present value.
    void offer_multiples(Key key, std::int64_t unit);
    /// At most four, at most two that begin with the same key, nearest first by the ratios they change.
    [[nodiscard]] std::vector<Repair> nearest();

private:
    struct Candidate {
        std::vector<Change> changes;
        bool legal = false;
        double distance = 0;
    };
    void take_back(const std::vector<Change>& changes);

    const Scenario& scenario_;
    const Rule& rule_;
    Scenario trial_; ///< equal to scenario_ between offers
    std::vector<Candidate> candidates_;
};

[[nodiscard]] int value_of(const Scenario& scenario, Key key);
[[nodiscard]] std::vector<int> divisors_of(std::int64_t n); ///< ascending
/// Divisors of n, those nearest to `wanted` in ratio first.
[[nodiscard]] std::vector<int> divisors_near(std::int64_t n, int wanted);
/// "15,360"
[[nodiscard]] std::string grouped(std::int64_t n);
/// a / b: "7.5", "1,024", at most two decimals.
[[nodiscard]] std::string ratio(std::int64_t a, std::int64_t b);
[[nodiscard]] std::string_view name(Schedule schedule);

} // namespace ridgepoint::rules
