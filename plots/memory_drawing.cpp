// SPDX-License-Identifier: GPL-3.0-or-later
// What is painted over the memory chart: hatches, capacity, the fullest rank, what does not fit, the legend.
#include "plots/memory_picture.hpp"

#include "plots/memory_parts.hpp"
#include "plots/wording.hpp"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

Bytes component(const StageMemory& stage, int index) {
    const Bytes parts[] = {stage.framework,   stage.weights, stage.gradients, stage.optimizer,
                           stage.activations, stage.logits,  stage.buffers};
    return parts[index];
}

std::string componentId(int index) {
    static const char* const ids[] = {"framework",   "weights", "gradients", "optimizer",
                                      "activations", "logits",  "buffers"};
    return ids[index];
}

QString componentName(int index) {
    static const char* const names[] = {
        QT_TRANSLATE_NOOP("Pictures", "Framework, NCCL"), QT_TRANSLATE_NOOP("Pictures", "Weights"),
        QT_TRANSLATE_NOOP("Pictures", "Gradients"),       QT_TRANSLATE_NOOP("Pictures", "Optimizer"),
        QT_TRANSLATE_NOOP("Pictures", "Activations"),     QT_TRANSLATE_NOOP("Pictures", "Logits, loss"),
        QT_TRANSLATE_NOOP("Pictures", "Comm buffers")};
    return QCoreApplication::translate("Pictures", names[index]);
}

Colour componentColour(int index) {
    constexpr Colour colours[] = {Colour::framework,   Colour::compute, Colour::gradients, Colour::optimizer,
                                  Colour::activations, Colour::logits,  Colour::ep};
    return colours[index];
}

Hatch componentHatch(int index) {
    const Colour of = componentColour(index);
    return of == Colour::gradients ? Hatch::falling_white
           : of == Colour::ep      ? Hatch::rising_white
                                   : Hatch::none;
}

QString MemoryPicture::capacityText() const {
    return tr("%1 capacity").arg(quantity(text::memory(m_estimate->memory.capacity)));
}

QString MemoryPicture::peakText() const {
    const QString peak = quantity(text::memory(m_estimate->memory.peak));
    return m_estimate->memory.stages.size() > 1
               ? tr("peak %1, rank %2").arg(peak).arg(m_estimate->memory.peak_stage)
               : tr("peak %1").arg(peak);
}

QString MemoryPicture::overText() const {
    const Bytes over = m_estimate->memory.peak - m_estimate->memory.capacity;
    return over.value > 0 ? tr("over by %1").arg(quantity(text::memory(over))) : QString();
}

QStringList MemoryPicture::legendTexts() const {
    QStringList texts;
    const StageMemory& stage = m_estimate->memory.stages[std::size_t(shownRank())];
    for (int part = component_count - 1; part >= 0; --part)
        texts << componentName(part) + u' ' + fixed(component(stage, part).value / bytes_per_gib, 1);
    return texts;
}

double MemoryPicture::legendWidth() const {
    const QFontMetricsF metrics(m_style.font(type::axis));
    double name = 0;
    for (int part = 0; part < component_count; ++part)
        name = std::max(name, metrics.horizontalAdvance(componentName(part)));
    const double value = metrics.horizontalAdvance(QStringLiteral("1000.0"));
    return std::min(name + value + m_style.px(16 + 12 + 18), m_style.px(206));
}

void MemoryPicture::drawUnder(QPainter& painter) const {
    drawValueAxis(painter, tr("GiB per GPU"));
    if (empty())
        return;
    const QRectF area = plotArea();
    const QFont font = m_style.font(type::axis);
    const QColor ink = m_style(Colour::text_secondary);
    const int ranks = int(m_estimate->memory.stages.size());
    const int every = ranks <= 8 ? 1 : ranks <= 20 ? 5 : ranks <= 64 ? 10 : 20;
    for (int rank = 0; ranks > 1 && rank < ranks; rank += every)
        drawText(painter, {pixel(rank, 0).x(), area.bottom() + m_style.px(12)}, Anchor::centre,
                 QString::number(rank), font, ink);
    drawText(painter, {area.center().x(), area.bottom() + m_style.px(ranks > 1 ? 29 : 14)}, Anchor::centre,
             xTitle(), font, ink);
    const double room = 2 * std::min(area.center().x(), wholeSize().width() - area.center().x()) - m_style.px(8);
    if (const QString same = comparedText(room); !same.isEmpty())
        drawText(painter, {area.center().x(), area.bottom() + m_style.px(ranks > 1 ? 46 : 31)}, Anchor::centre, same,
                 font, m_style(Colour::text));
}

