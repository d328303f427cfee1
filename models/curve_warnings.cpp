// SPDX-License-Identifier: GPL-3.0-or-later
// Where the measured network is not measured, and says so.
#include "models/estimate_parts.hpp"
#include "models/text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ridgepoint {
namespace {

/// Names of the kinds of collective whose traffic has this mark, each once.
std::vector<std::string> marked(const CostContext& x, const StepModel& m, CurveBasis mark) {
    std::vector<std::string> names;
    for (std::size_t k = 0; k < comm_count; ++k) {
        const bool any = std::any_of(m.ranks.begin(), m.ranks.end(), [&](const RankWork& r) {
            return (r.comm[k].traffic.basis & mark) != 0;
        });
        const std::string name(text::name(comm_info(Comm(k), x.scenario.plan).collective));
        if (any && std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
    }
    return names;
}

} // namespace

void add_curve_warnings(Estimate& e, const CostContext& x, const StepModel& m) {
    const Cluster& c = x.scenario.cluster;
    if (c.network != NetworkModel::measured)
        return;
    const CurvesRef& curves = x.network.curves;
    const std::string of = curves ? curves->name : fmt::format("nothing for {}", c.accelerator.name);
    const auto warn = [&](CurveBasis mark, std::string_view what) {
        const std::vector<std::string> names = marked(x, m, mark);
        if (!names.empty())
            e.warnings.push_back(fmt::format("Measured network ({}): {} {}", of, fmt::join(names, ", "), what));
    };
    warn(basis_no_curve, "not measured, the hierarchical model stands in");
    warn(basis_beyond_domains, "over more GPUs than measured, bandwidth taken to fall on as it did last");
    warn(basis_beyond_message, "in messages outside the measured sizes, where the nearest size's time or bandwidth holds");
}

} // namespace ridgepoint
