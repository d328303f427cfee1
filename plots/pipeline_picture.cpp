// SPDX-License-Identifier: GPL-3.0-or-later
// What the pipeline picture shows; pipeline_drawing.cpp draws it.
#include "plots/pipeline_picture.hpp"

#include "plots/wording.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace ridgepoint {

QString PipelinePicture::subtitle() const {
    if (empty() || !m_scenario)
        return {};
    const int ranks = int(m_estimate->pipeline.stages.size());
    if (ranks <= 1)
        return tr("one stage, %1 micro-batches").arg(words(text::count(m_estimate->parallel.micro_batches)));
    if (twoDirections())
        //: Schedule, pipeline ranks, micro-batches
        return tr("%1 · %2 ranks · %3 micro-batches, from both ends")
            .arg(words(text::name(m_scenario->plan.schedule)), words(text::count(ranks)),
                 words(text::count(m_estimate->parallel.micro_batches)));
    //: Schedule, pipeline ranks, micro-batches
    return tr("%1 · %2 ranks · %3 micro-batches")
        .arg(words(text::name(m_scenario->plan.schedule)), words(text::count(ranks)),
             words(text::count(m_estimate->parallel.micro_batches)));
}

void PipelinePicture::rebuild() {
    m_rows.clear();
    m_ranks = 0;
    m_step = m_span = 0;
    m_tails.clear();
    m_legend.entries.clear();
    if (empty())
        return;
    const std::vector<Slot>& all = m_estimate->pipeline_slots;
    m_ranks = int(m_estimate->pipeline.stages.size());
    m_step = m_estimate->time.step.value;
    m_span = m_estimate->pipeline.span.value;
    for (int rank = 0; rank <= m_ranks; ++rank)
        m_rows.push_back(std::size_t(std::ranges::lower_bound(all, rank, {}, &Slot::rank) - all.begin()));
    makeTails();
    makeLegend();
    const double step = m_ranks <= 8 ? 1 : m_ranks <= 24 ? 5 : m_ranks <= 64 ? 10 : 20;
    setAxes({tr("Seconds in the step")}, {.title = tr("Pipeline rank"), .step = step, .reversed = true});
    if (becameAnother(QString::number(ghosts().size())) && !m_userView)
        home();
    else
        setRanges(xRange(), {-0.5, m_ranks - 0.5});
}

void PipelinePicture::home() {
    if (empty() || !(m_step > 0))
        return;
    setLimits({0, m_step * 20}, {-0.5, 1e4});
    double longest = m_step;
    for (const Compared& one : compared())
        longest = std::max(longest, one.step.value);
    setRanges({0, longest * 1.004}, {-0.5, m_ranks - 0.5});
}

std::vector<PipelinePicture::Compared> PipelinePicture::compared() const {
    if (empty() || ghosts().empty())
        return {};
    std::vector<Compared> all{{ownName(), 0, true, m_estimate->pipeline.span, m_estimate->time.step}};
    for (const Ghost& ghost : ghosts())
        all.push_back({words(ghost.name), ghost.look, false, ghost.estimate.pipeline.span, ghost.estimate.time.step});
    return all;
}

QString PipelinePicture::spanText(const Compared& one) const {
    //: A set of ceilings and the step time under it
    return tr("%1 %2").arg(one.name, quantity(text::duration(one.step)));
}

QStringList PipelinePicture::spanTexts() {
    ensureFresh();
    QStringList texts;
    for (const Compared& one : compared())
        texts << spanText(one);
    return texts;
}

void PipelinePicture::makeTails() {
    // The step ends after the pipeline with what was not hidden behind it, then the optimizer, then the host.
    const StepTime& time = m_estimate->time;
    const double optimizer = time.optimizer.value, host = time.host.value;
    const double sync = std::max(0.0, m_step - m_span - optimizer - host);
    double at = m_span;
    const auto add = [&](const QString& text, double length, Colour colour, Hatch hatch) {
        constexpr double least = 1e-4; // of the step: less is no pixel
        if (length > least * m_step)
            m_tails.push_back({tr("%1 %2").arg(text, quantity(text::duration(Seconds(length)))), at,
                               at + length, colour, hatch});
        at += std::max(0.0, length);
    };
    add(tr("DP sync"), sync, Colour::dp, Hatch::rising_white);
    add(tr("optimizer"), optimizer, Colour::optimizer, Hatch::none);
    add(tr("host"), host, Colour::axis, Hatch::none);
}

