// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/inputs_json.hpp"

namespace ridgepoint::formats {

namespace {

constexpr Range layer_count{1, 10'000};
constexpr Range width{1, 10'000'000};
constexpr Range width_or_none{0, 10'000'000};

const Fields<MlaShape>& mla_fields() {
    static const Fields<MlaShape> fields{
        integer("q_rank", &MlaShape::q_rank, width_or_none),
        integer("kv_rank", &MlaShape::kv_rank, width).required(),
        integer("qk_nope_dim", &MlaShape::qk_nope_dim, width).required(),
        integer("qk_rope_dim", &MlaShape::qk_rope_dim, width_or_none).required(),
        integer("v_dim", &MlaShape::v_dim, width).required(),
    };
    return fields;
}

const Fields<MoeShape>& moe_fields() {
    static const Fields<MoeShape> fields{
        integer("experts", &MoeShape::experts, {1, 100'000}).required(),
        integer("top_k", &MoeShape::top_k, {1, 100'000}).required(),
        integer("ffn", &MoeShape::ffn, width).required(),
        integer("shared_ffn", &MoeShape::shared_ffn, width_or_none),
        integer("dense_first", &MoeShape::dense_first, {0, 10'000}),
        integer("every", &MoeShape::every, layer_count),
        integer("node_limit", &MoeShape::node_limit, {0, 100'000}),
    };
    return fields;
}

const Fields<Architecture>& model_fields() {
    using A = Architecture;
    static const Fields<A> fields{
        text("name", &A::name),
        integer("layers", &A::layers, layer_count).required(),
        integer("hidden", &A::hidden, width).required(),
        integer("ffn", &A::ffn, width).required(),
        integer("heads", &A::heads, {1, 100'000}).required(),
        integer("kv_heads", &A::kv_heads, {1, 100'000}),
        integer("head_dim", &A::head_dim, {1, 100'000}),
        integer("vocab", &A::vocab, {1, 100'000'000}).required(),
        flag("gated_mlp", &A::gated_mlp),
        flag("tied_embeddings", &A::tied_embeddings),
        choice("norm", &A::norm, names<Norm>()),
        flag("bias", &A::bias),
        flag("qkv_bias", &A::qkv_bias),
        flag("qk_norm", &A::qk_norm),
        flag("dropout", &A::dropout),
        integer("learned_positions", &A::learned_positions, {0, 100'000'000}),
        integer("sliding_window", &A::sliding_window, {0, 100'000'000}),
        integer("window_every", &A::window_every, layer_count),
        integer("mtp_layers", &A::mtp_layers, {0, 100}),
        object("mla", &A::mla, mla_fields()),
        object("moe", &A::moe, moe_fields()),
    };
    return fields;
}

const Fields<Architecture>& preset_fields() {
    static const Fields<Architecture> fields = [] {
        Fields<Architecture> all = model_fields();
        all.push_back(text("id", &Architecture::id).required());
        for (const char* key : {"family", "published", "source"})
            all.push_back(remark<Architecture>(key));
        return all;
    }();
    return fields;
}

/// What a plain Llama-like layer would have, where the file says nothing.
void derive(Architecture& model, const Place& place) {
    if (model.kv_heads == 0)
        model.kv_heads = model.heads;
    if (model.head_dim == 0) {
        if (model.hidden % model.heads != 0)
            place.in("head_dim")
                .fail(fmt::format("missing, and hidden {} does not divide by {} heads", model.hidden,
                                  model.heads),
                      integers({1, 100'000}));
        model.head_dim = model.hidden / model.heads;
    }
}

void check(const Architecture& model, const Json& value, const Place& place) {
    if (model.heads % model.kv_heads != 0)
        place.in("kv_heads")
            .fail(value.value("kv_heads", Json()), fmt::format("does not divide the {} heads", model.heads),
                  fmt::format("a divisor of {}", model.heads));
    if (model.moe && model.moe->top_k > model.moe->experts)
        place.in("moe").in("top_k").fail(model.moe->top_k,
                                         fmt::format("is more than the {} experts", model.moe->experts),
                                         integers({1, double(model.moe->experts)}));
    if (model.moe && model.moe->dense_first > model.layers)
        place.in("moe")
            .in("dense_first")
            .fail(model.moe->dense_first, fmt::format("is more than the {} layers", model.layers),
                  integers({0, double(model.layers)}));
}

} // namespace

Architecture read_model(const Json& value, const Place& place, Remarks remarks) {
    Architecture model;
    read_fields(model, value, place, remarks == Remarks::allowed ? preset_fields() : model_fields());
    derive(model, place);
    check(model, value, place);
    return model;
}

Json write_model(const Architecture& model) {
    return write_fields(model, model_fields());
}

} // namespace ridgepoint::formats
