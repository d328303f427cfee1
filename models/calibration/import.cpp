// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/calibration/import.hpp"

#include "models/calibration/fit_network.hpp"
#include "models/calibration/gemm_table.hpp"
#include "models/calibration/nvbandwidth.hpp"
#include "models/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ridgepoint::calibration {

namespace {

constexpr std::array<std::string_view, 4> kind_names{"nccl-tests", "gemm-csv", "nvbandwidth", "step-times"};

Calibration with_network(Calibration c, const std::vector<ImportFile>& files, const ImportSettings& settings) {
    std::vector<NcclRun> runs;
    for (const ImportFile& file : files) {
        for (NcclRun& run : read_nccl_tests(file.text, file.name)) {
            if (!runs.empty() && !run.gpu.empty() && !runs.front().gpu.empty() && run.gpu != runs.front().gpu)
                throw InputError(fmt::format("{}: measured on {}, the files before it on {}; allowed: one kind of GPU",
                                             file.name, run.gpu, runs.front().gpu));
            runs.push_back(std::move(run));
        }
    }
    NetworkCurves curves = curves_of(runs, settings.gpus_per_domain);
    curves.name = c.name.empty() ? "nccl-tests" : c.name;
    const LinkRates rates = link_rates(curves);
    c.scale_up = rates.scale_up ? rates.scale_up : c.scale_up;
    c.scale_out = rates.scale_out ? rates.scale_out : c.scale_out;
    c.curves = CurvesRef(std::move(curves));
    return c;
}

Calibration with_gemms(Calibration c, const std::vector<ImportFile>& files, const ImportSettings& settings) {
    std::vector<GemmPoint> points;
    for (const ImportFile& file : files) {
        const std::vector<GemmPoint> more = read_gemm_table(file.text, file.name);
        points.insert(points.end(), more.begin(), more.end());
    }
    c.achievable = {};
    c.gemm_ramp = {};
    for (const GemmFit& fit : fit_gemms(points, settings.accelerator.sms)) {
        c.achievable[std::size_t(fit.precision)] = fit.peak;
        c.gemm_ramp[std::size_t(fit.precision)] = fit.ramp;
    }
    c.gemms = std::move(points);
    return c;
}

Calibration with_copies(Calibration c, const std::vector<ImportFile>& files) {
    for (const ImportFile& file : files) {
        const CopyBandwidths copies = read_nvbandwidth(file.text, file.name);
        if (copies.host_to_device || copies.device_to_host)
            c.pcie = std::min(copies.host_to_device.value_or(*copies.device_to_host),
                              copies.device_to_host.value_or(*copies.host_to_device));
        if (copies.device_to_device && !c.curves)
            c.scale_up = copies.device_to_device;
    }
    return c;
}

Calibration with_steps(Calibration c, const std::vector<ImportFile>& files, const ImportSettings& settings) {
    std::vector<MeasuredStep> steps;
    for (const ImportFile& file : files)
        for (const StepTimeRow& row : read_step_times(file.text, file.name)) {
            try {
                steps.push_back({settings.scenario(row.scenario), row.measured});
            } catch (const InputError& error) {
                throw InputError(fmt::format("{}: row {}, column \"scenario\": {}", file.name, row.row, error.what()));
            }
            if (steps.back().scenario.name.empty())
                steps.back().scenario.name = row.scenario;
        }
    return fit_steps(std::move(c), steps);
}

std::string_view name_of(CurveKind kind) {
    constexpr std::array<std::string_view, curve_kind_count> names{
        "all-reduce", "all-gather", "reduce-scatter", "all-to-all", "send/receive", "expert dispatch", "expert combine"};
    return names[std::size_t(kind)];
}

std::string network_text(const NetworkCurves& curves) {
    std::string out;
    for (const LineFit& line : lines_of(curves))
        out += fmt::format("{} on {} {}, {} ranks: {} + bytes over {} bus bandwidth (points off by {})\n",
                           name_of(line.kind), line.domains, line.domains == 1 ? "domain" : "domains", line.ranks,
                           text::duration(line.latency).joined(), text::bandwidth(line.bus).joined(),
                           text::percent(line.spread).joined());
    return out;
}

} // namespace

std::string_view to_text(ImportKind kind) {
    return kind_names[std::size_t(kind)];
}

std::vector<std::string_view> import_kinds() {
    return {kind_names.begin(), kind_names.end()};
}

std::optional<ImportKind> import_kind(std::string_view text) {
    const auto found = std::find(kind_names.begin(), kind_names.end(), text);
    if (found == kind_names.end())
        return std::nullopt;
    return ImportKind(found - kind_names.begin());
}

Calibration with_import(Calibration calibration, ImportKind kind, const std::vector<ImportFile>& files,
                        const ImportSettings& settings) {
    if (files.empty())
        throw InputError(fmt::format("{}: no file is given; allowed: one or more", to_text(kind)));
    if (!settings.accelerator.id.empty())
        calibration.accelerator = settings.accelerator.id;
    switch (kind) {
    case ImportKind::nccl_tests: return with_network(std::move(calibration), files, settings);
    case ImportKind::gemm_csv: return with_gemms(std::move(calibration), files, settings);
    case ImportKind::nvbandwidth: return with_copies(std::move(calibration), files);
    case ImportKind::step_times: return with_steps(std::move(calibration), files, settings);
    }
    return calibration;
}

std::string calibration_text(const Calibration& c) {
    std::string out = c.curves ? network_text(*c.curves) : std::string();
    const auto link = [&](std::string_view what, const std::optional<BytesPerSecond>& rate) {
        if (rate)
            out += fmt::format("{}: {}\n", what, text::bandwidth(*rate).joined());
    };
    link("NVLink per GPU", c.scale_up);
    link("NIC per GPU", c.scale_out);
    link("PCIe per GPU", c.pcie);
    for (std::size_t i = 0; i < rate_class_count; ++i)
        if (c.achievable[i].value > 0)
            out += fmt::format("{} GEMMs: {}, half of it at K {}\n", text::name(RateClass(i)),
                               text::rate(c.achievable[i]).joined(), text::number(c.gemm_ramp[i]));
    if (c.compute_share)
        out += fmt::format("whole steps keep up {} of the compute rates\n", text::percent(*c.compute_share).joined());
    if (c.micro_batch_overhead)
        out += fmt::format("overhead of a micro-batch: {}\n", text::duration(*c.micro_batch_overhead).joined());
    for (const StepPoint& s : c.steps)
        out += fmt::format("{}: measured {}, with this calibration {}\n", s.name, text::duration(s.measured).joined(),
                           text::duration(s.predicted).joined());
    return out;
}

} // namespace ridgepoint::calibration
