// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/plot_picture.hpp"

#include "plots/wording.hpp"

#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ridgepoint {

namespace {

/// Lets a picture paint on one of QCustomPlot's layers.
class PaintHook : public QCPLayerable {
public:
    PaintHook(QCustomPlot* plot, const QString& layer, std::function<void(QPainter&)> paint)
        : QCPLayerable(plot, layer), m_paint(std::move(paint)) {}

protected:
    void applyDefaultAntialiasingHint(QCPPainter*) const override {} // pictures set their own hints
    void draw(QCPPainter* painter) override { m_paint(*painter); }

private:
    std::function<void(QPainter&)> m_paint;
};

class LogTicker : public QCPAxisTickerLog {
public:
    explicit LogTicker(bool prefixes) : m_prefixes(prefixes) {}

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        return tickNumber(tick, m_prefixes);
    }

    /// Where powers of ten are too few, equal steps would leave the lower end of the axis without a number.
    QVector<double> createTickVector(double step, const QCPRange& range) override {
        constexpr double by_powers = 1.6, by_steps = 0.5, rarely = 1; // decades
        const double decades = range.lower > 0 ? std::log10(range.upper / range.lower) : by_powers;
        m_between = decades < by_powers && decades >= by_steps;
        if (!m_between)
            return QCPAxisTickerLog::createTickVector(step, range);
        const std::vector<double> multiples = decades > rarely ? std::vector<double>{1, 2, 5}
                                                               : std::vector<double>{1, 1.5, 2, 3, 4, 5, 7};
        QVector<double> ticks;
        for (double power = std::pow(10, std::floor(std::log10(range.lower))); power <= range.upper; power *= 10)
            for (const double multiple : multiples)
                ticks << power * multiple;
        return ticks;
    }
    int getSubTickCount(double step) override { return m_between ? 0 : QCPAxisTickerLog::getSubTickCount(step); }

private:
    bool m_prefixes;
    bool m_between = false; ///< ticks at a few multiples of each power
};

class FixedTicker : public QCPAxisTickerFixed {
public:
    explicit FixedTicker(double step) { setTickStep(step); }

protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return tickNumber(tick, false); }
};

class LinearTicker : public QCPAxisTicker {
protected:
    QString getTickLabel(double tick, const QLocale&, QChar, int) override { return tickNumber(tick, false); }
};

/// Ticks of the first case up to its end, and of the second from where it starts.
class RestartTicker : public LinearTicker {
public:
    RestartTicker(double after, double at) : m_after(after), m_at(at) {}

protected:
    QVector<double> createTickVector(double step, const QCPRange& range) override {
        QVector<double> ticks;
        for (const double tick : LinearTicker::createTickVector(step, {range.lower, std::min(range.upper, m_after)}))
            if (tick <= m_after)
                ticks << tick;
        for (const double tick : LinearTicker::createTickVector(step, {0, range.upper - m_at}))
            if (tick >= 0 && range.upper > m_at)
                ticks << tick + m_at;
        return ticks;
    }
    QString getTickLabel(double tick, const QLocale& locale, QChar format, int precision) override {
        const double shown = tick > m_after ? tick - m_at : tick;
        return LinearTicker::getTickLabel(std::abs(shown) < m_at * 1e-9 ? 0 : shown, locale, format, precision);
    }

private:
    double m_after, m_at;
};

constexpr double narrowest = 1.05; // ratio of ends of a logarithmic view, zoomed in as far as it goes

} // namespace

PlotPicture::PlotPicture(QWidget* parent) : InteractivePicture(parent) {}

void PlotPicture::start() {
    m_plot = new QCustomPlot(this);
    m_plot->setInteractions({}); // zoom and pan are ours: they know both kinds of axis and the keyboard
    m_plot->setNoAntialiasingOnDrag(false);
    m_plot->setPlottingHint(QCP::phImmediateRefresh, false); // all pictures of a frame are painted together
    QCPAxisRect& rect = *m_plot->axisRect();
    rect.setAutoMargins(QCP::msNone);
    rect.setRangeZoom({});
    rect.setRangeDrag({});
    for (QCPAxis* axis : {m_plot->xAxis2, m_plot->yAxis2}) {
        axis->setVisible(true);
        axis->setTicks(false);
        axis->setTickLabels(false);
    }
    new PaintHook(m_plot, QStringLiteral("background"), [this](QPainter& painter) {
        if (!empty())
            drawUnder(painter);
    });
    new PaintHook(m_plot, QStringLiteral("main"), [this](QPainter& painter) {
        if (!empty())
            drawData(painter);
    });
    new PaintHook(m_plot, QStringLiteral("overlay"), [this](QPainter& painter) {
        if (!empty())
            drawOver(painter);
        paintState(painter, QRectF(QPointF(0, 0), wholeSize()));
    });
    // Margins depend on the size, which an export sets just before drawing.
    connect(m_plot, &QCustomPlot::beforeReplot, this, [this] {
        ensureFresh(); // a hidden picture that is resized replots too
        m_size = m_plot->size();
        applyMargins();
    });
    adopt(m_plot);
    restyle();
}

