// SPDX-License-Identifier: GPL-3.0-or-later
// What nccl-tests print: all_reduce_perf, all_gather_perf, reduce_scatter_perf, alltoall_perf and sendrecv_perf, of
// any version with a table, with or without the prefixes that mpirun and srun put before each line.
#pragma once

#include "models/curves.hpp"
#include "models/formats/input_error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint::calibration {

struct NcclPoint {
    Bytes message;
    Seconds time; ///< mean of the out-of-place and the in-place column, as far as they are there
    bool operator==(const NcclPoint&) const = default;
};

/// One table.
struct NcclRun {
    CurveKind kind{};
    int ranks = 0;
    int hosts = 1;
    std::string gpu; ///< "NVIDIA H100 80GB HBM3"; empty where the version does not say
    std::vector<NcclPoint> points; ///< by rising size, each once
    bool operator==(const NcclRun&) const = default;
};

/// All tables of one file. Which test it was: the output's own line, a command line in it, the file's name, or what
/// the bus bandwidth's factor leaves no doubt about. Throws InputError, one line that names file, line and what is
/// allowed: no table, a table cut off, a row that does not fit its header, wrong results, different GPUs in one file.
[[nodiscard]] std::vector<NcclRun> read_nccl_tests(std::string_view text, std::string_view file);

} // namespace ridgepoint::calibration