void MemoryPicture::drawOver(QPainter& painter) {
    if (barCount() == 0)
        return;
    drawSegments(painter);
    drawCapacity(painter);
    drawExcess(painter);
    drawFullest(painter);
    drawLegend(painter);
}

void MemoryPicture::drawSegments(QPainter& painter) const {
    const int ranks = int(m_estimate->memory.stages.size());
    for (int rank = 0; rank < ranks; ++rank)
        for (int part = 0; part < component_count; ++part)
            if (componentHatch(part) != Hatch::none)
                fillHatched(painter, segment(rank, part), m_style(componentColour(part)),
                            componentHatch(part), m_style);
    if (m_selection.kind == Subject::Kind::stage && m_selection.rank >= 0 && m_selection.rank < ranks &&
        ranks > 1)
        drawRing(painter, bar(m_selection.rank), m_style);
    for (int rank = 0; rank < ranks; ++rank)
        for (int part = 0; part < component_count; ++part)
            if (selectedSegment(rank, part) && !segment(rank, part).isEmpty())
                drawRing(painter, segment(rank, part), m_style);
}

void MemoryPicture::drawCapacity(QPainter& painter) const {
    const double y = pixel(0, capacity()).y();
    const QRectF area = plotArea();
    if (y < area.top() || y > area.bottom())
        return;
    painter.setPen(m_style.pen(Colour::ink, 2.3));
    painter.drawLine(QPointF(area.left(), y), QPointF(area.right() + m_style.px(8), y));
}

QRectF MemoryPicture::bar(int rank) const {
    QRectF whole;
    for (int part = 0; part < component_count; ++part)
        whole = whole.united(segment(rank, part));
    return whole;
}

void MemoryPicture::drawFullest(QPainter& painter) const {
    const int rank = m_estimate->memory.peak_stage;
    const QRectF area = plotArea();
    const QRectF bar = this->bar(rank);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    if (overText().isEmpty()) {
        painter.setPen(m_style.pen(Colour::ink, 1.6));
        painter.drawRect(bar.adjusted(-1.5, -1.5, 1.5, 1));
        const QFont font = m_style.font(type::axis, true);
        const double half = QFontMetricsF(font).horizontalAdvance(peakText()) / 2 + 4;
        const double x = std::clamp(bar.center().x(), area.left() + half,
                                    std::max(area.right() - half, area.left() + half));
        // Above the bar, and above the capacity line where that is in the way.
        double y = bar.top() - m_style.px(10);
        const double line = pixel(0, capacity()).y();
        if (std::abs(y - line) < m_style.px(9))
            y = line - m_style.px(10);
        drawText(painter, {x, std::max(y, area.top() + m_style.px(7))}, Anchor::centre, peakText(), font,
                 m_style(Colour::text), m_style(Colour::picture_ground));
    }
}

