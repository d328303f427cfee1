// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/calibration_picture.hpp"

#include "models/calibration/fit_network.hpp"
#include "plots/log_view.hpp"
#include "plots/style.hpp"
#include "plots/wording.hpp"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace ridgepoint {

namespace {

using Points = std::vector<std::pair<double, double>>;

constexpr std::array<Colour, 6> hues{Colour::tp, Colour::dp, Colour::ep, Colour::pp, Colour::cp, Colour::activations};
constexpr std::array<Shape, 6> shapes{Shape::circle,      Shape::square,        Shape::diamond,
                                      Shape::triangle_up, Shape::triangle_down, Shape::pentagon};

Range span_of(const std::vector<CalibrationPicture::Series>& all, bool x) {
    double least = 1e300, most = 0;
    for (const CalibrationPicture::Series& s : all)
        for (const Points* points : {&s.points, &s.line})
            for (const auto& [px, py] : *points) {
                const double value = x ? px : py;
                if (value > 0) {
                    least = std::min(least, value);
                    most = std::max(most, value);
                }
            }
    if (most <= 0)
        return {1, 10};
    return {std::pow(10, std::floor(std::log10(least) - 1e-9)), std::pow(10, std::ceil(std::log10(most) + 1e-9))};
}

/// Every decade, thinned where there are many.
std::vector<double> decades(Range range) {
    const int first = int(std::lround(std::log10(range.lower))), last = int(std::lround(std::log10(range.upper)));
    const int step = std::max(1, (last - first + 5) / 6);
    std::vector<double> ticks;
    for (int e = first; e <= last; e += step)
        ticks.push_back(std::pow(10, e));
    return ticks;
}

void drawFrame(QPainter& painter, const LogView& view, const Style& style, const QString& xTitle, const QString& yTitle) {
    painter.fillRect(view.frame, style(Colour::picture_ground));
    const QFont font = style.font(type::axis);
    for (const double x : decades(view.x)) {
        const double at = view.xPixel(x);
        painter.setPen(style.pen(Colour::grid, 1));
        painter.drawLine(QPointF(at, view.frame.top()), QPointF(at, view.frame.bottom()));
        drawText(painter, {at, view.frame.bottom() + 12}, Anchor::centre, tickNumber(x, true), font,
                 style(Colour::text_secondary));
    }
    for (const double y : decades(view.y)) {
        const double at = view.yPixel(y);
        painter.setPen(style.pen(Colour::grid, 1));
        painter.drawLine(QPointF(view.frame.left(), at), QPointF(view.frame.right(), at));
        drawText(painter, {view.frame.left() - 6, at}, Anchor::right, tickNumber(y, false), font,
                 style(Colour::text_secondary));
    }
    painter.setPen(style.pen(Colour::axis, 1));
    painter.drawRect(view.frame);
    drawText(painter, {view.frame.center().x(), view.frame.bottom() + 32}, Anchor::centre, xTitle, font,
             style(Colour::text));
    drawText(painter, {view.frame.left(), view.frame.top() - 12}, Anchor::left, yTitle, font, style(Colour::text));
}

void drawSeries(QPainter& painter, const LogView& view, const Style& style, const CalibrationPicture::Series& s, Shape shape) {
    painter.save();
    painter.setClipRect(view.frame);
    if (s.line.size() > 1) {
        QPainterPath path(view.pixel(s.line.front().first, s.line.front().second));
        for (const auto& [x, y] : s.line)
            path.lineTo(view.pixel(x, y));
        painter.setPen(style.pen(s.colour, 1.5));
        painter.drawPath(path);
    }
    painter.restore();
    for (const auto& [x, y] : s.points)
        if (view.contains(x, y))
            drawMark(painter, {view.pixel(x, y), 3.5, shape, s.colour, true}, style);
}

/// Bus bandwidth in GB/s of a latency and a bandwidth, at this size.
double fitted(const calibration::LineFit& line, double bytes) {
    const double bus = line.bus.value, factor = bus_factor(line.kind, line.ranks);
    return bytes * factor / (line.latency.value + bytes * factor / bus) / giga;
}

QString kindName(CurveKind kind) {
    switch (kind) {
    case CurveKind::all_reduce: return words(text::name(Collective::all_reduce));
    case CurveKind::all_gather: return words(text::name(Collective::all_gather));
    case CurveKind::reduce_scatter: return words(text::name(Collective::reduce_scatter));
    case CurveKind::send_receive: return words(text::name(Collective::send_receive));
    default: return words(text::name(Collective::all_to_all));
    }
}

} // namespace

CalibrationPicture::CalibrationPicture(QWidget* parent) : QWidget(parent) {
    setMinimumSize(360, 240);
    setAccessibleName(tr("Fit of the calibration against its points"));
}

void CalibrationPicture::setCalibration(const Calibration& calibration) {
    m_calibration = calibration;
    for (const View view : {m_view, View::network, View::gemms, View::steps})
        if (has(view)) {
            m_view = view;
            break;
        }
    rebuild();
}

