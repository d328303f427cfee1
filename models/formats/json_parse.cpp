// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/json.hpp"

#include <fmt/format.h>

#include <cmath>

namespace ridgepoint::formats {

namespace {

/// Builds the value and refuses what the plain parser lets pass: a key twice, deep nesting, endless lists.
class Builder : public nlohmann::json_sax<Json> {
public:
    explicit Builder(const Place& place) : m_place(place) {}
    Json take() { return std::move(m_root); }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t& text) override {
        if (!std::isfinite(value))
            here().fail(fmt::format("value {} is not a finite number", text), "finite numbers");
        return add(value);
    }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override {
        Json& object = *m_open.back().value;
        m_open.back().key = name;
        if (object.contains(name))
            here().fail("the key is there twice", "each key once");
        if (object.size() >= most_keys)
            here().fail("too many keys", fmt::format("at most {} in one object", most_keys));
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception& error) override {
        here().fail(cause(error.what()), "JSON (RFC 8259), without comments");
    }

private:
    struct Open {
        Json* value;
        std::string key;
    };

    /// "[json.exception.parse_error.101] parse error at line 2, column 3: …" without the first part.
    static std::string cause(std::string_view what) {
        const std::size_t end = what.find("] ");
        std::string text(end == std::string_view::npos ? what : what.substr(end + 2));
        constexpr std::size_t longest = 300;
        if (text.size() > longest)
            text = text.substr(0, longest) + "…";
        return text;
    }
    Place here() const {
        Place place = m_place;
        for (const Open& open : m_open) {
            if (open.value->is_array())
                place = place.at(open.value->size());
            else if (!open.key.empty())
                place = place.in(open.key);
        }
        return place;
    }
    Json* put(Json&& value) {
        if (m_open.empty()) {
            m_root = std::move(value);
            return &m_root;
        }
        Json& parent = *m_open.back().value;
        if (parent.is_object())
            return &(parent[m_open.back().key] = std::move(value));
        if (parent.size() >= most_elements)
            here().fail("too long", fmt::format("at most {} elements", most_elements));
        parent.push_back(std::move(value));
        return &parent.back();
    }
    bool add(Json&& value) {
        put(std::move(value));
        return true;
    }
    bool open(Json&& value) {
        if (m_open.size() >= deepest_nesting)
            here().fail("nested too deeply", fmt::format("at most {} levels", deepest_nesting));
        m_open.push_back({put(std::move(value)), {}});
        return true;
    }
    bool close() {
        m_open.pop_back();
        return true;
    }

    Place m_place;
    Json m_root;
    std::vector<Open> m_open;
};

} // namespace

Json parse_json(std::string_view text, const Place& place) {
    if (text.size() > largest_file)
        place.fail(fmt::format("{} bytes", text.size()), fmt::format("at most {} bytes", largest_file));
    Builder builder(place);
    Json::sax_parse(text.begin(), text.end(), &builder);
    return builder.take();
}

} // namespace ridgepoint::formats
