// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/validation_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

constexpr std::size_t worst_rows = 20;

std::string percent(double share) {
    return fmt::format("{:.1f} %", 100 * share);
}

std::string signed_percent(double share) {
    return fmt::format("{:+.1f} %", 100 * share);
}

/// A bar would end the cell, a line end the table.
std::string cell(std::string_view text) {
    std::string out;
    for (const char c : text)
        out += c == '|' ? std::string("\\|") : std::string(1, c == '\n' || c == '\r' ? ' ' : c);
    return out;
}

std::string row_of(const ErrorFigures& f, std::string_view name) {
    if (f.rows == 0)
        return fmt::format("| {} | 0 | | | | | |\n", cell(name));
    return fmt::format("| {} | {} | {} | {} | {} | {} | {} |\n", cell(name), f.rows, percent(f.median),
                       percent(f.mean), percent(f.p80), percent(f.p95), signed_percent(f.bias));
}

std::string table_head(std::string_view first) {
    return fmt::format("\n| {} | rows | median | mean | 80th | 95th | bias |\n| --- | ---: | ---: | ---: | "
                       "---: | ---: | ---: |\n",
                       first);
}

std::string groups_table(std::string_view name, const ErrorSummary::Groups& groups) {
    std::string out = table_head(name);
    for (const auto& [group, figures] : groups)
        out += row_of(figures, group);
    return out;
}

std::string section(std::string_view title, const ErrorSummary& s) {
    std::string out = fmt::format("\n## {}\n", title);
    if (s.all.rows == 0)
        return out + "\nNo row of the file was measured.\n";
    if (s.sources_counted > 0)
        out += fmt::format("\nMedian over {} sources of each source's median absolute error: {}.\n",
                           s.sources_counted, percent(s.median_over_sources));
    out += table_head("absolute error") + row_of(s.all, "all rows");
    return out + groups_table("source", s.by_source) + groups_table("accelerator", s.by_accelerator) +
           groups_table("precision", s.by_precision) + groups_table("parallelism", s.by_parallelism) +
           groups_table("model", s.by_model_kind);
}

std::string sweep_text(std::string_view title, const SweepSummary& s) {
    if (s.groups == 0)
        return {};
    return fmt::format("| {} | {} | {} | {} | {:.2f} |\n", title, s.groups, s.rows,
                       percent(s.best_within_tenth), s.rank_correlation);
}

std::string sweeps(const ValidationSummary& s) {
    if (s.usable_sweep.groups == 0)
        return {};
    return "\n## Choosing plans\n\nRuns that differ in the plan alone, by model and GPU count.\n\n"
           "| set | groups | rows | predicted best within 10 % of the measured best | rank correlation |\n"
           "| --- | ---: | ---: | ---: | ---: |\n" +
           sweep_text("headline rows", s.headline_sweep) + sweep_text("usable rows", s.usable_sweep);
}

std::string joined(const std::vector<std::string>& list) {
    return fmt::format("{}", fmt::join(list, "; "));
}

std::string worst_table(const Validation& v) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < v.rows.size(); ++i)
        if (!v.rows[i].skip && v.rows[i].speed.error())
            order.push_back(i);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::abs(*v.rows[a].speed.error()) > std::abs(*v.rows[b].speed.error());
    });
    std::string out =
        "\n## Worst rows\n\n| row | model | accelerator | predicted | measured | error | assumed |\n"
        "| --- | --- | --- | ---: | ---: | ---: | --- |\n";
    for (std::size_t k = 0; k < std::min(worst_rows, order.size()); ++k) {
        const Measurement& m = v.measurements[order[k]];
        const ValidationRow& row = v.rows[order[k]];
        out += fmt::format("| {} | {} | {} | {:.5g} | {:.5g} | {} | {} |\n", cell(m.id), cell(m.model),
                           cell(m.gpu), row.speed.predicted, *row.speed.measured,
                           signed_percent(*row.speed.error()), cell(joined(row.assumed)));
    }
    return out;
}

std::string skipped_table(const Validation& v) {
    std::string out = "\n## Rows not predicted\n\n| row | reason |\n| --- | --- |\n";
    for (std::size_t i = 0; i < v.rows.size(); ++i)
        if (v.rows[i].skip)
            out += fmt::format("| {} | {} |\n", cell(v.measurements[i].id), cell(v.rows[i].skip->text));
    return out;
}

} // namespace

std::string validation_to_markdown(const Validation& v) {
    const ValidationSummary& s = v.summary;
    std::string out = fmt::format("# Predictions against measurements\n\n{} rows: {} predicted, {} not.\n",
                                  s.count, s.predicted, s.count - s.predicted);
    out += section("Speed, headline rows", s.headline_speed) +
           section("Memory, headline rows", s.headline_memory);
    out += section("Speed, every usable row", s.usable_speed) +
           section("Memory, every usable row", s.usable_memory);
    out += sweeps(s) + worst_table(v);
    return s.predicted < s.count ? out + skipped_table(v) : out;
}

} // namespace ridgepoint
