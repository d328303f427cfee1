// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/icons.hpp"

#include <QGuiApplication>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

// Resources of a static library are dropped by the linker unless something names them; the macro must stand outside
// any namespace.
static void loadIconResources() { Q_INIT_RESOURCE(icons); }

namespace ridgepoint {
namespace {

QString pathOf(const QString& name) { return QStringLiteral(":/icons/%1.svg").arg(name); }

class TintedEngine : public QIconEngine {
public:
    explicit TintedEngine(const QString& name) : m_name(name) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State state) override {
        const qreal ratio = painter->device()->devicePixelRatioF();
        QPixmap drawn = pixmap(rect.size() * ratio, mode, state);
        drawn.setDevicePixelRatio(ratio);
        painter->drawPixmap(rect.topLeft(), drawn);
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override {
        QPixmap result(size);
        result.fill(Qt::transparent);
        QPainter painter(&result);
        QSvgRenderer renderer(pathOf(m_name));
        renderer.setAspectRatioMode(Qt::KeepAspectRatio);
        renderer.render(&painter, QRectF(QPointF(), QSizeF(size)));
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Active;
        painter.setCompositionMode(QPainter::CompositionMode_SourceIn);
        painter.fillRect(result.rect(), QGuiApplication::palette().color(group, QPalette::ButtonText));
        return result;
    }

    QIconEngine* clone() const override { return new TintedEngine(m_name); }

private:
    QString m_name;
};

} // namespace

QIcon tintedIcon(const QString& name) {
    loadIconResources();
    return QIcon(new TintedEngine(name));
}

QIcon windowIcon() {
    loadIconResources();
    QSvgRenderer renderer(pathOf(QStringLiteral("ridgepoint-window")));
    QIcon icon;
    for (const int side : {16, 24, 32, 48, 64, 128}) {
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        renderer.render(&painter);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace ridgepoint
