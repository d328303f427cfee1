// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/ids.hpp"
#include "models/rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>

namespace ridgepoint::rules {
namespace {

constexpr std::size_t most_repairs = 4;
constexpr std::ptrdiff_t most_per_key = 2;

std::string_view key_name(Key key) {
    switch (key) {
    case Key::gpus:
        return "cluster.gpus";
    case Key::tp:
        return "plan.tp";
    case Key::pp:
        return "plan.pp";
    case Key::vpp:
        return "plan.vpp";
    case Key::cp:
        return "plan.cp";
    case Key::ep:
        return "plan.ep";
    case Key::etp:
        return "plan.etp";
    case Key::hsdp_group:
        return "plan.hsdp_group";
    case Key::micro_batch:
        return "plan.micro_batch";
    case Key::global_batch:
        return "plan.global_batch";
    case Key::sequence:
        return "plan.sequence";
    case Key::stage_layers:
        return "plan.stage_layers";
    case Key::order:
        return "plan.order";
    case Key::schedule:
        return "plan.schedule";
    case Key::offload:
        return "plan.offload";
    case Key::cp_kind:
        return "plan.cp_kind";
    case Key::mtp:
        return "plan.mtp";
    case Key::precision:
        return "precision";
    }
    return {};
}

bool is_choice(Key key) {
    return key >= Key::stage_layers;
}

/// Where a number lies; nullptr for a choice. S: Scenario or const Scenario.
template <class S>
auto place_of(S& scenario, Key key) -> decltype(&scenario.plan.tp) {
    auto& plan = scenario.plan;
    switch (key) {
    case Key::gpus:
        return &scenario.cluster.gpus;
    case Key::tp:
        return &plan.tp;
    case Key::pp:
        return &plan.pp;
    case Key::vpp:
        return &plan.vpp;
    case Key::cp:
        return &plan.cp;
    case Key::ep:
        return &plan.ep;
    case Key::etp:
        return &plan.etp;
    case Key::hsdp_group:
        return &plan.hsdp_group;
    case Key::micro_batch:
        return &plan.micro_batch;
    case Key::global_batch:
        return &plan.global_batch;
    case Key::sequence:
        return &plan.sequence;
    default:
        return nullptr;
    }
}

/// A recipe is read elsewhere; for the rules it is the rate its GEMMs run at.
NumberFormat plain_format(RateClass rate) {
    switch (rate) {
    case RateClass::fp32:
        return NumberFormat::fp32;
    case RateClass::fp16:
        return NumberFormat::fp16;
    case RateClass::bf16:
        return NumberFormat::bf16;
    case RateClass::fp8:
        return NumberFormat::fp8;
    case RateClass::fp4:
        return NumberFormat::nvfp4;
    }
    return NumberFormat::bf16;
}

void set_choice(Scenario& scenario, const Change& change) {
    switch (change.key) {
    case Key::stage_layers:
        scenario.plan.stage_layers.clear();
        break;
    case Key::order:
        scenario.plan.order = Plan{}.order;
        break;
    case Key::schedule:
        scenario.plan.schedule = static_cast<Schedule>(change.value);
        break;
    case Key::offload:
        scenario.plan.offload = static_cast<Offload>(change.value);
        break;
    case Key::cp_kind:
        scenario.plan.cp_kind = static_cast<CpKind>(change.value);
        break;
    case Key::mtp:
        scenario.plan.mtp = change.value != 0;
        break;
    case Key::precision:
        scenario.precision.gemm = scenario.precision.wide =
            plain_format(static_cast<RateClass>(change.value));
        break;
    default:
        break;
    }
}

void set(Scenario& scenario, const Change& change) {
    if (int* const place = place_of(scenario, change.key))
        *place = change.value;
    else
        set_choice(scenario, change);
}

/// As the scenario file spells it. Only what a repair leads to: the rest is never offered.
const char* choice_text(const Change& change) {
    switch (change.key) {
    case Key::stage_layers:
        return "[]";
    case Key::order:
        return "tp-cp-ep-dp-pp";
    case Key::schedule:
        return schedule_id(static_cast<Schedule>(change.value)).data();
    case Key::offload:
        return "none";
    case Key::cp_kind:
        return "ring";
    case Key::mtp:
        return "false";
    case Key::precision: {
        constexpr std::array recipes{"fp32", "fp16", "bf16", "fp8", "nvfp4"}; // by RateClass
        return recipes[static_cast<std::size_t>(change.value)];
    }
    default:
        return "";
    }
}

RepairValue repair_value(const Change& change) {
    return is_choice(change.key) ? RepairValue(choice_text(change)) : RepairValue(change.value);
}

/// How far a change goes, in doublings. A choice is offered in the order it is tried, before any number.
double distance_of(const Scenario& scenario, const Change& change) {
    if (is_choice(change.key))
        return 0;
    const int before = value_of(scenario, change.key);
    return std::abs(std::log2(double(change.value) / std::max(1, before)));
}

} // namespace

int value_of(const Scenario& scenario, Key key) {
    const int* const place = place_of(scenario, key);
    return place != nullptr ? *place : 0;
}

RepairSearch::RepairSearch(const Scenario& scenario, const Rule& rule)
    : scenario_(scenario), rule_(rule), trial_(scenario) {}

bool RepairSearch::offer(std::initializer_list<Change> changes) {
    Candidate candidate{changes, false, 0};
    std::erase_if(candidate.changes, [&](const Change& c) {
        return !is_choice(c.key) && c.value == value_of(scenario_, c.key);
    });
    const bool positive = std::all_of(candidate.changes.begin(), candidate.changes.end(),
                                      [](const Change& c) { return is_choice(c.key) || c.value >= 1; });
    if (candidate.changes.empty() || !positive)
        return false;
    for (const Change& change : candidate.changes) {
        set(trial_, change);
        candidate.distance += distance_of(scenario_, change);
    }
    const bool repaired = !rule_.broken(trial_);
    candidate.legal = repaired && legal(trial_);
    take_back(candidate.changes);
    if (repaired)
        candidates_.push_back(std::move(candidate));
    return repaired;
}

/// Copying a whole scenario back costs more than all rules together, so numbers are put back one by one.
void RepairSearch::take_back(const std::vector<Change>& changes) {
    if (std::any_of(changes.begin(), changes.end(), [](const Change& c) { return is_choice(c.key); })) {
        trial_ = scenario_;
        return;
    }
    for (const Change& change : changes)
        set(trial_, {change.key, value_of(scenario_, change.key)});
}

void RepairSearch::offer_each(Key key, std::span<const int> values) {
    for (const int value : values)
        offer({{key, value}});
}

void RepairSearch::offer_multiples(Key key, std::int64_t unit) {
    if (unit < 1 || unit > std::numeric_limits<int>::max() / 2)
        return;
    const std::int64_t below = value_of(scenario_, key) / unit;
    for (std::int64_t n = below; n <= below + 1; ++n)
        if (n * unit <= std::numeric_limits<int>::max())
            offer({{key, static_cast<int>(n * unit)}});
}

std::vector<Repair> RepairSearch::nearest() {
    if (std::any_of(candidates_.begin(), candidates_.end(), [](const Candidate& c) { return c.legal; }))
        std::erase_if(candidates_, [](const Candidate& c) { return !c.legal; });
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.distance < b.distance; });
    std::vector<Repair> repairs;
    for (const Candidate& candidate : candidates_) {
        const std::string_view first = key_name(candidate.changes.front().key);
        const auto same = std::count_if(repairs.begin(), repairs.end(),
                                        [&](const Repair& repair) { return repair.front().first == first; });
        if (repairs.size() == most_repairs || same == most_per_key)
            continue;
        Repair repair;
        for (const Change& change : candidate.changes)
            repair.emplace_back(key_name(change.key), repair_value(change));
        if (std::find(repairs.begin(), repairs.end(), repair) == repairs.end())
            repairs.push_back(std::move(repair));
    }
    return repairs;
}

