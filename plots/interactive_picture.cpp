// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/interactive_picture.hpp"

#include "plots/wording.hpp"

#include <QAbstractScrollArea>
#include <QImage>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QRubberBand>
#include <QSaveFile>
#include <QSvgGenerator>
#include <QToolTip>
#include <QVBoxLayout>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {

namespace {
constexpr double zoomStep = 0.85;   // what one notch of the wheel leaves of the range
constexpr double notch = 120;       // eighths of a degree, QWheelEvent
constexpr double panShare = 0.1;    // of the plot area, one press of an arrow key
constexpr double dragThreshold = 4; // pixels before a press becomes a drag
} // namespace

void InteractivePicture::adopt(QWidget* canvas) {
    m_canvas = canvas;
    auto* box = new QVBoxLayout(this);
    box->setContentsMargins(0, 0, 0, 0);
    box->addWidget(canvas);
    canvas->setObjectName(pictureName(kind()) + QStringLiteral("-canvas"));
    canvas->setFocusPolicy(Qt::StrongFocus);
    canvas->setMouseTracking(true);
    canvas->installEventFilter(this);
    if (auto* area = qobject_cast<QAbstractScrollArea*>(canvas)) { // the mouse goes to its inner widget
        area->viewport()->setMouseTracking(true);
        area->viewport()->installEventFilter(this);
    }
    setFocusProxy(canvas);
    setObjectName(pictureName(kind()));
    m_style.theme = m_theme;
    m_style.family = font().family();
    //: Name of a picture for screen readers: "Roofline picture"
    const QString name = tr("%1 picture").arg(title());
    setAccessibleName(name);
    canvas->setAccessibleName(name);
    canvas->setWhatsThis(
        tr("Wheel zooms about the pointer, dragging pans, Shift and dragging zooms to a rectangle. "
           "Double-click or F shows everything. Arrow keys pan, + and − zoom, Page Down and "
           "Page Up go from value to value, Escape clears the selection."));
}

QSize InteractivePicture::minimumSizeHint() const {
    return {360, 220};
}
QSize InteractivePicture::sizeHint() const {
    return {478, 344};
}

void InteractivePicture::setScale(double scale) {
    m_style.scale = scale;
    restyle();
    redraw();
}

QString InteractivePicture::staleText() const {
    if (!m_stale || !m_scenario)
        return {};
    return tr("Last legal plan: %1").arg(planWords(*m_scenario));
}

void InteractivePicture::updateResult() {
    m_dirty = true;
    m_hovered = -1;
    if (isVisible())
        ensureFresh();
}

bool InteractivePicture::becameAnother(const QString& with) {
    const QString now = QString::fromStdString(m_scenario->name + '\n' + m_scenario->model.name + '\n' +
                                               m_scenario->cluster.accelerator.name) +
                        with;
    return std::exchange(m_shownFor, now) != now;
}

void InteractivePicture::ensureFresh() {
    if (!m_dirty)
        return;
    m_dirty = false;
    rebuild();
    if (m_autoFit)
        fit();
    QString description = empty() ? tr("No result") : subtitle();
    if (!empty() && !ghosts().empty())
        description = tr("%1; beside each other: %2").arg(description, comparedNames());
    setAccessibleDescription(description);
    m_canvas->setAccessibleDescription(description);
    redraw();
}

void InteractivePicture::updateTheme() {
    m_style.theme = m_theme;
    restyle();
    redraw();
}

void InteractivePicture::updateSelection() {
    redraw();
}

void InteractivePicture::showEvent(QShowEvent* event) {
    Picture::showEvent(event);
    ensureFresh();
}

void InteractivePicture::changeEvent(QEvent* event) {
    Picture::changeEvent(event);
    if (event->type() == QEvent::FontChange && m_canvas) {
        m_style.family = font().family();
        restyle();
        redraw();
    }
}

QString InteractivePicture::emptyText() const {
    return tr("Results of a legal plan appear here");
}

