// SPDX-License-Identifier: GPL-3.0-or-later
// What a scenario file can say and the cost model cannot judge yet: refused, so that nothing pretends
// otherwise.
#include "models/rule.hpp"

#include <fmt/format.h>

#include <array>

namespace ridgepoint::rules {
namespace {

bool schedule_broken(const Scenario& s) {
    return s.plan.schedule >= Schedule::zb_h1;
}

Violation schedule(const Scenario& s, const Rule& rule) {
    Violation v;
    v.keys = {"plan.schedule"};
    v.text = fmt::format(
        "{} is not covered by this version of the cost model, which covers GPipe, 1F1B and interleaved 1F1B",
        name(s.plan.schedule));
    RepairSearch search(s, rule);
    search.offer({{Key::schedule, int(Schedule::one_f_one_b)}});
    search.offer({{Key::schedule, int(Schedule::interleaved)}});
    v.nearest = search.nearest();
    return v;
}

bool offload_broken(const Scenario& s) {
    return s.plan.offload != Offload::none;
}

Violation offload(const Scenario& s, const Rule& rule) {
    Violation v;
    v.keys = {"plan.offload"};
    v.text = "Offloading to the host is not covered by this version of the cost model";
    RepairSearch search(s, rule);
    search.offer({{Key::offload, int(Offload::none)}});
    v.nearest = search.nearest();
    return v;
}

/// With CP 1 nothing is exchanged, whatever the kind.
bool cp_kind_broken(const Scenario& s) {
    return s.plan.cp > 1 && s.plan.cp_kind != CpKind::ring;
}

Violation cp_kind(const Scenario& s, const Rule& rule) {
    Violation v;
    v.keys = {"plan.cp_kind"};
    v.text =
        fmt::format("CP {} by {} is not covered by this version of the cost model, which covers the ring",
                    grouped(s.plan.cp), s.plan.cp_kind == CpKind::all_gather ? "all-gather" : "all-to-all");
    RepairSearch search(s, rule);
    search.offer({{Key::cp_kind, int(CpKind::ring)}});
    search.offer({{Key::cp, 1}});
    v.nearest = search.nearest();
    return v;
}

constexpr std::array later{
    Rule{"schedule-later", schedule_broken, schedule},
    Rule{"offload-later", offload_broken, offload},
    Rule{"cp-kind-later", cp_kind_broken, cp_kind},
};

} // namespace

std::span<const Rule> later_rules() {
    return later;
}

} // namespace ridgepoint::rules
