// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sweep_study.hpp"

#include "models/mesh.hpp"
#include "models/sweep_pairs.hpp"

#include <algorithm>
#include <array>

namespace ridgepoint {
namespace {

constexpr std::array outputs{
    SweepOutputName{SweepOutput::step, "step", "Step time", "s", true},
    SweepOutputName{SweepOutput::tokens_per_s, "tokens", "Throughput", "tokens/s", false},
    SweepOutputName{SweepOutput::tokens_per_gpu, "tokens-per-gpu", "Throughput per GPU", "tokens/s", false},
    SweepOutputName{SweepOutput::mfu, "mfu", "MFU of the GEMM peak", "%", false},
    SweepOutputName{SweepOutput::memory, "memory", "Memory of the fullest rank", "GiB", true},
    SweepOutputName{SweepOutput::exposed, "exposed", "Exposed communication", "% of the step", true},
    SweepOutputName{SweepOutput::cost, "cost", "Cost of the training run", "million", true},
};

constexpr std::size_t scaling_lines = 2; // strong, weak

std::size_t points_of(const SweepStudy& study) {
    return study.x.values.size() * (study.kind == SweepKind::map ? study.y.values.size() : 1);
}

std::size_t lines_of(const SweepStudy& study) {
    return study.kind == SweepKind::lines ? study.scenarios.size()
           : study.kind == SweepKind::map ? 1
                                          : scaling_lines;
}

Scaling scaling_of(std::size_t line) {
    return line == 0 ? Scaling::strong : Scaling::weak;
}

constexpr std::size_t whole_share = 100, points_share = 60; // of the work of a map, roughly

/// Progress of a part counts from one share of the whole to another.
WorkOptions part_of(WorkOptions options, std::size_t from, std::size_t to) {
    if (options.progress)
        options.progress = [tell = options.progress, from, to](std::size_t done, std::size_t all) {
            tell(from + (to - from) * done / all, whole_share);
        };
    return options;
}

/// Between neighbouring legal points with different verdicts.
std::vector<BreakEven> line_changes(const SweepStudy& study, const Scenario& scenario,
                                    const std::vector<SweepPoint>& points, const std::stop_token& stop) {
    std::vector<BreakEven> all;
    std::optional<std::size_t> last;
    for (std::size_t i = 0; i < points.size() && !stop.stop_requested(); ++i) {
        if (!points[i].legal)
            continue;
        if (last && points[*last].bound != points[i].bound)
            if (const auto input = varied_over(scenario, study.x.key, study.x.values[*last], study.x.values[i],
                                               study.recipes)) {
                const std::vector<BreakEven> some = break_evens(*input, stop);
                all.insert(all.end(), some.begin(), some.end());
            }
        last = i;
    }
    return all;
}

} // namespace

std::span<const SweepOutputName> sweep_outputs() {
    return outputs;
}

const SweepOutputName& sweep_output(SweepOutput output) {
    return *std::ranges::find(outputs, output, &SweepOutputName::output);
}

double output_value(const SweepPoint& p, SweepOutput output) {
    constexpr double percent = 100, million = 1e6;
    switch (output) {
    case SweepOutput::step:
        return p.time.step.value;
    case SweepOutput::tokens_per_s:
        return p.throughput.tokens_per_s;
    case SweepOutput::tokens_per_gpu:
        return p.throughput.tokens_per_s_per_gpu;
    case SweepOutput::mfu:
        return p.throughput.mfu_causal * percent;
    case SweepOutput::memory:
        return p.memory_peak.value / bytes_per_gib;
    case SweepOutput::exposed:
        return p.time.step.value > 0 ? p.time.exposed_communication / p.time.step * percent : 0;
    case SweepOutput::cost:
        return p.training.cost / million;
    }
    return 0;
}

double output_value(const Estimate& e, SweepOutput output) {
    SweepPoint point;
    point.time = e.time;
    point.throughput = e.throughput;
    point.training = e.training;
    point.memory_peak = e.memory.peak;
    return output_value(point, output);
}

void add_lines(SweepStudy& study, const Ghosts& ghosts) {
    if (study.kind != SweepKind::lines)
        return;
    for (const Ghost& ghost : ghosts.all) {
        study.scenarios.push_back(ghost.scenario);
        study.scenarios.back().name = ghost.name;
    }
}

SweepStudy usual_study(const Scenario& scenario, const Recipes& recipes) {
    SweepStudy study;
    study.scenarios = {scenario};
    study.recipes = recipes;
    study.x = {SweepKey::tokens_per_gpu, usual_values(scenario, SweepKey::tokens_per_gpu, recipes)};
    return study;
}

Scenario scenario_at(const SweepStudy& study, std::size_t line, std::size_t point) {
    const std::size_t columns = study.x.values.size();
    const double x = study.x.values[point % columns];
    if (study.kind == SweepKind::scaling) {
        const std::array gpus{int(x)};
        return scaled(study.scenarios.front(), gpus, scaling_of(line)).front();
    }
    const Scenario& base = study.scenarios[study.kind == SweepKind::lines ? line : 0];
    return study.kind == SweepKind::map
               ? with_inputs(base, {study.x.key, x}, {study.y.key, study.y.values[point / columns]}, study.recipes)
               : with_input(base, study.x.key, x, study.recipes);
}

std::vector<std::string> followers(const SweepStudy& study, std::size_t line, std::size_t point) {
    Scenario at = scenario_at(study, line, point);
    const Scenario& base = study.scenarios[study.kind == SweepKind::lines ? line : 0];
    std::vector<std::string> list = mesh::settle_dependants(at, base);
    std::erase_if(list, [&](const std::string& text) { // the inputs themselves
        const auto names = [&](SweepKey key) { return text.starts_with(std::string(sweep_input(key).name) + ' '); };
        return names(study.x.key) || (study.kind == SweepKind::map && names(study.y.key));
    });
    return list;
}

SweepAnswer run_study(const SweepStudy& study, const WorkOptions& options) {
    SweepAnswer answer{study, {}, false};
    const std::size_t each = points_of(study), lines = lines_of(study);
    for (std::size_t line = 0; line < lines; ++line)
        answer.lines.push_back({study.kind == SweepKind::scaling ? (line == 0 ? "strong" : "weak")
                                : study.kind == SweepKind::lines ? study.scenarios[line].name
                                                                 : study.scenarios.front().name,
                                std::vector<SweepPoint>(each), {}});
    const bool map = study.kind == SweepKind::map;
    share_out(each * lines, map ? part_of(options, 0, points_share) : options, [&](std::size_t i) {
        answer.lines[i / each].points[i % each] = sweep_point(scenario_at(study, i / each, i % each));
    });
    if (map && each > 0 && !options.stop.stop_requested())
        answer.changes =
            verdict_changes(study, answer.lines.front().points, part_of(options, points_share, whole_share));
    for (std::size_t line = 0; study.kind == SweepKind::lines && line < lines; ++line)
        answer.lines[line].break_evens =
            line_changes(study, study.scenarios[line], answer.lines[line].points, options.stop);
    answer.whole = !options.stop.stop_requested();
    return answer;
}

} // namespace ridgepoint
