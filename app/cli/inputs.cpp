// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/inputs.hpp"

#include "models/formats/calibration_json.hpp"
#include "models/formats/json.hpp"
#include "resources/builtin.hpp"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace ridgepoint::cli {

namespace {

[[noreturn]] void cannot_read(const std::string& name) {
    throw Problem{ExitStatus::bad_input, fmt::format("{}: {}", name, std::strerror(errno))};
}

/// Stops just past the largest size, so that an endless device ends too.
std::string read_all(std::FILE* stream, const std::string& name) {
    std::string text;
    std::array<char, 1 << 16> buffer{};
    while (text.size() <= formats::largest_file) {
        errno = 0;
        const std::size_t got = std::fread(buffer.data(), 1, buffer.size(), stream);
        text.append(buffer.data(), got);
        if (got < buffer.size()) {
            if (std::ferror(stream) != 0)
                cannot_read(name);
            return text;
        }
    }
    return text;
}

std::vector<Setting> settings_of(const std::vector<std::string>& texts) {
    std::vector<Setting> settings;
    for (const std::string& text : texts) {
        const std::size_t equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            throw Problem{ExitStatus::bad_input,
                          fmt::format("--set: value {} has no key; allowed: KEY=VALUE, as in plan.tp=8",
                                      formats::shown(formats::Json(text)))};
        settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
    }
    return settings;
}

const ReadyScenario& ready_scenario(const std::string& id) {
    const Presets& presets = builtin_presets();
    if (const ReadyScenario* found = presets.scenario(id))
        return *found;
    std::vector<std::string_view> known;
    for (const ReadyScenario& one : presets.scenarios)
        known.push_back(one.id);
    formats::Place{"--preset", {}}.unknown(
        fmt::format("value {} is not a ready scenario", formats::shown(formats::Json(id))), id, known);
}

Presets presets_with(const std::vector<std::string>& calibrations) {
    Presets presets = builtin_presets();
    for (const std::string& path : calibrations)
        presets.calibrations.emplace_back(calibration_from_json(read_file(path), path));
    return presets;
}

bool holds_list(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    return first != std::string::npos && text[first] == '[';
}

} // namespace

std::string read_file(const std::string& path) {
    if (path == "-")
        return read_all(stdin, "standard input");
    errno = 0;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
    if (!file)
        cannot_read(path);
    return read_all(file.get(), path);
}

Inputs read_inputs(const Source& source) {
    if (source.files.empty() && source.presets.empty())
        throw Problem{ExitStatus::bad_input, "ridgepoint: no scenario; allowed: FILE or --preset NAME"};
    const std::vector<Setting> settings = settings_of(source.settings);
    const Presets presets = presets_with(source.calibrations);
    Inputs inputs;
    inputs.calibrations = presets.calibrations;
    inputs.as_list = source.files.size() + source.presets.size() > 1;
    for (const std::string& path : source.files) {
        const std::string text = read_file(path);
        inputs.as_list = inputs.as_list || holds_list(text);
        const std::string name = path == "-" ? "standard input" : path;
        for (Scenario& scenario : scenarios_from_json(text, presets, name, settings))
            inputs.scenarios.push_back(std::move(scenario));
    }
    for (const std::string& id : source.presets)
        inputs.scenarios.push_back(
            scenario_from_json(ready_scenario(id).json, presets, id, settings));
    return inputs;
}

Scenario read_single(const Source& source, const char* command) {
    Inputs inputs = read_inputs(source);
    if (inputs.scenarios.size() != 1)
        throw Problem{ExitStatus::bad_input,
                      fmt::format("ridgepoint: {} works on one scenario, not {}; allowed: one FILE or --preset NAME",
                                  command, inputs.scenarios.size())};
    return std::move(inputs.scenarios.front());
}

} // namespace ridgepoint::cli
