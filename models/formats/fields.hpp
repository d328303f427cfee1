// SPDX-License-Identifier: GPL-3.0-or-later
// One table of fields per object serves for reading and for writing, so that the two cannot drift apart.
#pragma once

#include "models/formats/json.hpp"
#include "models/formats/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <optional>

namespace ridgepoint::formats {

struct Range {
    double least, most;
};
enum class Need { optional, required };

[[nodiscard]] std::string integers(Range range); ///< "an integer from 1 to 64"
[[nodiscard]] std::string numbers(Range range);
[[nodiscard]] int read_integer(const Json& value, const Place& place, Range range);
[[nodiscard]] double read_number(const Json& value, const Place& place, Range range);
[[nodiscard]] bool read_flag(const Json& value, const Place& place);
[[nodiscard]] std::string read_text(const Json& value, const Place& place);
[[nodiscard]] std::size_t read_choice(const Json& value, const Place& place,
                                      const std::vector<std::string_view>& names);
void check_array(const Json& value, const Place& place, std::size_t least, std::size_t most);

/// One key of an object. `write` answers nothing where the key is left out.
template <class T>
struct Field {
    std::string key;
    std::string allowed; ///< for the message when a required key is missing
    std::function<void(T&, const Json&, const Place&)> read;
    std::function<std::optional<Json>(const T&)> write;
    Need need = Need::optional;

