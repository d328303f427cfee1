// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/planner/why_not.hpp"

#include "models/layout.hpp"
#include "models/loss_names.hpp"
#include "models/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

namespace ridgepoint {
namespace {

Seconds time_of(const Estimate& e, const std::string& name) {
    const auto found = std::find_if(e.losses.begin(), e.losses.end(), [&](const Loss& l) { return l.name == name; });
    return found == e.losses.end() ? Seconds(0) : found->time;
}

/// Below this the two plans cannot be told apart: rounding of sums over operators and micro-batches.
Seconds negligible(const Estimate& best) {
    constexpr double share = 1e-9;
    return share * best.time.step;
}

std::vector<LossDifference> differences_of(const Estimate& plan, const Estimate& best) {
    std::vector<LossDifference> list;
    for (const LossPair& pair : paired_losses(plan, best))
        if (std::abs(pair.difference().value) > negligible(best).value)
            list.push_back({pair.name, pair.difference()});
    std::stable_sort(list.begin(), list.end(), [](const LossDifference& a, const LossDifference& b) {
        return std::abs(a.time.value) > std::abs(b.time.value);
    });
    return list;
}

/// "+1.1 s".
std::string signed_duration(Seconds t) {
    return std::string(text::sign(t.value)) + text::duration(Seconds(std::abs(t.value))).joined();
}

/// A loss in the middle of a sentence: "bubble", but "EP exposed on InfiniBand".
std::string in_sentence(const std::string& id) {
    std::string words = text::loss(id);
    const auto lower = [](char c) { return std::islower(static_cast<unsigned char>(c)) != 0; };
    if (words.size() > 1 && lower(words[1]))
        words.front() = char(std::tolower(static_cast<unsigned char>(words.front())));
    return words;
}

std::string named(const std::vector<LossDifference>& differences) {
    constexpr std::size_t most = 3;
    std::string list;
    for (std::size_t i = 0; i < std::min(most, differences.size()); ++i)
        list += fmt::format("{}{} {}", i > 0 ? ", " : "", in_sentence(differences[i].name),
                            signed_duration(differences[i].time));
    return list;
}

std::string pace(const WhyNot& why, const Estimate& best) {
    if (std::abs(why.slower.value) <= negligible(best).value)
        return "As fast as the best";
    const Seconds apart(std::abs(why.slower.value));
    return fmt::format("{} ({}) {} than the best", text::duration(apart).joined(),
                       text::percent(apart / best.time.step).joined(), why.slower.value > 0 ? "slower" : "faster");
}

} // namespace

std::vector<LossPair> paired_losses(const Estimate& plan, const Estimate& best) {
    std::vector<LossPair> all;
    const auto pair_named = [&](const std::string& name) -> LossPair& {
        const auto found = std::ranges::find(all, name, &LossPair::name);
        return found != all.end() ? *found : all.emplace_back(LossPair{name, {}, {}});
    };
    for (const Loss& loss : best.losses)
        pair_named(loss.name).best += loss.time;
    for (const Loss& loss : plan.losses)
        pair_named(loss.name).plan += loss.time;
    return all;
}

WhyNot why_not(const Estimate& plan, const Estimate& best) {
    WhyNot why;
    why.violations = plan.violations;
    if (!plan.legal())
        return why;
    why.too_much = std::max(Bytes(0), plan.memory.peak - plan.memory.capacity);
    why.fullest_stage = plan.memory.peak_stage;
    why.slower = plan.time.step - best.time.step;
    why.more_memory = plan.memory.peak - best.memory.peak;
    why.differences = differences_of(plan, best);
    return why;
}

std::string why_not_text(const WhyNot& why, const Estimate& best) {
    std::string out;
    if (!why.legal()) {
        for (const Violation& v : why.violations)
            out += fmt::format("{}Not legal, by {}: {}", out.empty() ? "" : " ", v.rule, v.text);
        return out;
    }
    if (!why.fits())
        out = fmt::format("Does not fit: {} too much on pipeline rank {}. ", text::memory(why.too_much).joined(),
                          why.fullest_stage);
    out += pace(why, best);
    if (!why.differences.empty())
        out += ": " + named(why.differences);
    return out + ".";
}

namespace {

struct ExpertTraffic {
    Bytes scale_up, scale_out; ///< received per GPU and step
    Seconds exposed;
};

ExpertTraffic expert_traffic(const Estimate& e) {
    ExpertTraffic t;
    for (const CollectiveCost& c : e.communication)
        if (c.parallelism == Parallelism::ep) {
            t.scale_up += c.scale_up_bytes;
            t.scale_out += c.scale_out_bytes;
        }
    for (const Link link : {Link::scale_up, Link::scale_out})
        t.exposed += time_of(e, exposed_loss(Parallelism::ep, link));
    return t;
}

/// "EP 8 stays inside a domain: 200 GB a GPU on NVLink, 0.4 s exposed"
std::string expert_path(const Scenario& s, const Estimate& e) {
    const ExpertTraffic t = expert_traffic(e);
    const Group ep = layout_of(s).ep;
    std::string out = fmt::format("EP {} ", s.plan.ep);
    if (ep.ranks == 1)
        return out + "sends no tokens";
    out += ep.inside_domain() ? "stays inside a scale-up domain"
                              : fmt::format("spans {} domains", text::count(ep.domains()));
    out += fmt::format(": {} a GPU on {}", text::traffic(t.scale_up).joined(), text::name(Link::scale_up));
    if (t.scale_out.value > 0)
        out += fmt::format(" and {} on {}", text::traffic(t.scale_out).joined(), text::name(Link::scale_out));
    return out + fmt::format(", {} exposed", text::duration(t.exposed).joined());
}

} // namespace

std::string expert_parallel_text(const Scenario& plan, const Estimate& of_plan, const Scenario& best,
                                 const Estimate& of_best) {
    if (plan.plan.ep == best.plan.ep || !of_plan.legal() || !of_best.legal())
        return {};
    const WhyNot why = why_not(of_plan, of_best);
    std::vector<LossDifference> rest = why.differences;
    std::erase_if(rest, [](const LossDifference& d) {
        const auto parts = exposed_parts(d.name);
        return parts && parts->parallelism == Parallelism::ep;
    });
    std::string out = expert_path(best, of_best) + "; " + expert_path(plan, of_plan) + ".";
    if (!rest.empty())
        out += fmt::format(" What else EP {} differs in: {}.", plan.plan.ep, named(rest));
    return out;
}

} // namespace ridgepoint
