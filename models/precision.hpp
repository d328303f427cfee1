// SPDX-License-Identifier: GPL-3.0-or-later
// Number formats and precision recipes: which tensor is computed, stored and sent in which format.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace ridgepoint {

/// Formats of operands, storage and messages. Block-scaled ones count their scales.
enum class NumberFormat { none, fp32, fp16, bf16, fp8, fp8_1x128, fp8_128x128, mxfp8, nvfp4 };

/// Rates an accelerator's matrix units have; block-scaled formats run at the rate of their element.
/// fp32 stands for the rate FP32 GEMMs run at (TF32 where the hardware has it).
enum class RateClass { fp32, fp16, bf16, fp8, fp4 };
inline constexpr int rate_class_count = 5;

/// Bytes per element including block scales: fp8-1x128 has one FP32 scale per 128 values (DeepSeek-V3 report,
/// 3.3.2), fp8-128x128 one per 128 x 128 block, mxfp8 one byte per 32 (OCP MX 1.0), nvfp4 one byte per 16.
[[nodiscard]] double bytes_per_element(NumberFormat format);
[[nodiscard]] RateClass rate_class(NumberFormat format);
[[nodiscard]] std::string_view to_text(NumberFormat format);
[[nodiscard]] std::string_view to_text(RateClass rate);
[[nodiscard]] std::optional<NumberFormat> number_format_from_text(std::string_view text);
[[nodiscard]] std::optional<RateClass> rate_class_from_text(std::string_view text);

/// "GEMM" tensors are those of the linear layers inside the transformer layers; "wide" ones belong to embedding,
/// output head, router, norms and the attention core, which recipes keep in a wider format.
struct PrecisionRecipe {
    std::string id; ///< the preset's id; empty for a recipe described in the scenario itself
    std::string name;
    NumberFormat gemm = NumberFormat::bf16; ///< operands of the GEMMs
    NumberFormat wide = NumberFormat::bf16;
    NumberFormat weights = NumberFormat::bf16;                            ///< resident GEMM weights
    std::array<NumberFormat, 2> weight_copies{NumberFormat::none, NumberFormat::none}; ///< kept beside them
    NumberFormat wide_weights = NumberFormat::bf16;
    NumberFormat gradients = NumberFormat::fp32; ///< accumulated
    NumberFormat master = NumberFormat::fp32;    ///< none: the weights are the master
    std::array<NumberFormat, 2> moments{NumberFormat::fp32, NumberFormat::fp32};
    bool parameter_is_master = false; ///< FSDP2: only sharded masters are resident, plus gathered layers
    NumberFormat saved = NumberFormat::bf16; ///< GEMM inputs kept for the backward pass
    NumberFormat saved_wide = NumberFormat::bf16;
    NumberFormat dispatch = NumberFormat::bf16; ///< expert all-to-all towards the experts, and its gradient
    NumberFormat combine = NumberFormat::bf16;  ///< expert all-to-all back, and its gradient
    NumberFormat gather = NumberFormat::bf16;   ///< parameters sent by default
    NumberFormat reduce = NumberFormat::fp32;   ///< gradients sent by default
    bool operator==(const PrecisionRecipe&) const = default;
};

} // namespace ridgepoint
