// SPDX-License-Identifier: GPL-3.0-or-later
// How the schedule is drawn: one plottable that fills rectangles, because an item a slot is twenty times
// slower.
#include "plots/pipeline_picture.hpp"

#include "plots/ghost_drawing.hpp"
#include "plots/wording.hpp"

#include <QFontMetricsF>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

constexpr double narrow = 7;  // pixels: slots below merge into one block
constexpr double bridged = 2; // pixels: gaps below do not part a merged block

/// Pixels of mixed slots that become one block: some slots' worth, so that borders between phases stay sharp.
double bucket(double slotWidth) {
    return std::clamp(4 * slotWidth, 3.0, narrow);
}

Colour colourOf(SlotKind kind) {
    switch (kind) {
    case SlotKind::forward:
        return Colour::forward;
    case SlotKind::backward:
    case SlotKind::backward_input:
        return Colour::compute;
    case SlotKind::backward_weight:
        return Colour::weight_gradient;
    case SlotKind::forward_backward:
        return Colour::forward_backward;
    }
    return Colour::compute;
}

} // namespace

/// The picture's rows as QCustomPlot knows a plottable.
class PipelinePicture::Rows : public QCPAbstractPlottable {
public:
    Rows(QCPAxis* x, QCPAxis* y, const PipelinePicture& picture)
        : QCPAbstractPlottable(x, y), m_picture(picture) {}

    double selectTest(const QPointF&, bool, QVariant*) const override {
        return -1;
    } // the picture finds slots itself
    QCPRange getKeyRange(bool& found, QCP::SignDomain) const override {
        found = m_picture.m_step > 0;
        return {0, m_picture.m_step};
    }
    QCPRange getValueRange(bool& found, QCP::SignDomain, const QCPRange&) const override {
        found = m_picture.m_ranks > 0;
        return {-0.5, m_picture.m_ranks - 0.5};
    }

protected:
    void draw(QCPPainter* painter) override {
        if (!m_picture.empty())
            m_picture.drawSchedule(*painter, {m_picture.plotArea(), m_picture.xRange(), true});
    }
    void drawLegendIcon(QCPPainter*, const QRectF&) const override {}

private:
    const PipelinePicture& m_picture;
};

PipelinePicture::PipelinePicture(QWidget* parent) : PlotPicture(parent) {
    start();
    setAxes({tr("Seconds in the step")}, {.title = tr("Pipeline rank"), .step = 5, .reversed = true});
    setZoomable(true, false);
    setRanges({0, 1}, {-0.5, 0.5});
    new Rows(m_plot->xAxis, m_plot->yAxis, *this); // owned by the plot
}

bool PipelinePicture::stripShown(QSizeF whole) const {
    return whole.height() >= m_style.px(420) && whole.width() >= m_style.px(600);
}

PlotPicture::Margins PipelinePicture::margins(QSizeF whole) const {
    Margins margins;
    margins.right = 14;
    margins.top = ghosts().empty() ? 20 : 24; // the strip of a stale picture covers no row
    margins.top += span_bar_height * double(compared().size());
    const double width = whole.width() - m_style.px(margins.left + margins.right);
    margins.bottom = 40 + 17 * m_legend.rowCount(width, m_style) + (stripShown(whole) ? 74 : 0);
    // Few ranks leave room rather than fat rows.
    constexpr double tallest = 72;
    const double spare =
        whole.height() / m_style.scale - margins.top - margins.bottom - tallest * std::max(1, m_ranks);
    margins.bottom += std::max(0.0, spare);
    return margins;
}

QRectF PipelinePicture::rowRect(const Window& window, int rank) const {
    const double height = window.area.height() / std::max(1, m_ranks);
    const double gap = height >= 6 ? std::clamp(std::round(height * 0.1), 1.0, 3.0) : 0;
    const double top = window.area.top() + rank * height;
    return {window.area.left(), top + gap / 2, window.area.width(), height - gap};
}

