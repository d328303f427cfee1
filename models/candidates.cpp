// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/candidates.hpp"

#include "models/ids.hpp"
#include "models/text.hpp"

#include <array>

namespace ridgepoint {
namespace {

struct Degree {
    const char *key, *label;
    int Plan::*member;
};
constexpr std::array degrees{Degree{"plan.tp", "TP", &Plan::tp}, Degree{"plan.pp", "PP", &Plan::pp},
                             Degree{"plan.cp", "CP", &Plan::cp}, Degree{"plan.ep", "EP", &Plan::ep},
                             Degree{"plan.vpp", "VPP", &Plan::vpp},
                             Degree{"plan.micro_batch", "micro-batch", &Plan::micro_batch}};

class Collector {
public:
    explicit Collector(const Scenario& base) : m_base(base) {}

    void add(Repair set, std::string text, Scenario changed) {
        if (changed.plan != m_base.plan && violations(changed).empty())
            m_list.push_back({std::move(set), std::move(text), std::move(changed)});
    }
    [[nodiscard]] const Scenario& base() const { return m_base; }
    std::vector<Candidate> take() { return std::move(m_list); }

private:
    const Scenario& m_base;
    std::vector<Candidate> m_list;
};

std::string arrow(const char* label, int from, int to) {
    return std::string(label) + " " + text::count(from) + " → " + text::count(to);
}

/// Another pipeline needs another split, and interleaving its schedule.
void settle_pipeline(Scenario& s, Repair& set) {
    if (!s.plan.stage_layers.empty() && int(s.plan.stage_layers.size()) != s.plan.pp) {
        s.plan.stage_layers.clear();
        set.emplace_back("plan.stage_layers", "[]");
    }
    if (s.plan.vpp > 1 && s.plan.schedule == Schedule::one_f_one_b) {
        s.plan.schedule = Schedule::interleaved;
        set.emplace_back("plan.schedule", "interleaved");
    }
}

void vary_degrees(Collector& c) {
    for (const Degree& d : degrees) {
        const int now = c.base().plan.*d.member;
        for (const int next : {now * 2, now / 2}) {
            if (next < 1)
                continue;
            Scenario s = c.base();
            s.plan.*d.member = next;
            Repair set{{d.key, next}};
            settle_pipeline(s, set);
            c.add(std::move(set), arrow(d.label, now, next), std::move(s));
        }
    }
}

void vary_zero(Collector& c) {
    for (int stage = 0; stage <= 3; ++stage) {
        Scenario s = c.base();
        s.plan.zero = stage;
        c.add({{"plan.zero", stage}}, arrow("ZeRO", c.base().plan.zero, stage), std::move(s));
    }
}

void vary_recompute(Collector& c) {
    struct Policy {
        const char* value;
        unsigned operators;
    };
    for (const Policy& p : {Policy{"none", recompute_none}, Policy{"selective", recompute_attention_core},
                            Policy{"full", recompute_full}}) {
        Scenario s = c.base();
        s.plan.recompute = {p.operators, {}};
        c.add({{"plan.recompute", p.value}}, "Recompute " + std::string(p.value), std::move(s));
    }
}

/// Another order of the same micro-batches; interleaving and VPP are one control of their own.
void vary_schedule(Collector& c) {
    if (c.base().plan.pp == 1 || c.base().plan.vpp > 1)
        return;
    for (const Schedule schedule : {Schedule::one_f_one_b, Schedule::zb_h1, Schedule::zb_v, Schedule::dualpipe,
                                    Schedule::dualpipev}) {
        Scenario s = c.base();
        s.plan.schedule = schedule;
        c.add({{"plan.schedule", schedule_id(schedule).data()}},
              "Schedule " + std::string(text::name(schedule)), std::move(s));
    }
}

void vary_sequence_parallel(Collector& c) {
    if (c.base().plan.tp == 1 || c.base().plan.sequence_parallel)
        return;
    Scenario s = c.base();
    s.plan.sequence_parallel = true;
    c.add({{"plan.sequence_parallel", "true"}}, "Sequence parallelism on", std::move(s));
}

} // namespace

std::vector<Candidate> single_changes(const Scenario& base) {
    Collector c(base);
    vary_degrees(c);
    vary_zero(c);
    vary_recompute(c);
    vary_schedule(c);
    vary_sequence_parallel(c);
    return c.take();
}

} // namespace ridgepoint
