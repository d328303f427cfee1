// SPDX-License-Identifier: GPL-3.0-or-later
// How the roofline is drawn: ink for what is law, colour and shape for the operators.
#include "plots/roofline_picture.hpp"

#include "plots/ghost_drawing.hpp"
#include "plots/wording.hpp"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ridgepoint {

namespace {

} // namespace

RooflinePicture::GroupLook RooflinePicture::lookOf(Group group) {
    switch (group) {
    case Group::dense_gemm:
        return {Shape::circle, Colour::compute};
    case Group::expert_gemm:
        return {Shape::square, Colour::ep};
    case Group::attention:
        return {Shape::diamond, Colour::pp};
    case Group::logits:
        return {Shape::pentagon, Colour::tp};
    case Group::elementwise:
        return {Shape::triangle_up, Colour::dp};
    case Group::router:
        return {Shape::triangle_down, Colour::ink};
    }
    return {};
}

LogView RooflinePicture::mainView() const {
    return {plotArea(), xRange(), yRange()};
}

PlotPicture::Margins RooflinePicture::margins(QSizeF) const {
    const QFontMetricsF bold(m_style.font(type::axis, true)), plain(m_style.font(type::axis));
    double width = 0;
    for (const Ceiling& ceiling : m_ceilings)
        width = std::max(width, m_style.px(18) + bold.horizontalAdvance(ceiling.text) +
                                    plain.horizontalAdvance(tr("  reach")));
    for (const Group group : groups())
        width = std::max(width, m_style.px(32) + plain.horizontalAdvance(groupName(group)));
    Margins margins;
    margins.left = std::max(margins.left, leftRoom() / m_style.scale);
    margins.right = std::clamp(width / m_style.scale + 4, 112.0, 206.0);
    return margins;
}

void RooflinePicture::drawUnder(QPainter& painter) {
    const LogView view = mainView();
    double ridge = 0;
    for (const Ceiling& ceiling : m_ceilings)
        if (!ceiling.compared)
            ridge = ceiling.value / m_hbm;
    const double x = std::clamp(view.xPixel(ridge), view.frame.left(), view.frame.right());
    painter.fillRect(QRectF(view.frame.topLeft(), QPointF(x, view.frame.bottom())),
                     m_style(Colour::zone_network));
    painter.fillRect(QRectF(QPointF(x, view.frame.top()), view.frame.bottomRight()),
                     m_style(Colour::zone_compute));
}

void RooflinePicture::drawRoofs(QPainter& painter, const LogView& view) const {
    painter.setRenderHint(QPainter::Antialiasing);
    double top = 0;
    for (const Ceiling& ceiling : m_ceilings) {
        top = std::max(top, ceiling.value);
        const auto line = view.ceilingLine(ceiling.value, ceiling.value / m_hbm);
        if (!line)
            continue;
        painter.setPen(ceiling.compared ? m_style.pen(Colour::ink, 1.3, {5, 4})
                                         : m_style.pen(Colour::ink, 2));
        painter.drawLine(*line);
    }
    if (const auto slope = view.slopeLine(m_hbm, top)) {
        painter.setPen(m_style.pen(Colour::ink, 2));
        painter.drawLine(*slope);
    }
}

// Slopes of the sets compared, and where they put the operators that count: a whisker from the mark, its end hollow.
void RooflinePicture::drawGhosts(QPainter& painter, const LogView& view, bool whiskers) const {
    constexpr double least = 0.004; // of the step
    painter.setRenderHint(QPainter::Antialiasing);
    const double top = m_ceilings.empty() ? 0 : m_ceilings.front().value;
    for (std::size_t g = 0; g < ghosts().size(); ++g) {
        const Ghost& ghost = ghosts()[g];
        const double hbm = ghost.estimate.roofs.hbm.value / tera;
        if (const auto slope = view.slopeLine(hbm, top); slope && std::abs(hbm - m_hbm) > m_hbm * 1e-9) {
            painter.setPen(ghostPen(ghost.look, m_style));
            painter.drawLine(*slope);
        }
        for (const OperatorMark& mark : m_marks) {
            const double there = mark.elsewhere[g];
            if (!whiskers || mark.share < least || !(there > 0) || !view.contains(mark.intensity, there))
                continue;
            const QPointF from = view.clamped(mark.intensity, mark.attained, 0), to = view.pixel(mark.intensity, there);
            painter.setPen(ghostPen(ghost.look, m_style));
            painter.drawLine(from, to);
            drawMark(painter, {to, m_style.px(3.5), lookOf(mark.group).shape, Colour::ghost, false}, m_style);
        }
    }
}

