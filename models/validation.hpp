// SPDX-License-Identifier: GPL-3.0-or-later
// Predictions held against measurements: each row becomes the scenario that a user would state, is estimated,
// and is compared. Relative errors are predicted / measured - 1.
#pragma once

#include "models/formats/presets.hpp"
#include "models/measurements.hpp"
#include "models/run_words.hpp"
#include "models/workers.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ridgepoint {

/// Why a row was not predicted: a short kind to count by, and one sentence with its numbers.
struct Skip {
    std::string kind, text;
};

/// What a source's memory figure is, from its own words.
enum class MemoryKind {
    allocated, ///< tensors alone
    reserved,  ///< the caching allocator's share too
    device,    ///< as nvidia-smi reads it: context and communication buffers too
};
struct MemoryQuestion {
    MemoryKind kind = MemoryKind::reserved;
    bool last_rank = false; ///< of the last pipeline rank instead of the fullest
};

/// A row as a scenario, with what had to be filled in.
struct StatedRun {
    std::optional<Skip> skip; ///< set: no scenario
    Scenario scenario;
    MemoryQuestion memory;
    bool recompute_open = false; ///< the row does not say what was recomputed
    std::vector<std::string> assumed;
};
[[nodiscard]] StatedRun stated_run(const Measurement& row, const Presets& presets, const RunWords& words);

struct Comparison {
    double predicted = 0;
    std::optional<double> measured; ///< none: not measured, or unsound for this purpose
    [[nodiscard]] std::optional<double> error() const {
        return measured ? std::optional(predicted / *measured - 1) : std::nullopt;
    }
};

struct ValidationRow {
    std::optional<Skip> skip;
    std::vector<std::string> assumed;
    Scenario scenario;
    bool fits = false;
    Comparison speed;  ///< tokens/s per GPU
    Comparison memory; ///< GiB, in the source's own meaning
};

/// Errors of one set of rows. Percentiles interpolate between neighbours.
struct ErrorFigures {
    std::size_t rows = 0;
    double median = 0, mean = 0, p80 = 0, p95 = 0; ///< of the absolute errors
    double bias = 0;                               ///< mean signed error
    double median_signed = 0;
};
[[nodiscard]] ErrorFigures error_figures(std::vector<double> signed_errors);

struct ErrorSummary {
    ErrorFigures all;
    double median_over_sources = 0; ///< of each source's median, sources of at least three rows
    std::size_t sources_counted = 0;
    using Groups = std::map<std::string, ErrorFigures>;
    Groups by_source, by_framework, by_accelerator, by_precision, by_parallelism, by_model_kind;
};

/// How well plans are ranked: runs of one framework that differ in the plan alone, by model and GPU count.
struct SweepSummary {
    std::size_t groups = 0, rows = 0;
    double best_within_tenth = 0; ///< share of groups whose predicted best measures at least 90 % of the best
    double rank_correlation = 0;  ///< mean over groups of at least three plans (Spearman)
};

struct ValidationSummary {
    std::size_t count = 0, predicted = 0;
    std::map<std::string, std::size_t> skipped; ///< by kind
    ErrorSummary headline_speed, usable_speed, headline_memory, usable_memory;
    SweepSummary headline_sweep, usable_sweep;
};

struct Validation {
    std::vector<Measurement> measurements;
    std::vector<ValidationRow> rows; ///< one a measurement, in the same order
    ValidationSummary summary;
};

/// One row a measurement, shared among threads. Stopped, the answer lacks rows and is of no use.
[[nodiscard]] Validation validate(std::vector<Measurement> measurements, const Presets& presets,
                                  const RunWords& words, const WorkOptions& options = {});

[[nodiscard]] ValidationSummary summarise(const std::vector<Measurement>& measurements,
                                          const std::vector<ValidationRow>& rows);

/// Tokens/s per GPU of every row at another set of ceilings, in their order; `kept` as for own_calibration. 0 for rows
/// without a prediction, and at calibrated ceilings for those on an accelerator that was not measured.
[[nodiscard]] std::vector<double> speeds_at(const Validation&, Ceilings, std::span<const CalibrationRef> kept,
                                            const WorkOptions& options = {});

/// "tp+pp", "fsdp+tp", "dp": the degrees over one, as the summary groups by them.
[[nodiscard]] std::string parallelism_of(const Plan& plan);

} // namespace ridgepoint