void InteractivePicture::paintState(QPainter& painter, const QRectF& whole) const {
    painter.save();
    if (empty())
        drawEmpty(painter, plotArea(), emptyText(), m_style);
    else if (m_stale && showsPlan())
        drawStale(painter, whole, staleText(), m_style);
    if (!m_exporting && m_canvas->hasFocus())
        drawFocus(painter, whole, m_style);
    painter.restore();
}

bool InteractivePicture::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_canvas && watched->parent() != m_canvas)
        return false;
    switch (event->type()) {
    case QEvent::MouseButtonPress:
        return mousePress(static_cast<const QMouseEvent&>(*event));
    case QEvent::MouseMove:
        return mouseMove(static_cast<const QMouseEvent&>(*event));
    case QEvent::MouseButtonRelease:
        return mouseRelease(static_cast<const QMouseEvent&>(*event));
    case QEvent::MouseButtonDblClick:
        fit();
        return true;
    case QEvent::Wheel:
        return wheel(static_cast<const QWheelEvent&>(*event));
    case QEvent::KeyPress:
        return keyPress(static_cast<const QKeyEvent&>(*event));
    case QEvent::FocusIn:
    case QEvent::FocusOut:
        redraw();
        return false;
    case QEvent::Leave:
        m_hovered = -1;
        return false;
    default:
        return false;
    }
}

bool InteractivePicture::mousePress(const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton)
        return false;
    m_canvas->setFocus(Qt::MouseFocusReason);
    m_pressed = m_last = event.position();
    m_dragging = false;
    if (event.modifiers() & Qt::ShiftModifier) {
        if (!m_band)
            m_band = new QRubberBand(QRubberBand::Rectangle, m_canvas);
        m_band->setGeometry(QRect(m_pressed.toPoint(), QSize()));
        m_band->show();
    }
    return true;
}

bool InteractivePicture::mouseMove(const QMouseEvent& event) {
    const QPointF pos = event.position();
    if (!(event.buttons() & Qt::LeftButton)) {
        hover(pos, event.globalPosition().toPoint());
        return true;
    }
    if (!m_dragging && (pos - m_pressed).manhattanLength() < dragThreshold)
        return true;
    m_dragging = true;
    QToolTip::hideText();
    if (m_band && m_band->isVisible()) {
        m_band->setGeometry(QRectF(m_pressed, pos).normalized().toRect());
    } else {
        panBy(pos - m_last);
        moveByHand();
        redraw();
    }
    m_last = pos;
    return true;
}

bool InteractivePicture::mouseRelease(const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton)
        return false;
    const bool banded = m_band && m_band->isVisible();
    if (banded)
        m_band->hide();
    if (m_dragging && banded) {
        const QRectF box = QRectF(m_pressed, event.position()).normalized().intersected(plotArea());
        if (box.width() > dragThreshold && box.height() > dragThreshold) {
            zoomTo(box);
            moveByHand();
            redraw();
        }
    } else if (!m_dragging) {
        select(targetAt(event.position()));
    }
    m_dragging = false;
    return true;
}

bool InteractivePicture::wheel(const QWheelEvent& event) {
    const double notches = std::clamp(event.angleDelta().y() / notch, -3.0, 3.0);
    if (notches == 0 || !plotArea().contains(event.position()))
        return false;
    zoomAt(event.position(), std::pow(zoomStep, notches));
    moveByHand();
    redraw();
    return true;
}

bool InteractivePicture::keyPress(const QKeyEvent& event) {
    const QRectF area = plotArea();
    const double dx = area.width() * panShare, dy = area.height() * panShare;
    const bool moves = !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (!moves)
        return false;
    switch (event.key()) {
    case Qt::Key_F:
    case Qt::Key_Home:
        fit();
        return true;
    case Qt::Key_PageDown:
        step(1);
        return true;
    case Qt::Key_PageUp:
        step(-1);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_stepped < 0 || m_stepped >= targetCount())
            return false;
        emit activated(target(m_stepped).subject);
        return true;
    case Qt::Key_Escape:
        if (m_selection.kind == Subject::Kind::none)
            return false;
        emit selected(Subject{});
        return true;
    case Qt::Key_Left:
        panBy({dx, 0});
        break;
    case Qt::Key_Right:
        panBy({-dx, 0});
        break;
    case Qt::Key_Up:
        panBy({0, dy});
        break;
    case Qt::Key_Down:
        panBy({0, -dy});
        break;
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        zoomAt(area.center(), zoomStep);
        break;
    case Qt::Key_Minus:
        zoomAt(area.center(), 1 / zoomStep);
        break;
    default:
        return false;
    }
    moveByHand();
    redraw();
    return true;
}

