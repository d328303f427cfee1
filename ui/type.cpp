// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/type.hpp"

#include <QApplication>
#include <QFontDatabase>
#include <QHash>

namespace ridgepoint {
namespace {

int pixelSize(Type type) {
    switch (type) {
    case Type::headerValue: return 21;
    case Type::dialogTitle: return 16;
    case Type::scenarioName: return 15;
    case Type::verdict: return 14;
    case Type::body:
    case Type::label: return 13;
    case Type::secondary: return 12;
    case Type::small: return 11;
    }
    return 13;
}

} // namespace

QFont applicationFont() {
    QFont result;
    const QStringList families = QFontDatabase::families();
    for (const QString& wanted : {QStringLiteral("Inter"), QStringLiteral("DejaVu Sans")}) {
        if (families.contains(wanted)) {
            result.setFamily(wanted);
            break;
        }
    }
    // Shaping Latin text is more than half of a frame while a control moves, and buys nothing here but ligatures.
    // Scripts that need it are shaped all the same.
    result.setStyleStrategy(QFont::PreferNoShaping);
    result.setPixelSize(pixelSize(Type::body));
    return result;
}

namespace {

// Fonts are kept: a new QFont looks up its engine at its first use, and a moving control measures text hundreds of
// times a frame.
const QFont& kept(Type type, QFont::Weight weight) {
    static QHash<int, QFont> fonts;
    static QFont base;
    if (base != QApplication::font()) {
        base = QApplication::font();
        fonts.clear();
    }
    const int key = int(type) * 2 + (weight == QFont::DemiBold ? 1 : 0);
    const auto found = fonts.constFind(key);
    if (found != fonts.constEnd())
        return *found;
    QFont& result = fonts[key];
    result = base;
    result.setPixelSize(pixelSize(type));
    if (weight == QFont::DemiBold)
        result.setWeight(weight);
    return result;
}

} // namespace

QFont textFont(Type type) { return kept(type, QFont::Normal); }

QFont semibold(Type type) { return kept(type, QFont::DemiBold); }

} // namespace ridgepoint
