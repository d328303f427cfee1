// SPDX-License-Identifier: GPL-3.0-or-later
// Output as nccl-tests lay it out, from known latency and bandwidth.
#pragma once

#include "models/curves.hpp"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

namespace ridgepoint::testing {

struct NcclOutput {
    enum class Layout { recent, old, out_of_place_only, in_place_missing };

    CurveKind kind = CurveKind::all_gather;
    std::string test_line = "# Collective test starting: all_gather_perf";
    int nodes = 1, gpus_per_node = 8;
    std::string gpu = "NVIDIA H100 80GB HBM3";
    double latency_us = 25, bus_gbps = 300;
    std::vector<double> sizes{1024, 16384, 262144, 4194304, 67108864, 1073741824, 8589934592};
    double in_place_faster = 1;
    bool zero_times = false;
    Layout layout = Layout::recent;
    std::string prefix, noise, line_end = "\n";
    std::pair<std::string, std::string> replace;

    [[nodiscard]] int ranks() const { return nodes * gpus_per_node; }
    [[nodiscard]] double seconds(double size) const {
        return latency_us * 1e-6 + size * bus_factor(kind, ranks()) / (bus_gbps * 1e9);
    }
    [[nodiscard]] std::string text() const;
};

inline std::string NcclOutput::text() const {
    std::string out = noise;
    const auto line = [&](const std::string& content) { out += prefix + content + line_end; };
    if (!test_line.empty())
        line(test_line);
    line("# nThread 1 nGpus 1 minBytes 1024 maxBytes 8589934592 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 "
         "validation: 1 graph: 0");
    line("#");
    line("# Using devices");
    for (int r = 0; r < ranks(); ++r)
        line(fmt::format("#  Rank {:2} Group  0 Pid {} on worker-{} device {:2} [0000:{:02x}:00] {}", r, 1000 + r,
                         r / gpus_per_node, r % gpus_per_node, 16 + r % gpus_per_node, gpu));
    line("#");
    const bool two = layout != Layout::out_of_place_only;
    line(std::string("#                                     out-of-place") + (two ? "          in-place" : ""));
    const std::string group = layout == Layout::old ? "  time  algbw  busbw  error" : "  time  algbw  busbw  #wrong";
    line("#       size         count      type   redop" + std::string(layout == Layout::old ? "" : "    root") + group +
         (two ? group : ""));
    line("#        (B)    (elements)                          (us)  (GB/s)  (GB/s)");
    for (const double size : sizes) {
        const std::string wrong = layout == Layout::old ? "0e+00" : "0";
        const auto cells = [&](double s) {
            const double algorithm = size / s / 1e9;
            return fmt::format("  {:.6g}  {:.2f}  {:.2f}  {}", zero_times ? 0.0 : s * 1e6, algorithm,
                               algorithm * bus_factor(kind, ranks()), wrong);
        };
        // Old versions leave redop empty where a collective has none.
        std::string row = fmt::format("  {:.0f}  {:.0f}     float", size, size / 4);
        if (layout != Layout::old)
            row += kind == CurveKind::all_reduce ? "     sum      -1" : "    none      -1";
        row += cells(seconds(size));
        if (layout == Layout::in_place_missing)
            row += "  N/A  N/A  N/A  N/A";
        else if (two)
            row += cells(seconds(size) * in_place_faster);
        line(row);
        if (!noise.empty())
            out += noise;
    }
    line("# Out of bounds values : 0 OK");
    line("# Avg bus bandwidth    : 123.456");
    line("#");
    if (!replace.first.empty())
        for (std::size_t at = out.find(replace.first); at != std::string::npos;
             at = out.find(replace.first, at + replace.second.size()))
            out.replace(at, replace.first.size(), replace.second);
    return out;
}

} // namespace ridgepoint::testing