void CalibrationPicture::setView(View view) {
    m_view = view;
    rebuild();
}

void CalibrationPicture::setTheme(Theme theme) {
    m_theme = theme;
    update();
}

bool CalibrationPicture::has(View view) const {
    switch (view) {
    case View::network: return m_calibration.curves && !m_calibration.curves->curves.empty();
    case View::gemms: return !m_calibration.gemms.empty();
    case View::steps: return !m_calibration.steps.empty();
    }
    return false;
}

QString CalibrationPicture::xTitle() const {
    switch (m_view) {
    case View::network: return tr("message, bytes (log)");
    case View::gemms: return tr("K (log)");
    case View::steps: return tr("measured, seconds (log)");
    }
    return {};
}

QString CalibrationPicture::yTitle() const {
    switch (m_view) {
    case View::network: return tr("bus bandwidth, GB/s (log)");
    case View::gemms: return tr("TFLOP/s (log)");
    case View::steps: return tr("with this calibration, seconds (log)");
    }
    return {};
}

void CalibrationPicture::rebuild() {
    m_series.clear();
    switch (m_view) {
    case View::network: addNetwork(); break;
    case View::gemms: addGemms(); break;
    case View::steps: addSteps(); break;
    }
    for (std::size_t i = 0; i < m_series.size(); ++i)
        m_series[i].colour = hues[i % hues.size()];
    update();
}

void CalibrationPicture::addNetwork() {
    if (!has(View::network))
        return;
    for (const BandwidthCurve& curve : m_calibration.curves->curves) {
        Series s;
        s.name = curve.domains() == 1 ? tr("%1, one domain").arg(kindName(curve.kind()))
                                      : tr("%1, %n domains", nullptr, curve.domains()).arg(kindName(curve.kind()));
        const double factor = bus_factor(curve.kind(), curve.ranks());
        const auto line = calibration::line_of(curve);
        for (const CurvePoint& p : curve.points()) {
            s.points.emplace_back(p.message.value, p.message.value * factor / p.time.value / giga);
            if (line)
                s.line.emplace_back(p.message.value, fitted(*line, p.message.value));
        }
        m_series.push_back(std::move(s));
    }
}

void CalibrationPicture::addGemms() {
    for (std::size_t i = 0; i < rate_class_count; ++i) {
        Series s;
        s.name = words(text::name(RateClass(i)));
        double least = 1e300, most = 0;
        for (const GemmPoint& p : m_calibration.gemms)
            if (p.precision == RateClass(i)) {
                s.points.emplace_back(p.k, p.rate.value / tera);
                least = std::min(least, p.k);
                most = std::max(most, p.k);
            }
        if (s.points.empty())
            continue;
        constexpr int steps = 40;
        const double ramp = m_calibration.gemm_ramp[i];
        for (int step = 0; step <= steps; ++step) {
            const double k = least * std::pow(most / least, 1.0 * step / steps);
            s.line.emplace_back(k, m_calibration.achievable[i].value / tera * k / (k + ramp));
        }
        m_series.push_back(std::move(s));
    }
}

void CalibrationPicture::addSteps() {
    if (m_calibration.steps.empty())
        return;
    Series s;
    s.name = tr("steps; the line is equality");
    double least = 1e300, most = 0;
    for (const StepPoint& p : m_calibration.steps) {
        s.points.emplace_back(p.measured.value, p.predicted.value);
        least = std::min({least, p.measured.value, p.predicted.value});
        most = std::max({most, p.measured.value, p.predicted.value});
    }
    s.line = {{least / 2, least / 2}, {most * 2, most * 2}};
    m_series.push_back(std::move(s));
}

void CalibrationPicture::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    Style style;
    style.theme = m_theme;
    painter.fillRect(rect(), style(Colour::panel));
    constexpr double legend = 170;
    const QRectF frame = QRectF(rect()).adjusted(62, 30, -legend, -46);
    if (m_series.empty()) {
        drawEmpty(painter, rect(), tr("Nothing imported yet"), style);
        return;
    }
    const LogView view{frame, span_of(m_series, true), span_of(m_series, false)};
    drawFrame(painter, view, style, xTitle(), yTitle());
    for (std::size_t i = 0; i < m_series.size(); ++i) {
        const Shape shape = shapes[(i / hues.size() + i) % shapes.size()];
        drawSeries(painter, view, style, m_series[i], shape);
        const double at = frame.top() + 10 + 18.0 * double(i);
        if (at > frame.bottom())
            continue;
        drawMark(painter, {{frame.right() + 18, at}, 4, shape, m_series[i].colour, true}, style);
        drawText(painter, {frame.right() + 28, at}, Anchor::left, m_series[i].name, style.font(type::secondary),
                 style(Colour::text));
    }
}

} // namespace ridgepoint
