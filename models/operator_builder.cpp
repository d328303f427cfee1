// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/operator_builder.hpp"

namespace ridgepoint {

Operator& OperatorBuilder::add(std::string_view name, OperatorKind kind, NumberFormat format) {
    Operator& op = m_list.emplace_back();
    op.name = name;
    op.kind = kind;
    op.layer = m_layer;
    op.format = format;
    return op;
}

double OperatorBuilder::wide_bytes() const {
    return bytes_per_element(m_recipe.wide);
}

Bytes OperatorBuilder::kept(double elements) const {
    return Bytes(elements * bytes_per_element(m_recipe.saved));
}

Bytes OperatorBuilder::kept_wide(double elements) const {
    return Bytes(elements * bytes_per_element(m_recipe.saved_wide));
}

Operator& OperatorBuilder::gemm(std::string_view name, Gemm g, ParameterClass cls) {
    const NumberFormat format = cls == ParameterClass::gemm ? m_recipe.gemm : m_recipe.wide;
    Operator& op = add(name, OperatorKind::gemm, format);
    const double operand = bytes_per_element(format);
    const double result = wide_bytes();
    const double gradient = bytes_per_element(m_recipe.gradients);
    const double x = g.m * g.k * g.count, w = g.k * g.n * g.count, y = g.m * g.n * g.count;
    const Flop flops(2 * g.m * g.n * g.k * g.count);
    op.forward = {flops, Bytes((x + w) * operand + y * result), g};
    op.backward_input = {flops, Bytes((y + w) * operand + x * result), {g.m, g.k, g.n, g.count}};
    // Weight gradients accumulate over micro-batches: read and written each time.
    op.backward_weight = {flops, Bytes((x + y) * operand + 2 * w * gradient), {g.k, g.n, g.m, g.count}};
    op.parameters = w;
    op.parameter_class = cls;
    op.fine_scaled = cls == ParameterClass::gemm && m_recipe.saved == NumberFormat::fp8_1x128;
    return op;
}

Operator& OperatorBuilder::streaming(std::string_view name, OperatorKind kind, double elements,
                                     double forward_bytes, double backward_bytes) {
    Operator& op = add(name, kind, m_recipe.wide);
    op.forward.bytes = Bytes(elements * forward_bytes);
    op.backward_input.bytes = Bytes(elements * backward_bytes);
    op.parameter_class = ParameterClass::wide;
    return op;
}

void OperatorBuilder::casts(std::string_view name, double input_elements, double gradient_elements) {
    if (bytes_per_element(m_recipe.gemm) >= wide_bytes())
        return;
    // Read wide, write narrow; gradients once more, transposed for the weight-gradient GEMM.
    const double narrow = bytes_per_element(m_recipe.gemm);
    Operator& op = add(name, OperatorKind::cast, m_recipe.wide);
    op.forward.bytes = Bytes(input_elements * (wide_bytes() + narrow));
    op.backward_input.bytes = Bytes(gradient_elements * (wide_bytes() + 2 * narrow));
    op.parameter_class = ParameterClass::wide;
}

} // namespace ridgepoint
