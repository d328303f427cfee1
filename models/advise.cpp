// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/advise.hpp"

#include "models/candidates.hpp"
#include "models/ids.hpp"
#include "models/text.hpp"

#include <algorithm>
#include <cctype>

namespace ridgepoint {
namespace {

WhatIf without(Resource r) {
    WhatIf w;
    switch (r) {
    case Resource::compute: w.infinite_compute = true; break;
    case Resource::hbm: w.infinite_hbm = true; break;
    case Resource::scale_up: w.infinite_scale_up = true; break;
    case Resource::scale_out: w.infinite_scale_out = true; break;
    case Resource::bubble: w.no_bubble = true; break;
    case Resource::host: w.no_host = true; break;
    }
    return w;
}

const CollectiveCost* most_exposed(const Estimate& e) {
    const auto most = std::max_element(e.communication.begin(), e.communication.end(),
                                       [](const auto& a, const auto& b) { return a.exposed < b.exposed; });
    return most == e.communication.end() || most->exposed.value <= 0 ? nullptr : &*most;
}

/// "ep-combine" as a sentence begins with it: "EP combine".
std::string spoken(std::string_view id, Parallelism p) {
    std::string words;
    if (id.starts_with("zero3-"))
        words = "ZeRO-3 " + std::string(id.substr(6));
    else if (id.starts_with(parallelism_id(p)))
        words = std::string(text::name(p)) + std::string(id.substr(parallelism_id(p).size()));
    else
        words = std::string(id);
    words.front() = char(std::toupper(static_cast<unsigned char>(words.front())));
    std::replace(words.begin() + (words.starts_with("ZeRO-3") ? 6 : 0), words.end(), '-', ' ');
    return words;
}

/// A verdict must not hide that the other network model would change it.
std::string network_caveat(const Scenario& s, Resource bound) {
    Scenario other = s;
    const bool flat = s.cluster.network == NetworkModel::flat;
    other.cluster.network = flat ? NetworkModel::hierarchical : NetworkModel::flat;
    const Estimate e = estimate(other, Detail::numbers);
    std::array<Seconds, 6> without{};
    const Resource there = bounding_resource(other, e, without);
    if (there == bound)
        return {};
    return std::string(" It hangs on the network model: ") + (flat ? "hierarchical" : "flat") + ", " +
           std::string(text::name(there)) + " bounds a step of " + text::duration(e.time.step).joined() + ".";
}

std::string sentence(const Scenario& s, const Estimate& e, const Verdict& v) {
    const std::string without = text::duration(v.step_without[std::size_t(v.bound)]).joined();
    std::string out = "Bound by " + std::string(text::name(v.bound)) + ": without that limit the step of " +
                      text::duration(e.time.step).joined() + " would take " + without + ".";
    if (const CollectiveCost* c = most_exposed(e))
        out += " " + spoken(c->name, c->parallelism) + " moves " + text::traffic(c->bytes).joined() + " per GPU and exposes " +
               text::duration(c->exposed).joined() + ".";
    if (s.plan.pp > 1 && e.time.bubble.value > 0)
        out += " The bubble costs " + text::percent(e.time.bubble / e.time.step).joined() + " of the step.";
    out += network_caveat(s, v.bound);
    if (!e.fits)
        out += " It does not fit: " + text::memory(e.memory.peak - e.memory.capacity).joined() + " too much on rank " +
               std::to_string(e.memory.peak_stage) + ".";
    return out;
}

/// Plans that fit come first, then the faster ones; where nothing fits yet, the smaller ones.
bool better(const Hint& a, const Hint& b, Bytes capacity) {
    const bool a_fits = a.memory <= capacity, b_fits = b.memory <= capacity;
    if (a_fits != b_fits)
        return a_fits;
    return a_fits ? a.step < b.step : a.memory < b.memory;
}

std::vector<Hint> hints(const Scenario& s, const Estimate& base) {
    constexpr std::size_t most_hints = 3;
    std::vector<Hint> found;
    for (Candidate& c : single_changes(s)) {
        const Estimate e = estimate(c.scenario, Detail::numbers);
        const bool helps = base.fits ? e.fits && e.time.step < base.time.step
                                     : e.fits || e.memory.peak < base.memory.peak;
        if (e.legal() && helps)
            found.push_back({std::move(c.set), std::move(c.text), e.time.step, e.memory.peak});
    }
    std::stable_sort(found.begin(), found.end(), [&](const Hint& a, const Hint& b) {
        return better(a, b, base.memory.capacity);
    });
    // One suggestion a control: the best value of each.
    std::vector<Hint> best;
    for (Hint& h : found) {
        const bool again = std::any_of(best.begin(), best.end(), [&](const Hint& k) {
            return k.set.front().first == h.set.front().first;
        });
        if (!again && best.size() < most_hints)
            best.push_back(std::move(h));
    }
    for (Hint& h : best)
        h.text += ": " + text::duration(h.step).joined() + ", " + text::memory(h.memory).joined();
    return best;
}

} // namespace

Resource bounding_resource(const Scenario& s, const Estimate& base, std::array<Seconds, 6>& step_without) {
    Resource bound = Resource::compute;
    for (std::size_t i = 0; i < step_without.size(); ++i) {
        step_without[i] = std::min(base.time.step, estimate(s, Detail::numbers, without(Resource(i))).time.step);
        if (step_without[i] < step_without[std::size_t(bound)])
            bound = Resource(i);
    }
    return bound;
}

Verdict advise(const Scenario& s, const Estimate& base) {
    Verdict v;
    v.bound = bounding_resource(s, base, v.step_without);
    v.text = sentence(s, base, v);
    v.hints = hints(s, base);
    return v;
}

} // namespace ridgepoint
