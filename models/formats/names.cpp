// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/names.hpp"

#include "models/ids.hpp"

namespace ridgepoint::formats {

namespace {

constexpr Name<Schedule> named(Schedule s) {
    return {schedule_id(s), s};
}
constexpr Name<Schedule> schedules[]{named(Schedule::gpipe),    named(Schedule::one_f_one_b), named(Schedule::interleaved),
                                     named(Schedule::zb_h1),    named(Schedule::zb_v),        named(Schedule::dualpipe),
                                     named(Schedule::dualpipev)};
constexpr Name<NetworkModel> networks[]{{"flat", NetworkModel::flat},
                                        {"hierarchical", NetworkModel::hierarchical},
                                        {"measured", NetworkModel::measured}};
constexpr Name<Norm> norms[]{{"rmsnorm", Norm::rmsnorm}, {"layernorm", Norm::layernorm}};
constexpr Name<CpKind> cp_kinds[]{
    {"ring", CpKind::ring}, {"all-gather", CpKind::all_gather}, {"all-to-all", CpKind::all_to_all}};
constexpr Name<Offload> offloads[]{{"none", Offload::none},
                                   {"optimizer", Offload::optimizer},
                                   {"activations", Offload::activations},
                                   {"all", Offload::all}};
constexpr Name<AttentionKernel> kernels[]{{"flash", AttentionKernel::flash}, {"fa2", AttentionKernel::fa2},
                                          {"fa3", AttentionKernel::fa3},     {"cudnn", AttentionKernel::cudnn},
                                          {"tpu", AttentionKernel::tpu},     {"unfused", AttentionKernel::unfused}};
constexpr Name<Axis> axes[]{
    {"tp", Axis::tp}, {"cp", Axis::cp}, {"ep", Axis::ep}, {"dp", Axis::dp}, {"pp", Axis::pp}};
constexpr Name<RecomputeSet> recompute_sets[]{{"norm", recompute_norm},
                                              {"mla-up", recompute_mla_up},
                                              {"attention-core", recompute_attention_core},
                                              {"activation", recompute_activation},
                                              {"moe", recompute_moe},
                                              {"alternate-gemms", recompute_gemms},
                                              {"full", recompute_full}};
constexpr Name<Ceilings> ceilings[]{{"datasheet", Ceilings::datasheet}, {"achievable", Ceilings::achievable}};
constexpr Name<Fidelity> fidelities[]{{"speed-of-light", Fidelity::speed_of_light},
                                      {"detailed", Fidelity::detailed}};
constexpr Name<AttentionFlops> attention_counts[]{{"causal", AttentionFlops::causal},
                                                  {"full", AttentionFlops::full}};

// none is the last, so that a shorter span leaves it out.
constexpr Name<NumberFormat> number_formats[]{{"fp32", NumberFormat::fp32},
                                              {"fp16", NumberFormat::fp16},
                                              {"bf16", NumberFormat::bf16},
                                              {"fp8", NumberFormat::fp8},
                                              {"fp8-1x128", NumberFormat::fp8_1x128},
                                              {"fp8-128x128", NumberFormat::fp8_128x128},
                                              {"mxfp8", NumberFormat::mxfp8},
                                              {"nvfp4", NumberFormat::nvfp4},
                                              {"none", NumberFormat::none}};
constexpr Name<NumberFormat> sendable[]{
    {"fp32", NumberFormat::fp32}, {"bf16", NumberFormat::bf16}, {"fp8", NumberFormat::fp8}};

constexpr Name<OperatorKind> operator_kinds[]{{"gemm", OperatorKind::gemm},
                                              {"grouped-gemm", OperatorKind::grouped_gemm},
                                              {"attention", OperatorKind::attention},
                                              {"norm", OperatorKind::norm},
                                              {"elementwise", OperatorKind::elementwise},
                                              {"embedding", OperatorKind::embedding},
                                              {"cross-entropy", OperatorKind::cross_entropy},
                                              {"router", OperatorKind::router},
                                              {"permute", OperatorKind::permute},
                                              {"cast", OperatorKind::cast},
                                              {"optimizer", OperatorKind::optimizer}};
constexpr Name<LayerKind> layer_kinds[]{{"dense", LayerKind::dense},
                                        {"moe", LayerKind::moe},
                                        {"embedding", LayerKind::embedding},
                                        {"head", LayerKind::head},
                                        {"mtp", LayerKind::mtp}};
constexpr Name<Pass> passes[]{{"forward", Pass::forward},
                              {"backward-input", Pass::backward_input},
                              {"backward-weight", Pass::backward_weight}};
constexpr Name<Bound> bounds[]{{"compute", Bound::compute}, {"hbm", Bound::hbm}, {"launch", Bound::launch}};
constexpr Name<Parallelism> parallelisms[]{{"tp", Parallelism::tp},
                                           {"cp", Parallelism::cp},
                                           {"ep", Parallelism::ep},
                                           {"pp", Parallelism::pp},
                                           {"dp", Parallelism::dp}};
constexpr Name<Collective> collectives[]{{"all-gather", Collective::all_gather},
                                         {"reduce-scatter", Collective::reduce_scatter},
                                         {"all-reduce", Collective::all_reduce},
                                         {"all-to-all", Collective::all_to_all},
                                         {"send-receive", Collective::send_receive}};
constexpr Name<Link> links[]{{"scale-up", Link::scale_up}, {"scale-out", Link::scale_out}};
constexpr Name<Resource> resources[]{{"compute", Resource::compute},   {"hbm", Resource::hbm},
                                     {"scale-up", Resource::scale_up}, {"scale-out", Resource::scale_out},
                                     {"bubble", Resource::bubble},     {"host", Resource::host}};
constexpr Name<SlotKind> slot_kinds[]{{"forward", SlotKind::forward},
                                      {"backward", SlotKind::backward},
                                      {"backward-input", SlotKind::backward_input},
                                      {"backward-weight", SlotKind::backward_weight},
                                      {"forward-backward", SlotKind::forward_backward}};
constexpr Name<Stream> streams[]{
    {"compute", Stream::compute}, {"communication", Stream::communication}, {"exposed", Stream::exposed}};

} // namespace

template <>
std::span<const Name<Schedule>> names() {
    return schedules;
}
template <>
std::span<const Name<NetworkModel>> names() {
    return networks;
}
template <>
std::span<const Name<Norm>> names() {
    return norms;
}
template <>
std::span<const Name<CpKind>> names() {
    return cp_kinds;
}
template <>
std::span<const Name<Offload>> names() {
    return offloads;
}
template <>
std::span<const Name<AttentionKernel>> names() {
    return kernels;
}
template <>
std::span<const Name<Axis>> names() {
    return axes;
}
template <>
std::span<const Name<RecomputeSet>> names() {
    return recompute_sets;
}
template <>
std::span<const Name<Ceilings>> names() {
    return ceilings;
}
template <>
std::span<const Name<Fidelity>> names() {
    return fidelities;
}
template <>
std::span<const Name<AttentionFlops>> names() {
    return attention_counts;
}
template <>
std::span<const Name<NumberFormat>> names() {
    return std::span(number_formats).first(8);
}
template <>
std::span<const Name<OperatorKind>> names() {
    return operator_kinds;
}
template <>
std::span<const Name<LayerKind>> names() {
    return layer_kinds;
}
template <>
std::span<const Name<Pass>> names() {
    return passes;
}
template <>
std::span<const Name<Bound>> names() {
    return bounds;
}
template <>
std::span<const Name<Parallelism>> names() {
    return parallelisms;
}
template <>
std::span<const Name<Collective>> names() {
    return collectives;
}
template <>
std::span<const Name<Link>> names() {
    return links;
}
template <>
std::span<const Name<Resource>> names() {
    return resources;
}
template <>
std::span<const Name<SlotKind>> names() {
    return slot_kinds;
}
template <>
std::span<const Name<Stream>> names() {
    return streams;
}

std::span<const Name<NumberFormat>> message_formats() {
    return sendable;
}
std::span<const Name<NumberFormat>> formats_or_none() {
    return number_formats;
}

} // namespace ridgepoint::formats