void PlotPicture::setAxes(const AxisLook& x, const AxisLook& y) {
    const auto set = [](QCPAxis* axis, const AxisLook& look) {
        axis->setLabel(look.title);
        axis->setScaleType(look.logarithmic ? QCPAxis::stLogarithmic : QCPAxis::stLinear);
        if (look.logarithmic)
            axis->setTicker(QSharedPointer<QCPAxisTicker>(new LogTicker(look.prefixes)));
        else if (look.step > 0)
            axis->setTicker(QSharedPointer<QCPAxisTicker>(new FixedTicker(look.step)));
        else if (look.restart)
            axis->setTicker(QSharedPointer<QCPAxisTicker>(new RestartTicker(look.restart->after, look.restart->at)));
        else
            axis->setTicker(QSharedPointer<QCPAxisTicker>(new LinearTicker));
        axis->grid()->setSubGridVisible(look.logarithmic);
        axis->grid()->setVisible(look.shown);
        axis->setTicks(look.shown);
        axis->setTickLabels(look.shown);
        axis->setRangeReversed(look.reversed);
    };
    set(m_plot->xAxis, x);
    set(m_plot->yAxis, y);
}

void PlotPicture::setRanges(Range x, Range y) {
    m_plot->xAxis->setRange(x.lower, x.upper);
    m_plot->yAxis->setRange(y.lower, y.upper);
}

void PlotPicture::setLimits(Range x, Range y) {
    m_xLimit = x;
    m_yLimit = y;
}

void PlotPicture::setZoomable(bool x, bool y) {
    m_zoomX = x;
    m_zoomY = y;
}

Range PlotPicture::xRange() const {
    return {m_plot->xAxis->range().lower, m_plot->xAxis->range().upper};
}
Range PlotPicture::yRange() const {
    return {m_plot->yAxis->range().lower, m_plot->yAxis->range().upper};
}

QStringList PlotPicture::tickTexts(Qt::Axis axis) const {
    QCPAxis* of = axis == Qt::XAxis ? m_plot->xAxis : m_plot->yAxis;
    QVector<double> ticks;
    QVector<QString> texts;
    of->ticker()->generate(of->range(), QLocale::c(), u'g', 6, ticks, nullptr, &texts);
    QStringList shown;
    for (qsizetype i = 0; i < ticks.size(); ++i)
        if (of->range().contains(ticks[i]))
            shown << texts[i];
    return shown;
}

void PlotPicture::fit() {
    m_userView = false;
    home();
    redraw();
}

PlotPicture::Margins PlotPicture::margins(QSizeF) const {
    return {};
}

void PlotPicture::applyMargins() {
    const Margins m = margins(m_size);
    const auto px = [this](double v) { return int(std::lround(m_style.px(v))); };
    m_plot->axisRect()->setMargins(QMargins(px(m.left), px(m.top), px(m.right), px(m.bottom)));
}

QRectF rightCorner(const QRectF& frame, QSizeF text, QPointF inset, double foot, const std::vector<QRectF>& taken) {
    const double left = frame.right() - inset.x() - text.width(), half = text.height() / 2;
    const QRectF upper({left, frame.top() + inset.y() - half}, text);
    const QRectF lower({left, frame.bottom() - foot - half}, text);
    for (const QRectF& place : {upper, lower})
        if (std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(place); }))
            return place;
    return upper;
}

std::vector<QRectF> PlotPicture::drawZoneNames(QPainter& painter, const QString& left, const QString& right,
                                               const std::vector<QRectF>& taken) const {
    const QFont font = m_style.font(type::axis, true);
    const QPointF inset(m_style.px(8), m_style.px(12));
    const double foot = m_style.px(28); // over the ridges' numbers
    const QColor ink = m_style(Colour::text_secondary);
    std::vector<QRectF> names{drawText(painter, plotArea().topLeft() + inset, Anchor::left, left, font, ink)};
    const QRectF second =
        rightCorner(plotArea(), textRect({}, Anchor::left, right, font).size(), inset, foot, taken);
    if (second.left() > names.front().right() + m_style.px(8))
        names.push_back(drawText(painter, second.center(), Anchor::centre, right, font, ink));
    return names;
}

double PlotPicture::leftRoom() const {
    const QFontMetricsF metrics(m_style.font(type::axis));
    double widest = 0;
    for (const QString& text : tickTexts(Qt::YAxis))
        widest = std::max(widest, metrics.horizontalAdvance(text));
    return widest + metrics.height() + m_style.px(13);
}

QPointF PlotPicture::pixel(double x, double y) const {
    return {xPixel(x), yPixel(y)};
}
double PlotPicture::xPixel(double x) const {
    return m_plot->xAxis->coordToPixel(x);
}
double PlotPicture::yPixel(double y) const {
    return m_plot->yAxis->coordToPixel(y);
}
QRectF PlotPicture::plotArea() const {
    return m_plot->axisRect()->rect();
}
QSizeF PlotPicture::wholeSize() const {
    return m_size.isEmpty() ? QSizeF(m_plot->size()) : m_size;
}

