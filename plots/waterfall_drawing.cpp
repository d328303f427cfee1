// SPDX-License-Identifier: GPL-3.0-or-later
// What is painted over the waterfall's bars: groups, hatches, connectors, figures, names.
#include "plots/waterfall_picture.hpp"

#include "plots/wording.hpp"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

constexpr double leftRoom = 50, groupRoom = 34; // at 100 %
constexpr double lineStep = 13;                 // between two lines of a label

/// Long and short name of a group.
std::pair<QString, QString> groupName(LossGroup group) {
    switch (group) {
    case LossGroup::recipe:
        return {WaterfallPicture::tr("peak and recipe"), WaterfallPicture::tr("recipe")};
    case LossGroup::operators:
        return {WaterfallPicture::tr("operators"), WaterfallPicture::tr("ops")};
    case LossGroup::communication:
        return {WaterfallPicture::tr("exposed communication"), WaterfallPicture::tr("network")};
    case LossGroup::schedule:
        return {WaterfallPicture::tr("schedule"), {}};
    case LossGroup::rest:
        return {WaterfallPicture::tr("rest"), {}};
    }
    return {};
}

/// A name's two lines as one; a hyphen at the end of the first was only the line's.
QString oneLine(const WaterfallPicture::Column& column) {
    if (column.first.endsWith(u'-'))
        return column.first.chopped(1) + column.second;
    return (column.first + u' ' + column.second).trimmed();
}

bool touches(const QRectF& rect, const std::vector<QRectF>& taken) {
    return std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(rect); });
}

} // namespace

bool WaterfallPicture::labelsTurned(double width) const {
    const QFontMetricsF metrics(m_style.font(type::axis));
    return std::ranges::any_of(m_columns, [&](const Column& column) {
        return std::max(metrics.horizontalAdvance(column.first), metrics.horizontalAdvance(column.second)) >
               width - m_style.px(3);
    });
}

ChartPicture::Margins WaterfallPicture::margins(QSizeF whole) const {
    const QFontMetricsF metrics(m_style.font(type::axis));
    double below = m_style.px(12 + 2 * lineStep);
    if (labelsTurned(columnWidth(whole, m_columns.size()))) {
        for (const Column& column : m_columns)
            below = std::max(below, metrics.horizontalAdvance(oneLine(column)) + m_style.px(14));
        below = std::min(below, whole.height() * 0.5);
    }
    return {m_style.px(leftRoom), m_style.px(groupRoom), rightRoom(), below};
}

void WaterfallPicture::drawUnder(QPainter& painter) const {
    if (!empty()) {
        const std::vector<Span> all = spans();
        for (std::size_t i = 0; i < all.size(); i += 2) // every other group on a tinted ground
            painter.fillRect(strip(all[i].first, all[i].last), m_style(Colour::sub_grid));
    }
    drawValueAxis(painter, empty() ? tr("% of the datasheet peak")
                                   : tr("% of the %1 datasheet peak").arg(words(text::name(m_estimate->roofs.gemm))));
}

void WaterfallPicture::drawOver(QPainter& painter) {
    if (m_columns.empty())
        return;
    for (int i = 0; i < int(m_columns.size()); ++i) {
        const Column& column = m_columns[std::size_t(i)];
        const QRectF rect = bar(column, i);
        if (column.hatch != Hatch::none)
            fillHatched(painter, rect, m_style(column.colour), column.hatch, m_style);
        if (rect.height() >= 1 && contrast(m_style(column.colour), m_style(Colour::picture_ground)) < 3) {
            painter.setBrush(Qt::NoBrush);
            painter.setPen(m_style.pen(Colour::axis, 1));
            painter.drawRect(rect);
        }
    }
    drawConnectors(painter);
    drawGhosts(painter);
    drawGroups(painter);
    drawNames(painter);
    drawFigures(painter);
    for (int i = 0; i < int(m_columns.size()); ++i)
        if (isLit(m_columns[std::size_t(i)]))
            drawRing(painter, strip(i, i), m_style);
}

