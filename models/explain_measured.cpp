// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/explain_measured.hpp"

#include "models/text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace ridgepoint {

namespace {

std::string speed(double tokens_per_s) {
    return text::tokens_per_second(tokens_per_s).joined();
}

/// "DeepSeek-V3 on 256 × GB300".
std::string run_name(const Measurement& run, const ValidationRow& row) {
    return fmt::format("{} on {} × {}", run.model, text::count(row.scenario.cluster.gpus),
                       row.scenario.cluster.accelerator.name);
}

} // namespace

std::string signed_percent(double error) {
    return std::string(text::sign(error)) + text::percent(std::abs(error)).joined();
}

Explanation explain_measured_run(const Validation& validation, std::size_t index) {
    const Measurement& run = validation.measurements[index];
    const ValidationRow& row = validation.rows[index];
    Explanation x;
    x.title = fmt::format("{}: {}", run.id, run_name(run, row));
    if (row.skip) {
        x.summary = row.skip->text;
        return x;
    }
    x.formula = "error = predicted / measured − 1";
    x.values = {{"", "predicted, per GPU", speed(row.speed.predicted)}};
    if (row.speed.measured) {
        x.values.push_back({"", "measured, per GPU", speed(*row.speed.measured)});
        x.summary = fmt::format("predicted {} off", signed_percent(*row.speed.error()));
        x.substituted = fmt::format("{} / {} − 1 = {}", speed(row.speed.predicted), speed(*row.speed.measured),
                                    signed_percent(*row.speed.error()));
    } else {
        x.summary = "its speed was not measured, or is unsound for this purpose";
    }
    if (const auto error = row.memory.error())
        x.values.push_back({"", "memory, predicted against measured", signed_percent(*error)});
    for (const std::string& assumed : row.assumed)
        x.values.push_back({"", "assumed", assumed});
    x.source = run.notes.empty() ? run.source : fmt::format("{}: {}", run.source, run.notes);
    return x;
}

Explanation explain_likely_error(const Validation& validation, const LikelyError& likely) {
    Explanation x;
    x.title = "Likely error of the step time";
    if (likely.most) {
        x.summary = fmt::format("four in five of {} measured runs like this were predicted within {}",
                                text::count(double(likely.alike)), text::percent(*likely.most).joined());
        x.values = {{"", "half of them within", text::percent(*likely.half).joined()},
                    {"", "median, signed", signed_percent(likely.bias)}};
    } else {
        x.summary = likely.alike == 0
                        ? "nothing like it was ever measured: its error is not known"
                        : fmt::format("only {} measured runs are like it, too few to tell",
                                      text::count(double(likely.alike)));
    }
    x.formula = "error = predicted / measured − 1 of tokens/s";
    for (const Neighbour& one : likely.nearest) {
        const Measurement& run = validation.measurements[one.row];
        x.values.push_back({run.id,
                            fmt::format("{}{}", run_name(run, validation.rows[one.row]),
                                        one.distance <= like_this ? "" : ", unlike it"),
                            signed_percent(one.error)});
    }
    x.source = "Published runs, nearest first: by accelerator generation, precision, parallelism, dense or MoE, size, "
               "GPUs, sequence and framework";
    return x;
}

} // namespace ridgepoint
