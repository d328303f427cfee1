// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/sweep_json.hpp"

#include "models/formats/csv.hpp"
#include "models/formats/estimate_tree.hpp"
#include "models/formats/settings.hpp"
#include "models/ids.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace ridgepoint {

namespace {

using namespace formats;

constexpr std::string_view tokens_key = "tokens_per_gpu";

/// Divides at commas outside brackets, braces and quotes.
std::vector<std::string> divided(std::string_view text) {
    std::vector<std::string> parts(1);
    int depth = 0;
    bool quoted = false;
    for (const char c : text) {
        quoted ^= c == '"';
        if (!quoted)
            depth += c == '[' || c == '{' ? 1 : (c == ']' || c == '}' ? -1 : 0);
        if (c == ',' && depth == 0 && !quoted)
            parts.emplace_back();
        else
            parts.back() += c;
    }
    return parts;
}

std::optional<double> number(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value))
        return std::nullopt;
    return value;
}

Json json_value(const std::string& text) {
    return Json::accept(text) ? Json::parse(text) : Json(text);
}

Json point_json(const std::vector<SweepAxis>& axes, const SweepPoint& p, std::size_t index) {
    Json values = Json::object();
    const std::vector<std::string> texts = values_of_point(axes, index);
    for (std::size_t i = 0; i < axes.size(); ++i)
        values[axes[i].key] = json_value(texts[i]);
    Json out = Json::object();
    out["values"] = std::move(values);
    out["legal"] = p.legal;
    out["fits"] = p.legal ? Json(p.fits) : Json();
    out["time"] = p.legal ? time_tree(p.time) : Json();
    out["throughput"] = p.legal ? throughput_tree(p.throughput) : Json();
    out["memory"] = p.legal ? Json{{"peak_bytes", p.memory_peak.value}} : Json();
    out["verdict"] = p.legal ? Json{{"bound", std::string(resource_id(p.bound))}} : Json();
    Json rules = Json::array();
    for (const Violation& v : p.violations)
        rules.push_back(v.rule);
    out["rules"] = std::move(rules);
    return out;
}

Json break_even_json(const BreakEvenAnswer& answer) {
    Json out{{"key", answer.question.key}, {"low", answer.question.low}, {"high", answer.question.high}};
    const std::optional<BreakEven>& b = answer.found;
    out["value"] = b ? Json(b->value) : Json();
    out["below"] = b ? Json(std::string(resource_id(b->below))) : Json();
    out["above"] = b ? Json(std::string(resource_id(b->above))) : Json();
    return out;
}

std::string bare(const Json& value) {
    if (value.is_null())
        return "";
    if (value.is_string())
        return value.get<std::string>();
    return value.is_number_float() ? print_number(value.get<double>()) : value.dump();
}

/// "time.step" and its value, for everything but the swept values and the broken rules.
std::vector<std::pair<std::string, std::string>> figures(const SweepPoint& p) {
    std::vector<std::pair<std::string, std::string>> list{{"legal", p.legal ? "true" : "false"},
                                                          {"fits", p.fits ? "true" : "false"}};
    const auto add = [&](const char* name, const Json& object) {
        for (auto it = object.begin(); it != object.end(); ++it)
            list.emplace_back(fmt::format("{}.{}", name, it.key()), bare(*it));
    };
    add("time", time_tree(p.time));
    add("throughput", throughput_tree(p.throughput));
    list.emplace_back("memory.peak_bytes", print_number(p.memory_peak.value));
    list.emplace_back("verdict.bound", std::string(resource_id(p.bound)));
    return list;
}

} // namespace

SweepAxis sweep_axis(std::string_view text, std::string_view option) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0 || equals + 1 == text.size())
        refuse_option(option, text, "KEY=A,B,C, as in plan.tp=1,2,4");
    SweepAxis axis{std::string(text.substr(0, equals)), divided(text.substr(equals + 1))};
    for (const std::string& value : axis.values)
        if (value.empty())
            refuse_option(option, text, "a value between commas");
    return axis;
}

std::vector<std::string> values_of_point(const std::vector<SweepAxis>& axes, std::size_t index) {
    std::vector<std::string> values(axes.size());
    for (std::size_t i = axes.size(); i-- > 0;) {
        values[i] = axes[i].values[index % axes[i].values.size()];
        index /= axes[i].values.size();
    }
    return values;
}