std::vector<QRectF> RooflinePicture::roofPlaces(const LogView& view) const {
    const double size = m_style.px(4);
    std::vector<QRectF> places;
    double top = 0;
    for (const Ceiling& ceiling : m_ceilings) {
        top = std::max(top, ceiling.value);
        if (const auto line = view.ceilingLine(ceiling.value, ceiling.value / m_hbm))
            places.push_back(QRectF(line->p1(), line->p2()).normalized().adjusted(0, -size / 2, 0, size / 2));
    }
    if (const auto slope = view.slopeLine(m_hbm, top))
        std::ranges::copy(boxesAlong(*slope, size), std::back_inserter(places));
    return places;
}

void RooflinePicture::drawMarks(QPainter& painter, const LogView& view, bool small) const {
    // Largest first, so that the small ones lie on top.
    for (const OperatorMark& mark : m_marks) {
        const GroupLook look = lookOf(mark.group);
        const double r = small ? m_style.px(3) : radius(mark);
        if (view.contains(mark.intensity, mark.attained)) {
            drawMark(painter,
                     {view.pixel(mark.intensity, mark.attained), r, look.shape, look.colour, !mark.backward},
                     m_style);
        } else if (!small) { // outside the view: a pointer at the edge says so
            const QPointF at = view.clamped(mark.intensity, mark.attained, m_style.px(4));
            const bool below = mark.attained < view.y.lower;
            drawMark(
                painter,
                {at, m_style.px(3), below ? Shape::triangle_down : Shape::triangle_up, Colour::axis, true},
                m_style);
        }
    }
}

void RooflinePicture::drawData(QPainter& painter) {
    const LogView view = mainView();
    const auto inset = insetView();
    painter.save();
    drawRoofs(painter, view);
    drawGhosts(painter, view, !inset);
    if (inset) {
        const QRectF box =
            QRectF(view.pixel(inset->x.lower, inset->y.upper), view.pixel(inset->x.upper, inset->y.lower))
                .intersected(view.frame);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(m_style.pen(Colour::axis, 1, {2, 3}));
        painter.drawRect(box);
    }
    for (const OperatorMark& mark : m_marks)
        if (selectedMark(mark) && view.contains(mark.intensity, mark.attained))
            drawRing(painter, view.pixel(mark.intensity, mark.attained), inset ? m_style.px(1) : radius(mark),
                     m_style);
    drawMarks(painter, view, false);
    painter.restore();
}

std::vector<QRectF> RooflinePicture::drawSlopeLabel(QPainter& painter, const LogView& view,
                                                    std::vector<QRectF> taken) const {
    const auto line = view.slopeLine(m_hbm, m_ceilings.empty() ? 1 : m_ceilings.back().value);
    if (!line)
        return {};
    for (const OperatorMark& mark : m_marks) {
        const double r = radius(mark);
        if (view.contains(mark.intensity, mark.attained))
            taken.emplace_back(view.pixel(mark.intensity, mark.attained) - QPointF(r, r),
                               QSizeF(2 * r, 2 * r));
    }
    return drawAlong(
        painter, *line, tr("HBM %1").arg(quantity(text::bandwidth(BytesPerSecond(m_hbm * tera)))),
        m_style.font(type::axis, true), m_style(Colour::ink), m_style(Colour::zone_network), taken);
}

