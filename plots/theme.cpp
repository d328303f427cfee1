// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/theme.hpp"

#include <cmath>

namespace ridgepoint {

namespace {

struct Entry {
    Colour meaning;
    QRgb light, dark;
};

constexpr QRgb rgb(unsigned hex) {
    return 0xff000000u | hex;
}

constexpr std::array<Entry, colour_count> table{{
    {Colour::window, rgb(0xEEF0F2), rgb(0x1F2328)},
    {Colour::panel, rgb(0xF7F8F9), rgb(0x262B31)},
    {Colour::picture_ground, rgb(0xFFFFFF), rgb(0x15181C)},
    {Colour::grid, rgb(0xE6E9EC), rgb(0x2A3036)},
    {Colour::sub_grid, rgb(0xF1F3F5), rgb(0x20252A)},
    {Colour::control, rgb(0xFBFCFC), rgb(0x2D333A)},
    {Colour::control_edge, rgb(0x87909A), rgb(0x767F8A)},
    {Colour::accent, rgb(0x1A63B8), rgb(0x5AA7F0)},
    {Colour::on_accent, rgb(0xFFFFFF), rgb(0x0C1116)},
    {Colour::accent_ground, rgb(0xE3EDF8), rgb(0x20364D)},
    {Colour::zone_network, rgb(0xF4F0E6), rgb(0x26241E)},
    {Colour::zone_compute, rgb(0xEAF2F8), rgb(0x1A2530)},
    {Colour::text, rgb(0x1A1E23), rgb(0xE8EBEE)},
    {Colour::text_secondary, rgb(0x4A525C), rgb(0xB4BBC4)},
    {Colour::text_hint, rgb(0x5C6570), rgb(0x9AA3AD)},
    {Colour::ink, rgb(0x2B323A), rgb(0xD5DAE0)},
    {Colour::axis, rgb(0x6A737D), rgb(0x8B949E)},
    {Colour::ghost, rgb(0x6A737E), rgb(0x98A1AC)},
    {Colour::trouble, rgb(0xA3261B), rgb(0xFF8A7A)},
    {Colour::trouble_ground, rgb(0xFBEBE8), rgb(0x43211D)},
    {Colour::warning, rgb(0x7A5200), rgb(0xF2C14E)},
    {Colour::warning_ground, rgb(0xFFF4DA), rgb(0x3A2F14)},
    {Colour::text_on_light, rgb(0x10151A), rgb(0x0E1216)},
    {Colour::text_on_dark, rgb(0xFFFFFF), rgb(0xFFFFFF)},
    {Colour::tp, rgb(0x06A46C), rgb(0x19AF74)},
    {Colour::cp, rgb(0x4EBCFF), rgb(0x7AD0FF)},
    {Colour::dp, rgb(0xDFB208), rgb(0xECCA52)},
    {Colour::ep, rgb(0xC26802), rgb(0xF34820)},
    {Colour::pp, rgb(0xD57EA9), rgb(0xCF80A6)},
    {Colour::compute, rgb(0x0060C1), rgb(0x2384FF)},
    {Colour::forward, rgb(0xA1C9EF), rgb(0xD1F0FA)},
    {Colour::forward_backward, rgb(0x4991CD), rgb(0x92BCF1)},
    {Colour::weight_gradient, rgb(0x0C365A), rgb(0x31698E)},
    {Colour::gradients, rgb(0x10A7EB), rgb(0x7CD5FB)},
    {Colour::optimizer, rgb(0x086542), rgb(0x229872)},
    {Colour::activations, rgb(0xF4A603), rgb(0xF7C629)},
    {Colour::logits, rgb(0x6C2954), rgb(0xD185AF)},
    {Colour::framework, rgb(0x9499A4), rgb(0x5B666F)},
    {Colour::bubble, rgb(0xF1F3F5), rgb(0x20252A)},
    {Colour::level_1, rgb(0xCDB000), rgb(0xF6E58D)},
    {Colour::level_2, rgb(0x8FA03A), rgb(0xB4CC5A)},
    {Colour::level_3, rgb(0x4C9270), rgb(0x5FB88A)},
    {Colour::level_4, rgb(0x2B7A8C), rgb(0x3E9FB8)},
    {Colour::level_5, rgb(0x2F5D9B), rgb(0x6990E6)},
    {Colour::level_6, rgb(0x46327E), rgb(0x7752B8)},
}};

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor& c) {
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

constexpr double standsOut = 3.0; // WCAG 2.1, 1.4.11: graphics against what is beside them

} // namespace

QColor colour(Theme theme, Colour meaning) {
    static_assert(
        [] {
            for (int i = 0; i < colour_count; ++i)
                if (int(table[std::size_t(i)].meaning) != i)
                    return false;
            return true;
        }(),
        "the table follows the order of Colour");
    const Entry& entry = table[std::size_t(meaning)];
    return QColor::fromRgb(theme == Theme::light ? entry.light : entry.dark);
}

double contrast(const QColor& a, const QColor& b) {
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

QColor labelOn(Theme theme, const QColor& fill) {
    const QColor dark = colour(theme, Colour::text_on_light), light = colour(theme, Colour::text_on_dark);
    return contrast(dark, fill) >= contrast(light, fill) ? dark : light;
}

QColor edgeOf(Theme theme, const QColor& fill) {
    const QColor ground = colour(theme, Colour::picture_ground);
    QColor edge = fill;
    for (int step = 0; step < 20 && contrast(edge, ground) < standsOut; ++step)
        edge = theme == Theme::light ? edge.darker(108) : edge.lighter(108);
    return edge;
}

QPalette applicationPalette(Theme theme) {
    const auto c = [theme](Colour meaning) { return colour(theme, meaning); };
    QPalette p;
    p.setColor(QPalette::Window, c(Colour::window));
    p.setColor(QPalette::WindowText, c(Colour::text));
    p.setColor(QPalette::Base, c(Colour::control));
    p.setColor(QPalette::AlternateBase, c(Colour::panel));
    p.setColor(QPalette::Text, c(Colour::text));
    p.setColor(QPalette::PlaceholderText, c(Colour::text_hint));
    p.setColor(QPalette::Button, c(Colour::control));
    p.setColor(QPalette::ButtonText, c(Colour::text));
    p.setColor(QPalette::BrightText, c(Colour::trouble));
    p.setColor(QPalette::Highlight, c(Colour::accent));
    p.setColor(QPalette::HighlightedText, c(Colour::on_accent));
    p.setColor(QPalette::Link, c(Colour::accent));
    p.setColor(QPalette::LinkVisited, c(Colour::accent));
    p.setColor(QPalette::ToolTipBase, c(Colour::panel));
    p.setColor(QPalette::ToolTipText, c(Colour::text));
    p.setColor(QPalette::Light, c(Colour::panel));
    p.setColor(QPalette::Midlight, c(Colour::grid));
    p.setColor(QPalette::Mid, c(Colour::control_edge));
    p.setColor(QPalette::Dark, c(Colour::control_edge));
    p.setColor(QPalette::Shadow, c(Colour::ink));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, c(Colour::axis));
    p.setColor(QPalette::Disabled, QPalette::Highlight, c(Colour::control_edge));
    return p;
}

} // namespace ridgepoint
