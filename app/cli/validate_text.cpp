// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/validate_text.hpp"

#include "app/cli/text_table.hpp"

#include <fmt/format.h>

namespace ridgepoint::cli {

namespace {

std::string percent(double share) {
    return fmt::format("{:.1f} %", 100 * share);
}

void add(TextTable& table, const std::string& name, const ErrorFigures& f) {
    if (f.rows == 0)
        table.add({name, "0", "", "", "", "", ""});
    else
        table.add({name, fmt::format("{}", f.rows), percent(f.median), percent(f.mean), percent(f.p80),
                   percent(f.p95), fmt::format("{:+.1f} %", 100 * f.bias)});
}

void add_groups(TextTable& table, const std::string& name, const ErrorSummary::Groups& groups) {
    table.add({name});
    for (const auto& [group, figures] : groups)
        add(table, "  " + group, figures);
}

std::string section(const std::string& title, const ErrorSummary& s, bool groups) {
    TextTable table({false, true, true, true, true, true, true});
    table.add({title, "rows", "median", "mean", "80th", "95th", "bias"});
    add(table, "all rows", s.all);
    if (groups) {
        add_groups(table, "by source", s.by_source);
        add_groups(table, "by accelerator", s.by_accelerator);
        add_groups(table, "by precision", s.by_precision);
        add_groups(table, "by parallelism", s.by_parallelism);
        add_groups(table, "by model", s.by_model_kind);
    }
    std::string out = "\n" + table.text();
    if (s.sources_counted > 0)
        out += fmt::format("median over {} sources of each source's median: {}\n", s.sources_counted,
                           percent(s.median_over_sources));
    return out;
}

std::string sweep(const std::string& title, const SweepSummary& s) {
    if (s.groups == 0)
        return {};
    return fmt::format("{}: {} groups of plans, predicted best within 10 % of the measured best in {}, rank "
                       "correlation {:.2f}\n",
                       title, s.groups, percent(s.best_within_tenth), s.rank_correlation);
}

} // namespace

std::string validation_text(const Validation& v) {
    const ValidationSummary& s = v.summary;
    std::string out =
        fmt::format("{} rows: {} predicted, {} not\n", s.count, s.predicted, s.count - s.predicted);
    TextTable reasons({false, true});
    for (const auto& [kind, count] : s.skipped)
        reasons.add({"  " + kind, fmt::format("{}", count)});
    out += reasons.text();
    out += section("speed, headline rows", s.headline_speed, true);
    out += section("memory, headline rows", s.headline_memory, true);
    out += section("speed, every usable row", s.usable_speed, false);
    out += section("memory, every usable row", s.usable_memory, false);
    return out + "\n" + sweep("headline rows", s.headline_sweep) + sweep("usable rows", s.usable_sweep);
}

} // namespace ridgepoint::cli
