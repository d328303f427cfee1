// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/loss_names.hpp"

#include "models/ids.hpp"

#include <array>

namespace ridgepoint {

namespace {

struct Known {
    std::string_view id;
    LossGroup group;
};
constexpr std::array known{
    Known{"achievable-ceiling", LossGroup::recipe}, Known{"wider-precision", LossGroup::recipe},
    Known{"shape-efficiency", LossGroup::operators}, Known{"memory-bound", LossGroup::operators},
    Known{"launches", LossGroup::operators},         Known{"comm-sms", LossGroup::operators},
    Known{"recompute", LossGroup::operators},        Known{"uneven-stages", LossGroup::schedule},
    Known{"bubble", LossGroup::schedule},            Known{"optimizer", LossGroup::rest},
    Known{"host", LossGroup::rest},
};

constexpr std::string_view exposed = "exposed-";

} // namespace

LossGroup loss_group(std::string_view id) {
    if (id.substr(0, exposed.size()) == exposed)
        return LossGroup::communication;
    for (const Known& one : known)
        if (one.id == id)
            return one.group;
    return LossGroup::rest;
}

std::string exposed_loss(Parallelism parallelism, Link link) {
    return std::string(exposed).append(parallelism_id(parallelism)).append("-").append(link_id(link));
}

std::optional<ExposedLoss> exposed_parts(std::string_view id) {
    for (const auto parallelism :
         {Parallelism::tp, Parallelism::cp, Parallelism::ep, Parallelism::pp, Parallelism::dp})
        for (const Link link : {Link::scale_up, Link::scale_out})
            if (id == exposed_loss(parallelism, link))
                return ExposedLoss{parallelism, link};
    return std::nullopt;
}

bool loss_holds(std::string_view id, Parallelism parallelism, Link link) {
    return id == "exposed-network" || (link != Link::none && id == exposed_loss(parallelism, link));
}

bool loss_holds(std::string_view id, const OperatorCost& cost) {
    if (id == "recompute")
        return cost.recomputed;
    if (id == "memory-bound")
        return cost.bound == Bound::hbm && !cost.recomputed;
    if (id == "launches")
        return cost.bound == Bound::launch && !cost.recomputed;
    return false;
}

} // namespace ridgepoint