std::vector<Scenario> swept(const Scenario& scenario, const Presets& presets, const std::vector<SweepAxis>& axes) {
    std::size_t count = 1;
    for (const SweepAxis& axis : axes)
        if ((count *= axis.values.size()) > most_elements)
            Place{"--over", {}}.fail(Json(count), "points", fmt::format("at most {}", most_elements));
    const std::string text = scenario_to_json(scenario, presets);
    std::vector<Scenario> list;
    for (std::size_t i = 0; i < count; ++i) {
        const std::vector<std::string> values = values_of_point(axes, i);
        std::vector<Setting> settings;
        for (std::size_t k = 0; k < axes.size(); ++k)
            settings.emplace_back(axes[k].key, values[k]);
        list.push_back(scenario_from_json(text, presets, "--over", settings));
    }
    return list;
}

BreakEvenQuestion break_even_question(std::string_view text, std::string_view option) {
    constexpr std::string_view allowed = "KEY=MIN..MAX, as in cluster.scale_out_gbps=5..400";
    const std::size_t equals = text.find('='), dots = text.find("..");
    if (equals == std::string_view::npos || equals == 0 || dots == std::string_view::npos || dots < equals)
        refuse_option(option, text, allowed);
    const std::optional<double> low = number(text.substr(equals + 1, dots - equals - 1));
    const std::optional<double> high = number(text.substr(dots + 2));
    if (!low || !high || *low >= *high)
        refuse_option(option, text, allowed);
    return {std::string(text.substr(0, equals)), *low, *high};
}

VariedInput varied_input(const Scenario& scenario, const Presets& presets, const BreakEvenQuestion& question) {
    if (question.key == tokens_key)
        return tokens_per_gpu(scenario, question.low, question.high);
    const std::string text = scenario_to_json(scenario, presets);
    VariedInput input;
    input.low = question.low;
    input.high = question.high;
    input.scenario = [text, &presets, key = question.key](double value) {
        return scenario_from_json(text, presets, "--break-even", {{key, print_number(value)}});
    };
    static_cast<void>(input.scenario(question.low));
    try {
        static_cast<void>(input.scenario(std::floor(question.low) + 0.5));
    } catch (const InputError&) {
        input.whole = true;
    }
    return input;
}

std::string sweep_to_json(const std::vector<SweepAxis>& axes, const std::vector<SweepPoint>& points,
                          const std::vector<BreakEvenAnswer>& break_evens) {
    Json over = Json::array();
    for (const SweepAxis& axis : axes) {
        Json values = Json::array();
        for (const std::string& value : axis.values)
            values.push_back(json_value(value));
        over.push_back({{"key", axis.key}, {"values", std::move(values)}});
    }
    Json list = Json::array();
    for (std::size_t i = 0; i < points.size(); ++i)
        list.push_back(point_json(axes, points[i], i));
    Json out{{"over", std::move(over)}, {"points", std::move(list)}};
    if (!break_evens.empty()) {
        out["break_even"] = Json::array();
        for (const BreakEvenAnswer& answer : break_evens)
            out["break_even"].push_back(break_even_json(answer));
    }
    return print_json(out);
}

std::string sweep_to_csv(const std::vector<SweepAxis>& axes, const std::vector<SweepPoint>& points) {
    std::string out;
    const auto line = [&out](const std::vector<std::string>& cells) {
        for (std::size_t i = 0; i < cells.size(); ++i)
            out += (i == 0 ? "" : ",") + csv_cell(cells[i]);
        out += '\n';
    };
    std::vector<std::string> header;
    for (const SweepAxis& axis : axes)
        header.push_back(axis.key);
    for (const auto& [name, value] : figures({}))
        header.push_back(name);
    line(header);
    for (std::size_t i = 0; i < points.size(); ++i) {
        std::vector<std::string> cells = values_of_point(axes, i);
        for (const auto& [name, value] : figures(points[i]))
            cells.push_back(points[i].legal || name == "legal" ? value : "");
        line(cells);
    }
    return out;
}

} // namespace ridgepoint
