// SPDX-License-Identifier: GPL-3.0-or-later
// What the timeline shows, its targets and its table; timeline_lanes.cpp fills the lanes, timeline_drawing.cpp draws.
#include "plots/timeline_picture.hpp"

#include "models/loss_names.hpp"
#include "plots/wording.hpp"

#include <algorithm>
#include <iterator>

namespace ridgepoint {

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
    //: "one MoE layer, forward and backward"
    return tr("one %1, forward and backward").arg(layer);
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

TimelinePicture::Ends TimelinePicture::endsOf(const Estimate& estimate) const {
    Ends ends{isPair() ? estimate.pair_timeline.span : estimate.timeline.span, Seconds(0)};
    if (isPair())
        for (const TimelineBlock& block : estimate.timeline.blocks)
            if (block.pass == Pass::forward && !block.recomputed)
                ends.alone = std::max(ends.alone, block.end);
    return ends;
}

std::vector<TimelinePicture::Compared> TimelinePicture::compared() const {
    if (empty() || ghosts().empty())
        return {};
    std::vector<Compared> all{{ownName(), 0, true, endsOf(*m_estimate)}};
    for (const Ghost& ghost : ghosts())
        all.push_back({words(ghost.name), ghost.look, false, endsOf(ghost.estimate)});
    return all;
}

QStringList TimelinePicture::spanTexts() {
    ensureFresh();
    QStringList texts;
    for (const Compared& one : compared())
        texts << tr("%1 %2").arg(one.name, quantity(text::duration(one.ends.span)));
    return texts;
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
    Seconds longest = span(), longestAlone = m_aloneSpan;
    for (const Compared& one : compared()) {
        longest = std::max(longest, one.ends.span);
        longestAlone = std::max(longestAlone, one.ends.alone);
    }
    m_end = m_firstEnd = axisValue(longest);
    AxisLook x;
    //: A unit of time
    x.title = isPair() ? tr("%1, one layer of two micro-batches").arg(unit)
                       : tr("%1, one micro-batch through one layer").arg(unit);
    if (showsAlone()) {
        constexpr double gap = 0.05; // of the pair
        m_aloneFrom = m_end * (1 + gap);
        x.restart = Restart{m_end, m_aloneFrom};
        x.title = tr("%1, one layer of two micro-batches, and of one alone").arg(unit);
        m_end = m_aloneFrom + axisValue(longestAlone);
    }
    setAxes(x, {.title = {}, .shown = false});
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
    if (becameAnother(QString::number(m_perSecond) + u' ' + QString::number(ghosts().size())))
        home();
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
    for (const Compared& one : compared()) {
        table.rows.push_back({one.name, isPair() ? tr("whole pair") : tr("whole layer"), {},
                              milliseconds(Seconds(0)), milliseconds(one.ends.span), milliseconds(one.ends.span)});
        table.subjects.emplace_back();
        if (!showsAlone())
            continue;
        table.rows.push_back({one.name, tr("forward alone"), {}, milliseconds(Seconds(0)),
                              milliseconds(one.ends.alone), milliseconds(one.ends.alone)});
        table.subjects.emplace_back();
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
