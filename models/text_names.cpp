// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/text.hpp"

#include "models/loss_names.hpp"

#include <fmt/format.h>

#include <array>

namespace ridgepoint::text {

namespace {

/// `words` in the order of the enumeration.
template <class E, std::size_t N>
std::string_view word(E value, const std::array<std::string_view, N>& words) {
    const auto index = std::size_t(value);
    return index < N ? words[index] : std::string_view("?");
}

} // namespace

std::string_view name(Resource resource) {
    static constexpr std::array<std::string_view, 6> words{"compute",    "HBM",    "NVLink",
                                                           "InfiniBand", "bubble", "host"};
    return word(resource, words);
}

std::string_view name(Link link) {
    static constexpr std::array<std::string_view, 3> words{"none", "NVLink", "InfiniBand"};
    return word(link, words);
}

std::string_view name(Parallelism parallelism) {
    static constexpr std::array<std::string_view, 5> words{"TP", "CP", "EP", "PP", "DP"};
    return word(parallelism, words);
}

std::string_view name(Collective collective) {
    static constexpr std::array<std::string_view, 5> words{"all-gather", "reduce-scatter", "all-reduce",
                                                           "all-to-all", "send/receive"};
    return word(collective, words);
}

std::string_view name(OperatorKind kind) {
    static constexpr std::array<std::string_view, 11> words{
        "GEMM",          "grouped GEMM", "attention core", "norm", "element-wise", "embedding",
        "cross-entropy", "router",       "permute",        "cast", "optimizer"};
    return word(kind, words);
}

std::string_view name(LayerKind layer) {
    static constexpr std::array<std::string_view, 5> words{"dense layer", "MoE layer", "embedding", "head",
                                                           "MTP layer"};
    return word(layer, words);
}

std::string_view name(Pass pass) {
    static constexpr std::array<std::string_view, 3> words{"forward", "input gradient", "weight gradient"};
    return word(pass, words);
}

std::string_view name(Schedule schedule) {
    static constexpr std::array<std::string_view, 7> words{"GPipe", "1F1B",     "interleaved 1F1B", "ZB-H1",
                                                           "ZB-V",  "DualPipe", "DualPipeV"};
    return word(schedule, words);
}

std::string_view name(NetworkModel network) {
    static constexpr std::array<std::string_view, 3> words{"flat", "hierarchical", "measured"};
    return word(network, words);
}

std::string_view name(RateClass rate) {
    static constexpr std::array<std::string_view, rate_class_count> words{"FP32", "FP16", "BF16", "FP8",
                                                                          "FP4"};
    return word(rate, words);
}

std::string_view name(Ceilings ceilings) {
    static constexpr std::array<std::string_view, 3> words{"datasheet", "achievable", "mine"};
    return word(ceilings, words);
}

std::string loss(std::string_view id) {
    if (const auto parts = exposed_parts(id))
        return fmt::format("{} exposed on {}", name(parts->parallelism), name(parts->link));
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 12> words{{
        {"achievable-ceiling", "Achievable ceiling"},
        {"wider-precision", "Wider precision"},
        {"shape-efficiency", "Shapes and kernels"},
        {"memory-bound", "HBM-bound operators"},
        {"launches", "Kernel launches"},
        {"comm-sms", "SMs lent to communication"},
        {"recompute", "Recomputation"},
        {"exposed-network", "Exposed communication"},
        {"uneven-stages", "Uneven stages"},
        {"bubble", "Bubble"},
        {"optimizer", "Optimizer"},
        {"host", "Host"},
    }};
    for (const auto& [known, shown] : words)
        if (known == id)
            return std::string(shown);
    return std::string(id);
}

std::string recompute(const Recompute& policy) {
    struct Part {
        unsigned bit;
        std::string_view text;
    };
    static constexpr std::array<Part, 7> parts{{{recompute_norm, "norms"},
                                                {recompute_mla_up, "MLA up"},
                                                {recompute_attention_core, "attention core"},
                                                {recompute_activation, "activation"},
                                                {recompute_moe, "MoE"},
                                                {recompute_gemms, "every second GEMM"},
                                                {recompute_full, "full"}}};
    std::string out;
    for (const Part& part : parts)
        if ((policy.operators & part.bit) != 0)
            out.append(out.empty() ? "" : ", ").append(part.text);
    if (out.empty())
        return "none";
    if (policy.first_layers)
        out += fmt::format(", first {} layers of each stage", *policy.first_layers);
    return out;
}

} // namespace ridgepoint::text
