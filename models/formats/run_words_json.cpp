// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/fields.hpp"
#include "models/run_words.hpp"

#include <algorithm>
#include <cctype>

namespace ridgepoint {

namespace {

using namespace formats;

/// "H100 SXM" and "h100-sxm" are the same name.
std::string letters_and_digits(std::string_view name) {
    std::string out;
    for (const char c : name)
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            out += char(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

bool named(const std::string& id, const std::vector<std::string>& names, std::string_view name) {
    const std::string wanted = letters_and_digits(name);
    return letters_and_digits(id) == wanted ||
           std::any_of(names.begin(), names.end(),
                       [&](const std::string& one) { return letters_and_digits(one) == wanted; });
}

template <class T>
Field<T> name_list(std::string key, std::vector<std::string> T::*member) {
    return {std::move(key), "an array of texts",
            [=](T& out, const Json& value, const Place& place) {
                check_array(value, place, 0, 100);
                for (std::size_t i = 0; i < value.size(); ++i)
                    (out.*member).push_back(read_text(value[i], place.at(i)));
            },
            [=](const T& in) { return Json(in.*member); }};
}

const Fields<NamedPreset>& accelerator_fields() {
    static const Fields<NamedPreset> fields{text("id", &NamedPreset::id).required(),
                                            name_list("names", &NamedPreset::names).required()};
    return fields;
}

Field<FrameworkHabits> memory_field() {
    return {"memory", "allocated, reserved or device",
            [](FrameworkHabits& out, const Json& value, const Place& place) {
                const std::vector<std::string_view> kinds{"allocated", "reserved", "device"};
                out.memory = kinds[read_choice(value, place, kinds)];
            },
            [](const FrameworkHabits& in) { return Json(in.memory); }};
}

const Fields<FrameworkHabits>& framework_fields() {
    using H = FrameworkHabits;
    static const Fields<H> fields{
        text("id", &H::id).required(),
        name_list("names", &H::names),
        text("recipe", &H::recipe).required(),
        integer("zero", &H::zero, {0, 3}).required(),
        flag("sequence_parallel", &H::sequence_parallel).required(),
        flag("expert_tp", &H::expert_tp).required(),
        flag("stages_by_cost", &H::stages_by_cost),
        memory_field(),
        remark<H>("source"),
    };
    return fields;
}

template <class T>
std::vector<T> read_list(const Json& value, const Place& place, const Fields<T>& fields) {
    check_array(value, place, 1, 1000);
    std::vector<T> out(value.size());
    for (std::size_t i = 0; i < value.size(); ++i)
        read_fields(out[i], value[i], place.at(i), fields);
    return out;
}

const Fields<RunWords>& words_fields() {
    static const Fields<RunWords> fields{
        Field<RunWords>{"accelerators", "an array",
                        [](RunWords& out, const Json& value, const Place& place) {
                            out.accelerators = read_list(value, place, accelerator_fields());
                        },
                        [](const RunWords&) { return Json(); }}
            .required(),
        Field<RunWords>{"frameworks", "an array",
                        [](RunWords& out, const Json& value, const Place& place) {
                            out.frameworks = read_list(value, place, framework_fields());
                        },
                        [](const RunWords&) { return Json(); }}
            .required(),
    };
    return fields;
}

} // namespace

std::string_view RunWords::accelerator(std::string_view name) const {
    for (const NamedPreset& one : accelerators)
        if (named(one.id, one.names, name))
            return one.id;
    return {};
}

const FrameworkHabits* RunWords::framework(std::string_view name) const {
    for (const FrameworkHabits& one : frameworks)
        if (named(one.id, one.names, name))
            return &one;
    return nullptr;
}

const FrameworkHabits& RunWords::plain() const {
    return *framework("other");
}

RunWords read_run_words(std::string_view text, std::string_view file) {
    const Place place{std::string(file), {}};
    RunWords words;
    read_fields(words, parse_json(text, place), place, words_fields());
    if (words.framework("other") == nullptr)
        place.in("frameworks").fail("missing the framework other", "one entry for other");
    return words;
}

} // namespace ridgepoint
