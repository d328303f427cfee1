// SPDX-License-Identifier: GPL-3.0-or-later
// How the planner picture is drawn.
#include "plots/planner_picture.hpp"

#include "plots/wording.hpp"

#include <QFontMetricsF>
#include <QPaintDevice>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

namespace ridgepoint {

namespace {

constexpr double band_height = 30, band_gap = 4;
constexpr double small_dot = 2.6, large_dot = 3.2, front_dot = 4;
constexpr std::size_t many_dots = 900; // from here on dots are small
constexpr float old_opacity = 0.3f;

/// Dots that look the same: one pen and brush, or one stamp.
struct Group {
    QColor fill;
    QPolygonF mark; ///< around the origin
    bool filled = true;
    double half = 0; ///< of the stamp's side
    QPixmap stamp;
    std::vector<std::size_t> dots;

    QPointF middle() const { return {half, half}; }
    void prepare(QPainter& painter, const Style& style) const {
        painter.setPen(QPen(edgeOf(style.theme, fill), style.line(filled ? 0.6 : 1.1)));
        painter.setBrush(filled ? fill : style(Colour::picture_ground));
    }
};

QString shortWords(const PlanKey& key) {
    return words(plan_words(key));
}

} // namespace

Shape PlannerPicture::shapeOf(int zero) {
    constexpr std::array shapes{Shape::diamond, Shape::circle, Shape::square, Shape::triangle_up};
    return shapes[std::size_t(std::clamp(zero, 0, zero_stages - 1))];
}

PlotPicture::Margins PlannerPicture::margins(QSizeF whole) const {
    const QFontMetricsF plain(m_style.font(type::axis)), bold(m_style.font(type::axis, true));
    double width = 0;
    for (const LegendLine& line : legend())
        width = std::max(width, line.kind == LegendLine::Kind::heading
                                    ? bold.horizontalAdvance(line.text)
                                    : plain.horizontalAdvance(line.text) + m_style.px(14));
    Margins margins;
    margins.left = std::max(margins.left, leftRoom() / m_style.scale);
    margins.right = std::clamp((width + m_style.px(24)) / m_style.scale, 60.0, 206.0);
    margins.right = std::min(margins.right, whole.width() / m_style.scale * 0.4);
    if (hasSlowBand())
        margins.top += band_height + band_gap;
    return margins;
}

QRectF PlannerPicture::slowBand() const {
    if (!hasSlowBand())
        return {};
    const QRectF area = plotArea();
    return {area.left(), area.top() - m_style.px(band_height + band_gap), area.width(),
            m_style.px(band_height)};
}

void PlannerPicture::drawUnder(QPainter& painter) {
    painter.save();
    drawBeyond(painter);
    drawBand(painter);
    painter.restore();
}

// Right of what a plan may take nothing fits.
void PlannerPicture::drawBeyond(QPainter& painter) const {
    const QRectF area = plotArea();
    const double limit = xPixel(inGib(shown().allowed()));
    const double left = std::max(area.left(), limit);
    for (const QRectF& part : {area, slowBand()})
        if (!part.isEmpty() && left < part.right())
            fillHatched(painter, QRectF(QPointF(left, part.top()), part.bottomRight()), {}, Hatch::beyond,
                        m_style);
}

void PlannerPicture::drawBand(QPainter& painter) const {
    const QRectF band = slowBand();
    if (band.isEmpty())
        return;
    painter.setPen(m_style.pen(Colour::axis, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(band);
    //: Beside the band of plans that take longer than the axis shows
    drawText(painter, {band.left() - m_style.px(6), band.center().y()}, Anchor::right, tr("slower"),
             m_style.font(type::axis), m_style(Colour::text_secondary));
}

void PlannerPicture::drawData(QPainter& painter) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    drawDotsLayer(painter);
    drawFront(painter);
    const QRectF area = plotArea();
    const auto limit = [&](Bytes at, double width, QList<double> dashes) {
        const double x = xPixel(inGib(at));
        if (x <= area.left() || x >= area.right())
            return;
        painter.setPen(m_style.pen(Colour::ink, width, std::move(dashes)));
        painter.drawLine(QPointF(x, hasSlowBand() ? slowBand().top() : area.top()),
                         QPointF(x, area.bottom()));
    };
    limit(shown().capacity(), 2.3, {});
    if (shown().request.headroom.value > 0)
        limit(shown().allowed(), 1.3, {5, 4});
    painter.restore();
}

// Thousands of dots take longer to draw than a frame has; they are drawn once, and again when they or the
// view change.
void PlannerPicture::drawDotsLayer(QPainter& painter) {
    const auto draw = [this](QPainter& on) {
        on.setRenderHint(QPainter::Antialiasing);
        drawDots(on, true);
        drawDots(on, false);
    };
    if (m_exporting)
        return draw(painter);
    const double ratio = painter.device()->devicePixelRatioF();
    const LayerState state{m_version,     xRange(),      yRange(),      plotArea(),
                           hasSlowBand(), m_style.theme, m_style.scale, ratio};
    if (m_layer.isNull() || !(m_layerState == state)) {
        m_layerState = state;
        m_layer = QPixmap((wholeSize() * ratio).toSize());
        m_layer.setDevicePixelRatio(ratio);
        m_layer.fill(Qt::transparent);
        QPainter on(&m_layer);
        draw(on);
    }
    painter.drawPixmap(QPointF(0, 0), m_layer);
}

// In a few passes over all groups: neither the last colour nor the last shape lies over all others.
void PlannerPicture::drawDots(QPainter& painter, bool old) const {
    constexpr std::size_t passes = 6;
    const double radius = m_style.px(m_dots.size() > many_dots ? small_dot : large_dot);
    painter.setOpacity(old ? old_opacity : 1);
    std::map<std::tuple<Colour, int, bool>, Group> groups;
    const auto stampOf = [this](const Group& group, double ratio) {
        QPixmap stamp((QSizeF(2, 2) * group.half * ratio).toSize());
        stamp.setDevicePixelRatio(ratio);
        stamp.fill(Qt::transparent);
        QPainter of(&stamp);
        of.setRenderHint(QPainter::Antialiasing);
        group.prepare(of, m_style);
        of.drawPolygon(group.mark.translated(group.middle()));
        return stamp;
    };
    for (std::size_t i = 0; i < m_dots.size(); ++i) {
        const Dot& dot = m_dots[i];
        if (dot.old != old || dot.front)
            continue;
        Group& group = groups[{dot.colour, dot.plan.key.zero, dot.plan.fits}];
        if (group.dots.empty())
            group = {m_style(dot.colour),
                     outline(shapeOf(dot.plan.key.zero), {}, radius),
                     dot.plan.fits,
                     std::ceil(radius * 1.5 + 2),
                     {},
                     {}};
        group.dots.push_back(i);
    }
    for (std::size_t pass = 0; pass < passes; ++pass)
        for (auto& [key, group] : groups) {
            if (!m_exporting && group.stamp.isNull())
                group.stamp = stampOf(group, painter.device()->devicePixelRatioF());
            group.prepare(painter, m_style);
            for (std::size_t i = pass; i < group.dots.size(); i += passes) {
                const auto at = place(m_dots[group.dots[i]].plan);
                if (!at)
                    continue;
                if (m_exporting)
                    painter.drawPolygon(group.mark.translated(*at));
                else
                    painter.drawPixmap(*at - group.middle(), group.stamp);
            }
        }
    painter.setOpacity(1);
}

// More memory never makes the best step of the front slower: a staircase.
void PlannerPicture::drawFront(QPainter& painter) const {
    const std::vector<PricedPlan>& front = shown().result.front;
    const QRectF area = plotArea();
    QPolygonF steps;
    for (const PricedPlan& plan : front) {
        const QPointF at(std::clamp(xPixel(inGib(plan.memory)), area.left(), area.right()),
                         std::clamp(yPixel(plan.step.value), area.top(), area.bottom()));
        if (!steps.isEmpty())
            steps << QPointF(at.x(), steps.back().y());
        steps << at;
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(m_style.pen(Colour::picture_ground, 3.4));
    painter.drawPolyline(steps);
    painter.setPen(m_style.pen(Colour::ink, 1.8));
    painter.drawPolyline(steps);
    for (const Dot& dot : m_dots) {
        const auto at = dot.front ? place(dot.plan) : std::nullopt;
        if (!at)
            continue;
        painter.setPen(QPen(m_style(Colour::ink), m_style.line(1)));
        painter.setBrush(m_style(dot.colour));
        painter.drawPolygon(outline(shapeOf(dot.plan.key.zero), *at, m_style.px(front_dot)));
    }
}

std::vector<PlannerPicture::Callout> PlannerPicture::callouts() const {
    std::vector<Callout> list;
    if (empty())
        return list;
    const PlannerResult& result = shown().result;
    const auto seconds = [](double step) { return quantity(text::duration(Seconds(step))); };
    if (!result.best.empty()) {
        const PricedPlan& best = result.best.front();
        list.push_back({inGib(best.memory), best.step.value,
                        tr("best: %1, %2").arg(shortWords(best.key), seconds(best.step.value)), Colour::text,
                        Callouts::Side::below, tr("best: %1").arg(seconds(best.step.value))});
    }
    if (showsCurrent()) {
        const double step = m_estimate->time.step.value;
        list.push_back({inGib(m_estimate->memory.peak), step, tr("this plan: %1").arg(seconds(step)),
                        Colour::accent, Callouts::Side::any});
    }
    if (const auto key = askedKey())
        if (const PricedPlan* asked = find_plan(result, *key);
            asked && (result.best.empty() || asked->key != result.best.front().key))
            list.push_back({inGib(asked->memory), asked->step.value,
                            tr("why not? %1").arg(seconds(asked->step.value)), Colour::trouble,
                            Callouts::Side::any});
    if (result.front.size() > 1)
        list.push_back({inGib(result.front.front().memory), result.front.front().step.value,
                        tr("Pareto front, %n plans", nullptr, int(result.front.size())), Colour::text,
                        Callouts::Side::any});
    // The fastest of those always asked about; one in view rather than one beyond it.
    const Dot* pure = nullptr;
    const auto inView = [this](const Dot& dot) { return inGib(dot.plan.memory) <= xRange().upper; };
    for (const Dot& dot : m_dots)
        if (is_pure_zero3(dot.plan.key) && !dot.old &&
            (pure == nullptr || (inView(dot) && !inView(*pure)) ||
             (inView(dot) == inView(*pure) && dot.plan.step < pure->plan.step)))
            pure = &dot;
    if (pure != nullptr) {
        const QString memory = quantity(text::memory(pure->plan.memory));
        const QString step = seconds(pure->plan.step.value);
        list.push_back({std::min(inGib(pure->plan.memory), xRange().upper), pure->plan.step.value,
                        pure->plan.fits ? tr("pure ZeRO-3: %1").arg(step)
                                        : tr("pure ZeRO-3 does not fit: %1, %2").arg(step, memory),
                        Colour::text_secondary, Callouts::Side::any});
    }
    addGhostCallouts(list);
    return list;
}

void PlannerPicture::drawMarks(QPainter& painter) const {
    const double around = m_style.px(7);
    drawGhosts(painter);
    painter.setBrush(Qt::NoBrush);
    if (const auto& best = shown().result.best; !best.empty())
        if (const auto at = place(best.front())) {
            painter.setPen(m_style.pen(Colour::picture_ground, 4));
            painter.drawEllipse(*at, around, around);
            painter.setPen(m_style.pen(Colour::ink, 1.8));
            painter.drawEllipse(*at, around, around);
        }
    if (showsCurrent())
        if (const auto at = place(inGib(m_estimate->memory.peak), m_estimate->time.step.value))
            drawRing(painter, *at, m_style.px(5), m_style);
    const auto key = askedKey();
    const PricedPlan* asked = key ? find_plan(shown().result, *key) : nullptr;
    if (const auto at = asked ? place(*asked) : std::nullopt)
        drawFrame(painter, {*at - QPointF(around, around), QSizeF(2 * around, 2 * around)}, Colour::trouble, m_style);
}

void PlannerPicture::drawCallouts(QPainter& painter) const {
    const QRectF area = plotArea();
    Callouts placer(area);
    for (const Dot& dot : m_dots)
        if (const auto at = place(dot.plan))
            placer.addMark(*at);
    const QFont font = m_style.font(type::axis, true), plain = m_style.font(type::axis);
    const QColor ground = m_style(Colour::picture_ground);
    // What the line stands for, beside it near the top: right of it, else left.
    const double limit = xPixel(inGib(shown().capacity()));
    const QString capacity = tr("%1 capacity").arg(quantity(text::memory(shown().capacity())));
    if (limit > area.left() && limit < area.right()) {
        const double y = area.top() + m_style.px(14), gap = m_style.px(8);
        QRectF rect = textRect({limit + gap, y}, Anchor::left, capacity, font);
        if (rect.right() > area.right())
            rect = textRect({limit - gap, y}, Anchor::right, capacity, font);
        drawText(painter, {rect.left(), y}, Anchor::left, capacity, font, m_style(Colour::ink), ground);
        placer.block(rect.adjusted(-4, 0, 4, 0));
    }
    if (const std::size_t beyond = plansBeyondView(); beyond > 0) {
        const QString text =
            tr("%1 more beyond %2 →")
                .arg(words(text::count(double(beyond))), quantity(text::memory(gib(xRange().upper))));
        const QPointF at(area.right() - m_style.px(6), area.bottom() - m_style.px(12));
        placer.block(
            drawText(painter, at, Anchor::right, text, plain, m_style(Colour::text_secondary), ground));
    }
    for (const Callout& callout : callouts()) {
        const auto at = place(callout.memory, callout.step);
        if (!at)
            continue;
        const QColor ink = m_style(callout.ink);
        for (const QString& text : {callout.text, callout.brief})
            if (!text.isEmpty() && (placer.add(*at, text, ink, callout.side, m_style) ||
                                    placer.add(*at, text, ink, Callouts::Side::any, m_style)))
                break;
    }
    placer.draw(painter, m_style);
}

void PlannerPicture::drawOver(QPainter& painter) {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    drawMarks(painter);
    drawCallouts(painter);
    drawLegend(painter);
    if (m_dots.empty())
        drawEmpty(painter, plotArea(),
                  m_running ? tr("Searching: nothing fits yet") : noneText(), m_style);
    painter.restore();
}

} // namespace ridgepoint
