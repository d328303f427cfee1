// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/validation.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ridgepoint {

namespace {

constexpr std::size_t least_rows_of_a_source = 3;

/// Interpolates between the two neighbours, as NumPy does by default.
double percentile(const std::vector<double>& sorted, double share) {
    const double at = share * double(sorted.size() - 1);
    const std::size_t below = std::size_t(at);
    const std::size_t above = std::min(below + 1, sorted.size() - 1);
    return sorted[below] + (at - double(below)) * (sorted[above] - sorted[below]);
}

double mean(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

using Errors = std::map<std::string, std::vector<double>>;

ErrorSummary::Groups figures_by(const Errors& errors) {
    ErrorSummary::Groups out;
    for (const auto& [name, list] : errors)
        out[name] = error_figures(list);
    return out;
}

double median_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values.empty() ? 0 : percentile(values, 0.5);
}

/// What to compare of a row, and which rows.
struct Choice {
    Comparison ValidationRow::*what;
    bool Measurement::*headline; ///< nullptr: every usable row
};

ErrorSummary error_summary(const std::vector<Measurement>& measurements,
                           const std::vector<ValidationRow>& rows, Choice choice) {
    std::vector<double> all;
    Errors source, framework, accelerator, precision, parallelism, kind;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Measurement& m = measurements[i];
        const ValidationRow& row = rows[i];
        if (row.skip || (choice.headline != nullptr && !(m.*choice.headline)))
            continue;
        const auto error = (row.*choice.what).error();
        if (!error)
            continue;
        all.push_back(*error);
        source[m.source].push_back(*error);
        framework[row.scenario.framework.id].push_back(*error);
        accelerator[row.scenario.cluster.accelerator.id].push_back(*error);
        precision[m.precision.empty() ? "unstated" : m.precision].push_back(*error);
        parallelism[parallelism_of(row.scenario.plan)].push_back(*error);
        kind[m.is_moe() ? "moe" : "dense"].push_back(*error);
    }
    ErrorSummary out;
    out.all = error_figures(all);
    out.by_source = figures_by(source);
    out.by_framework = figures_by(framework);
    out.by_accelerator = figures_by(accelerator);
    out.by_precision = figures_by(precision);
    out.by_parallelism = figures_by(parallelism);
    out.by_model_kind = figures_by(kind);
    std::vector<double> medians;
    for (const auto& [name, figures] : out.by_source)
        if (figures.rows >= least_rows_of_a_source)
            medians.push_back(figures.median);
    out.sources_counted = medians.size();
    out.median_over_sources = median_of(std::move(medians));
    return out;
}

// --- the sweep ---------------------------------------------------------------------------------------------

struct Plans {
    std::vector<double> predicted, measured;
};

/// Ranks from 1; equal values share the mean of theirs.
std::vector<double> ranks_of(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i;
        while (end < order.size() && values[order[end]] == values[order[i]])
            ++end;
        for (std::size_t k = i; k < end; ++k)
            ranks[order[k]] = double(i + end + 1) / 2;
        i = end;
    }
    return ranks;
}

/// Spearman's: the correlation of the ranks.
double rank_correlation(const Plans& plans) {
    const std::vector<double> x = ranks_of(plans.predicted), y = ranks_of(plans.measured);
    const double mx = mean(x), my = mean(y);
    double xy = 0, xx = 0, yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xy += (x[i] - mx) * (y[i] - my);
        xx += (x[i] - mx) * (x[i] - mx);
        yy += (y[i] - my) * (y[i] - my);
    }
    return xx > 0 && yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

bool best_is_near(const Plans& plans) {
    constexpr double near = 0.9;
    const auto chosen =
        std::max_element(plans.predicted.begin(), plans.predicted.end()) - plans.predicted.begin();
    return plans.measured[std::size_t(chosen)] >=
           near * *std::max_element(plans.measured.begin(), plans.measured.end());
}

constexpr std::string_view swept_framework = "nanotron"; ///< the one whose runs differ in the plan alone

SweepSummary sweep(const std::vector<Measurement>& measurements, const std::vector<ValidationRow>& rows,
                   bool headline) {
    std::map<std::pair<std::string, int>, Plans> groups;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const ValidationRow& row = rows[i];
        if (row.skip || row.scenario.framework.id != swept_framework || !row.speed.measured ||
            (headline && !measurements[i].headline_speed))
            continue;
        Plans& plans = groups[{measurements[i].model, row.scenario.cluster.gpus}];
        plans.predicted.push_back(row.speed.predicted);
        plans.measured.push_back(*row.speed.measured);
    }
    SweepSummary out;
    std::vector<double> correlations;
    std::size_t near = 0;
    for (const auto& [key, plans] : groups) {
        if (plans.measured.size() < 2)
            continue;
        ++out.groups;
        out.rows += plans.measured.size();
        near += best_is_near(plans) ? 1 : 0;
        if (plans.measured.size() >= 3)
            correlations.push_back(rank_correlation(plans));
    }
    out.best_within_tenth = out.groups > 0 ? double(near) / double(out.groups) : 0;
    out.rank_correlation = correlations.empty() ? 0 : mean(correlations);
    return out;
}

} // namespace

ErrorFigures error_figures(std::vector<double> errors) {
    ErrorFigures out;
    out.rows = errors.size();
    if (errors.empty())
        return out;
    out.bias = mean(errors);
    out.median_signed = median_of(errors);
    for (double& error : errors)
        error = std::abs(error);
    std::sort(errors.begin(), errors.end());
    out.median = percentile(errors, 0.5);
    out.mean = mean(errors);
    out.p80 = percentile(errors, 0.8);
    out.p95 = percentile(errors, 0.95);
    return out;
}

std::string parallelism_of(const Plan& plan) {
    std::string out = plan.zero == 3 ? "fsdp" : "";
    const std::pair<const char*, int> degrees[]{
        {"tp", plan.tp}, {"pp", plan.pp}, {"cp", plan.cp}, {"ep", plan.ep}};
    for (const auto& [name, degree] : degrees)
        if (degree > 1)
            out.append(out.empty() ? "" : "+").append(name);
    return out.empty() ? "dp" : out;
}

ValidationSummary summarise(const std::vector<Measurement>& measurements,
                            const std::vector<ValidationRow>& rows) {
    ValidationSummary out;
    out.count = rows.size();
    for (const ValidationRow& row : rows) {
        if (row.skip)
            ++out.skipped[row.skip->kind];
        else
            ++out.predicted;
    }
    const auto summary = [&](Comparison ValidationRow::*what, bool Measurement::*headline) {
        return error_summary(measurements, rows, {what, headline});
    };
    out.headline_speed = summary(&ValidationRow::speed, &Measurement::headline_speed);
    out.usable_speed = summary(&ValidationRow::speed, nullptr);
    out.headline_memory = summary(&ValidationRow::memory, &Measurement::headline_memory);
    out.usable_memory = summary(&ValidationRow::memory, nullptr);
    out.headline_sweep = sweep(measurements, rows, true);
    out.usable_sweep = sweep(measurements, rows, false);
    return out;
}

} // namespace ridgepoint
