// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/type.hpp"

#include <QApplication>
#include <QFontDatabase>

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
#if QT_VERSION >= QT_VERSION_CHECK(6, 7, 0)
    result.setFeature(QFont::Tag("tnum"), 1); // digits of one width, so that figures do not dance while dragging
#endif
    result.setPixelSize(pixelSize(Type::body));
    return result;
}

QFont textFont(Type type) {
    QFont result = QApplication::font();
    result.setPixelSize(pixelSize(type));
    return result;
}

QFont semibold(Type type) {
    QFont result = textFont(type);
    result.setWeight(QFont::DemiBold);
    return result;
}

} // namespace ridgepoint