void InteractivePicture::moveByHand() {
    m_userView = true;
    m_autoFit = false;
}

void InteractivePicture::hover(QPointF pos, QPoint global) {
    const int index = targetAt(pos);
    m_canvas->setCursor(index >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (index < 0) {
        if (m_hovered >= 0)
            QToolTip::hideText();
    } else if (index != m_hovered) {
        QToolTip::showText(global, target(index).text, m_canvas);
    }
    m_hovered = index;
}

void InteractivePicture::step(int direction) {
    const int count = targetCount();
    if (count == 0)
        return;
    if (m_stepped >= count || m_stepped < 0)
        m_stepped = direction > 0 ? 0 : count - 1;
    else
        m_stepped = (m_stepped + direction + count) % count;
    const Target reached = target(m_stepped);
    QToolTip::showText(m_canvas->mapToGlobal(reached.at.toPoint()), reached.text, m_canvas);
    m_canvas->setAccessibleDescription(reached.text);
    emit selected(reached.subject);
}

void InteractivePicture::select(int index) {
    m_stepped = index;
    if (index >= 0) {
        const Subject subject = target(index).subject; // what listens may change what is shown
        emit selected(subject);
        emit activated(subject);
    } else if (m_selection.kind != Subject::Kind::none) {
        emit selected(Subject{});
    }
}

bool InteractivePicture::exportTo(const QString& path, QSize size, QString* error, double scale) {
    ensureFresh();
    QString reason;
    m_exporting = true;
    if (size.isEmpty() || scale <= 0)
        reason = tr("A picture needs a width and a height.");
    else if (path.endsWith(QLatin1String(".png"), Qt::CaseInsensitive))
        writePng(path, size, scale, &reason);
    else if (path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive))
        writeSvg(path, size, &reason);
    else
        reason = tr("%1: pictures are written as .png or .svg.").arg(path);
    m_exporting = false;
    if (error)
        *error = reason;
    return reason.isEmpty();
}

bool InteractivePicture::writePng(const QString& path, QSize size, double scale, QString* error) {
    QImage image((QSizeF(size) * scale).toSize(), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) {
        *error = tr("%1: %2 by %3 pixels are more than an image can hold.")
                     .arg(path)
                     .arg(size.width())
                     .arg(size.height());
        return false;
    }
    image.setDevicePixelRatio(scale);
    image.fill(m_style(Colour::picture_ground));
    paintOn(image, size, false);
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || !image.save(&file, "PNG") || !file.commit())
        *error = tr("%1: %2").arg(path, file.errorString());
    return error->isEmpty();
}

bool InteractivePicture::writeSvg(const QString& path, QSize size, QString* error) {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        *error = tr("%1: %2").arg(path, file.errorString());
        return false;
    }
    {
        QSvgGenerator generator;
        generator.setOutputDevice(&file);
        generator.setSize(size);
        generator.setResolution(96); // CSS pixels to the inch: the size in millimetres follows from it
        generator.setViewBox(QRect(QPoint(0, 0), size));
        generator.setTitle(m_scenario ? tr("%1 of %2").arg(title(), QString::fromStdString(m_scenario->name))
                                      : title());
        generator.setDescription(empty() ? QString() : subtitle());
        paintOn(generator, size, true);
    }
    if (!file.commit())
        *error = tr("%1: %2").arg(path, file.errorString());
    return error->isEmpty();
}

} // namespace ridgepoint
