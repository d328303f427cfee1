// SPDX-License-Identifier: GPL-3.0-or-later
// The waterfall's ghosts: a staircase through the same columns for each set compared, and MFU under each at the right.
#include "plots/waterfall_picture.hpp"

#include "plots/wording.hpp"

#include <QPainter>

#include <algorithm>

namespace ridgepoint {

// Every estimate lists the same losses in the same order.
void WaterfallPicture::addGhosts(std::vector<Column>& columns) const {
    for (const Ghost& ghost : ghosts()) {
        const Throughput& speed = ghost.estimate.throughput;
        double level = 100;
        for (Column& column : columns) {
            Column::There there{level, level, Seconds(0)};
            const auto loss = std::ranges::find(ghost.estimate.losses, column.id, &Loss::name);
            if (column.isPeak) {
                there = {0, 100, ghost.estimate.time.step};
            } else if (column.isMfu) {
                there = {0, speed.mfu_causal * 100, ghost.estimate.time.step * speed.mfu_causal};
            } else if (loss != ghost.estimate.losses.end()) {
                there.after = level -= loss->fraction * 100;
                there.time = loss->time;
            }
            column.there.push_back(there);
        }
    }
}

QStringList WaterfallPicture::sideTexts() const {
    QStringList texts;
    for (const SideName& name : sideNames())
        texts << name.text;
    return texts;
}

// Without places where the picture is not laid out yet.
std::vector<SideName> WaterfallPicture::sideNames() const {
    if (empty() || ghosts().empty())
        return {};
    constexpr double roomy = 620; // pixels: below, the column's own name must do
    const bool brief = !wholeSize().isEmpty() && wholeSize().width() < m_style.px(roomy);
    const auto written = [brief](double mfu, const QString& name) {
        const QString percent = quantity(text::percent(mfu));
        //: MFU and the set of ceilings it belongs to: "MFU 24.1 % · datasheet"
        return brief ? tr("%1 %2").arg(percent, name) : tr("MFU %1 · %2").arg(percent, name);
    };
    const double own = m_estimate->throughput.mfu_causal;
    std::vector<SideName> names{{written(own, ownName()), pixel(0, own * 100).y(), 0, true}};
    for (const Ghost& ghost : ghosts()) {
        const double mfu = ghost.estimate.throughput.mfu_causal;
        names.push_back({written(mfu, words(ghost.name)), pixel(0, mfu * 100).y(), ghost.look, false});
    }
    return names;
}

double WaterfallPicture::rightRoom() const {
    return std::max(m_style.px(14), sideNamesWidth(sideNames(), m_style));
}

// A staircase through the columns for each set compared, and the MFU it ends at.
void WaterfallPicture::drawGhosts(QPainter& painter) const {
    const QRectF area = plotArea();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t g = 0; g < ghosts().size(); ++g) {
        QPolygonF stairs;
        for (int i = 0; i < int(m_columns.size()); ++i) {
            const double level = m_columns[std::size_t(i)].there[g].after;
            const double y = std::clamp(pixel(0, level).y(), area.top(), area.bottom());
            stairs << QPointF(pixel(i - 0.5, 0).x(), y) << QPointF(pixel(i + 0.5, 0).x(), y);
        }
        drawGhostLine(painter, stairs, ghosts()[g].look, m_style);
    }
    drawSideNames(painter, area, sideNames(), m_style);
}

// What lies behind a column: under its figures, so that no ghost runs through them.
QColor WaterfallPicture::groundAt(int index) const {
    if (ghosts().empty())
        return {};
    const std::vector<Span> all = spans();
    for (std::size_t i = 0; i < all.size(); i += 2)
        if (index >= all[i].first && index <= all[i].last)
            return m_style(Colour::sub_grid);
    return m_style(Colour::picture_ground);
}

} // namespace ridgepoint
