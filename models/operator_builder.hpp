// SPDX-License-Identifier: GPL-3.0-or-later
// How single operators are put together; internal to the operator list.
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

} // namespace ridgepoint
