// SPDX-License-Identifier: GPL-3.0-or-later
// What the command line can be asked, as plain values, and the functions that do it. They throw Problem and
// InputError; nothing has been printed or written by then.
#pragma once

#include "app/cli/problem.hpp"
#include "models/formats/scenario_json.hpp"
#include "models/planner/best_plans.hpp"

#include <string>
#include <vector>

namespace ridgepoint::cli {

/// Scenario files ("-": standard input), then ready scenarios, with the settings put into each.
struct Source {
    std::vector<std::string> files, presets;
    std::vector<std::string> settings; ///< "plan.tp=8"
    std::vector<std::string> calibrations; ///< files whose calibrations `ceilings` may name
};

struct EstimateRequest {
    enum class Form { text, json, csv, markdown };
    Source source;
    Form form = Form::text;
    bool slots_too = false;
};
struct ListRequest {
    enum class What { models, accelerators, precisions, scenarios, curves, lessons };
    What what{};
    bool json = false;
};
struct RenderRequest {
    Source source;
    std::string view, out, size, theme;
    bool compare_ceilings = false;
};
struct PlanRequest {
    Source source;
    std::vector<std::string> pins;   ///< "tp=8"
    std::vector<std::string> bounds; ///< "pp=8..16"
    Objective objective = Objective::step;
    std::size_t top = 20;
    double headroom_gib = 0;
    bool framework_limits = false;
    bool exhaustive = false;
    bool json = false;
};
struct SweepRequest {
    enum class Form { text, json, csv };
    Source source;
    std::vector<std::string> over;       ///< "plan.tp=1,2,4"
    std::vector<std::string> break_even; ///< "cluster.scale_out_gbps=5..400"
    Form form = Form::text;
};
struct ValidateRequest {
    enum class Form { text, json, markdown };
    std::string file; ///< measurements as CSV; "-": standard input
    Form form = Form::text;
};
struct ImportRequest {
    std::string kind; ///< nccl-tests, gemm-csv, nvbandwidth, step-times
    std::vector<std::string> files;
    std::string name;        ///< of the calibration
    std::string accelerator; ///< a preset's id
    int gpus_per_domain = 0;
    std::string into;        ///< a calibration that the files add to
    std::string out;
};
struct WindowRequest {
    std::vector<std::string> files;
    std::string database; ///< empty: the user's data folder
    bool exit_after_startup = false;
};

ExitStatus estimate(const EstimateRequest& request);
ExitStatus list(const ListRequest& request);
ExitStatus render(const RenderRequest& request, int& argc, char** argv);
ExitStatus plan(const PlanRequest& request);
ExitStatus sweep(const SweepRequest& request);
ExitStatus validate(const ValidateRequest& request);
ExitStatus import_measurements(const ImportRequest& request);
ExitStatus window(const WindowRequest& request, int& argc, char** argv);

/// Names that `--view` takes.
[[nodiscard]] std::vector<std::string> view_names();

} // namespace ridgepoint::cli
