// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/inputs_json.hpp"

namespace ridgepoint::formats {

namespace {

using Pair = std::array<NumberFormat, 2>;

NumberFormat read_format(const Json& value, const Place& place, std::span<const Name<NumberFormat>> list) {
    return list[read_choice(value, place, texts(list))].value;
}

/// Exactly two, or up to two where the second may be missing (none).
Field<PrecisionRecipe> pair(std::string key, Pair PrecisionRecipe::*member, std::size_t least) {
    return {std::move(key), "a list of number formats",
            [=](PrecisionRecipe& out, const Json& value, const Place& place) {
                Pair formats{NumberFormat::none, NumberFormat::none};
                check_array(value, place, least, formats.size());
                for (std::size_t i = 0; i < value.size(); ++i)
                    formats[i] = read_format(value[i], place.at(i), names<NumberFormat>());
                out.*member = formats;
            },
            [=](const PrecisionRecipe& in) {
                Json list = Json::array();
                for (NumberFormat format : in.*member)
                    if (format != NumberFormat::none)
                        list.push_back(std::string(to_text(format)));
                return list;
            }};
}

const Fields<PrecisionRecipe>& recipe_fields() {
    using R = PrecisionRecipe;
    const auto all = names<NumberFormat>();
    static const Fields<R> fields{
        text("name", &R::name),
        choice("gemm", &R::gemm, all).required(),
        choice("wide", &R::wide, all),
        choice("weights", &R::weights, all),
        pair("weight_copies", &R::weight_copies, 0),
        choice("wide_weights", &R::wide_weights, all),
        choice("gradients", &R::gradients, all),
        choice("master", &R::master, formats_or_none()),
        pair("moments", &R::moments, 2),
        flag("parameter_is_master", &R::parameter_is_master),
        choice("saved", &R::saved, all),
        choice("saved_wide", &R::saved_wide, all),
        choice("dispatch", &R::dispatch, all),
        choice("combine", &R::combine, all),
        choice("gather", &R::gather, all),
        choice("reduce", &R::reduce, all),
    };
    return fields;
}

const Fields<PrecisionRecipe>& preset_fields() {
    static const Fields<PrecisionRecipe> fields = [] {
        Fields<PrecisionRecipe> all = recipe_fields();
        all.push_back(text("id", &PrecisionRecipe::id).required());
        all.push_back(remark<PrecisionRecipe>("source"));
        return all;
    }();
    return fields;
}

} // namespace

PrecisionRecipe read_recipe(const Json& value, const Place& place, Remarks remarks) {
    PrecisionRecipe recipe;
    read_fields(recipe, value, place, remarks == Remarks::allowed ? preset_fields() : recipe_fields());
    return recipe;
}

Json write_recipe(const PrecisionRecipe& recipe) {
    return write_fields(recipe, recipe_fields());
}

} // namespace ridgepoint::formats