void WaterfallPicture::drawGroups(QPainter& painter) const {
    const QRectF area = plotArea();
    const QFont font = m_style.font(type::axis, true);
    const double line = area.top() - m_style.px(5);
    for (const Span& span : spans()) {
        const QRectF over = strip(span.first, span.last).adjusted(m_style.px(3), 0, -m_style.px(3), 0);
        painter.setPen(m_style.pen(Colour::ghost, 1.5));
        painter.drawLine(QPointF(over.left(), line), QPointF(over.right(), line));
        const auto [name, brief] = groupName(span.group);
        for (const QString& text : {name, brief})
            if (!text.isEmpty() && QFontMetricsF(font).horizontalAdvance(text) <= over.width()) {
                drawText(painter, {over.center().x(), line - m_style.px(10)}, Anchor::centre, text, font,
                         m_style(Colour::text));
                break;
            }
    }
}

void WaterfallPicture::drawNames(QPainter& painter) const {
    const QRectF area = plotArea();
    const QFont font = m_style.font(type::axis);
    const bool turned = labelsTurned(area.width() / double(m_columns.size()));
    for (int i = 0; i < int(m_columns.size()); ++i) {
        const Column& column = m_columns[std::size_t(i)];
        const double x = pixel(i, 0).x();
        const QColor ink = m_style(column.isPeak || column.isMfu ? Colour::text : Colour::text_secondary);
        if (turned) {
            const QString text = oneLine(column);
            const double length = QFontMetricsF(font).horizontalAdvance(text);
            drawTurnedText(painter, {x, area.bottom() + m_style.px(7) + length / 2}, 90, text, font, ink, {});
            continue;
        }
        drawText(painter, {x, area.bottom() + m_style.px(12)}, Anchor::centre, column.first, font, ink);
        drawText(painter, {x, area.bottom() + m_style.px(12 + lineStep)}, Anchor::centre, column.second, font, ink);
    }
}

void WaterfallPicture::drawConnectors(QPainter& painter) const {
    const double half = barHalfWidth();
    painter.setPen(m_style.pen(Colour::axis, 1, {2, 2}));
    for (int i = 0; i + 1 < int(m_columns.size()); ++i) {
        const Column& column = m_columns[std::size_t(i)];
        // A loss of zero has no bar to start from: the line runs through.
        const bool zero = column.before == column.after;
        const QPointF from = pixel(i + (zero ? -half : half), column.after), to = pixel(i + 1 - half, column.after);
        if (from.y() > plotArea().top() && from.y() < plotArea().bottom())
            painter.drawLine(from, to);
    }
}

void WaterfallPicture::drawEnds(QPainter& painter, std::vector<QRectF>& taken) const {
    const QFont bold = m_style.font(type::axis, true), plain = m_style.font(type::axis);
    const double step = m_style.px(lineStep);
    const QRectF area = plotArea();
    const auto inside = [&](double x, const QString& text, const QFont& font) {
        const double half = QFontMetricsF(font).horizontalAdvance(text) / 2 + 2;
        return std::clamp(x, area.left() + half, std::max(area.left() + half, wholeSize().width() - half));
    };
    const QRectF peak = bar(m_columns.front(), 0);
    const FlopPerSecond rate = m_scenario->cluster.accelerator.datasheet[std::size_t(m_estimate->roofs.gemm)];
    const QString number = words(text::count(std::round(rate.value / 1e12))), unit = tr("TFLOP/s");
    const QFont small = m_style.font(type::slot);
    if (QFontMetricsF(small).horizontalAdvance(unit) <= peak.width() - 2 && peak.height() > 3 * step) {
        const QPointF at(peak.center().x(), peak.top() + step);
        drawText(painter, at, Anchor::centre, number, bold, m_style(Colour::text));
        drawText(painter, at + QPointF(0, step), Anchor::centre, unit, small, m_style(Colour::text_secondary));
    }
    if (!ghosts().empty()) // MFU stands beside the others', at the right
        return;
    const int last = int(m_columns.size()) - 1;
    const QRectF mfu = bar(m_columns.back(), last);
    const QString onBf16 = m_estimate->roofs.gemm == RateClass::bf16
                               ? QString()
                               : tr("%1 of BF16").arg(quantity(text::percent(m_estimate->throughput.mfu_bf16_causal)));
    const double x = mfu.isEmpty() ? pixel(last, 0).x() : mfu.center().x();
    const double foot = std::min(mfu.isEmpty() ? pixel(last, 0).y() : mfu.top(), area.bottom());
    // The second line stands between bar and first line, where no other bar is in its way.
    const QPointF second(inside(x, onBf16, plain), foot - step * 0.6);
    const bool both = !onBf16.isEmpty() && !touches(textRect(second, Anchor::centre, onBf16, plain), taken);
    const QPointF first(inside(x, mfuText(), bold), foot - step * (both ? 1.6 : 0.6));
    if (both)
        taken.push_back(drawText(painter, second, Anchor::centre, onBf16, plain, m_style(Colour::text_secondary)));
    taken.push_back(drawText(painter, first, Anchor::centre, mfuText(), bold, m_style(Colour::text)));
}

