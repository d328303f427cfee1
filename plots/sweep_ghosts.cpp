// SPDX-License-Identifier: GPL-3.0-or-later
// The plan at hand under every set of ceilings compared, beside a sweep: values in the margin and rows of the
// table. Over one input each set has a line of its own as well, as it is in the answer.
#include "plots/sweep_picture.hpp"

#include "plots/ghost_drawing.hpp"
#include "plots/wording.hpp"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace ridgepoint {

namespace {

constexpr double ghost_row = 16, swatch = 15; // at 100 %

} // namespace

std::vector<SweepPicture::AtHand> SweepPicture::atHand() const {
    std::vector<AtHand> all;
    if (empty() || ghosts().empty() || m_estimate == nullptr || !m_estimate->legal())
        return all;
    const auto add = [&](const QString& name, const Estimate& estimate, int look, bool own) {
        const double value = output_value(estimate, m_output);
        all.push_back({tr("%1 %2").arg(name, words(text::number(value))), value, look, own});
    };
    add(ownName(), *m_estimate, 0, true);
    for (const Ghost& ghost : ghosts())
        add(words(ghost.name), ghost.estimate, ghost.look, false);
    return all;
}

bool SweepPicture::isGhost(std::size_t line) const {
    return line >= 1 && line <= ghosts().size() && m_answer->lines[line].name == ghosts()[line - 1].name;
}

QString SweepPicture::breakEvenOf(std::size_t line, const BreakEven& at) const {
    const QString text = breakEvenText(m_answer->study.x.key, at);
    //: A set of ceilings and where the verdict changes under it
    return isGhost(line) ? tr("%1: %2").arg(lineName(line), text) : text;
}

QStringList SweepPicture::ghostTexts() const {
    QStringList texts;
    for (const AtHand& one : atHand())
        texts << one.text;
    return texts;
}

QString SweepPicture::ghostHeading() const {
    //: Over the values of the plan at hand; %1 is a unit: "This plan, s"
    return tr("This plan, %1").arg(words(sweep_output(m_output).unit));
}

double SweepPicture::ghostWidth() const {
    double width = 0;
    for (const AtHand& one : atHand())
        width = std::max(width, QFontMetricsF(m_style.font(type::axis, one.own)).horizontalAdvance(one.text));
    if (width == 0)
        return 0;
    const double heading = QFontMetricsF(m_style.font(type::axis, true)).horizontalAdvance(ghostHeading());
    return std::max(width + m_style.px(swatch + 6), heading) + m_style.px(20);
}

double SweepPicture::ghostHeight() const {
    const std::size_t rows = atHand().size();
    return rows == 0 ? 0 : m_style.px(ghost_row) * double(rows + 1) + m_style.px(6);
}

// At the foot of the margin; of scaling curves also where they stand over the present number of GPUs.
void SweepPicture::drawGhostValues(QPainter& painter) const {
    const std::vector<AtHand> all = atHand();
    if (all.empty())
        return;
    const QRectF area = plotArea();
    const double left = area.right() + m_style.px(10), row = m_style.px(ghost_row), wide = m_style.px(swatch);
    double y = wholeSize().height() - m_style.px(6) - ghostHeight() + row / 2;
    drawText(painter, {left, y}, Anchor::left, ghostHeading(), m_style.font(type::axis, true), m_style(Colour::text));
    for (const AtHand& one : all) {
        y += row;
        if (one.own) {
            painter.setPen(m_style.pen(Colour::ink, 2));
            painter.drawLine(QPointF(left, y), QPointF(left + wide, y));
        } else {
            drawGhostSwatch(painter, {left, y}, wide, one.look, m_style);
        }
        drawText(painter, {left + wide + m_style.px(6), y}, Anchor::left, one.text,
                 m_style.font(type::axis, one.own), m_style(Colour::text));
    }
    const auto present = std::ranges::find_if(m_spots, &Spot::present);
    if (m_answer->study.kind != SweepKind::scaling || present == m_spots.end())
        return;
    for (const AtHand& one : all)
        if (const QPointF at = pixel(present->x, one.value); !one.own && area.contains(at))
            drawGhostLine(painter, {at - QPointF(wide, 0), at + QPointF(wide, 0)}, one.look, m_style);
}

void SweepPicture::addGhostRows(PictureTable& table) const {
    if (m_answer->study.kind == SweepKind::lines || m_estimate == nullptr)
        return; // there each set is a line of the answer
    const std::size_t outputs = sweep_outputs().size(), lead = table.header.size() - outputs - 2;
    for (const Ghost& ghost : ghosts()) {
        std::vector<QString> row(table.header.size());
        row.front() = tr("this plan, %1").arg(words(ghost.name));
        for (std::size_t i = 0; i < outputs; ++i)
            row[lead + i] = words(text::number(output_value(ghost.estimate, sweep_outputs()[i].output)));
        row.back() = ghost.estimate.fits ? tr("yes") : tr("no");
        table.rows.push_back(std::move(row));
        table.subjects.emplace_back();
    }
}

} // namespace ridgepoint
