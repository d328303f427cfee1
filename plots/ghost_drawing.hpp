// SPDX-License-Identifier: GPL-3.0-or-later
// How pictures draw what they compare the scenario at hand with: one grey, a dash pattern each, always hollow, always
// named. Private to plots/.
#pragma once

#include "plots/style.hpp"

#include <QStringList>

namespace ridgepoint {

/// Patterns repeat after six.
QPen ghostPen(int look, const Style& style, double width = 1.4);
/// A line in a ghost's dashes over whatever lies below: on a halo of ground.
void drawGhostLine(QPainter& painter, const QPolygonF& line, int look, const Style& style);
/// A short piece of the line, for legends, `width` long from `left`.
void drawGhostSwatch(QPainter& painter, QPointF left, double width, int look, const Style& style);

/// Up to when something lasts under one of the things compared: a hollow bar with its name and value inside.
struct SpanBar {
    double from = 0, to = 0; ///< pixels
    double mark = -1;        ///< a border inside, pixels; negative: none
    QStringList texts;       ///< the first that fits is written
    int look = 0;
    bool own = false; ///< what is at hand: in ink, solid
};
inline constexpr double span_bar_height = 17; ///< with the gap below; at 100 %
/// One row of bars, `row` from `top` down, cut at `frame`'s sides.
void drawSpanBar(QPainter& painter, const QRectF& frame, double top, const SpanBar& bar, const Style& style);

/// Names with values at the right of a picture, each with a leader from its height on the frame and its dashes.
struct SideName {
    QString text;
    double y = 0; ///< pixels
    int look = 0;
    bool own = false;
};
double sideNamesWidth(const std::vector<SideName>& names, const Style& style); ///< pixels, with leaders
void drawSideNames(QPainter& painter, const QRectF& frame, const std::vector<SideName>& names, const Style& style);

} // namespace ridgepoint
