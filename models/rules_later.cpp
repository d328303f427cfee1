// SPDX-License-Identifier: GPL-3.0-or-later
// What a scenario file can say and the cost model cannot judge yet: refused, so that nothing pretends
// otherwise.
#include "models/rule.hpp"

#include <fmt/format.h>

#include <array>

namespace ridgepoint::rules {
namespace {

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

constexpr std::array later{
    Rule{"offload-later", offload_broken, offload},
};

} // namespace

std::span<const Rule> later_rules() {
    return later;
}

} // namespace ridgepoint::rules