void PlotPicture::styleAxis(QCPAxis& axis) {
    const QPen pen = m_style.pen(Colour::axis, 1);
    axis.setBasePen(pen);
    axis.setTickPen(pen);
    axis.setSubTickPen(m_style.pen(Colour::grid, 1));
    axis.setTickLengthIn(0);
    axis.setTickLengthOut(int(m_style.px(4)));
    axis.setSubTicks(false);
    axis.setTickLabelFont(m_style.font(type::axis));
    axis.setLabelFont(m_style.font(type::axis));
    axis.setTickLabelColor(m_style(Colour::text_secondary));
    axis.setLabelColor(m_style(Colour::text_secondary));
    axis.setTickLabelPadding(int(m_style.px(3)));
    axis.setLabelPadding(int(m_style.px(2)));
    axis.grid()->setPen(m_style.pen(Colour::grid, 1));
    axis.grid()->setSubGridPen(m_style.pen(Colour::sub_grid, 1));
    axis.grid()->setZeroLinePen(Qt::NoPen);
}

void PlotPicture::restyle() {
    m_plot->setBackground(QBrush(m_style(Colour::picture_ground)));
    for (QCPAxis* axis : {m_plot->xAxis, m_plot->yAxis, m_plot->xAxis2, m_plot->yAxis2})
        styleAxis(*axis);
}

void PlotPicture::redraw() {
    if (m_plot->isVisible())
        m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void PlotPicture::clampRanges() {
    const auto clamp = [](QCPAxis* axis, Range limit) {
        QCPRange range = axis->range();
        const bool log = axis->scaleType() == QCPAxis::stLogarithmic;
        range.lower = std::max(range.lower, limit.lower);
        range.upper = std::min(range.upper, limit.upper);
        const double least = log ? range.lower * narrowest : range.lower + (limit.upper - limit.lower) * 1e-5;
        range.upper = std::max(range.upper, least);
        axis->setRange(range);
    };
    clamp(m_plot->xAxis, m_xLimit);
    clamp(m_plot->yAxis, m_yLimit);
}

void PlotPicture::zoomAt(QPointF pos, double factor) {
    if (m_zoomX)
        m_plot->xAxis->scaleRange(factor, m_plot->xAxis->pixelToCoord(pos.x()));
    if (m_zoomY)
        m_plot->yAxis->scaleRange(factor, m_plot->yAxis->pixelToCoord(pos.y()));
    clampRanges();
}

void PlotPicture::panBy(QPointF pixels) {
    const auto pan = [](QCPAxis* axis, double shift, Range limit) {
        const double lower = axis->pixelToCoord(axis->coordToPixel(axis->range().lower) - shift);
        const double upper = axis->pixelToCoord(axis->coordToPixel(axis->range().upper) - shift);
        if (lower >= limit.lower &&
            upper <= limit.upper) // at the end of the world a pan stops, and nothing shrinks
            axis->setRange(lower, upper);
    };
    if (m_zoomX)
        pan(m_plot->xAxis, pixels.x(), m_xLimit);
    if (m_zoomY)
        pan(m_plot->yAxis, pixels.y(), m_yLimit);
}

void PlotPicture::zoomTo(const QRectF& pixels) {
    const auto x = [this](double p) { return m_plot->xAxis->pixelToCoord(p); };
    const auto y = [this](double p) { return m_plot->yAxis->pixelToCoord(p); };
    if (m_zoomX)
        m_plot->xAxis->setRange(x(pixels.left()), x(pixels.right()));
    if (m_zoomY) {
        const double a = y(pixels.top()), b = y(pixels.bottom());
        m_plot->yAxis->setRange(std::min(a, b), std::max(a, b));
    }
    clampRanges();
}

void PlotPicture::paintOn(QPaintDevice& device, QSize size, bool vector) {
    const QSizeF before = m_size;
    m_size = size;
    applyMargins();
    QCPPainter painter;
    if (!painter.begin(&device))
        return;
    // Cached labels are pixels of the screen's resolution, neither text nor sharp at another scale.
    painter.setMode(vector ? QCPPainter::pmVectorized : QCPPainter::pmNoCaching);
    painter.fillRect(QRect(QPoint(0, 0), size), m_style(Colour::picture_ground));
    m_plot->toPainter(&painter, size.width(), size.height());
    painter.end();
    m_size = before;
    if (m_plot->isVisible())
        redraw();
}

bool PlotPicture::eventFilter(QObject* watched, QEvent* event) {
    // QCustomPlot 2.1.0 keeps the pixel ratio it was made with.
    if (watched == m_plot &&
        (event->type() == QEvent::Show || event->type() == QEvent::ScreenChangeInternal)) {
        m_plot->setBufferDevicePixelRatio(m_plot->devicePixelRatioF());
        redraw();
    }
    return InteractivePicture::eventFilter(watched, event);
}

} // namespace ridgepoint
