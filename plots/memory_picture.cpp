// SPDX-License-Identifier: GPL-3.0-or-later
// What the memory picture shows; memory_drawing.cpp paints what Qt Charts has no word for.
#include "plots/memory_picture.hpp"

#include "plots/memory_parts.hpp"
#include "plots/wording.hpp"

#include <QBarSet>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {
constexpr double barWidth = 0.72;    // of the distance between ranks
constexpr double loneBarWidth = 0.5; // without a pipeline
constexpr double headroom = 1.3;     // capacities shown, so that a growing bar stays in view
} // namespace

MemoryPicture::MemoryPicture(QWidget* parent) : ChartPicture(parent) {
    start();
    for (int i = 0; i < component_count; ++i)
        m_sets[std::size_t(i)] = addSet(componentName(i));
    restyle();
}

QString MemoryPicture::subtitle() const {
    if (empty())
        return {};
    const QString what = m_estimate->memory.stages.size() > 1 ? tr("by pipeline rank") : tr("every rank alike");
    //: What the picture shows, and that the sets of ceilings compared make no difference
    return ghosts().empty() ? what : tr("%1 · the same for %2").arg(what, comparedNames());
}

QString MemoryPicture::comparedText(double width) const {
    if (empty() || ghosts().empty())
        return {};
    const QFontMetricsF metrics(m_style.font(type::axis));
    const QString longest = tr("the same for %1: what is held does not depend on ceilings").arg(comparedNames());
    for (const QString& text : {longest, tr("the same for %1").arg(comparedNames())})
        if (metrics.horizontalAdvance(text) <= width)
            return text;
    return tr("the same at every ceiling");
}

double MemoryPicture::capacity() const {
    return empty() ? 0 : m_estimate->memory.capacity.value / bytes_per_gib;
}

int MemoryPicture::shownRank() const {
    const bool chosen = m_selection.kind == Subject::Kind::memory || m_selection.kind == Subject::Kind::stage;
    if (chosen && m_selection.rank >= 0 && m_selection.rank < int(m_estimate->memory.stages.size()))
        return m_selection.rank;
    return m_estimate->memory.peak_stage;
}

void MemoryPicture::fillBars() {
    const std::vector<StageMemory>& stages = m_estimate->memory.stages;
    std::vector<double> values(stages.size());
    for (int c = 0; c < component_count; ++c) {
        for (std::size_t rank = 0; rank < stages.size(); ++rank)
            values[rank] = component(stages[rank], c).value / bytes_per_gib;
        setValues(*m_sets[std::size_t(c)], values);
    }
}

void MemoryPicture::rebuild() {
    if (empty())
        return;
    fillBars();
    const int ranks = int(m_estimate->memory.stages.size());
    setBarWidth(ranks == 1 ? loneBarWidth : barWidth);
    setCategories(ranks == 1 ? -0.75 : -0.7, ranks == 1 ? 0.75 : ranks - 0.3);
    if (becameAnother() && !m_userView)
        home();
    if (!wholeSize().isEmpty())
        layOut(wholeSize());
}

ValueSpan MemoryPicture::homeRange() const {
    const double peak = m_estimate->memory.peak.value / bytes_per_gib;
    return {0, std::max(capacity() * headroom, peak * 1.12)};
}

void MemoryPicture::restyle() {
    for (int i = 0; i < component_count && m_sets[std::size_t(i)] != nullptr; ++i)
        m_sets[std::size_t(i)]->setBrush(m_style(componentColour(i)));
    ChartPicture::restyle();
}

ChartPicture::Margins MemoryPicture::margins(QSizeF) const {
    return {m_style.px(50), m_style.px(10), legendWidth(), m_style.px(ghosts().empty() ? 42 : 57)};
}

std::unique_ptr<ChartPicture> MemoryPicture::another() const {
    return std::make_unique<MemoryPicture>();
}

QRectF MemoryPicture::segment(int rank, int index) const {
    double below = 0;
    for (int c = 0; c < index; ++c)
        below += m_sets[std::size_t(c)]->at(rank);
    const double half = barHalfWidth(), value = m_sets[std::size_t(index)]->at(rank);
    return QRectF(pixel(rank - half, below + value), pixel(rank + half, below)).intersected(plotArea());
}

QString MemoryPicture::xTitle() const {
    const int ranks = int(m_estimate->memory.stages.size());
    if (ranks == 1)
        return tr("every rank alike");
    if (m_scenario->plan.schedule == Schedule::dualpipe)
        return tr("Pipeline rank (holds stages r and %1 − r)").arg(ranks - 1);
    return tr("Pipeline rank");
}

