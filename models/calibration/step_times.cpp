// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/calibration/step_times.hpp"

#include "models/calibration/lines.hpp"
#include "models/estimate.hpp"
#include "models/formats/csv.hpp"
#include "models/schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ridgepoint::calibration {

namespace {

using formats::CsvRow;
using formats::CsvTable;

std::size_t column(const CsvTable& table, std::initializer_list<std::string_view> names) {
    for (const std::string_view name : names)
        if (const auto found = table.column(name))
            return *found;
    throw InputError(fmt::format("{}: row 1: has no column {}; allowed: columns scenario, seconds", table.file,
                                 *names.begin()));
}

/// How often the overhead of a micro-batch is paid in a step.
double times_paid(const Scenario& s) {
    return double(s.micro_batches()) * chunks_per_rank(s.plan);
}

struct Trial {
    double squares = 0;
    double overhead = 0;
    std::vector<double> predicted;
};

/// The best overhead for one share, and what it leaves.
Trial with_share(const Calibration& base, const std::vector<MeasuredStep>& steps, double share, bool fit_overhead) {
    Calibration trial = base;
    trial.compute_share = share;
    trial.micro_batch_overhead.reset();
    const CalibrationRef shared(std::move(trial));
    Trial t;
    double top = 0, bottom = 0;
    for (const MeasuredStep& step : steps) {
        Scenario s = step.scenario;
        s.ceilings = Ceilings::calibrated;
        s.calibration = shared;
        t.predicted.push_back(estimate(s, Detail::numbers).time.step.value);
        const double x = times_paid(s) / step.measured.value;
        top += x * (1 - t.predicted.back() / step.measured.value);
        bottom += x * x;
    }
    if (fit_overhead)
        t.overhead = std::max(0.0, top / bottom);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        t.predicted[i] += t.overhead * times_paid(steps[i].scenario);
        const double off = t.predicted[i] / steps[i].measured.value - 1;
        t.squares += off * off;
    }
    return t;
}

/// Overhead can be told from a share of compute only by steps of different numbers of micro-batches for their compute.
bool tells_overhead(const std::vector<MeasuredStep>& steps) {
    if (steps.size() < 2)
        return false;
    const auto work = [](const MeasuredStep& s) { return times_paid(s.scenario) / s.measured.value; };
    const auto [least, most] = std::minmax_element(steps.begin(), steps.end(), [&](const auto& a, const auto& b) {
        return work(a) < work(b);
    });
    constexpr double distinct = 1.1;
    return work(*most) > distinct * work(*least);
}

void check(const std::vector<MeasuredStep>& steps) {
    if (steps.empty())
        throw InputError("step times: none are given; allowed: one or more");
    for (const MeasuredStep& step : steps) {
        const std::vector<Violation> broken = violations(step.scenario);
        if (!broken.empty())
            throw InputError(fmt::format("step times: scenario {} breaks the rule {}: {}; allowed: legal plans",
                                         in_quotes(step.scenario.name), broken.front().rule, broken.front().text));
    }
}

} // namespace

std::vector<StepTimeRow> read_step_times(std::string_view text, std::string_view file) {
    const CsvTable table = formats::read_csv(text, file);
    const std::size_t name = column(table, {"scenario"}), seconds = column(table, {"seconds", "step_s"});
    std::vector<StepTimeRow> rows;
    for (const CsvRow& row : table.rows) {
        const auto value = number(trimmed(row.cells[seconds]));
        constexpr double longest = 1e6;
        if (!value || *value <= 0 || *value > longest)
            table.fail(row, table.columns[seconds],
                       fmt::format("{} is no step time; allowed: seconds above 0, to {}", in_quotes(row.cells[seconds]), longest));
        if (trimmed(row.cells[name]).empty())
            table.fail(row, "scenario", "is empty; allowed: a ready scenario's id or the path of a scenario file");
        rows.push_back({row.number, std::string(trimmed(row.cells[name])), Seconds(*value)});
    }
    if (rows.empty())
        throw InputError(fmt::format("{}: row 2: holds no step time; allowed: one row or more", file));
    return rows;
}

Calibration fit_steps(Calibration calibration, const std::vector<MeasuredStep>& steps) {
    check(steps);
    const bool overhead = tells_overhead(steps);
    // Golden section over the logarithm of the share.
    constexpr double least = 0.2, most = 2.5, golden = 0.6180339887498949;
    constexpr int iterations = 40;
    double low = std::log(least), high = std::log(most);
    const auto squares = [&](double x) { return with_share(calibration, steps, std::exp(x), overhead).squares; };
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = squares(a), at_b = squares(b);
    for (int i = 0; i < iterations; ++i) {
        if (at_a <= at_b) {
            high = b;
            b = a;
            at_b = at_a;
            a = high - golden * (high - low);
            at_a = squares(a);
        } else {
            low = a;
            a = b;
            at_a = at_b;
            b = low + golden * (high - low);
            at_b = squares(b);
        }
    }
    const double share = std::exp((low + high) / 2);
    const Trial best = with_share(calibration, steps, share, overhead);
    calibration.compute_share = share;
    calibration.micro_batch_overhead.reset();
    if (overhead)
        calibration.micro_batch_overhead = Seconds(best.overhead);
    calibration.steps.clear();
    for (std::size_t i = 0; i < steps.size(); ++i)
        calibration.steps.push_back({steps[i].scenario.name, steps[i].measured, Seconds(best.predicted[i])});
    return calibration;
}

} // namespace ridgepoint::calibration
