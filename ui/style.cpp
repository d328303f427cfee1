// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style.hpp"

#include "ui/type.hpp"

#include <QApplication>
#include <QStyle>

namespace ridgepoint {

void prepareStyle() {
    if (QApplication::style()->name() != QLatin1String("fusion"))
        QApplication::setStyle(QStringLiteral("fusion"));
    QApplication::setFont(applicationFont());
}

} // namespace ridgepoint
