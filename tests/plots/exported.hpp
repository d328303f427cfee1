// SPDX-License-Identifier: GPL-3.0-or-later
// What a picture writes into a file: texts in it stay text.
#pragma once

#include "plots/picture.hpp"
#include "tests/catch.hpp"

#include <QFile>
#include <QTemporaryDir>

namespace ridgepoint::test {

inline QByteArray svgOf(Picture& picture, QSize size) {
    const QTemporaryDir dir;
    const QString path = dir.filePath(QStringLiteral("picture.svg"));
    QString error;
    REQUIRE(picture.exportTo(path, size, &error));
    QFile file(path);
    REQUIRE(file.open(QIODevice::ReadOnly));
    return file.readAll();
}

} // namespace ridgepoint::test
