// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widget_image.hpp"

#include <QCoreApplication>
#include <QPixmap>
#include <QSaveFile>
#include <QWidget>

namespace ridgepoint {

bool writeImage(QWidget& widget, const QString& path, QString* error) {
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && widget.grab().save(&file, "PNG") && file.commit())
        return true;
    *error = QCoreApplication::translate("WidgetImage", "%1 cannot be written: %2").arg(path, file.errorString());
    return false;
}

} // namespace ridgepoint
