// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/chart_picture.hpp"

#include "plots/wording.hpp"

#include <QBarSet>
#include <QChart>
#include <QChartView>
#include <QGraphicsLayout>
#include <QPainter>
#include <QResizeEvent>
#include <QStackedBarSeries>
#include <QValueAxis>

#include <algorithm>
#include <cmath>
#include <functional>

namespace ridgepoint {

/// The chart's view, with a hook to paint over the chart.
class ChartPicture::View : public QChartView {
public:
    View(QChart* chart, QWidget* parent) : QChartView(chart, parent) {
        setFrameShape(QFrame::NoFrame);
        setRenderHint(QPainter::Antialiasing);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    }
    /// Hidden widgets get their resize events late.
    void layOutAt(QSize size) {
        resize(size);
        QResizeEvent event(size, QSize());
        QChartView::resizeEvent(&event);
        setSceneRect(QRectF(QPointF(0, 0), QSizeF(size)));
        resized(QSizeF(size));
        chart()->resize(QSizeF(size));
    }

    std::function<void(QPainter&)> paintUnder, paintOver;
    std::function<void(QSizeF)> resized;

protected:
    void drawBackground(QPainter* painter, const QRectF& rect) override {
        QChartView::drawBackground(painter, rect);
        paintUnder(*painter);
    }
    void drawForeground(QPainter* painter, const QRectF&) override { paintOver(*painter); }
    void resizeEvent(QResizeEvent* event) override {
        QChartView::resizeEvent(event);
        resized(event->size());
    }
};

ChartPicture::ChartPicture(QWidget* parent) : InteractivePicture(parent) {}

ChartPicture::~ChartPicture() = default;

void ChartPicture::start() {
    m_chart = new QChart;
    m_view = new View(m_chart, this);
    m_view->paintUnder = [this](QPainter& painter) {
        painter.save();
        drawUnder(painter);
        painter.restore();
    };
    m_view->paintOver = [this](QPainter& painter) {
        painter.save();
        if (!empty())
            drawOver(painter);
        paintState(painter, QRectF(QPointF(0, 0), m_size));
        painter.restore();
    };
    m_view->resized = [this](QSizeF size) { layOut(size); };
    m_chart->legend()->hide();
    m_chart->setAnimationOptions(QChart::NoAnimation);
    m_chart->setBackgroundVisible(false); // the view paints the ground, and the axes on it
    m_chart->setMargins(QMargins());
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_series = new QStackedBarSeries;
    m_chart->addSeries(m_series);
    m_x = new QValueAxis;
    m_y = new QValueAxis;
    m_chart->addAxis(m_x, Qt::AlignBottom);
    m_chart->addAxis(m_y, Qt::AlignLeft);
    m_series->attachAxis(m_x);
    m_series->attachAxis(m_y);
    // With a fixed plot area Qt Charts 6.4 still lays its axes out in the whole chart: drawn by hand instead.
    m_x->setVisible(false);
    m_y->setVisible(false);
    m_y->setRange(0, 100);
    adopt(m_view);
    restyle();
}

QBarSet* ChartPicture::addSet(const QString& name) {
    auto* set = new QBarSet(name);
    set->setPen(Qt::NoPen);
    m_series->append(set);
    return set;
}

void ChartPicture::setValues(QBarSet& set, const std::vector<double>& values) {
    const int bars = int(values.size());
    if (set.count() > bars)
        set.remove(bars, set.count() - bars);
    for (int bar = 0; bar < bars; ++bar) {
        const double value = values[std::size_t(bar)];
        if (bar >= set.count())
            set.append(value);
        else if (set.at(bar) != value)
            set.replace(bar, value);
    }
}

void ChartPicture::setBarWidth(double share) {
    m_series->setBarWidth(share);
}

double ChartPicture::barHalfWidth() const {
    return m_series->barWidth() / 2;
}

void ChartPicture::setCategories(double lower, double upper) {
    m_x->setRange(lower, upper);
}

ValueSpan ChartPicture::valueRange() const {
    return {m_y->min(), m_y->max()};
}

void ChartPicture::setValueRange(double lower, double upper) {
    m_y->setRange(lower, upper);
}

void ChartPicture::home() {
    if (empty())
        return;
    const ValueSpan all = homeRange();
    if (!all.isEmpty())
        m_y->setRange(all.lower, all.upper);
}

void ChartPicture::fit() {
    m_userView = false;
    home();
    redraw();
}

void ChartPicture::restyle() {
    m_view->setBackgroundBrush(m_style(Colour::picture_ground));
    if (!m_size.isEmpty())
        layOut(m_size);
}

void ChartPicture::redraw() {
    m_view->viewport()->update();
}

void ChartPicture::layOut(QSizeF size) {
    m_size = size;
    arrange(size);
    const Margins m = margins(size);
    m_chart->setPlotArea(QRectF(m.left, m.top, std::max(10.0, size.width() - m.left - m.right),
                                std::max(10.0, size.height() - m.top - m.bottom)));
}

QRectF ChartPicture::plotArea() const {
    return m_chart->plotArea();
}

QPointF ChartPicture::pixel(double category, double value) const {
    // The same mapping as the chart's own: its axes are linear.
    const QRectF area = plotArea();
    return {area.left() + (category - m_x->min()) / (m_x->max() - m_x->min()) * area.width(),
            area.bottom() - (value - m_y->min()) / (m_y->max() - m_y->min()) * area.height()};
}

void ChartPicture::drawValueAxis(QPainter& painter, const QString& title) const {
    const QRectF area = plotArea();
    const QFont font = m_style.font(type::axis);
    const QColor ink = m_style(Colour::text_secondary);
    const double low = m_y->min(), high = m_y->max();
    const double rough = (high - low) / std::max(2.0, area.height() / m_style.px(48));
    const double decade = std::pow(10, std::floor(std::log10(rough)));
    const double step = rough <= 2 * decade ? 2 * decade : rough <= 5 * decade ? 5 * decade : 10 * decade;
    for (double tick = std::ceil(low / step) * step; tick <= high; tick += step) {
        const double y = pixel(0, tick).y();
        painter.setPen(m_style.pen(Colour::grid, 1));
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        drawText(painter, {area.left() - m_style.px(7), y}, Anchor::right, tickNumber(tick, false), font,
                 ink);
    }
    drawTurnedText(painter, {m_style.px(9), area.center().y()}, 90, title, font, ink, {});
    painter.setPen(m_style.pen(Colour::axis, 1));
    painter.drawLine(area.topLeft(), area.bottomLeft());
    painter.drawLine(area.bottomLeft(), area.bottomRight());
}

void ChartPicture::zoomAt(QPointF pos, double factor) {
    const QRectF area = plotArea();
    const double at = m_y->min() + (area.bottom() - pos.y()) / area.height() * (m_y->max() - m_y->min());
    const double lower = std::max(0.0, at - (at - m_y->min()) * factor);
    const double upper = std::min(at + (m_y->max() - at) * factor, highest());
    constexpr double narrowest = 0.01;
    if (upper - lower > narrowest)
        m_y->setRange(lower, upper);
}

void ChartPicture::panBy(QPointF pixels) {
    const double shift = pixels.y() / plotArea().height() * (m_y->max() - m_y->min());
    if (m_y->min() + shift >= 0)
        m_y->setRange(m_y->min() + shift, m_y->max() + shift);
}

void ChartPicture::zoomTo(const QRectF& pixels) {
    const QRectF area = plotArea();
    const double scale = (m_y->max() - m_y->min()) / area.height(), low = m_y->min();
    m_y->setRange(low + (area.bottom() - pixels.bottom()) * scale,
                  low + (area.bottom() - pixels.top()) * scale);
}

void ChartPicture::paintOn(QPaintDevice& device, QSize size, bool) {
    // A second picture of the same result, so that the one on the screen does not move.
    const std::unique_ptr<ChartPicture> twin = another();
    twin->m_exporting = true;
    twin->m_style = m_style;
    twin->m_scenario = m_scenario;
    twin->m_estimate = m_estimate;
    twin->m_compared = m_compared;
    twin->m_stale = m_stale;
    twin->m_selection = m_selection;
    twin->restyle();
    twin->ensureFresh();
    if (m_userView)
        twin->m_y->setRange(m_y->min(), m_y->max());
    twin->m_view->layOutAt(size);
    QPainter painter(&device);
    painter.setRenderHint(QPainter::Antialiasing);
    twin->m_view->render(&painter, QRectF(QPointF(0, 0), QSizeF(size)), QRect(QPoint(0, 0), size));
}

} // namespace ridgepoint
