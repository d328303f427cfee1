// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/plots/colour_distance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ridgepoint::test {

namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

constexpr Matrix seen[] = {
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
};
constexpr Matrix toXyz{{{0.4124564, 0.3575761, 0.1804375},
                        {0.2126729, 0.7151522, 0.0721750},
                        {0.0193339, 0.1191920, 0.9503041}}};
constexpr Triple white{0.95047, 1.0, 1.08883};

Triple times(const Matrix& m, const Triple& v) {
    Triple out{};
    for (std::size_t i = 0; i < 3; ++i)
        out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
    return out;
}

Triple lab(const QColor& colour, Vision vision) {
    const auto linear = [](double c) {
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    Triple rgb =
        times(seen[int(vision)], {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())});
    for (double& c : rgb)
        c = std::clamp(c, 0.0, 1.0);
    Triple xyz = times(toXyz, rgb);
    for (std::size_t i = 0; i < 3; ++i) {
        const double t = xyz[i] / white[i];
        xyz[i] = t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    }
    return {116 * xyz[1] - 16, 500 * (xyz[0] - xyz[1]), 200 * (xyz[1] - xyz[2])};
}

double degrees(double b, double a) {
    const double h = std::atan2(b, a) * 180 / std::numbers::pi;
    return h < 0 ? h + 360 : h;
}
double radians(double d) {
    return d * std::numbers::pi / 180;
}

double meanHue(double h1, double h2) {
    if (std::abs(h1 - h2) <= 180)
        return (h1 + h2) / 2;
    return h1 + h2 < 360 ? (h1 + h2 + 360) / 2 : (h1 + h2 - 360) / 2;
}

} // namespace

double colourDistance(const QColor& a, const QColor& b, Vision vision) {
    const auto [l1, a1, b1] = lab(a, vision);
    const auto [l2, a2, b2] = lab(b, vision);
    const double c7 = std::pow((std::hypot(a1, b1) + std::hypot(a2, b2)) / 2, 7), k7 = std::pow(25, 7);
    const double g = 0.5 * (1 - std::sqrt(c7 / (c7 + k7)));
    const double ap1 = a1 * (1 + g), ap2 = a2 * (1 + g);
    const double c1 = std::hypot(ap1, b1), c2 = std::hypot(ap2, b2);
    const double h1 = degrees(b1, ap1), h2 = degrees(b2, ap2);
    double dh = h2 - h1;
    dh += dh > 180 ? -360 : dh < -180 ? 360 : 0;
    const double dL = l2 - l1, dC = c2 - c1, dH = 2 * std::sqrt(c1 * c2) * std::sin(radians(dh / 2));
    const double l = (l1 + l2) / 2, c = (c1 + c2) / 2, h = meanHue(h1, h2);
    const double t = 1 - 0.17 * std::cos(radians(h - 30)) + 0.24 * std::cos(radians(2 * h)) +
                     0.32 * std::cos(radians(3 * h + 6)) - 0.20 * std::cos(radians(4 * h - 63));
    const double turn = 30 * std::exp(-std::pow((h - 275) / 25, 2)), cm7 = std::pow(c, 7);
    const double rt = -std::sin(radians(2 * turn)) * 2 * std::sqrt(cm7 / (cm7 + k7));
    const double sl = 1 + 0.015 * std::pow(l - 50, 2) / std::sqrt(20 + std::pow(l - 50, 2));
    const double sc = 1 + 0.045 * c, sh = 1 + 0.015 * c * t;
    return std::sqrt(std::pow(dL / sl, 2) + std::pow(dC / sc, 2) + std::pow(dH / sh, 2) +
                     rt * dC / sc * dH / sh);
}

} // namespace ridgepoint::test