double MemoryPicture::topOf(int rank) const {
    return m_estimate->memory.stages[std::size_t(rank)].total().value / bytes_per_gib;
}

int MemoryPicture::targetCount() const {
    return empty() ? 0 : int(m_estimate->memory.stages.size()) * component_count;
}

InteractivePicture::Target MemoryPicture::target(int index) const {
    const int rank = index / component_count, part = index % component_count;
    Subject subject{.kind = Subject::Kind::memory, .name = componentId(part), .rank = rank};
    return {std::move(subject), segmentText(rank, part), segment(rank, part).center()};
}

int MemoryPicture::targetAt(QPointF pos) const {
    constexpr double reach = 2; // pixels: thin segments can still be met
    if (empty())
        return -1;
    int best = -1;
    double nearest = 1e9;
    for (int i = 0; i < targetCount(); ++i) {
        const QRectF rect = segment(i / component_count, i % component_count);
        if (!rect.isEmpty() && rect.adjusted(0, -reach, 0, reach).contains(pos)) {
            const double distance = std::abs(rect.center().y() - pos.y()) - rect.height() / 2;
            if (distance < nearest) {
                nearest = distance;
                best = i;
            }
        }
    }
    return best;
}

bool MemoryPicture::selectedSegment(int rank, int part) const {
    return m_selection.kind == Subject::Kind::memory && m_selection.name == componentId(part) &&
           m_selection.rank == rank;
}

QString MemoryPicture::segmentText(int rank, int part) const {
    using text::Digits;
    const StageMemory& stage = m_estimate->memory.stages[std::size_t(rank)];
    const Bytes bytes = component(stage, part);
    QStringList lines;
    lines << tr("Rank %1 · %2").arg(rank).arg(componentName(part));
    lines << tr("%1 of %2, %3")
                 .arg(quantity(text::memory(bytes, Digits::exact)),
                      quantity(text::memory(stage.total(), Digits::exact)),
                      quantity(
                          text::percent(stage.total().value > 0 ? bytes / stage.total() : 0, Digits::exact)));
    if (rank < int(m_estimate->pipeline.stages.size())) {
        const PipelineStage& pipeline = m_estimate->pipeline.stages[std::size_t(rank)];
        lines << tr("%n layer(s)", nullptr, pipeline.layers);
        if (componentColour(part) == Colour::activations)
            lines << tr("%1 micro-batches in flight at most").arg(words(text::number(pipeline.in_flight)));
    }
    const Bytes free = m_estimate->memory.capacity - stage.total();
    lines << (free.value >= 0 ? tr("%1 free on this rank").arg(quantity(text::memory(free, Digits::exact)))
                              : tr("Over by %1").arg(quantity(text::memory(free * -1.0, Digits::exact))));
    return lines.join(u'\n');
}

PictureTable MemoryPicture::table() const {
    PictureTable table;
    table.header = {tr("Rank")};
    for (int part = 0; part < component_count; ++part)
        //: A column of GiB in the memory table
        table.header.push_back(tr("%1, GiB").arg(componentName(part)));
    table.header.push_back(tr("Total, GiB"));
    for (const Ghost& ghost : ghosts())
        //: A column of the table; %1 is a set of ceilings: "datasheet"
        table.header.push_back(tr("Total, GiB, %1").arg(words(ghost.name)));
    if (empty())
        return table;
    for (int rank = 0; rank < int(m_estimate->memory.stages.size()); ++rank) {
        const StageMemory& stage = m_estimate->memory.stages[std::size_t(rank)];
        std::vector<QString> row{QString::number(rank)};
        for (int part = 0; part < component_count; ++part)
            row.push_back(fixed(component(stage, part).value / bytes_per_gib, 2));
        row.push_back(fixed(topOf(rank), 2));
        for (const Ghost& ghost : ghosts()) {
            const std::vector<StageMemory>& stages = ghost.estimate.memory.stages;
            row.push_back(std::size_t(rank) < stages.size()
                              ? fixed(stages[std::size_t(rank)].total().value / bytes_per_gib, 2)
                              : QStringLiteral("–"));
        }
        table.rows.push_back(std::move(row));
        table.subjects.push_back({.kind = Subject::Kind::stage, .name = {}, .rank = rank});
    }
    return table;
}

int MemoryPicture::barCount() {
    ensureFresh();
    return empty() ? 0 : m_sets[0]->count();
}

double MemoryPicture::barValue(int rank, int part) {
    ensureFresh();
    return m_sets[std::size_t(part)]->at(rank);
}

} // namespace ridgepoint
