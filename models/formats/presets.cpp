// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/presets.hpp"

#include "models/formats/curves_json.hpp"
#include "models/formats/inputs_json.hpp"

#include <algorithm>
#include <cctype>
#include <map>

namespace ridgepoint {

namespace {

using namespace formats;

template <class P>
const P* find(const std::vector<P>& presets, std::string_view id) {
    const auto found = std::find_if(presets.begin(), presets.end(), [&](const P& p) { return p.id == id; });
    return found == presets.end() ? nullptr : &*found;
}

template <class P>
void add(std::vector<P>& presets, P preset, const Place& place) {
    if (find(presets, preset.id) != nullptr)
        place.in("id").fail(Json(preset.id), "is there twice", "each id once");
    presets.push_back(std::move(preset));
}

/// The file's name without folder and ending.
std::string stem(std::string_view path) {
    path.remove_prefix(path.rfind('/') + 1); // npos + 1 is 0: no folder
    return std::string(path.substr(0, path.rfind(".json")));
}

/// Numbers by value, so that 8B comes before 70B.
bool natural_less(std::string_view a, std::string_view b) {
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (digit(a[i]) && digit(b[j])) {
            std::size_t x = i, y = j;
            while (x < a.size() && digit(a[x]))
                ++x;
            while (y < b.size() && digit(b[y]))
                ++y;
            const auto left = std::pair(x - i, a.substr(i, x - i));
            const auto right = std::pair(y - j, b.substr(j, y - j));
            if (left != right)
                return left < right;
            i = x;
            j = y;
        } else if (a[i] != b[j]) {
            return a[i] < b[j];
        } else {
            ++i;
            ++j;
        }
    }
    return a.size() - i < b.size() - j;
}

/// FP32 first, NVFP4 last: the order of the enumeration, and of the files where it is the same.
bool wider(const PrecisionRecipe& a, const PrecisionRecipe& b) {
    return a.gemm < b.gemm;
}

struct Reader {
    Presets presets;
    std::map<std::string, std::string> families; ///< of a model's id
    Json about;                                  ///< resources/scenarios/index.json

    void read(const PresetText& file) {
        const Place place{std::string(file.path), {}};
        const std::string_view path = file.path;
        if (path == "frameworks.json")
            read_frameworks(parse_json(file.text, place), place);
        else if (path == "scenarios/index.json")
            about = parse_json(file.text, place);
        else if (path.starts_with("architectures/"))
            add_model(parse_json(file.text, place), place);
        else if (path.starts_with("accelerators/"))
            add(presets.accelerators, read_accelerator(parse_json(file.text, place), place, Remarks::allowed),
                place);
        else if (path.starts_with("curves/"))
            add_curves(parse_json(file.text, place), place);
        else if (path.starts_with("precisions/"))
            add(presets.precisions, read_recipe(parse_json(file.text, place), place, Remarks::allowed),
                place);
        else if (path.starts_with("scenarios/"))
            add_scenario(file, place);
    }

    void add_model(const Json& value, const Place& place) {
        Architecture model = read_model(value, place, Remarks::allowed);
        families[model.id] = value.value("family", "");
        add(presets.models, std::move(model), place);
    }

    void add_curves(const Json& value, const Place& place) {
        const CurvesRef curves(formats::read_curves(value, place, Remarks::allowed));
        if (presets.network_curves(curves->id))
            place.in("id").fail(Json(curves->id), "is there twice", "each id once");
        presets.curves.push_back(curves);
        for (const Json& accelerator : value.value("suits", Json::array()))
            presets.curves_by_accelerator[accelerator.get<std::string>()] = curves->id;
    }

    void read_frameworks(const Json& value, const Place& place) {
        check_array(value, place, 1, 1000);
        for (std::size_t i = 0; i < value.size(); ++i)
            add(presets.frameworks, read_framework(value[i], place.at(i)), place.at(i));
    }

    void add_scenario(const PresetText& file, const Place& place) {
        const Json value = parse_json(file.text, place);
        if (!value.is_object() || !value.contains("name"))
            place.in("name").fail("missing", "a text");
        add(presets.scenarios,
            ReadyScenario{
                stem(file.path), read_text(value["name"], place.in("name")), {}, {}, std::string(file.text)},
            place);
    }

    /// Texts about the ready scenarios, and their order.
    void describe_scenarios() {
        const Place place{"scenarios/index.json", {}};
        std::vector<ReadyScenario> ordered;
        for (auto it = about.begin(); it != about.end(); ++it) {
            const ReadyScenario* found = find(presets.scenarios, it.key());
            if (found == nullptr)
                place.in(it.key()).unknown("no such scenario", it.key(), known_scenarios());
            ReadyScenario ready = *found;
            ready.about = read_text(it->at("about"), place.in(it.key()).in("about"));
            ready.source = read_text(it->at("source"), place.in(it.key()).in("source"));
            ordered.push_back(std::move(ready));
        }
        for (const ReadyScenario& ready : presets.scenarios)
            if (find(ordered, ready.id) == nullptr)
                place.in(ready.id).fail("missing", "each ready scenario once");
        presets.scenarios = std::move(ordered);
    }

    [[nodiscard]] std::vector<std::string_view> known_scenarios() const {
        std::vector<std::string_view> out;
        for (const ReadyScenario& ready : presets.scenarios)
            out.push_back(ready.id);
        return out;
    }

    void sort() {
        std::stable_sort(presets.models.begin(), presets.models.end(),
                         [&](const Architecture& a, const Architecture& b) {
                             const std::string &x = families[a.id], &y = families[b.id];
                             return x != y ? x < y : natural_less(a.name, b.name);
                         });
        std::stable_sort(presets.precisions.begin(), presets.precisions.end(), wider);
    }
};

} // namespace

const Architecture* Presets::model(std::string_view id) const {
    return find(models, id);
}
const Accelerator* Presets::accelerator(std::string_view id) const {
    return find(accelerators, id);
}
CurvesRef Presets::network_curves(std::string_view id) const {
    const auto found = std::find_if(curves.begin(), curves.end(), [&](const CurvesRef& c) { return c->id == id; });
    return found == curves.end() ? CurvesRef() : *found;
}
CurvesRef Presets::curves_for(const Accelerator& accelerator) const {
    const auto found = curves_by_accelerator.find(accelerator.id);
    return found == curves_by_accelerator.end() ? CurvesRef() : network_curves(found->second);
}
CalibrationRef Presets::calibration(std::string_view name) const {
    const auto found = std::find_if(calibrations.begin(), calibrations.end(),
                                    [&](const CalibrationRef& c) { return c->name == name; });
    return found == calibrations.end() ? CalibrationRef() : *found;
}
const PrecisionRecipe* Presets::precision(std::string_view id) const {
    return find(precisions, id);
}
const Framework* Presets::framework(std::string_view id) const {
    return find(frameworks, id);
}
const ReadyScenario* Presets::scenario(std::string_view id) const {
    return find(scenarios, id);
}

Presets read_presets(std::span<const PresetText> files) {
    Reader reader;
    for (const PresetText& file : files) {
        try {
            reader.read(file);
        } catch (const Json::exception& error) { // a remark of the wrong type
            throw InputError(fmt::format("{}: {}", file.path, error.what()));
        }
    }
    if (reader.about.is_object())
        reader.describe_scenarios();
    reader.sort();
    return std::move(reader.presets);
}

} // namespace ridgepoint