void PipelinePicture::makeLegend() {
    constexpr int manySlots = 16; // on a rank: fewer never merge
    std::set<SlotKind> kinds;
    bool foot = false;
    for (const Slot& slot : m_estimate->pipeline_slots) {
        kinds.insert(slot.kind);
        foot = foot || slot.chunk > 0;
    }
    auto& entries = m_legend.entries;
    if (kinds.contains(SlotKind::forward))
        entries.push_back({tr("F", "forward slot"), Colour::forward});
    if (kinds.contains(SlotKind::backward))
        entries.push_back({tr("B", "backward slot"), Colour::compute});
    else if (kinds.contains(SlotKind::backward_input))
        entries.push_back({tr("B: input gradient"), Colour::compute});
    if (kinds.contains(SlotKind::forward_backward))
        entries.push_back({tr("F with B: forward / backward"), Colour::forward_backward});
    else if (int(m_estimate->pipeline_slots.size()) > manySlots * m_ranks)
        entries.push_back({tr("F and B in turn"), Colour::forward_backward});
    if (kinds.contains(SlotKind::backward_weight))
        entries.push_back({tr("W: weight gradient"), Colour::weight_gradient, Hatch::dots});
    if (m_estimate->time.bubble.value > 0)
        entries.push_back({tr("bubble %1, %2")
                               .arg(quantity(text::duration(m_estimate->time.bubble)),
                                    quantity(text::percent(m_estimate->time.bubble / m_estimate->time.step))),
                           Colour::bubble, Hatch::bubble});
    for (const Tail& tail : m_tails)
        entries.push_back({tail.text, tail.colour, tail.hatch});
    if (foot)
        entries.push_back({twoDirections()                                ? tr("foot: from rank %1").arg(m_ranks - 1)
                           : m_scenario->plan.schedule >= Schedule::zb_v ? tr("foot: the way back")
                                                                         : tr("foot: later chunk"),
                           Colour::ink});
}

bool PipelinePicture::twoDirections() const {
    return m_scenario && m_scenario->plan.schedule == Schedule::dualpipe && m_scenario->plan.pp > 1;
}

// The second half of the micro-batches enters at the last rank; there it counts from 0 again, as it is drawn.
int PipelinePicture::shownNumber(int microBatch) const {
    const int half = m_estimate->parallel.micro_batches / 2;
    return twoDirections() && microBatch >= half ? microBatch - half : microBatch;
}

QString PipelinePicture::batchText(int microBatch) const {
    if (!twoDirections())
        return QString::number(microBatch);
    const bool fromLast = microBatch >= m_estimate->parallel.micro_batches / 2;
    //: A micro-batch and the pipeline rank at which it enters
    return tr("%1 from rank %2").arg(shownNumber(microBatch)).arg(fromLast ? m_ranks - 1 : 0);
}

QString PipelinePicture::slotText(const Slot& slot) const {
    using text::Digits;
    QString what;
    switch (slot.kind) {
    case SlotKind::forward:
        what = tr("forward of micro-batch %1").arg(batchText(slot.micro_batch));
        break;
    case SlotKind::backward:
        what = tr("backward of micro-batch %1").arg(batchText(slot.micro_batch));
        break;
    case SlotKind::backward_input:
        what = tr("input gradient of micro-batch %1").arg(batchText(slot.micro_batch));
        break;
    case SlotKind::backward_weight:
        what = tr("weight gradient of micro-batch %1").arg(batchText(slot.micro_batch));
        break;
    case SlotKind::forward_backward:
        what = tr("forward of micro-batch %1 with backward of %2")
                   .arg(batchText(slot.micro_batch), batchText(slot.micro_batch_b));
        break;
    }
    QStringList lines;
    lines << tr("Rank %1 · %2").arg(slot.rank).arg(what);
    if (slot.chunk > 0 && !twoDirections())
        lines << tr("chunk %1").arg(slot.chunk);
    lines << tr("%1, from %2 to %3")
                 .arg(quantity(text::duration(slot.end - slot.start, Digits::exact)),
                      quantity(text::duration(slot.start, Digits::exact)),
                      quantity(text::duration(slot.end, Digits::exact)));
    return lines.join(u'\n');
}

