// SPDX-License-Identifier: GPL-3.0-or-later
// What each lane of the timeline holds, with its legend and the table of sums beside it.
#include "plots/timeline_picture.hpp"

#include "plots/wording.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace ridgepoint {

namespace {

Colour kernelColour(const TimelineBlock& block) {
    if (block.pass == Pass::backward_weight &&
        (block.kind == OperatorKind::gemm || block.kind == OperatorKind::grouped_gemm))
        return Colour::weight_gradient;
    switch (block.kind) {
    case OperatorKind::attention:
        return Colour::pp;
    case OperatorKind::grouped_gemm:
        return Colour::ep;
    case OperatorKind::gemm:
        return Colour::compute;
    default:
        return Colour::dp;
    }
}

enum class Phase { forward, recompute, backward, weight };
Phase phaseOf(const TimelineBlock& block) {
    return block.recomputed                         ? Phase::recompute
           : block.pass == Pass::forward            ? Phase::forward
           : block.pass == Pass::backward_weight    ? Phase::weight
                                                    : Phase::backward;
}

/// Which half of a layer a kernel belongs to; casts and norms of no known half go with their neighbours.
enum class Part { attention, mlp, either };
Part partOf(std::string_view name) {
    const auto starts = [name](std::string_view with) { return name.substr(0, with.size()) == with; };
    for (const std::string_view with : {"attention", "mla", "rotary", "qk-norm"})
        if (starts(with))
            return Part::attention;
    for (const std::string_view with : {"mlp", "expert", "shared", "router", "permute", "unpermute", "swiglu"})
        if (starts(with))
            return Part::mlp;
    return Part::either;
}

QString phaseName(Part part, Phase phase) {
    const QString half = part == Part::attention ? TimelinePicture::tr("Attention")
                         : part == Part::mlp     ? TimelinePicture::tr("MLP")
                                                 : TimelinePicture::tr("Layer");
    switch (phase) {
    case Phase::forward:
        //: Half of a layer, forward pass
        return TimelinePicture::tr("%1 F").arg(half);
    case Phase::recompute:
        return TimelinePicture::tr("%1 again").arg(half);
    case Phase::backward:
        return TimelinePicture::tr("%1 B").arg(half);
    case Phase::weight:
        return TimelinePicture::tr("%1 W").arg(half);
    }
    return {};
}

Colour phaseColour(Phase phase) {
    return phase == Phase::backward ? Colour::compute
           : phase == Phase::weight ? Colour::weight_gradient
                                    : Colour::forward;
}

} // namespace

void TimelinePicture::addComputeLanes() {
    Lane phases{tr("Compute"), {}, 1.0, {}, {}, 1};
    Lane kernels{tr("Kernels"), {}, 0.7, {}, {}, 1};
    const Cluster& cluster = m_scenario->cluster;
    if (cluster.accelerator.sms > 0)
        phases.detail = tr("%1 of %2 SMs")
                            .arg(isPair() ? m_estimate->pair_timeline.compute_sms
                                          : cluster.accelerator.sms - m_scenario->plan.comm_sms.value_or(0))
                            .arg(cluster.accelerator.sms);
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        const TimelineBlock& block = m_blocks[i];
        if (block.stream != Stream::compute)
            continue;
        const bool weight = kernelColour(block) == Colour::weight_gradient;
        kernels.blocks.push_back({startOf(i), endOf(i), operatorName(block.name), kernelColour(block),
                                  weight ? Hatch::dots : Hatch::none, int(i)});
    }
    phases.blocks = isPair() ? pairPhases() : layerPhases();
    if (showsAlone())
        std::ranges::copy(layerPhases(), std::back_inserter(phases.blocks));
    m_lanes.push_back(std::move(phases));
    m_lanes.push_back(std::move(kernels));
}

// Kernels of one half and one pass are one block, as long as compute does not wait between them.
std::vector<TimelinePicture::Block> TimelinePicture::layerPhases() const {
    std::vector<Block> all;
    const double joined = m_end * 2e-3; // gaps no pixel shows
    Phase last{};
    Part half = Part::either;
    for (std::size_t i = showsAlone() ? m_alone : 0; i < m_blocks.size(); ++i) {
        const TimelineBlock& block = m_blocks[i];
        const double start = startOf(i), end = endOf(i);
        if (block.stream == Stream::exposed)
            all.push_back({start, end, tr("waits"), Colour::trouble, Hatch::trouble, int(i)});
        if (block.stream != Stream::compute)
            continue;
        const Part part = partOf(block.name);
        Phase phase = phaseOf(block);
        Block* previous = all.empty() ? nullptr : &all.back();
        const bool running = previous && previous->hatch != Hatch::trouble && start - previous->end < joined;
        // Weight gradients that follow their input gradients one by one are part of the backward pass.
        if (phase == Phase::weight && running && last == Phase::backward && (part == half || part == Part::either))
            phase = Phase::backward;
        if (running && last == phase && (part == half || part == Part::either || half == Part::either)) {
            previous->end = std::max(previous->end, end);
            if (half == Part::either && part != Part::either) {
                half = part;
                previous->label = phaseName(part, phase);
            }
            continue;
        }
        last = phase;
        half = part;
        all.push_back({start, end, phaseName(part, phase), phaseColour(phase),
                       phase == Phase::weight ? Hatch::dots : Hatch::none, -1});
    }
    return all;
}

