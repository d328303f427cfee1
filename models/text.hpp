// SPDX-License-Identifier: GPL-3.0-or-later
// The one formatter: quantities as UTF-8 text for people (look.md, "Numbers"). Three significant digits, narrow
// no-break space for thousands and before units, true minus. Files and the command line's JSON never come here.
#pragma once

#include "models/estimate.hpp"

#include <string>
#include <string_view>

namespace ridgepoint::text {

enum class Digits { short_form, exact }; ///< three significant digits, or every digit that tells values apart

struct Measure { ///< a number and its unit apart, for typography
    std::string number, unit;
    [[nodiscard]] std::string joined() const; ///< with a narrow no-break space
};

[[nodiscard]] std::string count(double n);                 ///< "62 914 560"
[[nodiscard]] std::string number(double n, Digits = Digits::short_form);
[[nodiscard]] Measure duration(Seconds, Digits = Digits::short_form);   ///< µs, ms, s
[[nodiscard]] Measure memory(Bytes, Digits = Digits::short_form);       ///< GiB
[[nodiscard]] Measure traffic(Bytes, Digits = Digits::short_form);      ///< kB, MB, GB, TB decimal
[[nodiscard]] Measure bandwidth(BytesPerSecond, Digits = Digits::short_form); ///< GB/s, TB/s
[[nodiscard]] Measure rate(FlopPerSecond, Digits = Digits::short_form); ///< TFLOP/s
[[nodiscard]] Measure work(Flop, Digits = Digits::short_form);          ///< GFLOP, TFLOP, PFLOP
[[nodiscard]] Measure intensity(FlopPerByte, Digits = Digits::short_form); ///< FLOP/B
[[nodiscard]] Measure percent(double fraction, Digits = Digits::short_form);
[[nodiscard]] Measure tokens_per_second(double, Digits = Digits::short_form); ///< tok/s, k, M
[[nodiscard]] Measure money(double, Digits = Digits::short_form); ///< $, k$, M$
[[nodiscard]] Measure parameters(double, Digits = Digits::short_form); ///< k, M, B, T
[[nodiscard]] std::string_view sign(double value); ///< "−" below 0, else "+"
[[nodiscard]] std::string change(double before, double after, std::string_view unit); ///< "▲ +1.5 s"

[[nodiscard]] std::string_view name(Resource);     ///< "compute", "HBM", "NVLink", "InfiniBand", "bubble", "host"
[[nodiscard]] std::string_view name(Link);
[[nodiscard]] std::string_view name(Parallelism);  ///< "TP"
[[nodiscard]] std::string_view name(Collective);   ///< "all-gather"
[[nodiscard]] std::string_view name(OperatorKind);
[[nodiscard]] std::string_view name(LayerKind);
[[nodiscard]] std::string_view name(Pass);
[[nodiscard]] std::string_view name(Schedule);     ///< "1F1B"
[[nodiscard]] std::string_view name(NetworkModel);
[[nodiscard]] std::string_view name(RateClass);    ///< "FP8"
[[nodiscard]] std::string_view name(Ceilings);     ///< "datasheet", "achievable", "mine"
[[nodiscard]] std::string loss(std::string_view id); ///< "Bubble", "EP exposed on InfiniBand"
[[nodiscard]] std::string recompute(const Recompute&); ///< "norms, MLA up, activation"

} // namespace ridgepoint::text
