// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/wording.hpp"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <array>
#include <cmath>

namespace ridgepoint {

namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("Pictures", text);
}

} // namespace

QString quantity(const text::Measure& measure) {
    return QString::fromStdString(measure.joined());
}

QString words(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), qsizetype(utf8.size()));
}

QString operatorName(std::string_view name) {
    // Abbreviations keep their capitals; other words are shown as they are.
    static constexpr std::array<std::pair<const char*, const char*>, 18> capitals{{
        {"qkv", "QKV"},
        {"q", "Q"},
        {"kv", "KV"},
        {"mla", "MLA"},
        {"mlp", "MLP"},
        {"swiglu", "SwiGLU"},
        {"rope", "RoPE"},
        {"moe", "MoE"},
        {"mtp", "MTP"},
        {"gelu", "GELU"},
        {"fp8", "FP8"},
        {"adam", "Adam"},
        {"tp", "TP"},
        {"cp", "CP"},
        {"ep", "EP"},
        {"pp", "PP"},
        {"dp", "DP"},
        {"zero3", "ZeRO-3"},
    }};
    QStringList parts = words(name).split(u'-');
    for (QString& part : parts)
        for (const auto& [plain, shown] : capitals)
            if (part == QLatin1String(plain))
                part = QLatin1String(shown);
    QString text = parts.join(u' ');
    if (!text.isEmpty())
        text[0] = text[0].toUpper();
    return text;
}

QString passName(Pass pass, bool recomputed) {
    if (recomputed)
        return translated("recomputed forward");
    switch (pass) {
    case Pass::forward:
        return translated("forward");
    case Pass::backward_input:
        return translated("backward, input gradient");
    case Pass::backward_weight:
        return translated("backward, weight gradient");
    }
    return {};
}

QString tickNumber(double value, bool prefixes) {
    constexpr QChar narrowSpace(0x202F);
    constexpr std::array<std::pair<double, char16_t>, 3> prefixed{{{1e9, u'G'}, {1e6, u'M'}, {1e3, u'k'}}};
    if (prefixes)
        for (const auto& [unit, letter] : prefixed)
            if (value >= unit)
                return tickNumber(value / unit, false) + narrowSpace + letter;
    if (value >= 1000 && value == std::round(value))
        return words(text::count(value));
    return QLocale::c().toString(value, 'g', 6); // no more digits than the tick has
}

QString fixed(double value, int decimals) {
    return QLocale::c().toString(value, 'f', decimals).remove(u',');
}

QString signedFixed(double value, int decimals) {
    return words(text::sign(value)) + fixed(std::abs(value), decimals);
}

QString planWords(const Scenario& scenario) {
    const Plan& plan = scenario.plan;
    QStringList parts{QStringLiteral("TP\u202F%1").arg(plan.tp), QStringLiteral("CP\u202F%1").arg(plan.cp),
                      QStringLiteral("DP\u202F%1").arg(scenario.dp()),
                      QStringLiteral("PP\u202F%1").arg(plan.pp)};
    if (plan.ep > 1)
        parts.insert(2, QStringLiteral("EP\u202F%1").arg(plan.ep));
    return parts.join(QStringLiteral(" · "));
}

} // namespace ridgepoint