void MemoryPicture::drawExcess(QPainter& painter) const {
    if (overText().isEmpty())
        return;
    const QRectF area = plotArea();
    const double line = std::clamp(pixel(0, capacity()).y(), area.top(), area.bottom());
    const double half = barHalfWidth();
    for (int rank = 0; rank < int(m_estimate->memory.stages.size()); ++rank) {
        if (topOf(rank) <= capacity())
            continue;
        const QRectF excess = QRectF(QPointF(pixel(rank - half, 0).x(), pixel(0, topOf(rank)).y()),
                                     QPointF(pixel(rank + half, 0).x(), line))
                                  .intersected(area);
        hatchOver(painter, excess, m_style);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(
            m_style.pen(Colour::trouble, rank == m_estimate->memory.peak_stage ? 2.2 : 1.2, {5, 3}));
        painter.drawRect(excess.adjusted(-1.5, -1.5, 1.5, 0));
    }
    // From the fullest rank's top to its words in the margin.
    const int rank = m_estimate->memory.peak_stage;
    const double y = std::clamp(pixel(0, topOf(rank)).y() + m_style.px(8), area.top() + m_style.px(9),
                                std::max(line - m_style.px(26), area.top() + m_style.px(9)));
    const double x = area.right() + m_style.px(14);
    painter.setPen(m_style.pen(Colour::trouble, 1.2));
    painter.drawLine(QPointF(pixel(rank + half, 0).x() + 2, y), QPointF(x - m_style.px(6), y));
    drawOctagon(painter, {x + m_style.px(2), y});
    drawText(painter, {x + m_style.px(14), y}, Anchor::left, quantity(text::memory(m_estimate->memory.peak)),
             m_style.font(type::axis, true), m_style(Colour::text));
    drawText(painter, {x + m_style.px(14), y + m_style.px(14)}, Anchor::left, overText(),
             m_style.font(type::axis, true), m_style(Colour::trouble));
}

void MemoryPicture::drawOctagon(QPainter& painter, QPointF at) const {
    painter.setPen(Qt::NoPen);
    painter.setBrush(m_style(Colour::trouble));
    painter.drawPolygon(outline(Shape::octagon, at, m_style.px(7.5)));
    drawText(painter, at, Anchor::centre, QStringLiteral("!"), m_style.font(type::axis, true),
             labelOn(m_style.theme, m_style(Colour::trouble)));
}

void MemoryPicture::drawLegend(QPainter& painter) const {
    const QRectF area = plotArea();
    const double left = area.right() + m_style.px(14), right = wholeSize().width() - m_style.px(10);
    const QFont plain = m_style.font(type::axis), bold = m_style.font(type::axis, true);
    const double line = std::clamp(pixel(0, capacity()).y(), area.top() + m_style.px(6), area.bottom());
    const double row = m_style.px(17), rows = row * (component_count + 1);
    const double lowest = wholeSize().height() - rows + row / 2; // where the table must begin to stay inside
    drawText(painter, {left, std::min(line, lowest - m_style.px(16))}, Anchor::left, capacityText(), bold,
             m_style(Colour::text));
    double y = line + m_style.px(15);
    if (overText().isEmpty() && y + m_style.px(14) < lowest) {
        const Bytes free = m_estimate->memory.capacity - m_estimate->memory.peak;
        drawText(painter, {left, y}, Anchor::left, tr("%1 free").arg(quantity(text::memory(free))), plain,
                 m_style(Colour::text_secondary));
        y += m_style.px(8);
    }
    y = std::min(y + m_style.px(16), lowest);
    const int rank = shownRank();
    const StageMemory& stage = m_estimate->memory.stages[std::size_t(rank)];
    const bool many = m_estimate->memory.stages.size() > 1;
    drawText(painter, {left, y}, Anchor::left, many ? tr("Rank %1").arg(rank) : tr("Every rank"), bold,
             m_style(Colour::text));
    drawText(painter, {right, y}, Anchor::right, tr("GiB"), plain, m_style(Colour::text_secondary));
    for (int part = component_count - 1; part >= 0; --part) {
        y += row;
        const QRectF box(left, y - m_style.px(5), m_style.px(10), m_style.px(10));
        fillHatched(painter, box, m_style(componentColour(part)), componentHatch(part), m_style);
        const QFont& font = selectedSegment(rank, part) ? bold : plain;
        drawText(painter, {left + m_style.px(16), y}, Anchor::left, componentName(part), font,
                 m_style(Colour::text));
        drawText(painter, {right, y}, Anchor::right, fixed(component(stage, part).value / bytes_per_gib, 1),
                 font, m_style(Colour::text));
    }
}

} // namespace ridgepoint