std::vector<PipelinePicture::Block> PipelinePicture::blocks(const Window& window, int rank) const {
    const std::vector<Slot>& all = m_estimate->pipeline_slots;
    const double perSecond = window.area.width() / (window.seconds.upper - window.seconds.lower);
    std::vector<Block> done;
    const auto push = [&](const Block& block) {
        Block* last = done.empty() ? nullptr : &done.back();
        const bool alike = last && last->mixed == block.mixed && (block.mixed || last->kind == block.kind);
        const bool joins =
            alike && !last->single && !block.single && (block.start - last->end) * perSecond < bridged;
        if (joins)
            last->end = block.end;
        else
            done.push_back(block);
    };
    Block open;
    bool isOpen = false;
    for (std::size_t i = m_rows[std::size_t(rank)]; i < m_rows[std::size_t(rank) + 1]; ++i) {
        const Slot& slot = all[i];
        const double start = slot.start.value, end = slot.end.value;
        if (end <= window.seconds.lower || start >= window.seconds.upper)
            continue;
        const bool wide = (end - start) * perSecond >= narrow;
        const bool same = !open.mixed && slot.kind == open.kind;
        const bool extends =
            isOpen && !wide && (start - open.end) * perSecond < bridged &&
            (same || (open.end - open.start) * perSecond < bucket((end - start) * perSecond));
        if (extends) {
            open.mixed = open.mixed || slot.kind != open.kind;
            open.end = end;
            continue;
        }
        if (isOpen)
            push(open);
        isOpen = !wide;
        open = {start, end, slot.kind, false, slot.chunk > 0, i, wide};
        if (wide)
            push(open);
    }
    if (isOpen)
        push(open);
    return done;
}

void PipelinePicture::drawBlock(QPainter& painter, const Window& window, const QRectF& row,
                                const Block& block) const {
    const double left = std::max(window.x(block.start), window.area.left());
    const double right = std::min(window.x(block.end), window.area.right());
    const double gap = block.single && right - left > narrow ? 1 : 0; // neighbours stay apart
    const QRectF rect(left, row.top(), std::max(0.4, right - left - gap), row.height());
    const QColor fill = m_style(block.mixed ? Colour::forward_backward : colourOf(block.kind));
    const bool dotted = !block.mixed && block.kind == SlotKind::backward_weight && window.numbers;
    fillHatched(painter, rect, fill, dotted && rect.width() > 3 ? Hatch::dots : Hatch::none, m_style);
    if (!block.single || !window.numbers)
        return;
    if (block.foot && rect.height() >= 8)
        painter.fillRect(QRectF(rect.left(), rect.bottom() - 2, rect.width(), 2), m_style(Colour::ink));
    const Slot& slot = m_estimate->pipeline_slots[block.slot];
    const QString number = slot.kind == SlotKind::forward_backward
                               ? QStringLiteral("%1/%2").arg(shownNumber(slot.micro_batch)).arg(shownNumber(slot.micro_batch_b))
                               : QString::number(shownNumber(slot.micro_batch));
    const QFont font = m_style.font(type::slot);
    const QFontMetricsF metrics(font);
    if (dotted || rect.height() < metrics.capHeight() + 4 ||
        rect.width() < metrics.horizontalAdvance(number) + 3)
        return;
    drawText(painter, rect.center(), Anchor::centre, number, font, labelOn(m_style.theme, fill));
}

void PipelinePicture::drawTails(QPainter& painter, const Window& window) const {
    for (const Tail& tail : m_tails) {
        const double left = std::max(window.x(tail.start), window.area.left());
        const double right = std::min(window.x(tail.end), window.area.right());
        if (right <= left)
            continue;
        for (int rank = 0; rank < m_ranks; ++rank) {
            const QRectF row = rowRect(window, rank);
            fillHatched(painter, QRectF(left, row.top(), std::max(1.0, right - left), row.height()),
                        m_style(tail.colour), tail.hatch, m_style);
        }
    }
}

