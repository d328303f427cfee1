// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline shows; timeline_drawing.cpp draws it.
#include "plots/timeline_picture.hpp"

#include "models/loss_names.hpp"
#include "plots/wording.hpp"

#include <algorithm>
#include <cmath>
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

TimelinePicture::TimelinePicture(QWidget* parent) : PlotPicture(parent) {
    start();
    setAxes({tr("Milliseconds")}, {.title = {}, .shown = false});
    setZoomable(true, false);
    setRanges({0, 1}, {0, 1});
}

QString TimelinePicture::subtitle() const {
    if (empty() || m_blocks.empty())
        return {};
    const QString layer = words(text::name(layerKind()));
    if (isPair())
        //: "one MoE layer, forward of one micro-batch against the backward of another"
        return tr("one %1, forward of one micro-batch against the backward of another").arg(layer);
    //: "one MoE layer, number 12, forward and backward"
    return tr("one %1, number %2, forward and backward")
        .arg(layer, words(text::count(m_estimate->timeline.layer_index)));
}

bool TimelinePicture::isPair() const {
    return !empty() && !m_estimate->pair_timeline.parts.empty();
}

LayerKind TimelinePicture::layerKind() const {
    return isPair() ? m_estimate->pair_timeline.layer : m_estimate->timeline.layer;
}

Seconds TimelinePicture::span() const {
    return isPair() ? m_estimate->pair_timeline.span : m_estimate->timeline.span;
}

// Of a pair: its kernels, its transfers, its waits; its compute parts have a lane of their own.
void TimelinePicture::updateResult() {
    m_blocks.clear();
    m_aloneSpan = Seconds(0);
    if (isPair()) {
        const PairTimeline& pair = m_estimate->pair_timeline;
        m_blocks = pair.kernels;
        std::ranges::copy_if(pair.parts, std::back_inserter(m_blocks),
                             [](const TimelineBlock& part) { return part.stream == Stream::communication; });
        m_blocks.insert(m_blocks.end(), pair.exposed.begin(), pair.exposed.end());
    } else if (!empty()) {
        m_blocks = m_estimate->timeline.blocks;
    }
    m_alone = m_blocks.size();
    if (isPair())
        for (const TimelineBlock& block : m_estimate->timeline.blocks)
            if (block.pass == Pass::forward && !block.recomputed) {
                m_blocks.push_back(block);
                m_aloneSpan = std::max(m_aloneSpan, block.end);
            }
    PlotPicture::updateResult();
}

double TimelinePicture::startOf(std::size_t block) const {
    return axisValue(m_blocks[block].start) + (block < m_alone ? 0 : m_aloneFrom);
}

double TimelinePicture::endOf(std::size_t block) const {
    return axisValue(m_blocks[block].end) + (block < m_alone ? 0 : m_aloneFrom);
}

void TimelinePicture::chooseUnit() {
    const double seconds = span().value;
    m_perSecond = seconds >= 1 ? 1 : seconds >= 1e-3 ? 1e3 : 1e6;
    const QString unit = m_perSecond == 1     ? tr("Seconds")
                         : m_perSecond == 1e3 ? tr("Milliseconds")
                                              : tr("Microseconds");
    m_end = axisValue(span());
    AxisLook x;
    //: A unit of time
    x.title = isPair() ? tr("%1, one layer of two micro-batches").arg(unit)
                       : tr("%1, one micro-batch through one layer").arg(unit);
    if (showsAlone()) {
        constexpr double gap = 0.05; // of the pair
        m_aloneFrom = m_end * (1 + gap);
        x.restart = Restart{m_end, m_aloneFrom};
        x.title = tr("%1, one layer: of two micro-batches against each other, and of one alone").arg(unit);
        m_end = m_aloneFrom + axisValue(m_aloneSpan);
    }
    setAxes(x, {.title = {}, .shown = false});
}

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

void TimelinePicture::rebuild() {
    m_lanes.clear();
    m_figures.clear();
    m_legend.entries.clear();
    m_end = 0;
    if (empty() || m_blocks.empty())
        return;
    chooseUnit();
    addComputeLanes();
    addNetworkLane(Link::scale_up);
    addNetworkLane(Link::scale_out);
    addExposedLane();
    makeLegend();
    makeFigures();
    setLimits({0, m_end * 20}, {0, 1});
    const QString now = QString::fromStdString(m_scenario->name + '\n' + m_scenario->model.name + '\n' +
                                               m_scenario->cluster.accelerator.name) +
                        QString::number(m_perSecond);
    if (now != m_shownFor)
        home();
    m_shownFor = now;
}

void TimelinePicture::home() {
    if (m_end > 0)
        setRanges({0, m_end * 1.005}, {0, 1});
}

