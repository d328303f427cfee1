// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures drawn with Qt Charts, made of categories and bars: the chart draws the bars, each picture paints
// over and under them what Qt Charts has no word for. Bar sets and axes live as long as the picture, and only
// values that changed are replaced. Private to plots/.
#pragma once

#include "plots/interactive_picture.hpp"

QT_BEGIN_NAMESPACE
class QBarSet;
class QChart;
class QStackedBarSeries;
class QValueAxis;
QT_END_NAMESPACE

namespace ridgepoint {

/// Of the value axis; empty: none.
struct ValueSpan {
    double lower = 0, upper = 0;
    bool isEmpty() const { return upper <= lower; }
};

class ChartPicture : public InteractivePicture {
    Q_OBJECT
public:
    ~ChartPicture() override;

    void fit() override;

protected:
    explicit ChartPicture(QWidget* parent);
    void start(); ///< after construction: kind() is known

    /// A further layer of the stack, above the earlier ones.
    QBarSet* addSet(const QString& name);
    /// As many bars as values, replacing only what differs.
    static void setValues(QBarSet& set, const std::vector<double>& values);
    void setBarWidth(double share); ///< of the distance between bars
    double barHalfWidth() const;    ///< in categories

    struct Margins {
        double left = 50, top = 10, right = 14, bottom = 42; ///< in pixels
    };
    virtual void arrange(QSizeF) {} ///< before the margins are asked for: what depends on the size
    virtual Margins margins(QSizeF whole) const = 0;
    virtual ValueSpan homeRange() const = 0; ///< of the values; an empty one leaves the view
    virtual double highest() const = 0;   ///< zooming out ends here
    virtual void drawUnder(QPainter& painter) const = 0;
    virtual void drawOver(QPainter& painter) = 0;
    virtual std::unique_ptr<ChartPicture> another() const = 0; ///< the same class, for an export

    void home();
    void layOut(QSizeF size);
    void setCategories(double lower, double upper);
    ValueSpan valueRange() const;
    void setValueRange(double lower, double upper);
    QPointF pixel(double category, double value) const;
    /// Ticks, grid and title of the values, and the two axis lines.
    void drawValueAxis(QPainter& painter, const QString& title) const;
    QSizeF wholeSize() const { return m_size; }

    void redraw() override;
    void restyle() override;
    void zoomAt(QPointF pos, double factor) override;
    void panBy(QPointF pixels) override;
    void zoomTo(const QRectF& pixels) override;
    QRectF plotArea() const override;
    void paintOn(QPaintDevice& device, QSize size, bool vector) override;

private:
    class View;
    View* m_view = nullptr;
    QChart* m_chart = nullptr;
    QStackedBarSeries* m_series = nullptr;
    QValueAxis* m_x = nullptr;
    QValueAxis* m_y = nullptr;
    QSizeF m_size;
};

} // namespace ridgepoint