void PipelinePicture::drawSchedule(QPainter& painter, const Window& window) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    // What no slot covers is bubble.
    const double left = std::clamp(window.x(0), window.area.left(), window.area.right());
    const double right = std::clamp(window.x(m_span), window.area.left(), window.area.right());
    fillHatched(painter, QRectF(QPointF(left, window.area.top()), QPointF(right, window.area.bottom())), {},
                Hatch::bubble, m_style);
    for (int rank = 0; rank < m_ranks; ++rank) {
        const QRectF row = rowRect(window, rank);
        for (const Block& block : blocks(window, rank))
            drawBlock(painter, window, row, block);
        const double gap = window.area.top() + (rank + 1) * window.area.height() / m_ranks - row.bottom();
        for (const double y : {row.top() - gap, row.bottom()})
            if (gap > 0)
                painter.fillRect(QRectF(left, y, right - left, gap), m_style(Colour::picture_ground));
    }
    drawTails(painter, window);
    painter.restore();
}

void PipelinePicture::drawStrip(QPainter& painter) const {
    const QRectF main = plotArea();
    const double height = m_style.px(40);
    const QRectF area(main.left(), main.bottom() + m_style.px(46), main.width(), height);
    const Window window{area, {0, m_step}, false};
    drawSchedule(painter, window);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(m_style.pen(Colour::axis, 1));
    painter.drawRect(area);
    const Range seen = xRange();
    const double left = std::max(window.x(seen.lower), area.left());
    const double right = std::min(window.x(seen.upper), area.right());
    painter.setPen(m_style.pen(Colour::accent, 2));
    painter.drawRect(QRectF(left, area.top() - 2, std::max(2.0, right - left), height + 4));
    const QFont bold = m_style.font(type::axis, true), plain = m_style.font(type::axis);
    const QPointF label(area.left() - m_style.px(6), area.center().y());
    drawText(painter, label - QPointF(0, m_style.px(7)), Anchor::right, tr("Whole"), bold,
             m_style(Colour::text));
    drawText(painter, label + QPointF(0, m_style.px(7)), Anchor::right,
             quantity(text::duration(Seconds(m_step))), plain, m_style(Colour::text_secondary));
}

// When pipeline and step would end under each set compared, over the rows.
void PipelinePicture::drawCompared(QPainter& painter) const {
    const QRectF area = plotArea();
    double top = area.top() - m_style.px(3) - m_style.px(span_bar_height) * double(compared().size());
    for (const Compared& one : compared()) {
        const QString both = tr("%1, the pipeline %2").arg(spanText(one), quantity(text::duration(one.span)));
        drawSpanBar(painter, area, top,
                    {xPixel(0), xPixel(one.step.value), xPixel(one.span.value), {both, spanText(one), one.name},
                     one.look, one.own},
                    m_style);
        const double end = xPixel(one.step.value);
        if (!one.own && end > area.left() && end < area.right())
            drawGhostLine(painter, {{end, area.top()}, {end, area.bottom()}}, one.look, m_style);
        top += m_style.px(span_bar_height);
    }
}

void PipelinePicture::drawOver(QPainter& painter) {
    painter.save();
    const QRectF area = plotArea();
    drawCompared(painter);
    if (m_selection.kind == Subject::Kind::stage || m_selection.kind == Subject::Kind::memory)
        if (m_selection.rank >= 0 && m_selection.rank < m_ranks)
            drawRing(painter, rowRect({area, xRange(), false}, m_selection.rank), m_style);
    const QSizeF whole = wholeSize();
    if (stripShown(whole))
        drawStrip(painter);
    const double width = area.width();
    const double below = m_style.px(37 + (stripShown(whole) ? 74 : 0));
    m_legend.draw(painter, {area.left(), area.bottom() + below}, width, m_style);
    if (!beyondText().isEmpty())
        drawText(painter, area.topRight() + QPointF(-m_style.px(8), m_style.px(12)), Anchor::right,
                 beyondText(), m_style.font(type::axis, true), m_style(Colour::accent),
                 m_style(Colour::picture_ground));
    painter.restore();
}

} // namespace ridgepoint