QString TimelinePicture::beyondText() const {
    if (m_userView || m_end <= xRange().upper || m_lanes.empty())
        return {};
    return tr("ends at %1, F shows all").arg(quantity(text::duration(Seconds(m_end / m_perSecond))));
}

bool TimelinePicture::selectedBlock(int source) const {
    if (source < 0)
        return false;
    const TimelineBlock& block = m_blocks[std::size_t(source)];
    if (m_selection.kind == Subject::Kind::loss)
        return block.stream == Stream::compute
                   ? m_selection.name == "recompute" && block.recomputed
                   : loss_holds(m_selection.name, block.parallelism, block.link);
    if (m_selection.kind == Subject::Kind::operator_cost)
        return block.stream == Stream::compute && m_selection.name == block.name &&
               m_selection.pass == block.pass && m_selection.layer == layerKind();
    return m_selection.kind == Subject::Kind::collective && block.stream != Stream::compute &&
           m_selection.name == block.name;
}

QString TimelinePicture::blockText(int source) const {
    using text::Digits;
    const TimelineBlock& block = m_blocks[std::size_t(source)];
    QStringList lines;
    if (block.stream == Stream::compute)
        lines << tr("%1, %2").arg(operatorName(block.name), passName(block.pass, block.recomputed))
              << words(text::name(block.kind));
    else if (block.stream == Stream::communication)
        lines << tr("%1 on %2").arg(operatorName(block.name), words(text::name(block.link)));
    else
        lines << tr("%1 exposed: compute waits").arg(operatorName(block.name));
    lines << tr("%1, from %2 to %3")
                 .arg(quantity(text::duration(block.end - block.start, Digits::exact)),
                      quantity(text::duration(block.start, Digits::exact)),
                      quantity(text::duration(block.end, Digits::exact)));
    return lines.join(u'\n');
}

int TimelinePicture::targetCount() const {
    return empty() ? 0 : int(m_blocks.size());
}

InteractivePicture::Target TimelinePicture::target(int index) const {
    const TimelineBlock& block = m_blocks[std::size_t(index)];
    Subject subject;
    subject.name = std::string(block.name);
    if (block.stream == Stream::compute) {
        subject.kind = Subject::Kind::operator_cost;
        subject.layer = layerKind();
        subject.pass = block.pass;
    } else {
        subject.kind = Subject::Kind::collective;
    }
    QPointF at;
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane)
        for (const Block& shown : m_lanes[lane].blocks)
            if (shown.source == index)
                at = {xPixel((shown.start + shown.end) / 2), laneRect(lane).center().y()};
    return {std::move(subject), blockText(index), at};
}

int TimelinePicture::targetAt(QPointF pos) const {
    constexpr double reach = 2; // pixels
    for (std::size_t lane = 0; lane < m_lanes.size(); ++lane) {
        const QRectF rect = laneRect(lane);
        if (pos.y() < rect.top() || pos.y() > rect.bottom())
            continue;
        int best = -1;
        double nearest = reach;
        for (const Block& block : m_lanes[lane].blocks) {
            const double outside =
                std::max({xPixel(block.start) - pos.x(), pos.x() - xPixel(block.end), 0.0});
            const QRectF row = blockRect(rect, m_lanes[lane], block);
            if (block.source >= 0 && outside < nearest && pos.y() >= row.top() && pos.y() <= row.bottom()) {
                nearest = outside;
                best = block.source;
            }
        }
        return best;
    }
    return -1;
}

PictureTable TimelinePicture::table() const {
    PictureTable table;
    table.header = {tr("Stream"), tr("Name"), tr("Pass"), tr("Start, ms"), tr("End, ms"), tr("Length, ms")};
    if (empty())
        return table;
    const auto milliseconds = [](Seconds time) { return fixed(time.value * 1e3, 4); };
    for (int i = 0; i < targetCount(); ++i) {
        const TimelineBlock& block = m_blocks[std::size_t(i)];
        QString stream = block.stream == Stream::compute         ? tr("compute")
                               : block.stream == Stream::communication ? words(text::name(block.link))
                                                                       : tr("exposed");
        if (std::size_t(i) >= m_alone)
            stream = tr("%1, forward alone").arg(stream);
        table.rows.push_back({stream, operatorName(block.name), passName(block.pass, block.recomputed),
                              milliseconds(block.start), milliseconds(block.end),
                              milliseconds(block.end - block.start)});
        table.subjects.push_back(target(i).subject);
    }
    return table;
}

const std::vector<TimelinePicture::Lane>& TimelinePicture::lanes() {
    ensureFresh();
    return m_lanes;
}

QStringList TimelinePicture::legendTexts() {
    ensureFresh();
    return m_legend.texts();
}

} // namespace ridgepoint
