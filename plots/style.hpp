// SPDX-License-Identifier: GPL-3.0-or-later
// What every picture draws with: the theme's colours, type and line sizes, second channels (hatches, marks)
// and the few compound shapes they share. Sizes are those of the look at 100 %, multiplied by `scale`.
#pragma once

#include "models/estimate.hpp"
#include "plots/theme.hpp"

#include <QFont>
#include <QLineF>
#include <QPen>
#include <QPolygonF>
#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

namespace ridgepoint {

inline constexpr double giga = 1e9, tera = 1e12; ///< what axes of rates count in

enum class Hatch {
    none,
    rising_white,  ///< 45°: buffers, exposed losses
    falling_white, ///< −45°: gradients
    dots,          ///< weight-gradient slots
    bubble,        ///< grey 45°, no fill
    beyond,        ///< faint 45°: where nothing fits
    trouble        ///< exposed, idle, over capacity: on its ground, with an edge
};

enum class Shape { circle, square, diamond, triangle_up, triangle_down, pentagon, octagon, bar };

struct Style {
    Theme theme = Theme::light;
    double scale = 1; ///< 1.5 when presenting
    QString family;   ///< empty: the application's

    QColor operator()(Colour meaning) const { return colour(theme, meaning); }
    double px(double at100) const { return at100 * scale; }
    QFont font(double size, bool semibold = false, bool italic = false) const;
    /// Line widths grow less than type: 1.4 where type grows 1.5.
    double line(double width) const { return width * (1 + (scale - 1) * 0.8); }
    QPen pen(Colour meaning, double width, QList<double> dashesInPixels = {}) const;
};

/// One colour a parallelism, the same in every picture.
Colour colourOf(Parallelism parallelism);

/// Text sizes of the look.
namespace type {
inline constexpr double axis = 11, secondary = 12, label = 12.5, slot = 10;
}

/// Fills with a colour and its second channel, as lines rather than textures: they stay sharp at any scale.
void fillHatched(QPainter& painter, const QRectF& rect, const QColor& fill, Hatch hatch, const Style& style);

/// Trouble hatch over what is already drawn: what is over the capacity.
void hatchOver(QPainter& painter, const QRectF& rect, const Style& style);

/// A filled or hollow mark; hollow ones show the ground inside.
struct Mark {
    QPointF at;
    double radius = 4;
    Shape shape = Shape::circle;
    Colour colour = Colour::compute;
    bool filled = true;
};
QPolygonF outline(Shape shape, QPointF centre, double radius);
void drawMark(QPainter& painter, const Mark& mark, const Style& style);
/// Selected: accent ring 2 wide, 4 off the thing.
void drawRing(QPainter& painter, QPointF centre, double radius, const Style& style);
void drawRing(QPainter& painter, const QRectF& rect, const Style& style);
/// A frame that shows on any ground: in `ink`, 2 wide, on a halo.
void drawFrame(QPainter& painter, const QRectF& rect, Colour ink, const Style& style);

enum class Anchor { left, centre, right };
/// One line of text whose anchor is `at` vertically centred; returns its rectangle. `ground`: on a patch of
/// it.
QRectF textRect(QPointF at, Anchor anchor, const QString& text, const QFont& font);
QRectF drawText(QPainter& painter, QPointF at, Anchor anchor, const QString& text, const QFont& font,
                const QColor& ink, const QColor& ground = {});
/// Along a line of `degrees` (counted anticlockwise), centred at `at`, on a patch of ground.
void drawTurnedText(QPainter& painter, QPointF at, double degrees, const QString& text, const QFont& font,
                    const QColor& ink, const QColor& ground);

/// Along a line, above it, where the text touches none of `taken`; nothing where the line is too short for
/// it. Returns the places it covers.
std::vector<QRectF> drawAlong(QPainter& painter, const QLineF& line, const QString& text, const QFont& font,
                              const QColor& ink, const QColor& ground, const std::vector<QRectF>& taken);

/// Moves labels with wished centres apart to at least `gap` between them, inside [low, high], keeping their
/// order.
std::vector<double> pushedApart(std::vector<double> wished, double gap, double low, double high);

/// The strip over a picture that keeps showing the last legal plan; dims what is under it to 45 %.
void drawStale(QPainter& painter, const QRectF& whole, const QString& strip, const Style& style);
/// One line in the middle of an empty picture.
void drawEmpty(QPainter& painter, const QRectF& frame, const QString& line, const Style& style);
/// Keyboard focus of the whole picture.
void drawFocus(QPainter& painter, const QRectF& whole, const Style& style);

} // namespace ridgepoint
