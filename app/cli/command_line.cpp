// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <map>

namespace ridgepoint::cli {

namespace {

/// One value each time the option is named, so that it never takes the FILE behind it.
CLI::Option* add_repeated(CLI::App& app, const std::string& name, std::vector<std::string>& into,
                          const std::string& help) {
    return app.add_option(name, into, help)->allow_extra_args(false)->take_all();
}

void add_source(CLI::App& app, Source& source) {
    app.add_option("FILE", source.files, "Scenario files; - reads standard input");
    add_repeated(app, "--preset", source.presets, "A ready scenario instead of a file (see: list scenarios)")
        ->type_name("NAME");
    add_repeated(app, "--set", source.settings, "Change a value, as in --set plan.tp=8")
        ->type_name("KEY=VALUE");
    add_repeated(app, "--calibration", source.calibrations, "A calibration that ceilings may name (see: import)")
        ->type_name("FILE");
}

CLI::App* add_estimate(CLI::App& app, EstimateRequest& request) {
    using Form = EstimateRequest::Form;
    CLI::App* command = app.add_subcommand("estimate", "Step time, memory and what bounds a scenario");
    add_source(*command, request.source);
    const auto form = [&](const char* name, Form value, const char* help) {
        return command->add_flag_callback(
            name, [&request, value] { request.form = value; }, help);
    };
    CLI::Option* json = form("--json", Form::json, "Everything, as JSON");
    CLI::Option* csv = form("--csv", Form::csv, "Everything, as key,value lines");
    CLI::Option* markdown = form("--markdown", Form::markdown, "A Markdown table");
    json->excludes(csv)->excludes(markdown);
    csv->excludes(markdown);
    command
        ->add_flag("--slots", request.slots_too, "With --json: the pipeline's slots and one layer's timeline")
        ->needs(json);
    return command;
}

CLI::App* add_list(CLI::App& app, ListRequest& request) {
    using What = ListRequest::What;
    static const std::map<std::string, What> kinds{
        {"models", What::models},         {"accelerators", What::accelerators},
        {"precisions", What::precisions}, {"scenarios", What::scenarios},
        {"curves", What::curves},         {"lessons", What::lessons}};
    CLI::App* command = app.add_subcommand("list", "What is there");
    command
        ->add_option_function<std::string>(
            "KIND", [&request](const std::string& kind) { request.what = kinds.at(kind); },
            "models, accelerators, precisions, scenarios, curves or lessons")
        ->required()
        ->check([](const std::string& kind) {
            return kinds.contains(kind) ? std::string()
                                        : "\"" + kind +
                                              "\" is not known; allowed: models, accelerators, precisions, "
                                              "scenarios, curves, lessons";
        });
    command->add_flag("--json", request.json, "As JSON");
    return command;
}

CLI::App* add_render(CLI::App& app, RenderRequest& request) {
    CLI::App* command = app.add_subcommand("render", "One picture as a file");
    add_source(*command, request.source);
    command->add_option("--view", request.view, fmt::format("One of {}", fmt::join(view_names(), ", ")))
        ->required()
        ->type_name("NAME");
    command->add_option("--out", request.out, "The file to write: .png or .svg")
        ->required()
        ->type_name("FILE");
    command->add_option("--size", request.size, "Width and height, as in 1200x800")->type_name("WxH");
    command->add_option("--theme", request.theme, "light or dark")->type_name("NAME");
    command->add_flag("--compare-ceilings", request.compare_ceilings,
                      "Beside it the same scenario at the other ceilings: datasheet, achievable and, with --calibration "
                      "FILE of its accelerator, mine");
    return command;
}

CLI::App* add_plan(CLI::App& app, PlanRequest& request) {
    static const std::map<std::string, Objective> objectives{
        {"step", Objective::step}, {"cost", Objective::cost}, {"memory", Objective::memory}};
    CLI::App* command = app.add_subcommand(
        "plan", "The best legal plans for a scenario's model, cluster, batch and precision");
    command->footer("Not considered unless pinned: TP beyond a scale-up domain, ETP that does not divide TP, HSDP groups "
                    "that stop short of a domain, ZeRO-2 where a step has several micro-batches, VPP that makes no "
                    "chunk smaller.");
    add_source(*command, request.source);
    command->add_option("--top", request.top, "How many plans (20)")->check(CLI::Range(1, 100000))->type_name("K");
    command
        ->add_option_function<std::string>(
            "--objective", [&request](const std::string& name) { request.objective = objectives.at(name); },
            "What is least in the best plan: step, cost or memory (step)")
        ->check([](const std::string& name) {
            return objectives.contains(name) ? std::string()
                                             : "\"" + name + "\" is not known; allowed: step, cost, memory";
        })
        ->type_name("NAME");
    add_repeated(*command, "--pin", request.pins, "Plans with this value only, as in --pin tp=8")->type_name("KEY=VALUE");
    add_repeated(*command, "--bound", request.bounds, "Plans with values in this range only, as in --bound pp=8..16 or pp=..8")
        ->type_name("KEY=MIN..MAX");
    command->add_option("--headroom", request.headroom_gib, "Memory to stay free on every GPU, in GiB")
        ->check(CLI::NonNegativeNumber)
        ->type_name("GIB");
    command->add_flag("--framework-limits", request.framework_limits,
                      "Plans with schedules that the scenario's framework has only");
    command->add_flag("--exhaustive", request.exhaustive, "Price every legal plan, also those ruled out unpriced");
    command->add_flag("--json", request.json, "Counts, the best plans and the Pareto front, as JSON");
    return command;
}

CLI::App* add_sweep(CLI::App& app, SweepRequest& request) {
    using Form = SweepRequest::Form;
    CLI::App* command = app.add_subcommand("sweep", "One or more inputs varied, and where the verdict changes");
    add_source(*command, request.source);
    add_repeated(*command, "--over", request.over,
                 "An input and its values, as in --over plan.tp=1,2,4; several: every combination")
        ->type_name("KEY=A,B,C");
    add_repeated(*command, "--break-even", request.break_even,
                 "The value at which what bounds the step changes, as in cluster.scale_out_gbps=5..400; "
                 "tokens_per_gpu is a key here too")
        ->type_name("KEY=MIN..MAX");
    CLI::Option* json = command->add_flag_callback(
        "--json", [&request] { request.form = Form::json; }, "Every point, as JSON");
    command->add_flag_callback("--csv", [&request] { request.form = Form::csv; }, "One line a point")->excludes(json);
    return command;
}

CLI::App* add_validate(CLI::App& app, ValidateRequest& request) {
    using Form = ValidateRequest::Form;
    CLI::App* command =
        app.add_subcommand("validate", "Predictions beside measured runs, row by row, and a summary");
    command->add_option("FILE", request.file, "Measurements as CSV; - reads standard input")->required();
    CLI::Option* json = command->add_flag_callback(
        "--json", [&request] { request.form = Form::json; }, "Every row and the summary, as JSON");
    command
        ->add_flag_callback(
            "--markdown", [&request] { request.form = Form::markdown; }, "The summary as Markdown tables")
        ->excludes(json);
    return command;
}

CLI::App* add_import(CLI::App& app, ImportRequest& request) {
    CLI::App* command = app.add_subcommand("import", "A calibration from what measuring tools print");
    command->add_option("KIND", request.kind, "nccl-tests, gemm-csv, nvbandwidth or step-times")->required();
    command->add_option("FILE", request.files, "Output of the tool, or CSV; - reads standard input")->required();
    command->add_option("--name", request.name, "The calibration's name, as `ceilings` takes it")->type_name("NAME");
    command->add_option("--accelerator", request.accelerator, "Measured with this one (see: list accelerators)")
        ->type_name("ID");
    command
        ->add_option("--gpus-per-domain", request.gpus_per_domain, "GPUs joined by NVLink; the GPUs of a host if not given")
        ->check(CLI::Range(1, 1'000'000))
        ->type_name("N");
    command->add_option("--into", request.into, "Add to this calibration")->type_name("FILE");
    command->add_option("--out", request.out, "The calibration file to write; without it, standard output")
        ->type_name("FILE");
    return command;
}

void add_window(CLI::App& app, WindowRequest& request) {
    app.add_option("FILE", request.files, "Scenario files to open in the window");
    app.add_option("--database", request.database,
                   "The scenario library, instead of the one in the user's data folder")
        ->type_name("FILE");
    app.add_flag("--exit-after-startup", request.exit_after_startup, "End after the first paint");
}

} // namespace

Request read_command_line(int argc, const char* const* argv) {
    Request request;
    CLI::App app("Live cost model of LLM training runs. Without a command it opens the window.",
                 "ridgepoint");
    app.set_version_flag("--version", "ridgepoint " RIDGEPOINT_VERSION);
    app.require_subcommand(0, 1);
    add_window(app, request.window);
    const std::map<CLI::App*, Command> commands{{add_estimate(app, request.estimate), Command::estimate},
                                                {add_list(app, request.list), Command::list},
                                                {add_plan(app, request.plan), Command::plan},
                                                {add_render(app, request.render), Command::render},
                                                {add_sweep(app, request.sweep), Command::sweep},
                                                {add_validate(app, request.validate), Command::validate},
                                                {add_import(app, request.import), Command::import_measurements}};
    try {
        app.parse(argc, argv);
    } catch (const CLI::CallForVersion& version) {
        request.command = Command::print;
        request.text = std::string(version.what()) + "\n";
        return request;
    } catch (const CLI::CallForHelp&) {
        request.command = Command::print;
        request.text = app.help();
        return request;
    } catch (const CLI::ParseError& error) {
        throw Problem{ExitStatus::bad_input,
                      fmt::format("ridgepoint: {} (see: ridgepoint --help)", error.what())};
    }
    for (const auto& [command, value] : commands)
        if (command->parsed())
            request.command = value;
    return request;
}

} // namespace ridgepoint::cli
