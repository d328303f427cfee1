// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/calibration/gemm_table.hpp"

#include "models/calibration/lines.hpp"
#include "models/formats/csv.hpp"
#include "models/roofline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>

namespace ridgepoint::calibration {

namespace {

using formats::CsvRow;
using formats::CsvTable;

/// "TFLOP/s" and "tflop_s" are the same name.
std::string letters(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c >= 'A' && c <= 'Z')
            out += char(c - 'A' + 'a');
        else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            out += c;
    }
    return out;
}

std::size_t column(const CsvTable& table, std::initializer_list<std::string_view> names, std::string_view shown) {
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        for (const std::string_view name : names)
            if (letters(table.columns[i]) == name)
                return i;
    throw InputError(fmt::format("{}: row 1: has no column {}; allowed: columns m, n, k, precision, tflops", table.file,
                                 shown));
}

double cell(const CsvTable& table, const CsvRow& row, std::size_t at, double least, double most, std::string_view what) {
    const auto value = number(trimmed(row.cells[at]));
    if (!value || *value < least || *value > most)
        table.fail(row, table.columns[at],
                   fmt::format("{} is no {}; allowed: a number from {} to {}", in_quotes(row.cells[at]), what, least, most));
    return *value;
}

RateClass precision_of(const CsvTable& table, const CsvRow& row, std::size_t at) {
    const std::string word = letters(row.cells[at]);
    const auto starts = [&](std::initializer_list<std::string_view> names) {
        return std::any_of(names.begin(), names.end(), [&](std::string_view n) { return word.find(n) != word.npos; });
    };
    if (starts({"bf16", "bfloat16"}))
        return RateClass::bf16;
    if (starts({"fp8", "float8", "e4m3", "e5m2"}))
        return RateClass::fp8;
    if (starts({"fp4", "float4", "e2m1"}))
        return RateClass::fp4;
    if (starts({"fp16", "float16", "half"}))
        return RateClass::fp16;
    if (starts({"tf32", "fp32", "float32"}))
        return RateClass::fp32;
    table.fail(row, table.columns[at],
               fmt::format("{} is no precision; allowed: fp32, tf32, fp16, bf16, fp8, fp4", in_quotes(row.cells[at])));
}

struct Trial {
    double log_peak = 0, squares = 0;
};

/// The best peak for one ramp, and what it leaves.
Trial with_ramp(const std::vector<GemmPoint>& points, const std::vector<double>& shares, double ramp) {
    Trial t;
    std::vector<double> logs;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double k = points[i].k;
        logs.push_back(std::log(points[i].rate.value / (shares[i] * k / (k + ramp))));
        t.log_peak += logs.back() / double(points.size());
    }
    for (const double log : logs)
        t.squares += (log - t.log_peak) * (log - t.log_peak);
    return t;
}

/// Golden section over the logarithm of 1 + ramp: the squares have one lowest place there.
double best_ramp(const std::vector<GemmPoint>& points, const std::vector<double>& shares) {
    constexpr double most = 20'000, golden = 0.6180339887498949;
    constexpr int steps = 60;
    double low = 0, high = std::log1p(most);
    const auto squares = [&](double x) { return with_ramp(points, shares, std::expm1(x)).squares; };
    for (int i = 0; i < steps; ++i) {
        const double a = high - golden * (high - low), b = low + golden * (high - low);
        if (squares(a) <= squares(b))
            high = b;
        else
            low = a;
    }
    return std::expm1((low + high) / 2);
}

GemmFit fit_one(RateClass precision, const std::vector<GemmPoint>& points, int sms) {
    std::vector<double> shares;
    std::set<double> depths;
    for (const GemmPoint& p : points) {
        shares.push_back(gemm_useful_share({p.m, p.n, p.k}, sms));
        depths.insert(p.k);
    }
    GemmFit fit;
    fit.precision = precision;
    fit.points = int(points.size());
    fit.ramp = depths.size() > 1 ? best_ramp(points, shares) : gemm_ramp(precision);
    const Trial t = with_ramp(points, shares, fit.ramp);
    fit.peak = FlopPerSecond(std::exp(t.log_peak));
    fit.spread = std::sqrt(t.squares / double(points.size()));
    return fit;
}

} // namespace

std::vector<GemmPoint> read_gemm_table(std::string_view text, std::string_view file) {
    const CsvTable table = formats::read_csv(text, file);
    const std::size_t m = column(table, {"m"}, "m"), n = column(table, {"n"}, "n"), k = column(table, {"k"}, "k");
    const std::size_t precision = column(table, {"precision", "dtype", "type"}, "precision");
    const std::size_t rate = column(table, {"tflops", "tflopss", "tflop"}, "tflops");
    constexpr double largest = 1e9;
    std::vector<GemmPoint> points;
    for (const CsvRow& row : table.rows) {
        GemmPoint p;
        p.m = cell(table, row, m, 1, largest, "size");
        p.n = cell(table, row, n, 1, largest, "size");
        p.k = cell(table, row, k, 1, largest, "size");
        p.precision = precision_of(table, row, precision);
        p.rate = teraflops(cell(table, row, rate, 1e-3, 1e6, "rate in TFLOP/s"));
        points.push_back(p);
    }
    if (points.empty())
        throw InputError(fmt::format("{}: row 2: holds no measurement; allowed: one row or more", file));
    return points;
}

std::vector<GemmFit> fit_gemms(const std::vector<GemmPoint>& points, int sms) {
    std::vector<GemmFit> fits;
    for (std::size_t i = 0; i < rate_class_count; ++i) {
        std::vector<GemmPoint> of_this;
        std::copy_if(points.begin(), points.end(), std::back_inserter(of_this),
                     [&](const GemmPoint& p) { return p.precision == RateClass(i); });
        if (!of_this.empty())
            fits.push_back(fit_one(RateClass(i), of_this, sms));
    }
    return fits;
}

} // namespace ridgepoint::calibration
