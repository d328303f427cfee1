// SPDX-License-Identifier: GPL-3.0-or-later
// Why a share of the step is not model work at the datasheet peak.
#include "models/explain_parts.hpp"
#include "models/loss_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ridgepoint::explaining {

namespace {

struct Meaning {
    std::string_view id, formula, source;
};

constexpr std::array<Meaning, 12> meanings{{
    {"achievable-ceiling", "loss = F / P_achievable − F / P_datasheet",
     "Datasheet against the best measured matrix multiplication; see the accelerator's sources"},
    {"wider-precision", "loss = Σ F_op / P_op − F / P_gemm over operators in a wider format than the recipe's GEMMs",
     "The precision recipe: attention core, embedding, head and router stay wider"},
    {"shape-efficiency", "loss = Σ F_op / P_op · (1 / η − 1), and work that parallel ranks repeat",
     "Tiles and waves over the SMs, a ramp with K, attention kernels by generation"},
    {"memory-bound", "loss = Σ max(0, Q / B − F / (P · η))", "Roofline (Williams et al. 2009): what HBM adds"},
    {"launches", "loss = Σ kernel starts that nothing hides", "Launch latency of the accelerator"},
    {"comm-sms", "loss = Σ F_op / (P · η) · (1 / (1 − lent / SMs) − 1)",
     "SMs lent to communication kernels (DeepSeek-V3 report, section 3.2.2)"},
    {"recompute", "loss = forward work done again in the backward pass", "The plan's recompute policy"},
    {"exposed-network", "loss = slowest link − compute", "Williams et al. 2009, with everything overlapped"},
    {"uneven-stages", "loss = busy time of the busiest rank − mean over ranks",
     "Stages hold different layers, the first the embedding and the last the head"},
    {"bubble", "loss = step − busy time of the busiest rank − host", "The schedule, simulated slot by slot"},
    {"optimizer", "loss = bytes of parameters, gradients and moments / B", "Mixed-precision Adam, bound by HBM"},
    {"host", "loss = host work that nothing hides", "The scenario's host settings and the framework"},
}};

std::string seconds(Seconds t) { return text::duration(t).joined(); }

/// The collectives, or the operators, that make up the loss, largest first.
std::vector<ExplainedValue> parts_of(const Estimate& e, std::string_view id) {
    struct Part {
        std::string name;
        Seconds time;
    };
    std::vector<Part> parts;
    for (const CollectiveCost& c : e.communication)
        if (c.exposed.value > 0 && loss_holds(id, c.parallelism, c.link))
            parts.push_back({fmt::format("{}, of {}", c.name, seconds(c.time)), c.exposed});
    for (const OperatorCost& o : e.operators)
        if (loss_holds(id, o))
            parts.push_back({fmt::format("{}, {}", o.name, text::name(o.pass)), o.time * o.calls_per_step});
    std::stable_sort(parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.time > b.time; });
    constexpr std::size_t most = 6;
    parts.resize(std::min(parts.size(), most));
    std::vector<ExplainedValue> values;
    for (const Part& part : parts)
        values.push_back({"", part.name, seconds(part.time)});
    return values;
}

} // namespace

Explanation loss(const Scenario& s, const Estimate& e, const Subject& subject) {
    const auto found = std::find_if(e.losses.begin(), e.losses.end(),
                                    [&](const Loss& l) { return l.name == subject.name; });
    if (found == e.losses.end())
        return {};
    Explanation x;
    x.title = text::loss(found->name);
    x.summary = fmt::format("{} of the step, {} of the {} datasheet peak", seconds(found->time),
                            text::percent(found->fraction).joined(), text::name(e.roofs.gemm));
    const auto meaning = std::find_if(meanings.begin(), meanings.end(),
                                      [&](const Meaning& m) { return m.id == found->name; });
    if (meaning != meanings.end()) {
        x.formula = std::string(meaning->formula);
        x.source = std::string(meaning->source);
    } else {
        x.formula = "loss = time on the link − what hides behind compute";
        x.source = fmt::format("{} network model; what hides follows the framework ({}), the schedule and the plan's "
                               "overlap switches",
                               text::name(s.cluster.network), s.framework.name);
    }
    // A loss is a mean over the pipeline's ranks; operators and collectives are listed for the busiest one.
    x.values = parts_of(e, found->name);
    x.values.push_back({"T", "step", seconds(e.time.step)});
    x.substituted = fmt::format("{} / {} = {}", seconds(found->time), seconds(e.time.step),
                                text::percent(found->time / e.time.step).joined());
    return x;
}

} // namespace ridgepoint::explaining