void WaterfallPicture::drawFigures(QPainter& painter) const {
    std::vector<QRectF> taken;
    for (int i = 0; i < int(m_columns.size()); ++i)
        if (const QRectF rect = bar(m_columns[std::size_t(i)], i); rect.height() > 1)
            taken.push_back(rect);
    drawEnds(painter, taken);
    for (int i = 1; i + 1 < int(m_columns.size()); ++i)
        drawFigure(painter, i, taken);
}

void WaterfallPicture::drawFigure(QPainter& painter, int index, std::vector<QRectF>& taken) const {
    const Column& column = m_columns[std::size_t(index)];
    const QRectF area = plotArea();
    const double step = m_style.px(lineStep), share = column.before - column.after;
    const QFont plain = m_style.font(type::axis);
    const double x = pixel(index, 0).x();
    if (share == 0) {
        const QRectF at = textRect({x, pixel(0, column.after).y() + step}, Anchor::centre, QStringLiteral("0"), plain);
        if (area.contains(at) && !touches(at, taken))
            drawText(painter, {x, at.center().y()}, Anchor::centre, QStringLiteral("0"), plain,
                     m_style(Colour::text_secondary), groundAt(index));
        return;
    }
    const QChar sign = share > 0 ? QChar(0x2212) : u'+';
    const double size = std::abs(share);
    const QString percent = size < 0.05 ? QStringLiteral("< 0.1") : sign + fixed(size, 1);
    const QString seconds = quantity(text::duration(column.time));
    double high = pixel(0, std::max(column.before, column.after)).y(),
           low = pixel(0, std::min(column.before, column.after)).y();
    high = std::clamp(high, area.top(), area.bottom());
    low = std::clamp(low, area.top(), area.bottom());
    // Below the bar, above it, higher still; both lines, or where there is no room for two the share alone.
    constexpr double roomy = 34; // pixels a column: in narrower ones the seconds are in the tooltip
    for (const bool both : {true, false}) {
        if (both && area.width() / double(m_columns.size()) < m_style.px(roomy))
            continue;
        const QFont bold = m_style.font(both ? type::axis : type::slot, true);
        const double lines = both ? 2 : 1;
        double width = QFontMetricsF(bold).horizontalAdvance(percent);
        if (both)
            width = std::max(width, QFontMetricsF(plain).horizontalAdvance(seconds));
        const double height = lines * step;
        const double above = high - m_style.px(3) - height;
        for (const double top : {low + m_style.px(3), above, above - step, above - 2 * step}) {
            const QRectF box(x - width / 2, top, width, height);
            if (top < area.top() || box.bottom() > area.bottom() || touches(box, taken))
                continue;
            drawText(painter, {x, top + step / 2}, Anchor::centre, percent, bold, m_style(Colour::text),
                     groundAt(index));
            if (both)
                drawText(painter, {x, top + step * 1.5}, Anchor::centre, seconds, plain,
                         m_style(Colour::text_secondary), groundAt(index));
            taken.push_back(box);
            return;
        }
    }
}

} // namespace ridgepoint
