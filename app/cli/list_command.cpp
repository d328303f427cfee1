// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.hpp"
#include "app/cli/text_table.hpp"
#include "models/counts.hpp"
#include "models/formats/inputs_json.hpp"
#include "models/text.hpp"
#include "resources/builtin.hpp"

#include <functional>

namespace ridgepoint::cli {

namespace {

using formats::Json;

/// {"id": …, "name": …} and what follows.
Json entry(const std::string& id, const Json& rest) {
    Json out = Json::object();
    out["id"] = id;
    out.update(rest);
    return out;
}

template <class P, class Entry>
Json entries(const std::vector<P>& presets, Entry make) {
    Json out = Json::array();
    for (const P& preset : presets)
        out.push_back(make(preset));
    return out;
}

Json model_entry(const Architecture& model) {
    const ParameterCounts counts = parameter_counts(model);
    Json out = entry(model.id, formats::write_model(model));
    out["parameters"] = {{"total", counts.total}, {"active", counts.active}};
    return out;
}

Json as_json(ListRequest::What what) {
    const Presets& p = builtin_presets();
    switch (what) {
    case ListRequest::What::models:
        return entries(p.models, model_entry);
    case ListRequest::What::accelerators:
        return entries(p.accelerators,
                       [](const Accelerator& a) { return entry(a.id, formats::write_accelerator(a)); });
    case ListRequest::What::precisions:
        return entries(p.precisions,
                       [](const PrecisionRecipe& r) { return entry(r.id, formats::write_recipe(r)); });
    case ListRequest::What::scenarios:
        return entries(p.scenarios, [](const ReadyScenario& s) {
            return Json{{"id", s.id}, {"name", s.name}, {"about", s.about}, {"source", s.source}};
        });
    case ListRequest::What::curves:
        return entries(p.curves, [](const CurvesRef& c) {
            return Json{{"id", c->id},
                        {"name", c->name},
                        {"gpus_per_domain", c->gpus_per_domain},
                        {"scale_up_gbps", c->scale_up.value / 1e9},
                        {"scale_out_gbps", c->scale_out.value / 1e9}};
        });
    case ListRequest::What::lessons:
        break;
    }
    return Json::array();
}

std::string models_text(const Presets& presets) {
    TextTable table({false, false, true, true});
    for (const Architecture& model : presets.models) {
        const ParameterCounts counts = parameter_counts(model);
        const bool sparse = counts.active < counts.total;
        table.add({model.id, model.name, text::parameters(counts.total).joined(),
                   sparse ? text::parameters(counts.active).joined() + " active" : ""});
    }
    return table.text();
}

std::string accelerators_text(const Presets& presets) {
    TextTable table({false, false, true, true, true});
    for (const Accelerator& a : presets.accelerators)
        table.add({a.id, a.name, text::rate(a.datasheet[std::size_t(RateClass::bf16)]).joined() + " BF16",
                   text::memory(a.hbm).joined(), text::bandwidth(a.hbm_bandwidth).joined()});
    return table.text();
}

template <class P>
std::string names_text(const std::vector<P>& presets) {
    TextTable table({false, false});
    for (const P& preset : presets)
        table.add({preset.id, preset.name});
    return table.text();
}

std::string curves_text(const std::vector<CurvesRef>& curves) {
    TextTable table({false, false});
    for (const CurvesRef& c : curves)
        table.add({c->id, c->name});
    return table.text();
}

std::string as_text(ListRequest::What what) {
    const Presets& p = builtin_presets();
    switch (what) {
    case ListRequest::What::models:
        return models_text(p);
    case ListRequest::What::accelerators:
        return accelerators_text(p);
    case ListRequest::What::precisions:
        return names_text(p.precisions);
    case ListRequest::What::scenarios:
        return names_text(p.scenarios);
    case ListRequest::What::curves:
        return curves_text(p.curves);
    case ListRequest::What::lessons:
        break;
    }
    return "There are no lessons yet.\n";
}

} // namespace

ExitStatus list(const ListRequest& request) {
    return print(request.json ? formats::print_json(as_json(request.what)) : as_text(request.what));
}

} // namespace ridgepoint::cli
