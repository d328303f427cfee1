// SPDX-License-Identifier: GPL-3.0-or-later
// What all pictures do alike, whatever draws them: zoom, pan, exact values on hover and by keyboard,
// selection, the dimmed and the empty state, export. Private to plots/.
#pragma once

#include "plots/picture.hpp"
#include "plots/style.hpp"

#include <QPointF>

#include <memory>

class QKeyEvent;
class QMouseEvent;
class QPaintDevice;
class QPainter;
class QRubberBand;
class QWheelEvent;

namespace ridgepoint {

class InteractivePicture : public Picture {
    Q_OBJECT
public:
    /// One thing in the picture that has exact values and can be selected.
    struct Target {
        Subject subject;
        QString text; ///< exact values with units, one a line
        QPointF at;   ///< where it is drawn, in the canvas' pixels
    };
    virtual int targetCount() const = 0;
    virtual Target target(int index) const = 0;
    /// The target under a point of the canvas, within a few pixels; −1 where there is none.
    virtual int targetAt(QPointF pos) const = 0;

    bool isStale() const { return m_stale; }
    /// "Last legal plan: TP 8 · …" while stale, else empty.
    QString staleText() const;
    void setScale(double scale) override;
    QWidget* canvas() const { return m_canvas; }

    bool exportTo(const QString& path, QSize size, QString* error, double scale = 1) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    QSize minimumSizeHint() const override;
    QSize sizeHint() const override;

protected:
    using Picture::Picture;

    /// Takes the widget that draws as the only child, and its events.
    void adopt(QWidget* canvas);

    virtual void rebuild() = 0;                          ///< content anew from m_estimate, which may be null
    virtual void restyle() = 0;                          ///< theme or scale changed
    virtual void redraw() = 0;                           ///< queue one repaint
    virtual void zoomAt(QPointF pos, double factor) = 0; ///< factor under 1 shows less
    virtual void panBy(QPointF pixels) = 0;
    virtual void zoomTo(const QRectF& pixels) = 0;
    virtual QRectF plotArea() const = 0;
    /// The whole picture without a window; `vector` keeps text as text.
    virtual void paintOn(QPaintDevice& device, QSize size, bool vector) = 0;

    void updateResult() override;
    void updateTheme() override;
    void updateSelection() override;
    /// Whether scenario, model, accelerator or what goes `with` them are others than at the last call: the view starts anew.
    bool becameAnother(const QString& with = {});
    /// Rebuilds now if results came while the picture was hidden.
    void ensureFresh();
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

    /// Painted last by every picture: veil and strip, empty line, focus frame.
    void paintState(QPainter& painter, const QRectF& whole) const;
    virtual bool empty() const { return !m_estimate || !m_estimate->legal(); }
    virtual QString emptyText() const; ///< one line on what belongs here
    /// Whether what is shown is the plan's: then it is dimmed while the plan is illegal.
    virtual bool showsPlan() const { return true; }

    Style m_style;
    bool m_userView = false; ///< zoomed or panned by hand: never moved by itself again
    bool m_exporting = false;

private:
    bool mousePress(const QMouseEvent& event);
    bool mouseMove(const QMouseEvent& event);
    bool mouseRelease(const QMouseEvent& event);
    bool wheel(const QWheelEvent& event);
    bool keyPress(const QKeyEvent& event);
    void moveByHand(); ///< the view is the user's from now on
    void hover(QPointF pos, QPoint global);
    void step(int direction); ///< next or previous target by keyboard
    void select(int index);
    bool writePng(const QString& path, QSize size, double scale, QString* error);
    bool writeSvg(const QString& path, QSize size, QString* error);

    QString m_shownFor; ///< of becameAnother()
    QWidget* m_canvas = nullptr;
    QRubberBand* m_band = nullptr;
    QPointF m_pressed, m_last;
    bool m_dragging = false;
    bool m_dirty = true;
    int m_hovered = -1, m_stepped = -1;
};

} // namespace ridgepoint
