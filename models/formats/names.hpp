// SPDX-License-Identifier: GPL-3.0-or-later
// How the enumerations are spelt in files: lower case with hyphens. Text for people is text.hpp's.
#pragma once

#include "models/estimate.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint::formats {

template <class E>
struct Name {
    std::string_view text;
    E value;
};

/// All names of an enumeration, in the order they are listed to users.
template <class E>
[[nodiscard]] std::span<const Name<E>> names();

template <>
std::span<const Name<Schedule>> names();
template <>
std::span<const Name<NetworkModel>> names();
template <>
std::span<const Name<Norm>> names();
template <>
std::span<const Name<CpKind>> names();
template <>
std::span<const Name<Offload>> names();
template <>
std::span<const Name<AttentionKernel>> names();
template <>
std::span<const Name<Axis>> names();
template <>
std::span<const Name<RecomputeSet>> names();
template <>
std::span<const Name<Ceilings>> names();
template <>
std::span<const Name<Fidelity>> names();
template <>
std::span<const Name<AttentionFlops>> names();
template <>
std::span<const Name<NumberFormat>> names(); ///< without none
template <>
std::span<const Name<OperatorKind>> names();
template <>
std::span<const Name<LayerKind>> names();
template <>
std::span<const Name<Pass>> names();
template <>
std::span<const Name<Bound>> names();
template <>
std::span<const Name<Parallelism>> names();
template <>
std::span<const Name<Collective>> names();
template <>
std::span<const Name<Link>> names();
template <>
std::span<const Name<Resource>> names();
template <>
std::span<const Name<SlotKind>> names();
template <>
std::span<const Name<Stream>> names();

/// Formats that may be sent: what `gather_format` and `reduce_format` take.
[[nodiscard]] std::span<const Name<NumberFormat>> message_formats();
/// All of them with none, for copies and masters that may be missing.
[[nodiscard]] std::span<const Name<NumberFormat>> formats_or_none();

/// Empty for a value outside the list.
template <class E>
[[nodiscard]] std::string_view text_of(E value, std::span<const Name<E>> list) {
    for (const Name<E>& name : list)
        if (name.value == value)
            return name.text;
    return {};
}
template <class E>
[[nodiscard]] std::string_view text_of(E value) {
    return text_of(value, names<E>());
}

template <class E>
[[nodiscard]] std::vector<std::string_view> texts(std::span<const Name<E>> list) {
    std::vector<std::string_view> out;
    for (const Name<E>& name : list)
        out.push_back(name.text);
    return out;
}
template <class E>
[[nodiscard]] std::string joined(std::span<const Name<E>> list) {
    std::string out;
    for (const Name<E>& name : list)
        out.append(out.empty() ? "" : ", ").append(name.text);
    return out;
}

} // namespace ridgepoint::formats
