// SPDX-License-Identifier: GPL-3.0-or-later
// The sweep picture's axes of values that stand by their place in a list.
#include "plots/sweep_picture.hpp"

#include "plots/wording.hpp"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

constexpr double number_gap = 5, long_name = 100;

/// Every how many-th of texts so wide has room.
std::size_t strideFor(double room, double text, std::size_t count) {
    const double each = room / std::max<double>(1, double(count));
    return std::max<std::size_t>(1, std::size_t(std::ceil(text / std::max(1.0, each))));
}

/// A long name in two lines, parted at the space nearest its middle.
QStringList inTwo(const QString& name, const QFontMetricsF& metrics, double most) {
    if (metrics.horizontalAdvance(name) <= most || !name.contains(u' '))
        return {name};
    const qsizetype middle = name.size() / 2;
    const qsizetype before = name.lastIndexOf(u' ', middle), after = name.indexOf(u' ', middle);
    const qsizetype at = before < 0 || (after >= 0 && after - middle < middle - before) ? after : before;
    return {name.left(at), name.mid(at + 1)};
}

} // namespace

// Names of choices do not count: each is needed, and stands upright where they are too long to stand side by side.
bool SweepPicture::namesTurned(double width) const {
    const SweptInput& x = m_answer->study.x;
    if (!sweep_input(x.key).choice)
        return false;
    const QFontMetricsF metrics(m_style.font(type::axis));
    double widest = 0;
    for (std::size_t i = 0; i < x.values.size(); ++i)
        widest = std::max(widest, metrics.horizontalAdvance(valueName(x, i)));
    constexpr double beside = 200; // what the margins take, roughly: they hang on this
    return widest + m_style.px(8) > (width - m_style.px(beside)) / double(x.values.size());
}

double SweepPicture::uprightHeight() const {
    const QFontMetricsF metrics(m_style.font(type::axis));
    double longest = 0;
    for (std::size_t i = 0; i < m_answer->study.x.values.size(); ++i)
        for (const QString& line : inTwo(valueName(m_answer->study.x, i), metrics, m_style.px(long_name)))
            longest = std::max(longest, metrics.horizontalAdvance(line));
    return longest;
}

void SweepPicture::drawUpright(QPainter& painter, std::size_t index) const {
    const QFont font = m_style.font(type::axis);
    const QFontMetricsF metrics(font);
    const double top = plotArea().bottom() + m_style.px(number_gap);
    const QStringList lines = inTwo(valueName(m_answer->study.x, index), metrics, m_style.px(long_name));
    double x = xPixel(double(index)) - metrics.height() * double(lines.size() - 1) / 2;
    for (const QString& line : lines) {
        drawTurnedText(painter, {x, top + metrics.horizontalAdvance(line) / 2}, 90, line, font,
                       m_style(Colour::text_secondary), m_style(Colour::picture_ground));
        x += metrics.height();
    }
}

// The axes of values that stand by their place in a list.
void SweepPicture::drawTicks(QPainter& painter) const {
    const QRectF area = plotArea();
    const QFont font = m_style.font(type::axis);
    const QFontMetricsF metrics(font);
    const QColor ink = m_style(Colour::text_secondary);
    const SweepStudy& study = m_answer->study;
    if (ranks(study.x)) {
        double widest = 0;
        for (std::size_t i = 0; i < study.x.values.size(); ++i)
            widest = std::max(widest, metrics.horizontalAdvance(valueName(study.x, i)));
        const bool turned = namesTurned(wholeSize().width());
        const std::size_t stride = turned ? 1 : strideFor(area.width(), widest + m_style.px(8), study.x.values.size());
        for (std::size_t i = 0; turned && i < study.x.values.size(); ++i)
            drawUpright(painter, i);
        for (std::size_t i = 0; !turned && i < study.x.values.size(); i += stride)
            drawText(painter,
                     {xPixel(double(i)), area.bottom() + m_style.px(number_gap) + metrics.height() / 2},
                     Anchor::centre, valueName(study.x, i), font, ink);
        drawText(painter,
                 {area.center().x(), area.bottom() + m_style.px(number_gap + 4) + metrics.height() / 2 +
                                         (turned ? uprightHeight() : metrics.height())},
                 Anchor::centre, inputTitle(study.x), font, ink);
    }
    if (isMap()) {
        const std::size_t stride = strideFor(area.height(), metrics.height() + 2, study.y.values.size());
        for (std::size_t i = 0; i < study.y.values.size(); i += stride)
            drawText(painter, {area.left() - m_style.px(number_gap), yPixel(double(i))}, Anchor::right,
                     valueName(study.y, i), font, ink);
        drawTurnedText(painter, {metrics.height() / 2 + m_style.px(4), area.center().y()}, 90,
                       inputTitle(study.y), font, ink, m_style(Colour::picture_ground));
    }
}

} // namespace ridgepoint