    [[nodiscard]] Field required() const {
        Field copy = *this;
        copy.need = Need::required;
        return copy;
    }
};
template <class T>
using Fields = std::vector<Field<T>>;

template <class T>
void read_fields(T& out, const Json& object, const Place& place, const Fields<T>& fields) {
    if (!object.is_object())
        place.fail(object, "is not an object", "an object");
    std::vector<std::string_view> keys;
    for (const Field<T>& field : fields)
        keys.push_back(field.key);
    for (auto it = object.begin(); it != object.end(); ++it)
        if (std::find(keys.begin(), keys.end(), it.key()) == keys.end())
            place.in(it.key()).unknown("unknown key", it.key(), keys);
    for (const Field<T>& field : fields) {
        const auto found = object.find(field.key);
        if (found != object.end())
            field.read(out, *found, place.in(field.key));
        else if (field.need == Need::required)
            place.in(field.key).fail("missing", field.allowed);
    }
}

template <class T>
Json write_fields(const T& in, const Fields<T>& fields) {
    Json object = Json::object();
    for (const Field<T>& field : fields)
        if (std::optional<Json> value = field.write(in))
            object[field.key] = std::move(*value);
    return object;
}

template <class T>
Field<T> integer(std::string key, int T::*member, Range range) {
    return {std::move(key), integers(range),
            [=](T& out, const Json& value, const Place& place) {
                out.*member = read_integer(value, place, range);
            },
            [=](const T& in) { return Json(in.*member); }};
}

template <class T>
Field<T> number(std::string key, double T::*member, Range range) {
    return {std::move(key), numbers(range),
            [=](T& out, const Json& value, const Place& place) {
                out.*member = read_number(value, place, range);
            },
            [=](const T& in) { return Json(in.*member); }};
}

/// The number in the file whose product with `unit` is this value: dividing may be off by one last digit, and
/// reading the file back must give the same value.
[[nodiscard]] double in_unit(double value, double unit);

/// A quantity that the file gives in `unit`s.
template <class T, class Q>
Field<T> quantity(std::string key, Q T::*member, double unit, Range range) {
    return {std::move(key), numbers(range),
            [=](T& out, const Json& value, const Place& place) {
                out.*member = Q(read_number(value, place, range) * unit);
            },
            [=](const T& in) { return Json(in_unit((in.*member).value, unit)); }};
}

template <class T, class Q>
Field<T> quantity(std::string key, std::optional<Q> T::*member, double unit, Range range) {
    return {std::move(key), numbers(range),
            [=](T& out, const Json& value, const Place& place) {
                out.*member = Q(read_number(value, place, range) * unit);
            },
            [=](const T& in) -> std::optional<Json> {
                if (!(in.*member))
                    return std::nullopt;
                return Json(in_unit((in.*member)->value, unit));
            }};
}

template <class T>
Field<T> integer(std::string key, std::optional<int> T::*member, Range range) {
    return {std::move(key), integers(range),
            [=](T& out, const Json& value, const Place& place) {
                out.*member = read_integer(value, place, range);
            },
            [=](const T& in) -> std::optional<Json> {
                if (!(in.*member))
                    return std::nullopt;
                return Json(*(in.*member));
            }};
}

template <class T>
Field<T> number(std::string key, std::optional<double> T::*member, Range range) {
    return {std::move(key), numbers(range),
            [=](T& out, const Json& value, const Place& place) {
                out.*member = read_number(value, place, range);
            },
            [=](const T& in) -> std::optional<Json> {
                if (!(in.*member))
                    return std::nullopt;
                return Json(*(in.*member));
            }};
}

template <class T>
Field<T> flag(std::string key, bool T::*member) {
    return {std::move(key), "true, false",
            [=](T& out, const Json& value, const Place& place) { out.*member = read_flag(value, place); },
            [=](const T& in) { return Json(in.*member); }};
}

template <class T>
Field<T> flag(std::string key, std::optional<bool> T::*member) {
    return {std::move(key), "true, false",
            [=](T& out, const Json& value, const Place& place) { out.*member = read_flag(value, place); },
            [=](const T& in) -> std::optional<Json> {
                if (!(in.*member))
                    return std::nullopt;
                return Json(*(in.*member));
            }};
}

template <class T>
Field<T> text(std::string key, std::string T::*member) {
    return {std::move(key), "a text",
            [=](T& out, const Json& value, const Place& place) { out.*member = read_text(value, place); },
            [=](const T& in) { return Json(in.*member); }};
}

/// One of the names of an enumeration.
template <class T, class E>
Field<T> choice(std::string key, E T::*member, std::span<const Name<E>> names) {
    return {std::move(key), joined(names),
            [=](T& out, const Json& value, const Place& place) {
                out.*member = names[read_choice(value, place, texts(names))].value;
            },
            [=](const T& in) { return Json(std::string(text_of(in.*member, names))); }};
}

/// `unset` is the word for "no choice made"; without one the key is left out.
template <class T, class E>
Field<T> choice(std::string key, std::optional<E> T::*member, std::span<const Name<E>> names,
                std::string unset = {}) {
    return {std::move(key), joined(names),
            [=](T& out, const Json& value, const Place& place) {
                std::vector<std::string_view> list = texts(names);
                if (!unset.empty())
                    list.push_back(unset);
                const std::size_t index = read_choice(value, place, list);
                out.*member = index < names.size() ? std::optional<E>(names[index].value) : std::nullopt;
            },
            [=](const T& in) -> std::optional<Json> {
                if (in.*member)
                    return Json(std::string(text_of(*(in.*member), names)));
                if (unset.empty())
                    return std::nullopt;
                return Json(unset);
            }};
}

/// An object of its own.
template <class T, class Sub>
Field<T> object(std::string key, Sub T::*member, const Fields<Sub>& fields) {
    return {std::move(key), "an object",
            [=](T& out, const Json& value, const Place& place) {
                read_fields(out.*member, value, place, fields);
            },
            [=](const T& in) { return write_fields(in.*member, fields); }};
}

template <class T, class Sub>
Field<T> object(std::string key, std::optional<Sub> T::*member, const Fields<Sub>& fields) {
    return {std::move(key), "an object",
            [=](T& out, const Json& value, const Place& place) {
                Sub sub;
                read_fields(sub, value, place, fields);
                out.*member = sub;
            },
            [=](const T& in) -> std::optional<Json> {
                if (!(in.*member))
                    return std::nullopt;
                return write_fields(*(in.*member), fields);
            }};
}

/// What a preset file says besides the values: where they come from. Read past and never written.
template <class T>
Field<T> remark(std::string key) {
    return {std::move(key), "", [](T&, const Json&, const Place&) {},
            [](const T&) -> std::optional<Json> { return std::nullopt; }};
}

} // namespace ridgepoint::formats
