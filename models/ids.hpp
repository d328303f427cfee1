// SPDX-License-Identifier: GPL-3.0-or-later
// The stable spellings of the model's enumerations in files, on the command line and in JSON.
#pragma once

#include "models/estimate.hpp"

#include <string_view>

namespace ridgepoint {

[[nodiscard]] constexpr std::string_view parallelism_id(Parallelism p) {
    switch (p) {
    case Parallelism::tp: return "tp";
    case Parallelism::cp: return "cp";
    case Parallelism::ep: return "ep";
    case Parallelism::pp: return "pp";
    case Parallelism::dp: return "dp";
    }
    return "";
}

[[nodiscard]] constexpr std::string_view schedule_id(Schedule s) {
    switch (s) {
    case Schedule::gpipe: return "gpipe";
    case Schedule::one_f_one_b: return "1f1b";
    case Schedule::interleaved: return "interleaved";
    case Schedule::zb_h1: return "zb-h1";
    case Schedule::zb_v: return "zb-v";
    case Schedule::dualpipe: return "dualpipe";
    case Schedule::dualpipev: return "dualpipev";
    }
    return "";
}

[[nodiscard]] constexpr std::string_view link_id(Link l) {
    switch (l) {
    case Link::none: return "none";
    case Link::scale_up: return "scale-up";
    case Link::scale_out: return "scale-out";
    }
    return "";
}

[[nodiscard]] constexpr std::string_view resource_id(Resource r) {
    switch (r) {
    case Resource::compute: return "compute";
    case Resource::hbm: return "hbm";
    case Resource::scale_up: return "scale-up";
    case Resource::scale_out: return "scale-out";
    case Resource::bubble: return "bubble";
    case Resource::host: return "host";
    }
    return "";
}

} // namespace ridgepoint
