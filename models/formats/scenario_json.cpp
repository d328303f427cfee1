// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/scenario_json.hpp"

#include "models/formats/calibration_json.hpp"
#include "models/formats/curves_json.hpp"
#include "models/formats/inputs_json.hpp"
#include "models/formats/settings.hpp"

namespace ridgepoint {

namespace {

using namespace formats;

constexpr std::string_view format_name = "ridgepoint/1";
constexpr double giga = 1e9;

template <class P>
std::vector<std::string_view> ids(const std::vector<P>& presets) {
    std::vector<std::string_view> out;
    for (const P& preset : presets)
        out.push_back(preset.id);
    return out;
}

/// A preset's id.
template <class P>
const P& preset_of(const Json& value, const Place& place, const std::vector<P>& presets,
                   std::string_view also) {
    if (!value.is_string())
        place.fail(value, "is not an id", fmt::format("a preset's id{}", also));
    const std::string& id = value.get_ref<const std::string&>();
    for (const P& preset : presets)
        if (preset.id == id)
            return preset;
    place.unknown(fmt::format("value {} is not known", shown(value)), id, ids(presets), also);
}

/// A preset's id, or the thing described as an object. Written as the id while it still equals the preset.
template <class T, class P>
Field<T> preset_or_object(std::string key, P T::*member, const std::vector<P>& presets,
                          P (*read)(const Json&, const Place&, Remarks), Json (*write)(const P&)) {
    return {std::move(key), "a preset's id or an object",
            [=, &presets](T& out, const Json& value, const Place& place) {
                out.*member = value.is_object() ? read(value, place, Remarks::forbidden)
                                                : preset_of(value, place, presets, ", or an object");
            },
            [=, &presets](const T& in) {
                const bool as_shipped =
                    std::find(presets.begin(), presets.end(), in.*member) != presets.end();
                return as_shipped ? Json((in.*member).id) : write(in.*member);
            }};
}

/// An id, or curves described as an object; "none" where the accelerator's own shall not count.
Field<Cluster> curves_field(const Presets& presets) {
    return {"curves", "the id of measured curves, none, or an object",
            [&presets](Cluster& out, const Json& value, const Place& place) {
                if (value.is_object()) {
                    out.curves = CurvesRef(read_curves(value, place, Remarks::forbidden));
                    return;
                }
                std::vector<std::string_view> known{"none"};
                for (const CurvesRef& c : presets.curves)
                    known.push_back(c->id);
                const std::size_t at = read_choice(value, place, known);
                out.curves = at == 0 ? CurvesRef() : presets.curves[at - 1];
            },
            [&presets](const Cluster& in) -> std::optional<Json> {
                if (in.curves == presets.curves_for(in.accelerator))
                    return std::nullopt;
                if (!in.curves)
                    return Json("none");
                return in.curves == presets.network_curves(in.curves->id) ? Json(in.curves->id)
                                                                          : write_curves(*in.curves);
            }};
}

Fields<Cluster> cluster_fields(const Presets& presets) {
    using C = Cluster;
    constexpr Range gigabytes_a_second{1e-3, 1e7};
    return {
        preset_or_object("accelerator", &C::accelerator, presets.accelerators, read_accelerator,
                         write_accelerator)
            .required(),
        integer("gpus", &C::gpus, {1, 1'000'000}).required(),
        integer("gpus_per_domain", &C::gpus_per_domain, {1, 1'000'000}),
        choice("network", &C::network, names<NetworkModel>()),
        quantity("scale_up_gbps", &C::scale_up, giga, gigabytes_a_second),
        quantity("scale_out_gbps", &C::scale_out, giga, gigabytes_a_second),
        quantity("scale_up_achievable_gbps", &C::scale_up_achievable, giga, gigabytes_a_second),
        quantity("scale_out_achievable_gbps", &C::scale_out_achievable, giga, gigabytes_a_second),
        number("power_cap_w", &C::power_cap_w, {1, 1e6}),
        flag("in_network_reduction", &C::in_network_reduction),
        integer("gpus_per_pod", &C::gpus_per_pod, {0, 1'000'000}),
        number("oversubscription", &C::oversubscription, {1, 1e3}),
        flag("rails", &C::rails),
        curves_field(presets),
    };
}

const Fields<Training>& training_fields() {
    static const Fields<Training> fields{
        number("tokens", &Training::tokens, {1, 1e18}),
        number("price_per_gpu_hour", &Training::price_per_gpu_hour, {0, 1e6}),
    };
    return fields;
}

const Fields<Host>& host_fields() {
    static const Fields<Host> fields{
        flag("pinned", &Host::pinned),
        number("extra_copies", &Host::extra_copies, {0, 1000}),
        number("data_gb_s", &Host::data_gb_s, {0, 1e6}),
        flag("swap", &Host::swap),
    };
    return fields;
}

Field<Scenario> format_field() {
    return {"format", std::string(format_name),
            [](Scenario&, const Json& value, const Place& place) {
                if (value != format_name)
                    place.fail(value, "is not a known format", format_name);
            },
            [](const Scenario&) { return Json(std::string(format_name)); }};
}

Field<Scenario> cluster_field(const Presets& presets) {
    return {"cluster", "an object",
            [&presets](Scenario& out, const Json& value, const Place& place) {
                read_fields(out.cluster, value, place, cluster_fields(presets));
                if (!value.contains("gpus_per_domain"))
                    out.cluster.gpus_per_domain = out.cluster.accelerator.gpus_per_domain;
                if (!value.contains("curves"))
                    out.cluster.curves = presets.curves_for(out.cluster.accelerator);
            },
            [&presets](const Scenario& in) { return write_fields(in.cluster, cluster_fields(presets)); }};
}

/// Some defaults depend on the framework, which is known by then.
Field<Scenario> plan_field() {
    return {"plan", "an object",
            [](Scenario& out, const Json& value, const Place& place) {
                out.plan = read_plan(value, place, out.framework);
            },
            [](const Scenario& in) { return write_plan(in.plan); }};
}

Field<Scenario> framework_field(const Presets& presets) {
    return {"framework", "a framework's id",
            [&presets](Scenario& out, const Json& value, const Place& place) {
                out.framework = preset_of(value, place, presets.frameworks, "");
            },
            [](const Scenario& in) { return Json(in.framework.id); }};
}

/// A calibration that is kept, by its name, or described as an object.
Field<Scenario> calibration_field(const Presets& presets) {
    return {"calibration", "a calibration's name or an object",
            [&presets](Scenario& out, const Json& value, const Place& place) {
                if (value.is_object()) {
                    out.calibration = CalibrationRef(read_calibration(value, place));
                    return;
                }
                std::vector<std::string_view> known;
                for (const CalibrationRef& c : presets.calibrations)
                    known.push_back(c->name);
                out.calibration = presets.calibrations[read_choice(value, place, known)];
            },
            [](const Scenario& in) -> std::optional<Json> { // in full: the file is read where nobody keeps it
                if (!in.calibration)
                    return std::nullopt;
                return write_calibration(*in.calibration);
            }};
}

/// datasheet, achievable, or a calibration's name; read after `calibration`, which may hold the one that is named.
Field<Scenario> ceilings_field(const Presets& presets) {
    return {"ceilings", "datasheet, achievable, or a calibration's name",
            [&presets](Scenario& out, const Json& value, const Place& place) {
                std::vector<std::string_view> known = texts(names<Ceilings>());
                const std::size_t fixed = known.size();
                if (out.calibration)
                    known.push_back(out.calibration->name);
                const std::size_t own = known.size();
                for (const CalibrationRef& c : presets.calibrations)
                    known.push_back(c->name);
                const std::size_t at = read_choice(value, place, known);
                out.ceilings = at < fixed ? names<Ceilings>()[at].value : Ceilings::calibrated;
                if (at >= own)
                    out.calibration = presets.calibrations[at - own];
            },
            [](const Scenario& in) {
                if (in.ceilings == Ceilings::calibrated && in.calibration)
                    return Json(in.calibration->name);
                return Json(std::string(in.ceilings == Ceilings::datasheet ? "datasheet" : "achievable"));
            }};
}

Fields<Scenario> scenario_fields(const Presets& presets) {
    using S = Scenario;
    return {
        format_field().required(),
        text("name", &S::name),
        preset_or_object("model", &S::model, presets.models, read_model, write_model).required(),
        cluster_field(presets).required(),
        plan_field().required(),
        preset_or_object("precision", &S::precision, presets.precisions, read_recipe, write_recipe)
            .required(),
        calibration_field(presets),
        ceilings_field(presets),
        choice("fidelity", &S::fidelity, names<Fidelity>()),
        framework_field(presets),
        object("training", &S::training, training_fields()),
        object("host", &S::host, host_fields()),
        choice("attention_flops", &S::attention_flops, names<AttentionFlops>()),
    };
}

/// The one that is named, or the standard one; a name that does not exist is reported when its key is read.
Framework framework_of(const Json& value, const Presets& presets) {
    Framework standard;
    std::string id = standard.id;
    if (value.contains("framework") && value["framework"].is_string())
        id = value["framework"].get<std::string>();
    const Framework* found = presets.framework(id);
    if (found == nullptr)
        found = presets.framework(standard.id);
    return found != nullptr ? *found : standard;
}

Scenario read_scenario(Json value, const Presets& presets, const Place& place,
                       const std::vector<Setting>& settings) {
    if (!value.is_object())
        place.fail(value, "is not a scenario", "an object");
    for (const Setting& setting : settings)
        apply_setting(value, setting, presets, place);
    Scenario scenario;
    scenario.framework = framework_of(value, presets);
    read_fields(scenario, value, place, scenario_fields(presets));
    return scenario;
}

} // namespace

Scenario scenario_from_json(std::string_view text, const Presets& presets, std::string_view file,
                            const std::vector<Setting>& settings) {
    const Place place{std::string(file), {}};
    return read_scenario(parse_json(text, place), presets, place, settings);
}

std::vector<Scenario> scenarios_from_json(std::string_view text, const Presets& presets,
                                          std::string_view file, const std::vector<Setting>& settings) {
    const Place place{std::string(file), {}};
    const Json value = parse_json(text, place);
    if (!value.is_array())
        return {read_scenario(value, presets, place, settings)};
    std::vector<Scenario> scenarios;
    for (std::size_t i = 0; i < value.size(); ++i)
        scenarios.push_back(read_scenario(value[i], presets, place.at(i), settings));
    return scenarios;
}

std::string scenario_to_json(const Scenario& scenario, const Presets& presets) {
    return print_json(write_fields(scenario, scenario_fields(presets)));
}

Scenario with_settings(const Scenario& scenario, const Presets& presets,
                       const std::vector<Setting>& settings) {
    return scenario_from_json(scenario_to_json(scenario, presets), presets, "scenario", settings);
}

} // namespace ridgepoint
