// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures drawn with QCustomPlot: it gives axes, grid, layers and queued replots; each picture paints
// what it shows between them. Private to plots/.
#pragma once

#include "plots/interactive_picture.hpp"

#include <functional>
#include <optional>

class QCPAxis;
class QCPAxisRect;
class QCustomPlot;

namespace ridgepoint {

struct Range {
    double lower = 0, upper = 1;
    bool operator==(const Range&) const = default;
};

class PlotPicture : public InteractivePicture {
    Q_OBJECT
public:
    explicit PlotPicture(QWidget* parent);

    Range xRange() const;
    Range yRange() const;
    /// Texts at the ticks, lowest first.
    QStringList tickTexts(Qt::Axis axis) const;

    void fit() override;

protected:
    void start(); ///< after construction: kind() is known
    /// A linear axis that counts from 0 a second time, for a second case beside the first on the same scale.
    struct Restart {
        double after = 0, at = 0; ///< no ticks between the end of the first case and the second's 0
    };
    struct AxisLook {
        QString title;
        bool logarithmic = false;
        bool prefixes = false; ///< "1 k" rather than "1 000"
        double step = 0;       ///< between ticks of a linear axis; 0: chosen by the range
        bool shown = true;
        bool reversed = false; ///< counts downwards
        std::optional<Restart> restart = std::nullopt;
    };
    void setAxes(const AxisLook& x, const AxisLook& y);
    void setRanges(Range x, Range y);
    /// Zooming stops here: the widest and, by `zoomLimit`, the narrowest view.
    void setLimits(Range x, Range y);
    void setZoomable(bool x, bool y);

    virtual void home() = 0; ///< sets the ranges that show everything
    struct Margins {
        double left = 50, top = 10, right = 112, bottom = 42; ///< at 100 %
    };
    virtual Margins margins(QSizeF whole) const;
    virtual void drawUnder(QPainter& painter) = 0; ///< zones, under the grid
    virtual void drawData(QPainter& painter) = 0;  ///< lines and marks
    virtual void drawOver(QPainter& painter) = 0;  ///< labels and legend, over the axes

    /// In the frame's upper corners; the second only where both have room, and at the foot where `taken` lies in its corner.
    std::vector<QRectF> drawZoneNames(QPainter& painter, const QString& left, const QString& right,
                                      const std::vector<QRectF>& taken = {}) const;

    QPointF pixel(double x, double y) const;
    double xPixel(double x) const;
    double yPixel(double y) const;
    QRectF plotArea() const override;
    double leftRoom() const;  ///< pixels that tick labels and title of the y axis need
    QSizeF wholeSize() const; ///< of what is being drawn: the widget or the export

    void restyle() override;
    void redraw() override;
    void zoomAt(QPointF pos, double factor) override;
    void panBy(QPointF pixels) override;
    void zoomTo(const QRectF& pixels) override;
    void paintOn(QPaintDevice& device, QSize size, bool vector) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

    QCustomPlot* m_plot = nullptr;

private:
    void applyMargins();
    void styleAxis(QCPAxis& axis);
    void clampRanges();

    QSizeF m_size;
    Range m_xLimit{1e-12, 1e18}, m_yLimit{1e-12, 1e18};
    bool m_zoomX = true, m_zoomY = true;
};

/// Where a text at the frame's right edge is clear of `taken`: in the upper corner, `inset` from it to the text's
/// middle, else `foot` above the lower edge, else in the upper corner all the same.
QRectF rightCorner(const QRectF& frame, QSizeF text, QPointF inset, double foot, const std::vector<QRectF>& taken);

} // namespace ridgepoint
