// SPDX-License-Identifier: GPL-3.0-or-later
// The losses between the datasheet peak and MFU by name: what kind each is, and which collectives and operators
// it is made of, so that pictures can point at the same thing.
#pragma once

#include "models/estimate.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ridgepoint {

/// Where in the chain from the peak down a loss stands, in this order.
enum class LossGroup { recipe, operators, communication, schedule, rest };

/// An id the estimate does not use counts as rest.
[[nodiscard]] LossGroup loss_group(std::string_view id);

/// "exposed-ep-scale-out".
[[nodiscard]] std::string exposed_loss(Parallelism parallelism, Link link);

struct ExposedLoss {
    Parallelism parallelism{};
    Link link = Link::none;
};
/// Of an id that exposed_loss made.
[[nodiscard]] std::optional<ExposedLoss> exposed_parts(std::string_view id);

/// Whether traffic of this parallelism on this link belongs to the loss.
[[nodiscard]] bool loss_holds(std::string_view id, Parallelism parallelism, Link link);
/// Whether the operator is one the loss comes from: bound by memory, by its launch, recomputed.
[[nodiscard]] bool loss_holds(std::string_view id, const OperatorCost& cost);

} // namespace ridgepoint