void RooflinePicture::labelMarks(QPainter& painter, const LogView& view, LabelPlacer& placer, int most,
                                 const LogView* leftOut) const {
    const QFont font = m_style.font(type::axis);
    const QFontMetricsF metrics(font);
    int tries = 2 * most; // of the largest; a small mark needs no name
    const auto shown = [&](const OperatorMark& mark) {
        return view.contains(mark.intensity, mark.attained) &&
               !(leftOut && leftOut->contains(mark.intensity, mark.attained));
    };
    for (const OperatorMark& mark : m_marks) {
        if (!shown(mark))
            continue;
        const double r = radius(mark);
        const QPointF at = view.pixel(mark.intensity, mark.attained);
        placer.block(QRectF(at - QPointF(r, r), QSizeF(2 * r, 2 * r)));
    }
    for (const OperatorMark& mark : m_marks) {
        if (most <= 0 || tries <= 0)
            break;
        if (!shown(mark))
            continue;
        --tries;
        const QString text = shortName(mark);
        const QPointF at = view.pixel(mark.intensity, mark.attained);
        const auto place =
            placer.place(at, radius(mark), QSizeF(metrics.horizontalAdvance(text) + 4, metrics.height()));
        if (!place)
            continue;
        --most;
        QColor ground = m_style(Colour::picture_ground);
        ground.setAlphaF(0.85f);
        drawText(painter, place->center(), Anchor::centre, text, font, m_style(Colour::text_secondary),
                 ground);
    }
}

double RooflinePicture::drawCeilingLabels(QPainter& painter, const LogView& view) const {
    std::vector<double> wished;
    for (const Ceiling& ceiling : m_ceilings)
        wished.push_back(std::max(view.yPixel(ceiling.value), view.frame.top()));
    const double gap = m_style.px(14);
    const std::vector<double> y = pushedApart(wished, gap, view.frame.top() + gap / 2, view.frame.bottom());
    const double left = view.frame.right() + m_style.px(14);
    double end = view.frame.top();
    for (std::size_t i = 0; i < m_ceilings.size(); ++i) {
        const Ceiling& ceiling = m_ceilings[i];
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(m_style.pen(Colour::axis, 1));
        const QPointF points[] = {{view.frame.right(), wished[i]},
                                  {view.frame.right() + m_style.px(10), y[i]},
                                  {left - m_style.px(2), y[i]}};
        painter.drawPolyline(points, 3);
        const QRectF name = drawText(painter, {left, y[i]}, Anchor::left, ceiling.text,
                                     m_style.font(type::axis, !ceiling.compared), m_style(Colour::text));
        drawText(painter, {name.right() + m_style.px(6), y[i]}, Anchor::left, ceiling.word, m_style.font(type::axis),
                 m_style(Colour::text_secondary));
        end = std::max(end, y[i] + gap / 2);
    }
    return end;
}

QString RooflinePicture::groupName(Group group) {
    switch (group) {
    case Group::dense_gemm:
        return tr("dense GEMM");
    case Group::expert_gemm:
        return tr("expert GEMM");
    case Group::attention:
        return tr("attention");
    case Group::logits:
        return tr("logits");
    case Group::elementwise:
        return tr("element-wise");
    case Group::router:
        return tr("router");
    }
    return {};
}

QStringList RooflinePicture::legendTexts() {
    ensureFresh();
    QStringList texts;
    for (const Group group : groups())
        texts << groupName(group);
    for (const Ghost& ghost : ghosts())
        texts << tr("at %1").arg(words(ghost.name));
    return texts << tr("forward") << tr("backward");
}

