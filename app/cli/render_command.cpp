// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/inputs.hpp"
#include "models/estimate.hpp"
#include "models/ghosts.hpp"
#include "plots/picture.hpp"
#include "plots/planner_picture.hpp"
#include "plots/sweep_picture.hpp"
#include "plots/validation_picture.hpp"
#include "resources/builtin.hpp"
#include "ui/measured_runs.hpp"
#include "ui/planner_page.hpp"
#include "ui/style.hpp"
#include "ui/validation_page.hpp"
#include "ui/window_render.hpp"

#include <QApplication>
#include <QFileInfo>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>

namespace ridgepoint::cli {

namespace {

constexpr QSize picture_size(1200, 800);
constexpr QSize window_size(1600, 1000);
constexpr int least_side = 100, most_side = 10'000;

[[noreturn]] void bad(const std::string& message) {
    throw Problem{ExitStatus::bad_input, message};
}

struct Job {
    std::string view;
    std::optional<PictureKind> picture; ///< unset: the window or its Overview
    QString path;
    QSize size;
    Theme theme = Theme::light;
    ComparedWith compared;
};

std::optional<PictureKind> picture_of(const std::string& view) {
    for (PictureKind kind : pictureKinds())
        if (pictureName(kind).toStdString() == view)
            return kind;
    const std::vector<std::string> names = view_names();
    if (std::find(names.begin(), names.end(), view) == names.end())
        bad(fmt::format("--view: value \"{}\" is not known; allowed: {}", view, fmt::join(names, ", ")));
    return std::nullopt;
}

/// "1200x800".
QSize size_of(const std::string& text, QSize fallback) {
    if (text.empty())
        return fallback;
    int width = 0, height = 0;
    const char* end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, width);
    bool good = first.ec == std::errc() && first.ptr != end && *first.ptr == 'x';
    if (good) {
        const auto second = std::from_chars(first.ptr + 1, end, height);
        good = second.ec == std::errc() && second.ptr == end;
    }
    const auto in_range = [](int side) { return side >= least_side && side <= most_side; };
    if (!good || !in_range(width) || !in_range(height))
        bad(fmt::format("--size: value \"{}\" is not a size; allowed: WxH, {} to {} each, as in 1200x800",
                        text, least_side, most_side));
    return {width, height};
}

Theme theme_of(const std::string& text) {
    if (text == "dark")
        return Theme::dark;
    if (!text.empty() && text != "light")
        bad(fmt::format("--theme: value \"{}\" is not known; allowed: light, dark", text));
    return Theme::light;
}

Job job_of(const RenderRequest& request) {
    Job job;
    job.view = request.view;
    job.picture = picture_of(request.view);
    job.path = QString::fromLocal8Bit(request.out.c_str());
    job.size = size_of(request.size, job.picture ? picture_size : window_size);
    job.theme = theme_of(request.theme);
    const QString ending = QFileInfo(job.path).suffix().toLower();
    const std::string allowed = job.picture ? ".png, .svg" : ".png";
    if (ending != QLatin1String("png") && !(job.picture && ending == QLatin1String("svg")))
        bad(fmt::format("--out: value \"{}\" does not end in what --view {} can be; allowed: {}", request.out,
                        job.view, allowed));
    return job;
}

Inputs only_scenario(const Source& source) {
    Inputs inputs = read_inputs(source);
    if (inputs.scenarios.size() != 1)
        bad(fmt::format("ridgepoint: {} scenarios; allowed: one a picture", inputs.scenarios.size()));
    return inputs;
}

bool draw(const Job& job, const Scenario& scenario, const Estimate& result, QString* error) {
    if (!job.picture) {
        const auto render = job.view == "window" ? renderWindow : renderOverview;
        return render(scenario, job.size, job.theme, job.path, error, job.compared);
    }
    prepareStyle();
    QApplication::setPalette(applicationPalette(job.theme));
    const std::unique_ptr<Picture> picture = makePicture(*job.picture);
    picture->setTheme(job.theme);
    if (auto* measured = qobject_cast<ValidationPicture*>(picture.get())) {
        MeasuredRuns runs(builtin_presets());
        runs.compareNow();
        measured->setValidation(runs.validation());
        if (job.compared)
            measured->setElsewhere(elsewhere(*runs.validation(), *job.compared));
    }
    picture->resize(job.size);
    GhostsRef compared;
    if (job.compared)
        compared = std::make_shared<const Ghosts>(
            compare_ceilings(scenario, own_calibration(scenario, *job.compared)));
    picture->setResult(&scenario, &result, false, compared);
    if (auto* sweep = qobject_cast<SweepPicture*>(picture.get())) {
        SweepStudy study = usual_study(scenario, builtin_presets().precisions);
        if (compared)
            add_lines(study, *compared);
        sweep->setAnswer(std::make_shared<const SweepAnswer>(run_study(study)));
    }
    if (auto* planner = qobject_cast<PlannerPicture*>(picture.get())) {
        PlannerRequest request;
        request.scenario = scenario;
        planner->setFound(std::make_shared<const FoundPlans>(find_plans(request)));
        if (compared)
            planner->setGhostFronts(frontsElsewhere(request, *compared));
    }
    return picture->exportTo(job.path, job.size, error);
}

/// Standard error is for what went wrong; these two say only that there is no desktop.
void without_desktop_remarks(QtMsgType type, const QMessageLogContext& context, const QString& message) {
    if (message.startsWith(QLatin1String("QStandardPaths: XDG_RUNTIME_DIR not set")) ||
        message.startsWith(QLatin1String("This plugin does not support propagateSizeHints")))
        return;
    std::fprintf(stderr, "%s\n", qFormatLogMessage(type, context, message).toLocal8Bit().constData());
}

} // namespace

std::vector<std::string> view_names() {
    std::vector<std::string> names;
    for (PictureKind kind : pictureKinds())
        names.push_back(pictureName(kind).toStdString());
    names.insert(names.end(), {"overview", "window"});
    return names;
}

ExitStatus render(const RenderRequest& request, int& argc, char** argv) {
    Job job = job_of(request);
    const Inputs inputs = only_scenario(request.source);
    const Scenario& scenario = inputs.scenarios.front();
    if (request.compare_ceilings)
        job.compared = inputs.calibrations;
    const Estimate result = ridgepoint::estimate(scenario, Detail::pictures);
    if (!result.legal())
        throw Problem{ExitStatus::illegal,
                      fmt::format("ridgepoint: the plan is illegal: {}: {}", result.violations.front().rule,
                                  result.violations.front().text)};
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen"); // no display is needed, and none changes the picture
    qInstallMessageHandler(without_desktop_remarks);
    QApplication application(argc, argv);
    QString error;
    if (!draw(job, scenario, result, &error))
        throw Problem{ExitStatus::failed, fmt::format("{}: {}", request.out, error.toStdString())};
    if (job.compared && !own_calibration(scenario, *job.compared))
        std::fputs("Datasheet beside achievable; for your own ceilings (mine) give --calibration FILE, written by "
                   "ridgepoint import for this accelerator, or use Edit, Calibrate... in the window.\n",
                   stdout);
    return ExitStatus::done;
}

} // namespace ridgepoint::cli