std::vector<TimelinePicture::Block> TimelinePicture::pairPhases() const {
    std::vector<Block> all;
    for (const TimelineBlock& part : m_estimate->pair_timeline.parts) {
        if (part.stream != Stream::compute)
            continue;
        const Phase phase = phaseOf(part);
        all.push_back({axisValue(part.start), axisValue(part.end), phaseName(partOf(part.name), phase),
                       phaseColour(phase), phase == Phase::weight ? Hatch::dots : Hatch::none, -1});
    }
    for (std::size_t i = 0; i < m_alone; ++i)
        if (m_blocks[i].stream == Stream::exposed)
            all.push_back({startOf(i), endOf(i), tr("waits"), Colour::trouble, Hatch::trouble, int(i)});
    return all;
}

// One case's table: its blocks from `first` up to `last`.
void TimelinePicture::addFigures(const QString& title, std::size_t first, std::size_t last, Seconds whole) {
    Seconds compute, moved, exposed;
    for (std::size_t i = first; i < last; ++i) {
        const TimelineBlock& block = m_blocks[i];
        Seconds& sum = block.stream == Stream::compute         ? compute
                       : block.stream == Stream::communication ? moved
                                                               : exposed;
        sum += block.end - block.start;
    }
    const auto add = [this](const QString& name, Seconds time, std::optional<Colour> colour, Hatch hatch) {
        m_figures.push_back({name, fixed(axisValue(time), 2), colour, hatch, false});
    };
    m_figures.push_back({title, m_perSecond == 1 ? tr("s") : m_perSecond == 1e3 ? tr("ms") : tr("µs"), std::nullopt,
                         Hatch::none, true});
    add(tr("span"), whole, std::nullopt, Hatch::none);
    add(tr("compute busy"), compute, Colour::compute, Hatch::none);
    add(tr("moving data"), moved, Colour::ep, Hatch::none);
    add(tr("hidden"), std::max(Seconds(0), moved - exposed), std::nullopt, Hatch::none);
    add(tr("exposed"), exposed, Colour::trouble, Hatch::trouble);
}

void TimelinePicture::makeFigures() {
    addFigures(isPair() ? tr("Pair") : tr("Layer"), 0, m_alone, span());
    if (showsAlone())
        addFigures(tr("Forward alone"), m_alone, m_blocks.size(), m_aloneSpan);
}

void TimelinePicture::addNetworkLane(Link link) {
    Lane lane{words(text::name(link)), {}, 1.0, {}, {}, 1};
    const Roofs& roofs = m_estimate->roofs;
    lane.detail = quantity(text::bandwidth(link == Link::scale_up ? roofs.scale_up : roofs.scale_out));
    if (isPair() && m_estimate->pair_timeline.communication_sms > 0)
        lane.detail = tr("%1 · %2 SMs").arg(lane.detail).arg(m_estimate->pair_timeline.communication_sms);
    const auto& blocks = m_blocks;
    for (std::size_t i = 0; i < blocks.size(); ++i)
        if (blocks[i].stream == Stream::communication && blocks[i].link == link)
            lane.blocks.push_back({startOf(i), endOf(i),
                                   operatorName(blocks[i].name), colourOf(blocks[i].parallelism),
                                   Hatch::none, int(i)});
    if (lane.blocks.empty())
        return;
    std::vector<double> ends; // of each row so far
    for (Block& block : lane.blocks) {
        const auto row =
            std::ranges::find_if(ends, [&](double end) { return end <= block.start + m_end * 1e-6; });
        block.row = int(row - ends.begin());
        if (row == ends.end())
            ends.push_back(block.end);
        else
            *row = block.end;
    }
    lane.rows = int(ends.size());
    m_lanes.push_back(std::move(lane));
}

void TimelinePicture::addExposedLane() {
    Lane lane{tr("Exposed"), tr("compute waits"), 0.6, {}, {}, 1};
    Seconds compute, moved;
    bool waits = false; // in the first case
    for (std::size_t i = 0; i < m_blocks.size(); ++i) {
        const TimelineBlock& block = m_blocks[i];
        if (block.stream == Stream::exposed)
            lane.blocks.push_back(
                {startOf(i), endOf(i), operatorName(block.name), Colour::trouble, Hatch::trouble, int(i)});
        if (i >= m_alone)
            continue;
        waits = waits || block.stream == Stream::exposed;
        if (block.stream != Stream::exposed)
            (block.stream == Stream::compute ? compute : moved) += block.end - block.start;
    }
    if (!waits)
        lane.none = moved.value > 0 ? tr("none: %1 of transfers run beside %2 of compute")
                                          .arg(quantity(text::duration(moved)), quantity(text::duration(compute)))
                                    : tr("none: nothing is sent");
    m_lanes.push_back(std::move(lane));
}

void TimelinePicture::makeLegend() {
    m_legend.entries.clear();
    std::set<Colour> kernels, networks;
    bool exposed = false;
    for (const TimelineBlock& block : m_blocks) {
        if (block.stream == Stream::compute)
            kernels.insert(kernelColour(block));
        else if (block.stream == Stream::exposed)
            exposed = true;
    }
    auto& entries = m_legend.entries;
    const auto kernel = [&](Colour colour, const QString& text, Hatch hatch = Hatch::none) {
        if (kernels.contains(colour))
            entries.push_back({text, colour, hatch});
    };
    kernel(Colour::pp, tr("attention core"));
    kernel(Colour::ep, tr("expert GEMM"));
    kernel(Colour::compute, tr("dense GEMM"));
    kernel(Colour::weight_gradient, tr("weight gradient"), Hatch::dots);
    kernel(Colour::dp, tr("cast, norm, permute"));
    for (const TimelineBlock& block : m_blocks)
        if (block.stream == Stream::communication && networks.insert(colourOf(block.parallelism)).second)
            entries.push_back({tr("%1 transfer").arg(words(text::name(block.parallelism))),
                               colourOf(block.parallelism)});
    if (exposed)
        entries.push_back({tr("waits, exposed"), Colour::trouble, Hatch::trouble});
}

} // namespace ridgepoint