std::vector<int> divisors_of(std::int64_t n) {
    std::vector<int> low, high;
    for (std::int64_t d = 1; d * d <= n; ++d) {
        if (n % d != 0)
            continue;
        low.push_back(static_cast<int>(d));
        if (d != n / d)
            high.push_back(static_cast<int>(n / d));
    }
    low.insert(low.end(), high.rbegin(), high.rend());
    return low;
}

std::vector<int> divisors_near(std::int64_t n, int wanted) {
    std::vector<int> divisors = divisors_of(n);
    const auto far = [wanted](int d) { return d > wanted ? double(d) / wanted : double(wanted) / d; };
    std::stable_sort(divisors.begin(), divisors.end(), [far](int a, int b) { return far(a) < far(b); });
    return divisors;
}

std::string grouped(std::int64_t n) {
    const std::string digits = std::to_string(std::abs(n));
    std::string text = n < 0 ? "-" : "";
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0)
            text += ',';
        text += digits[i];
    }
    return text;
}

std::string ratio(std::int64_t a, std::int64_t b) {
    if (a % b == 0)
        return grouped(a / b);
    const std::int64_t hundredths = std::llround(100.0 * double(a) / double(b));
    std::string text = fmt::format("{}.{:02}", grouped(hundredths / 100), hundredths % 100);
    while (text.back() == '0')
        text.pop_back();
    if (text.back() == '.')
        text.pop_back();
    return text;
}

std::string_view name(Schedule schedule) {
    switch (schedule) {
    case Schedule::gpipe:
        return "GPipe";
    case Schedule::one_f_one_b:
        return "1F1B";
    case Schedule::interleaved:
        return "interleaved 1F1B";
    case Schedule::zb_h1:
        return "ZB-H1";
    case Schedule::zb_v:
        return "ZB-V";
    case Schedule::dualpipe:
        return "DualPipe";
    case Schedule::dualpipev:
        return "DualPipeV";
    }
    return {};
}

} // namespace ridgepoint::rules
