// SPDX-License-Identifier: GPL-3.0-or-later
// The one colour table: every widget and picture names a meaning and gets the colour of its theme.
#pragma once

#include <QColor>
#include <QPalette>

#include <array>

namespace ridgepoint {

enum class Theme { light, dark };

enum class Colour {
    // Grounds and text.
    window,
    panel,
    picture_ground,
    grid,
    sub_grid,
    control,
    control_edge,
    accent,
    on_accent,
    accent_ground,
    zone_network, ///< bound by memory or network
    zone_compute, ///< bound by compute
    text,
    text_secondary,
    text_hint,
    ink,   ///< what is law: ceilings, slopes, capacity
    axis,  ///< axes and leaders
    ghost, ///< a pinned scenario
    trouble,
    trouble_ground,
    warning,
    warning_ground,
    text_on_light,
    text_on_dark, ///< on data fills
    // Data; in one picture one hue has one meaning.
    tp, ///< and the output head on the roofline, and MFU
    cp,
    dp,               ///< and all ZeRO traffic, and element-wise operators
    ep,               ///< and expert GEMMs, communication buffers, InfiniBand losses
    pp,               ///< and the attention core
    compute,          ///< backward slots, dense GEMMs, weights in memory
    forward,          ///< forward slots
    forward_backward, ///< a forward and a backward run together
    weight_gradient,  ///< weight-gradient slots
    gradients,
    optimizer,
    activations,
    logits, ///< in memory
    framework,
    bubble,
    // Ordered, least to most: a degree in the planner, a level in a sweep. Never without its legend.
    level_1,
    level_2,
    level_3,
    level_4,
    level_5,
    level_6
};
inline constexpr int colour_count = int(Colour::level_6) + 1;
inline constexpr int level_count = int(Colour::level_6) - int(Colour::level_1) + 1;
constexpr Colour levelColour(int level) { return Colour(int(Colour::level_1) + level); }

QColor colour(Theme theme, Colour meaning);

/// WCAG 2 contrast ratio, 1 to 21.
double contrast(const QColor& a, const QColor& b);

/// Dark or light text, whichever reads better on a data fill.
QColor labelOn(Theme theme, const QColor& fill);

/// A fill's own edge: the fill where it stands out from the picture's ground, else darker (lighter in the
/// dark theme) until it does.
QColor edgeOf(Theme theme, const QColor& fill);

/// For the Fusion style, so that every native widget takes the table's colours.
QPalette applicationPalette(Theme theme);

} // namespace ridgepoint
