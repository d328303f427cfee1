// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/settings.hpp"

#include "models/formats/inputs_json.hpp"

namespace ridgepoint::formats {

namespace {

/// JSON where it is JSON, else text. What starts like a list or an object has to be JSON.
Json value_of(const std::string& text, const Place& place) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool structured = first != std::string::npos && (text[first] == '{' || text[first] == '[');
    if (structured || Json::accept(text))
        return parse_json(text, place);
    return text;
}

std::vector<std::string> split(const std::string& key) {
    std::vector<std::string> parts;
    std::size_t start = 0;
    for (std::size_t dot = key.find('.'); dot != std::string::npos; dot = key.find('.', start)) {
        parts.push_back(key.substr(start, dot - start));
        start = dot + 1;
    }
    parts.push_back(key.substr(start));
    return parts;
}

/// The object that an id stands for, so that one value in it can be changed.
std::optional<Json> expanded(const std::string& path, const std::string& id, const Presets& presets) {
    if (path == "model")
        if (const Architecture* model = presets.model(id))
            return write_model(*model);
    if (path == "cluster.accelerator")
        if (const Accelerator* accelerator = presets.accelerator(id))
            return write_accelerator(*accelerator);
    if (path == "precision")
        if (const PrecisionRecipe* recipe = presets.precision(id))
            return write_recipe(*recipe);
    return std::nullopt;
}

} // namespace

void apply_setting(Json& scenario, const Setting& setting, const Presets& presets, const Place& place) {
    const std::vector<std::string> parts = split(setting.first);
    Json* at = &scenario;
    Place here = place;
    std::string path;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (at->is_string())
            if (std::optional<Json> object = expanded(path, at->get<std::string>(), presets))
                *at = std::move(*object);
        if (at->is_null())
            *at = Json::object();
        if (!at->is_object())
            here.fail(*at, fmt::format("holds no key {}", parts[i]), "keys inside an object");
        at = &(*at)[parts[i]];
        here = here.in(parts[i]);
        path += (i == 0 ? "" : ".") + parts[i];
    }
    *at = value_of(setting.second, here);
}

void refuse_option(std::string_view option, std::string_view text, std::string_view allowed) {
    Place{std::string(option), {}}.fail(Json(std::string(text)), "is not understood", allowed);
}

} // namespace ridgepoint::formats
