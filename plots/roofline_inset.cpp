// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline's inset: a second, closer window onto the crowd of operators at the ridge.
#include "plots/roofline_picture.hpp"

#include "plots/wording.hpp"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

QRectF RooflinePicture::crowd() const {
    // Everything from a little left of the lowest ridge on, where GEMMs and attention sit together.
    double ridge = 0;
    for (const Ceiling& ceiling : m_ceilings)
        if (!ceiling.compared)
            ridge = ceiling.value / m_hbm;
    double left = 1e30, right = 0, low = 1e30, high = m_ceilings.empty() ? 0 : m_ceilings.front().value;
    int count = 0;
    for (const OperatorMark& mark : m_marks) {
        if (mark.intensity < ridge / 6)
            continue;
        ++count;
        left = std::min(left, mark.intensity);
        right = std::max(right, mark.intensity);
        low = std::min(low, mark.attained);
        high = std::max(high, mark.attained);
    }
    constexpr int fewest = 6;
    if (count < fewest)
        return {};
    return QRectF(QPointF(std::log10(left * 0.65), std::log10(low * 0.55)),
                  QPointF(std::log10(right * 1.6), std::log10(high * 1.2)));
}

std::optional<LogView> RooflinePicture::insetView() const {
    const QRectF box = crowd();
    const LogView main = mainView();
    if (m_userView || box.isEmpty())
        return std::nullopt;
    const double bottomOfCrowd = main.yPixel(std::pow(10, box.top()));
    const QRectF panel(QPointF(main.frame.left() + main.frame.width() * 0.40, bottomOfCrowd + m_style.px(12)),
                       QPointF(main.frame.right() - m_style.px(5), main.frame.bottom() - m_style.px(24)));
    const LogView inset{panel.adjusted(m_style.px(36), m_style.px(8), -m_style.px(10), -m_style.px(20)),
                        {std::pow(10, box.left()), std::pow(10, box.right())},
                        {std::pow(10, box.top()), std::pow(10, box.bottom())}};
    const double gain = inset.frame.width() / (main.xPixel(inset.x.upper) - main.xPixel(inset.x.lower));
    if (inset.frame.height() < m_style.px(80) || inset.frame.width() < m_style.px(100) || gain < 1.15)
        return std::nullopt;
    const bool covers = std::ranges::any_of(m_marks, [&](const OperatorMark& mark) {
        return panel.contains(main.pixel(mark.intensity, mark.attained));
    });
    return covers ? std::nullopt : std::optional(inset);
}

QRectF RooflinePicture::panelOf(const LogView& inset) const {
    return inset.frame.adjusted(-m_style.px(36), -m_style.px(8), m_style.px(10), m_style.px(20));
}

void RooflinePicture::drawInset(QPainter& painter, const LogView& inset) const {
    const QFont font = m_style.font(type::axis);
    const LogView main = mainView();
    const QRectF panel = panelOf(inset);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(m_style.pen(Colour::grid, 1));
    painter.drawLine(main.pixel(inset.x.lower, inset.y.lower), panel.topLeft());
    painter.drawLine(main.pixel(inset.x.upper, inset.y.lower), panel.topRight());
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setPen(m_style.pen(Colour::axis, 1));
    painter.setBrush(m_style(Colour::picture_ground));
    painter.drawRect(panel);
    painter.setBrush(m_style(Colour::zone_compute));
    painter.drawRect(inset.frame);
    const auto tick = [&](double value, bool alongX) {
        const QString text = tickNumber(value, false);
        if (alongX)
            drawText(painter, {inset.xPixel(value), inset.frame.bottom() + m_style.px(10)}, Anchor::centre,
                     text, font, m_style(Colour::text_secondary));
        else
            drawText(painter, {inset.frame.left() - m_style.px(3), inset.yPixel(value)}, Anchor::right, text,
                     font, m_style(Colour::text_secondary));
    };
    double lastX = -1e9, lastY = 1e9;
    for (double decade = 1e-3; decade < 1e7; decade *= 10) {
        for (const double step : {1.0, 2.0, 5.0}) {
            const double v = decade * step;
            const double x = inset.xPixel(v), room = m_style.px(40);
            if (v > inset.x.lower && x < inset.frame.right() - room / 4 && x - lastX > room) {
                tick(v, true);
                lastX = inset.xPixel(v);
            }
            if (v > inset.y.lower && v < inset.y.upper && lastY - inset.yPixel(v) > m_style.px(16)) {
                tick(v, false);
                lastY = inset.yPixel(v);
            }
        }
    }
    drawRoofs(painter, inset);
    drawGhosts(painter, inset, true);
    for (const OperatorMark& mark : m_marks)
        if (selectedMark(mark) && inset.contains(mark.intensity, mark.attained))
            drawRing(painter, inset.pixel(mark.intensity, mark.attained), radius(mark), m_style);
    for (const OperatorMark& mark : m_marks) {
        const GroupLook look = lookOf(mark.group);
        if (inset.contains(mark.intensity, mark.attained))
            drawMark(painter,
                     {inset.pixel(mark.intensity, mark.attained), radius(mark), look.shape, look.colour,
                      !mark.backward},
                     m_style);
    }
    LabelPlacer placer(inset.frame.adjusted(2, 2, -2, -2));
    labelMarks(painter, inset, placer, 6, nullptr);
    painter.restore();
}

std::vector<QRectF> boxesAlong(const QLineF& line, double size) {
    const int count = std::max(1, int(std::ceil(line.length() / size)));
    std::vector<QRectF> boxes;
    for (int i = 0; i <= count; ++i)
        boxes.emplace_back(line.pointAt(double(i) / count) - QPointF(size, size) / 2, QSizeF(size, size));
    return boxes;
}

} // namespace ridgepoint
