// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/validation_json.hpp"

#include "models/formats/json.hpp"

namespace ridgepoint {

namespace {

using formats::Json;

Json number_or_null(const std::optional<double>& value) {
    return value ? Json(*value) : Json();
}

Json texts(const std::vector<std::string>& list) {
    Json out = Json::array();
    for (const std::string& text : list)
        out.push_back(text);
    return out;
}

/// Comparisons of a row that was not predicted: only what was measured.
void add_comparison(Json& out, const Comparison& c, bool predicted, const char* predicted_key,
                    const char* measured_key, const char* error_key) {
    out[predicted_key] = predicted ? Json(c.predicted) : Json();
    out[measured_key] = number_or_null(c.measured);
    out[error_key] = predicted ? number_or_null(c.error()) : Json();
}

Json row_json(const Measurement& m, const ValidationRow& row) {
    const bool predicted = !row.skip.has_value();
    Json out{{"id", m.id}};
    add_comparison(out, row.speed, predicted, "predicted_tokens_per_s_per_gpu",
                   "measured_tokens_per_s_per_gpu", "speed_error");
    add_comparison(out, row.memory, predicted, "predicted_memory_gib", "measured_memory_gib", "memory_error");
    out["fits"] = predicted ? Json(row.fits) : Json();
    out["headline_speed"] = m.headline_speed;
    out["headline_memory"] = m.headline_memory;
    out["assumed"] = texts(row.assumed);
    out["skipped"] = row.skip ? Json(row.skip->text) : Json();
    return out;
}

Json figures_json(const ErrorFigures& f) {
    const auto value = [&](double v) { return f.rows > 0 ? Json(v) : Json(); };
    return {{"rows", f.rows},
            {"median", value(f.median)},
            {"mean", value(f.mean)},
            {"p80", value(f.p80)},
            {"p95", value(f.p95)},
            {"bias", value(f.bias)},
            {"median_signed", value(f.median_signed)}};
}

Json groups_json(const ErrorSummary::Groups& groups) {
    Json out = Json::object();
    for (const auto& [name, figures] : groups)
        out[name] = figures_json(figures);
    return out;
}

Json errors_json(const ErrorSummary& s) {
    Json out = figures_json(s.all);
    out["sources_counted"] = s.sources_counted;
    out["median_over_sources"] = s.sources_counted > 0 ? Json(s.median_over_sources) : Json();
    out["by_source"] = groups_json(s.by_source);
    out["by_framework"] = groups_json(s.by_framework);
    out["by_accelerator"] = groups_json(s.by_accelerator);
    out["by_precision"] = groups_json(s.by_precision);
    out["by_parallelism"] = groups_json(s.by_parallelism);
    out["by_model"] = groups_json(s.by_model_kind);
    return out;
}

Json sweep_json(const SweepSummary& s) {
    const auto value = [&](double v) { return s.groups > 0 ? Json(v) : Json(); };
    return {{"groups", s.groups},
            {"rows", s.rows},
            {"best_within_10_percent", value(s.best_within_tenth)},
            {"rank_correlation", value(s.rank_correlation)}};
}

Json set_json(const ErrorSummary& speed, const ErrorSummary& memory, const SweepSummary& sweep) {
    return {{"tokens_per_s_per_gpu", errors_json(speed)},
            {"memory", errors_json(memory)},
            {"plan_sweep", sweep_json(sweep)}};
}

Json summary_json(const ValidationSummary& s) {
    Json skipped = Json::object();
    for (const auto& [kind, count] : s.skipped)
        skipped[kind] = count;
    return {{"count", s.count},
            {"predicted", s.predicted},
            {"skipped", s.count - s.predicted},
            {"skipped_by_reason", skipped},
            {"headline", set_json(s.headline_speed, s.headline_memory, s.headline_sweep)},
            {"usable", set_json(s.usable_speed, s.usable_memory, s.usable_sweep)}};
}

} // namespace

std::string validation_to_json(const Validation& validation) {
    Json rows = Json::array();
    for (std::size_t i = 0; i < validation.rows.size(); ++i)
        rows.push_back(row_json(validation.measurements[i], validation.rows[i]));
    return formats::print_json({{"format", "ridgepoint-validation/1"},
                                {"summary", summary_json(validation.summary)},
                                {"rows", rows}});
}

} // namespace ridgepoint
