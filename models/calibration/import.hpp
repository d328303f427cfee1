// SPDX-License-Identifier: GPL-3.0-or-later
// Files of measuring tools put into a calibration. All of a file or nothing: a file that cannot be read throws InputError
// and the calibration handed in is unchanged.
#pragma once

#include "models/calibration/step_times.hpp"
#include "models/formats/presets.hpp"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint::calibration {

enum class ImportKind { nccl_tests, gemm_csv, nvbandwidth, step_times };
[[nodiscard]] std::string_view to_text(ImportKind kind); ///< "nccl-tests"
[[nodiscard]] std::vector<std::string_view> import_kinds();
[[nodiscard]] std::optional<ImportKind> import_kind(std::string_view text);

struct ImportFile {
    std::string name; ///< for messages; nccl-tests may say by it which test it was
    std::string text;
};

struct ImportSettings {
    Accelerator accelerator;     ///< its SMs shape the GEMM fit; empty: shapes are taken as they are
    int gpus_per_domain = 0;     ///< 0: the GPUs of a host
    /// The scenario a step-times row names: a ready one's id, or a file's path.
    std::function<Scenario(const std::string& name)> scenario;
};

/// What of each kind was there before is replaced.
[[nodiscard]] Calibration with_import(Calibration calibration, ImportKind kind, const std::vector<ImportFile>& files,
                                      const ImportSettings& settings);

/// The fit for people: a line for each collective and number of nodes, each precision, each link, each step.
[[nodiscard]] std::string calibration_text(const Calibration& calibration);

} // namespace ridgepoint::calibration
