// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/validation.hpp"

#include "models/constants.hpp"
#include "models/estimate.hpp"
#include "models/ghosts.hpp"
#include "models/validation_scenario.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ridgepoint {

namespace {

using namespace validating;

int most_layers_of_a_rank(const Scenario& s) {
    const std::vector<int> layers = s.layers_per_rank();
    return *std::max_element(layers.begin(), layers.end());
}

std::string name_of(const Recompute& r) {
    if (r.operators == recompute_none)
        return "nothing recomputed";
    if (r.operators == recompute_full)
        return r.first_layers ? fmt::format("full recomputation of {} layers a stage, the fewest that fit",
                                            *r.first_layers)
                              : "full recomputation";
    return "norms and activation function recomputed: nothing recomputed does not fit";
}

/// The cheapest policy that fits: none, then norms and activation function, then full for the fewest layers
/// of each stage. Returns the estimate it ended with.
Estimate resolve_recompute(StatedRun& run, Estimate first) {
    Scenario& s = run.scenario;
    const auto tried = [&](Recompute policy) {
        s.plan.recompute = policy;
        return estimate(s, Detail::numbers);
    };
    Estimate best = std::move(first);
    if (!best.fits)
        best = tried({recompute_norm | recompute_activation, {}});
    if (!best.fits) {
        const int most = most_layers_of_a_rank(s);
        best = tried({recompute_full, {}});
        int enough = most, too_few = 0; // full for all of them may fit; none of them does not
        while (best.fits && enough - too_few > 1) {
            const int middle = (enough + too_few) / 2;
            Estimate e = tried({recompute_full, middle});
            if (e.fits) {
                enough = middle;
                best = std::move(e);
            } else {
                too_few = middle;
            }
        }
        s.plan.recompute = {recompute_full, enough < most ? std::optional(enough) : std::nullopt};
    }
    run.assumed.push_back(name_of(s.plan.recompute));
    return best;
}

/// In the meaning of the source: tensors alone, with the allocator's share, or all that the device holds.
Bytes memory_in_kind(const StageMemory& rank, MemoryKind kind) {
    switch (kind) {
    case MemoryKind::allocated:
        return rank.total() - rank.framework;
    case MemoryKind::reserved:
        return rank.total() - constants::framework_context;
    case MemoryKind::device:
        break;
    }
    return rank.total();
}

double predicted_memory(const Estimate& e, MemoryQuestion question) {
    Bytes peak;
    for (const StageMemory& rank : e.memory.stages)
        peak = std::max(peak, memory_in_kind(rank, question.kind));
    if (question.last_rank && !e.memory.stages.empty())
        peak = memory_in_kind(e.memory.stages.back(), question.kind);
    return peak.value / bytes_per_gib;
}

ValidationRow compare(const Measurement& m, const Presets& presets, const RunWords& words) {
    StatedRun run = stated_run(m, presets, words);
    ValidationRow row;
    row.skip = run.skip;
    if (!row.skip) {
        Estimate e = estimate(run.scenario, Detail::numbers);
        if (!e.legal()) {
            const Violation& broken = e.violations.front();
            row.skip = Skip{"breaks the rule " + broken.rule, broken.text};
        } else {
            if (run.recompute_open)
                e = resolve_recompute(run, std::move(e));
            row.fits = e.fits;
            if (!e.fits)
                run.assumed.push_back(fmt::format("does not fit: {:.1f} of {:.1f} GiB",
                                                  e.memory.peak.value / bytes_per_gib,
                                                  e.memory.capacity.value / bytes_per_gib));
            row.speed.predicted = e.throughput.tokens_per_s_per_gpu;
            row.memory.predicted = predicted_memory(e, run.memory);
        }
    }
    row.scenario = std::move(run.scenario);
    row.assumed = std::move(run.assumed);
    if (m.counts_for_speed())
        row.speed.measured = m.tokens_per_s_per_gpu;
    if (m.counts_for_memory())
        row.memory.measured = m.peak_mem_gib;
    return row;
}

} // namespace

StatedRun stated_run(const Measurement& row, const Presets& presets, const RunWords& words) {
    StatedRun run;
    if (row.use == "exclude") {
        run.skip = Skip{"excluded by the file",
                        "the file excludes it" + (row.audit.empty() ? "" : ": " + row.audit)};
        return run;
    }
    try {
        const FrameworkHabits* known = words.framework(row.framework);
        const FrameworkHabits& habits = known != nullptr ? *known : words.plain();
        if (known == nullptr)
            run.assumed.push_back(fmt::format("framework \"{}\" as a plain one", row.framework));
        Scenario& s = run.scenario;
        s.name = row.id;
        if (const Framework* framework = presets.framework(habits.id))
            s.framework = *framework;
        s.model = model_of(row, presets, run.assumed);
        s.cluster = cluster_of(row, presets, words, run.assumed);
        s.precision = recipe_of(row, presets, habits, run.assumed);
        fill_plan(s, row, habits, run.assumed);
        run.memory = memory_question(row, habits, run.assumed);
        run.recompute_open = row.recompute.empty();
    } catch (const CannotState& problem) {
        run.skip = problem.skip;
    }
    return run;
}

Validation validate(std::vector<Measurement> measurements, const Presets& presets, const RunWords& words,
                    const WorkOptions& options) {
    Validation out;
    out.measurements = std::move(measurements);
    out.rows.resize(out.measurements.size());
    share_out(out.rows.size(), options,
              [&](std::size_t i) { out.rows[i] = compare(out.measurements[i], presets, words); });
    out.summary = summarise(out.measurements, out.rows);
    return out;
}

std::vector<double> speeds_at(const Validation& all, Ceilings set, std::span<const CalibrationRef> kept,
                              const WorkOptions& options) {
    std::vector<double> speeds(all.rows.size());
    share_out(speeds.size(), options, [&](std::size_t i) {
        const ValidationRow& row = all.rows[i];
        if (row.skip)
            return;
        const CalibrationRef mine = own_calibration(row.scenario, kept);
        if (set == Ceilings::calibrated && !mine)
            return;
        speeds[i] = estimate(at_ceilings(row.scenario, set, mine), Detail::numbers).throughput.tokens_per_s_per_gpu;
    });
    return speeds;
}

} // namespace ridgepoint