int PipelinePicture::targetCount() const {
    return empty() ? 0 : int(m_estimate->pipeline_slots.size());
}

InteractivePicture::Target PipelinePicture::target(int index) const {
    const Slot& slot = m_estimate->pipeline_slots[std::size_t(index)];
    Subject subject{.kind = Subject::Kind::stage, .name = {}, .rank = slot.rank};
    return {std::move(subject), slotText(slot), pixel((slot.start.value + slot.end.value) / 2, slot.rank)};
}

int PipelinePicture::targetAt(QPointF pos) const {
    const QRectF area = plotArea();
    if (empty() || m_ranks == 0 || !area.contains(pos))
        return -1;
    const int rank = std::clamp(int((pos.y() - area.top()) / area.height() * m_ranks), 0, m_ranks - 1);
    const Range x = xRange();
    const double second = x.lower + (pos.x() - area.left()) / area.width() * (x.upper - x.lower);
    const auto first = m_estimate->pipeline_slots.begin() + std::ptrdiff_t(m_rows[std::size_t(rank)]);
    const auto last = m_estimate->pipeline_slots.begin() + std::ptrdiff_t(m_rows[std::size_t(rank) + 1]);
    const auto found = std::upper_bound(first, last, second,
                                        [](double at, const Slot& slot) { return at < slot.end.value; });
    return found != last && found->start.value <= second ? int(found - m_estimate->pipeline_slots.begin())
                                                         : -1;
}

PictureTable PipelinePicture::table() const {
    PictureTable table;
    table.header = {
        tr("Rank"),     tr("Layers"), tr("Forward, ms"), tr("Input gradient, ms"), tr("Weight gradient, ms"),
        tr("In flight")};
    if (!ghosts().empty()) {
        table.header.push_back(tr("Pipeline, s"));
        table.header.push_back(tr("Step, s"));
    }
    if (empty())
        return table;
    const auto milliseconds = [](Seconds time) { return fixed(time.value * 1e3, 3); };
    for (std::size_t rank = 0; rank < m_estimate->pipeline.stages.size(); ++rank) {
        const PipelineStage& stage = m_estimate->pipeline.stages[rank];
        table.rows.push_back({QString::number(rank), QString::number(stage.layers),
                              milliseconds(stage.forward), milliseconds(stage.backward_input),
                              milliseconds(stage.backward_weight), fixed(stage.in_flight, 2)});
        if (!ghosts().empty())
            table.rows.back().insert(table.rows.back().end(), 2, QString());
        table.subjects.push_back({.kind = Subject::Kind::stage, .name = {}, .rank = int(rank)});
    }
    for (const Compared& one : compared()) {
        table.rows.push_back({one.name, {}, {}, {}, {}, {}, fixed(one.span.value, 4), fixed(one.step.value, 4)});
        table.subjects.emplace_back();
    }
    return table;
}

int PipelinePicture::rowCount() {
    ensureFresh();
    return m_ranks;
}

QStringList PipelinePicture::legendTexts() {
    ensureFresh();
    return m_legend.texts();
}

QString PipelinePicture::beyondText() const {
    if (empty() || m_userView || m_step <= xRange().upper)
        return {};
    return tr("ends at %1, F shows all").arg(quantity(text::duration(Seconds(m_step))));
}

} // namespace ridgepoint
