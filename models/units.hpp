// SPDX-License-Identifier: GPL-3.0-or-later
// Dimensions in types: a Bytes divided by a BytesPerSecond is Seconds, and nothing else compiles.
#pragma once

#include <compare>
#include <limits>

namespace ridgepoint {

/// A double with a dimension byte^B · second^S · FLOP^F. Always in SI base units: bytes, seconds, FLOP.
template <int B, int S, int F>
struct Quantity {
    double value = 0;

    constexpr Quantity() = default;
    constexpr explicit Quantity(double v) : value(v) {}

    constexpr auto operator<=>(const Quantity&) const = default;
    constexpr Quantity& operator+=(Quantity o) { value += o.value; return *this; }
    constexpr Quantity& operator-=(Quantity o) { value -= o.value; return *this; }
    constexpr Quantity& operator*=(double k) { value *= k; return *this; }
    constexpr Quantity& operator/=(double k) { value /= k; return *this; }
    friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.value + b.value); }
    friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.value - b.value); }
    friend constexpr Quantity operator*(Quantity a, double k) { return Quantity(a.value * k); }
    friend constexpr Quantity operator*(double k, Quantity a) { return Quantity(a.value * k); }
    friend constexpr Quantity operator/(Quantity a, double k) { return Quantity(a.value / k); }
};

/// Products and quotients combine the dimensions; a ratio of like quantities is a plain double.
template <int B, int S, int F>
constexpr auto dimensioned(double v) {
    if constexpr (B == 0 && S == 0 && F == 0)
        return v;
    else
        return Quantity<B, S, F>(v);
}
template <int B1, int S1, int F1, int B2, int S2, int F2>
constexpr auto operator*(Quantity<B1, S1, F1> a, Quantity<B2, S2, F2> b) {
    return dimensioned<B1 + B2, S1 + S2, F1 + F2>(a.value * b.value);
}
template <int B1, int S1, int F1, int B2, int S2, int F2>
constexpr auto operator/(Quantity<B1, S1, F1> a, Quantity<B2, S2, F2> b) {
    return dimensioned<B1 - B2, S1 - S2, F1 - F2>(a.value / b.value);
}

using Bytes = Quantity<1, 0, 0>;
using Seconds = Quantity<0, 1, 0>;
using Flop = Quantity<0, 0, 1>; ///< a multiply and an add count as two
using BytesPerSecond = Quantity<1, -1, 0>;
using FlopPerSecond = Quantity<0, -1, 1>;
using FlopPerByte = Quantity<-1, 0, 1>; ///< arithmetic intensity; a ridge point has this unit too

inline constexpr double bytes_per_gib = 1024.0 * 1024.0 * 1024.0;
constexpr Bytes gib(double v) { return Bytes(v * bytes_per_gib); }
constexpr BytesPerSecond gigabytes_per_second(double v) { return BytesPerSecond(v * 1e9); }
constexpr FlopPerSecond teraflops(double v) { return FlopPerSecond(v * 1e12); }

template <class Q>
constexpr Q infinite() { return Q(std::numeric_limits<double>::infinity()); }

} // namespace ridgepoint
