// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/precision.hpp"

namespace ridgepoint {

namespace {

constexpr double fp32_scale_bytes = 4;
constexpr double deepseek_tile = 128; ///< DeepSeek-V3 report, 3.3.2: 1 x 128 tiles, 128 x 128 blocks
constexpr double mx_block = 32;       ///< OCP Microscaling Formats 1.0, section 6.3: one E8M0 byte
constexpr double nvfp4_block = 16;    ///< arXiv 2509.25149, section 2: one E4M3 byte

struct FormatRow {
    NumberFormat format;
    std::string_view text;
    double bytes;
    RateClass rate;
};

constexpr std::array<FormatRow, 9> formats{{
    {NumberFormat::none, "none", 0, RateClass::fp32},
    {NumberFormat::fp32, "fp32", 4, RateClass::fp32},
    {NumberFormat::fp16, "fp16", 2, RateClass::fp16},
    {NumberFormat::bf16, "bf16", 2, RateClass::bf16},
    {NumberFormat::fp8, "fp8", 1, RateClass::fp8},
    {NumberFormat::fp8_1x128, "fp8-1x128", 1 + fp32_scale_bytes / deepseek_tile, RateClass::fp8},
    {NumberFormat::fp8_128x128, "fp8-128x128", 1 + fp32_scale_bytes / (deepseek_tile * deepseek_tile),
     RateClass::fp8},
    {NumberFormat::mxfp8, "mxfp8", 1 + 1 / mx_block, RateClass::fp8},
    {NumberFormat::nvfp4, "nvfp4", 0.5 + 1 / nvfp4_block, RateClass::fp4},
}};

constexpr std::array<std::string_view, rate_class_count> rate_names{"fp32", "fp16", "bf16", "fp8", "fp4"};

constexpr bool rows_follow_the_enumeration() {
    for (std::size_t i = 0; i < formats.size(); ++i)
        if (std::size_t(formats[i].format) != i)
            return false;
    return true;
}
static_assert(rows_follow_the_enumeration());

} // namespace

double bytes_per_element(NumberFormat format) {
    return formats[std::size_t(format)].bytes;
}

RateClass rate_class(NumberFormat format) {
    return formats[std::size_t(format)].rate;
}

std::string_view to_text(NumberFormat format) {
    return formats[std::size_t(format)].text;
}

std::string_view to_text(RateClass rate) {
    return rate_names[std::size_t(rate)];
}

std::optional<NumberFormat> number_format_from_text(std::string_view text) {
    for (const FormatRow& row : formats)
        if (row.text == text)
            return row.format;
    return std::nullopt;
}

std::optional<RateClass> rate_class_from_text(std::string_view text) {
    for (std::size_t i = 0; i < rate_names.size(); ++i)
        if (rate_names[i] == text)
            return RateClass(i);
    return std::nullopt;
}

} // namespace ridgepoint
