// SPDX-License-Identifier: GPL-3.0-or-later
// One sweep as it is shown: scenarios over one input as lines, one scenario over two as a map, or over GPUs
// as scaling curves; and where the verdict changes.
#pragma once

#include "models/ghosts.hpp"
#include "models/sweep_inputs.hpp"
#include "models/verdict_map.hpp"

#include <functional>
#include <string>
#include <vector>

namespace ridgepoint {

enum class SweepOutput { step, tokens_per_s, tokens_per_gpu, mfu, memory, exposed, cost };
struct SweepOutputName {
    SweepOutput output{};
    std::string_view id;   ///< "step"
    std::string_view name; ///< "Step time"
    std::string_view unit; ///< "s"
    bool less_is_better = false;
};
[[nodiscard]] std::span<const SweepOutputName> sweep_outputs();
[[nodiscard]] const SweepOutputName& sweep_output(SweepOutput output);
/// Of a legal point, in the unit of its name: percent, GiB, millions of the user's currency.
[[nodiscard]] double output_value(const SweepPoint& point, SweepOutput output);
[[nodiscard]] double output_value(const Estimate& legal, SweepOutput output);

struct SweptInput {
    SweepKey key{};
    std::vector<double> values;
};
enum class SweepKind { lines, map, scaling };

struct SweepStudy {
    SweepKind kind = SweepKind::lines;
    std::vector<Scenario>
        scenarios; ///< lines: one each, the first the present one; else only the first counts
    SweptInput x;  ///< scaling: numbers of GPUs
    SweptInput y;  ///< of a map
    Recipes recipes;
};

struct SweptLine {
    std::string name;                    ///< the scenario's, of scaling "strong" or "weak"
    std::vector<SweepPoint> points;      ///< by x; of a map x fastest
    std::vector<BreakEven> break_evens{}; ///< over x, ascending: every value at which the verdict changes; not of a map
};

struct SweepAnswer {
    SweepStudy study;
    std::vector<SweptLine> lines;
    bool whole = false;                     ///< false: stopped before the end
    std::vector<VerdictChange> changes{};   ///< of a map

    [[nodiscard]] std::size_t columns() const { return study.x.values.size(); }
};

/// Over tokens per GPU and step, where most verdicts change: what is drawn before anything is chosen.
[[nodiscard]] SweepStudy usual_study(const Scenario& scenario, const Recipes& recipes);
/// Of lines: one more for each ghost, under its name. Other kinds stay as they are.
void add_lines(SweepStudy& study, const Ghosts& ghosts);
/// The scenario behind one point.
[[nodiscard]] Scenario scenario_at(const SweepStudy& study, std::size_t line, std::size_t point);
/// What a point's plan has beside its inputs because they moved, one a change: "VPP 8 → 1".
[[nodiscard]] std::vector<std::string> followers(const SweepStudy& study, std::size_t line, std::size_t point);
[[nodiscard]] SweepAnswer run_study(const SweepStudy& study, const WorkOptions& options = {});

} // namespace ridgepoint
