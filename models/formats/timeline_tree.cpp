// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/formats/estimate_tree.hpp"
#include "models/formats/names.hpp"

namespace ridgepoint::formats {

Json timeline_tree(const Estimate& estimate) {
    Json out = Json::array();
    for (const TimelineBlock& block : estimate.timeline.blocks) {
        const bool computes = block.stream == Stream::compute;
        const std::string_view kind = computes ? text_of(block.kind) : text_of(block.parallelism);
        const std::string_view link = text_of(block.link);
        out.push_back({{"rank", estimate.pipeline.critical_rank},
                       {"stream", std::string(text_of(block.stream))},
                       {"kind", std::string(kind)},
                       {"micro_batch", 0}, // the first stands for all
                       {"start", block.start.value},
                       {"end", block.end.value},
                       {"name", std::string(block.name)},
                       {"pass", std::string(text_of(block.pass))},
                       {"link", link.empty() ? Json() : Json(std::string(link))},
                       {"recomputed", block.recomputed}});
    }
    return out;
}

} // namespace ridgepoint::formats
