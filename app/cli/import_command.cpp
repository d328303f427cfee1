// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/inputs.hpp"
#include "models/calibration/import.hpp"
#include "models/formats/calibration_json.hpp"
#include "resources/builtin.hpp"

#include <QFile>
#include <QSaveFile>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace ridgepoint::cli {

namespace {

calibration::ImportKind kind_of(const std::string& text) {
    const auto kind = calibration::import_kind(text);
    if (!kind)
        formats::Place{"import", {}}.unknown(fmt::format("kind {} is not known", formats::shown(formats::Json(text))),
                                             text, calibration::import_kinds());
    return *kind;
}

Accelerator accelerator_of(const std::string& id) {
    if (id.empty())
        return {};
    if (const Accelerator* found = builtin_presets().accelerator(id))
        return *found;
    std::vector<std::string_view> known;
    for (const Accelerator& one : builtin_presets().accelerators)
        known.push_back(one.id);
    formats::Place{"--accelerator", {}}.unknown(
        fmt::format("value {} is not an accelerator", formats::shown(formats::Json(id))), id, known);
}

/// A ready scenario's id, or the path of a scenario file.
Scenario scenario_of(const std::string& name) {
    if (const ReadyScenario* found = builtin_presets().scenario(name))
        return scenario_from_json(found->json, builtin_presets(), name);
    return scenario_from_json(read_file(name), builtin_presets(), name);
}

/// Whole or not at all.
void write_file(const std::string& path, const std::string& text) {
    QSaveFile file(QFile::decodeName(path.c_str()));
    if (!file.open(QIODevice::WriteOnly) || file.write(text.data(), qint64(text.size())) != qint64(text.size()) ||
        !file.commit())
        throw Problem{ExitStatus::failed, fmt::format("{}: {}", path, file.errorString().toStdString())};
}

std::string file_stem(std::string path) {
    path.erase(0, path.rfind('/') + 1);
    const std::size_t dot = path.find('.');
    return dot == std::string::npos || dot == 0 ? path : path.substr(0, dot);
}

} // namespace

ExitStatus import_measurements(const ImportRequest& request) {
    Calibration start;
    if (!request.into.empty())
        start = calibration_from_json(read_file(request.into), request.into);
    if (!request.name.empty())
        start.name = request.name;
    if (start.name.empty())
        start.name = request.out.empty() ? "mine" : file_stem(request.out);
    const calibration::ImportKind kind = kind_of(request.kind);
    calibration::ImportSettings settings;
    settings.accelerator = accelerator_of(request.accelerator.empty() ? start.accelerator : request.accelerator);
    settings.gpus_per_domain = request.gpus_per_domain;
    settings.scenario = scenario_of;
    std::vector<calibration::ImportFile> files;
    for (const std::string& path : request.files)
        files.push_back({path == "-" ? "standard input" : path, read_file(path)});
    const Calibration result = calibration::with_import(std::move(start), kind, files, settings);
    const std::string json = calibration_to_json(result);
    static_cast<void>(calibration_from_json(json, "the calibration")); // a name that cannot be one, before it is written
    if (request.out.empty())
        return print(json);
    write_file(request.out, json);
    return print(calibration::calibration_text(result));
}

} // namespace ridgepoint::cli