void RooflinePicture::drawLegend(QPainter& painter, double top) const {
    const QFont font = m_style.font(type::axis);
    const double left = plotArea().right() + m_style.px(16), apart = m_style.px(6);
    const double bottom = plotArea().bottom() + m_style.px(8); // below stand the last tick's digits
    const double entries = double(groups().size() + ghosts().size()) + 2;
    // A small picture's rows move together, so that no mark goes unexplained.
    const double row = std::clamp((bottom - top - apart) / (entries + 0.5), m_style.px(12.5), m_style.px(17));
    double y = top + row - m_style.px(1);
    const auto entry = [&](const Mark& look, const QString& text) {
        if (y + row / 2 > bottom) // rather no entry than a clipped one
            return;
        Mark mark = look;
        mark.at = {left, y};
        drawMark(painter, mark, m_style);
        drawText(painter, {left + m_style.px(11), y}, Anchor::left, text, font, m_style(Colour::text));
        y += row;
    };
    for (const Group group : groups()) {
        const GroupLook look = lookOf(group);
        entry({{}, m_style.px(4.5), look.shape, look.colour, true}, groupName(group));
    }
    for (const Ghost& ghost : ghosts()) {
        if (y + row / 2 > bottom)
            break;
        drawGhostSwatch(painter, {left - m_style.px(6), y}, m_style.px(13), ghost.look, m_style);
        //: In the legend: what these dashes compare with, "at datasheet"
        drawText(painter, {left + m_style.px(11), y}, Anchor::left, tr("at %1").arg(words(ghost.name)), font,
                 m_style(Colour::text));
        y += row;
    }
    y += apart;
    entry({{}, m_style.px(4.5), Shape::circle, Colour::compute, true}, tr("forward"));
    entry({{}, m_style.px(4.5), Shape::circle, Colour::compute, false}, tr("backward"));
    const auto remark = [&](const QString& first, const QString& second) {
        if (y + m_style.px(22) > bottom) // both lines whole
            return;
        y += m_style.px(2);
        for (const QString& line : {first, second}) {
            drawText(painter, {left - m_style.px(5), y}, Anchor::left, line, font,
                     m_style(Colour::text_hint));
            y += m_style.px(14);
        }
        y += m_style.px(6);
    };
    remark(tr("area = share"), tr("of the step"));
    if (m_withoutFlops > 0) // has no place on a logarithmic axis, and must not be forgotten either
        remark(tr("without FLOPs,"), tr("not drawn: %1").arg(quantity(text::percent(m_withoutFlops))));
}

void RooflinePicture::drawRidges(QPainter& painter, const LogView& view, LabelPlacer& placer) const {
    const QFont font = m_style.font(type::axis);
    painter.setPen(m_style.pen(Colour::axis, 1, {2, 3}));
    QStringList texts;
    double rightmost = view.frame.left();
    for (auto it = m_ceilings.rbegin(); it != m_ceilings.rend(); ++it) {
        if (it->compared)
            continue;
        const double ridge = it->value / m_hbm, x = view.xPixel(ridge);
        if (x < view.frame.left() || x > view.frame.right())
            continue;
        painter.drawLine(QPointF(x, std::max(view.yPixel(it->value), view.frame.top())),
                         QPointF(x, view.frame.bottom()));
        //: A precision and its ridge point in FLOP per byte: "FP8 436"
        texts << tr("%1 %2").arg(words(text::name(it->precision)), words(text::number(ridge)));
        rightmost = std::max(rightmost, x);
    }
    if (texts.isEmpty())
        return;
    const QString text = tr("ridges: %1").arg(texts.join(QStringLiteral(", ")));
    const double half = QFontMetricsF(font).horizontalAdvance(text) / 2 + m_style.px(6);
    const double x = std::clamp(rightmost, view.frame.left() + half, view.frame.right() - half);
    placer.block(drawText(painter, {x, view.frame.bottom() - m_style.px(11)}, Anchor::centre, text, font,
                          m_style(Colour::text_secondary), m_style(Colour::zone_compute)));
}

void RooflinePicture::drawOver(QPainter& painter) {
    const LogView view = mainView();
    const auto inset = insetView();
    painter.save();
    LabelPlacer placer(view.frame.adjusted(3, 3, -3, -3));
    drawRidges(painter, view, placer);
    std::vector<QRectF> taken, lines = roofPlaces(view);
    if (inset) {
        taken.push_back(panelOf(*inset));
        placer.block(taken.back());
        lines.push_back(taken.back());
    }
    for (const QRectF& name : drawZoneNames(painter, tr("HBM-bound"), tr("compute-bound"), lines))
        placer.block(name);
    for (const QRectF& box : drawSlopeLabel(painter, view, taken))
        placer.block(box);
    for (const QRectF& roof : roofPlaces(view)) // an inset's crowd lies among roofs: there names may cross them
        placer.block(roof);
    labelMarks(painter, view, placer, 8, inset ? &*inset : nullptr);
    if (inset)
        drawInset(painter, *inset);
    drawLegend(painter, drawCeilingLabels(painter, view));
    painter.restore();
}

} // namespace ridgepoint
