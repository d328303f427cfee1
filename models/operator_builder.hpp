// SPDX-License-Identifier: GPL-3.0-or-later
// How operators and the parts of a layer are put together; internal to the operator list.
#pragma once

#include "models/operators.hpp"

namespace ridgepoint {

/// Adds operators of one layer to a list, filling in FLOPs and bytes from shapes and the recipe.
class OperatorBuilder {
public:
    OperatorBuilder(OperatorList& list, LayerKind layer, const PrecisionRecipe& recipe)
        : m_list(list), m_layer(layer), m_recipe(recipe) {}

    /// A linear layer of shape (M, N, K) per multiplication; its input is saved by the caller's choice.
    Operator& gemm(std::string_view name, Gemm shape, ParameterClass cls = ParameterClass::gemm);
    /// Memory-bound work over `elements`: bytes read and written per element forward and backward.
    Operator& streaming(std::string_view name, OperatorKind kind, double elements, double forward_bytes,
                        double backward_bytes);
    /// Quantization of GEMM inputs (forward) and of output gradients (backward); nothing in wide recipes.
    void casts(std::string_view name, double input_elements, double gradient_elements);

    [[nodiscard]] Bytes kept(double elements) const;      ///< GEMM inputs
    [[nodiscard]] Bytes kept_wide(double elements) const; ///< everything else
    [[nodiscard]] double wide_bytes() const;
    [[nodiscard]] std::size_t size() const { return m_list.size(); }
    [[nodiscard]] Operator& at(std::size_t i) { return m_list[i]; }

private:
    Operator& add(std::string_view name, OperatorKind kind, NumberFormat format);

    OperatorList& m_list;
    LayerKind m_layer;
    const PrecisionRecipe& m_recipe;
};

/// What the builders of one layer share.
struct LayerContext {
    const Architecture& model;
    const OperatorShape& shape;
    OperatorBuilder& build;
    double tokens;       ///< inside the tensor-parallel region
    double outer_tokens; ///< outside it
    double hidden;
    double mask; ///< bytes of a dropout mask per element

    [[nodiscard]] double sharded_hidden() const { return outer_tokens * hidden; }
    /// A GEMM's input from outside: gathered for the multiplication, kept sharded with sequence parallelism.
    [[nodiscard]] Bytes kept_input() const { return build.kept(sharded_hidden()); }
};

/// From after its norm to before its residual addition.
void add_grouped_query_attention(LayerContext&, bool windowed);
/// Multi-head latent attention: DeepSeek-V2 2.1.
void add_latent_attention(LayerContext&, bool windowed);

} // namespace ridgepoint
