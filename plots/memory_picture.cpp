// SPDX-License-Identifier: GPL-3.0-or-later
// Memory bars with Qt Charts, which stays behind this class: sets and axes live as long as the picture, and
// only values that changed are replaced. memory_drawing.cpp paints what Qt Charts has no word for.
#include "plots/memory_picture.hpp"

#include "plots/memory_parts.hpp"
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

namespace {
constexpr double barWidth = 0.72;    // of the distance between ranks
constexpr double loneBarWidth = 0.5; // without a pipeline
constexpr double headroom = 1.3;     // capacities shown, so that a growing bar stays in view
} // namespace

/// The chart's view, with a hook to paint over the chart.
class MemoryPicture::View : public QChartView {
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

MemoryPicture::MemoryPicture(QWidget* parent) : InteractivePicture(parent) {
    m_chart = new QChart;
    m_view = new View(m_chart, this);
    m_view->paintOver = [this](QPainter& painter) { drawOver(painter); };
    m_view->paintUnder = [this](QPainter& painter) { drawAxes(painter); };
    m_view->resized = [this](QSizeF size) { layOut(size); };
    m_chart->legend()->hide();
    m_chart->setAnimationOptions(QChart::NoAnimation);
    m_chart->setBackgroundVisible(false); // the view paints the ground, and the axes on it
    m_chart->setMargins(QMargins());
    m_chart->layout()->setContentsMargins(0, 0, 0, 0);
    m_series = new QStackedBarSeries;
    for (int i = 0; i < component_count; ++i) {
        m_sets[std::size_t(i)] = new QBarSet(componentName(i));
        m_series->append(m_sets[std::size_t(i)]);
    }
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

MemoryPicture::~MemoryPicture() = default;

QString MemoryPicture::subtitle() const {
    if (empty())
        return {};
    return m_estimate->memory.stages.size() > 1 ? tr("by pipeline rank") : tr("every rank alike");
}

double MemoryPicture::capacity() const {
    return empty() ? 0 : m_estimate->memory.capacity.value / bytes_per_gib;
}

int MemoryPicture::shownRank() const {
    const bool chosen = m_selection.kind == Subject::Kind::memory || m_selection.kind == Subject::Kind::stage;
    if (chosen && m_selection.rank >= 0 && m_selection.rank < int(m_estimate->memory.stages.size()))
        return m_selection.rank;
    return m_estimate->memory.peak_stage;
}

void MemoryPicture::fillBars() {
    const int ranks = int(m_estimate->memory.stages.size());
    for (int c = 0; c < component_count; ++c) {
        QBarSet& set = *m_sets[std::size_t(c)];
        const auto value = [&](int rank) {
            return component(m_estimate->memory.stages[std::size_t(rank)], c).value / bytes_per_gib;
        };
        if (set.count() > ranks)
            set.remove(ranks, set.count() - ranks);
        for (int rank = 0; rank < ranks; ++rank) {
            if (rank >= set.count())
                set.append(value(rank));
            else if (set.at(rank) != value(rank))
                set.replace(rank, value(rank));
        }
    }
}

void MemoryPicture::rebuild() {
    if (empty())
        return;
    fillBars();
    const int ranks = int(m_estimate->memory.stages.size());
    m_series->setBarWidth(ranks == 1 ? loneBarWidth : barWidth);
    m_x->setRange(ranks == 1 ? -0.75 : -0.7, ranks == 1 ? 0.75 : ranks - 0.3);
    const QString now =
        QString::fromStdString(m_scenario->model.name + '\n' + m_scenario->cluster.accelerator.name);
    if (now != m_shownFor && !m_userView)
        home();
    m_shownFor = now;
    if (!m_size.isEmpty())
        layOut(m_size);
}

void MemoryPicture::home() {
    if (empty())
        return;
    const double peak = m_estimate->memory.peak.value / bytes_per_gib;
    const double top = std::max(capacity() * headroom, peak * 1.12);
    m_y->setRange(0, top);
}

void MemoryPicture::fit() {
    m_userView = false;
    home();
    redraw();
}

void MemoryPicture::restyle() {
    m_view->setBackgroundBrush(m_style(Colour::picture_ground));
    for (int i = 0; i < component_count; ++i) {
        m_sets[std::size_t(i)]->setBrush(m_style(componentColour(i)));
        m_sets[std::size_t(i)]->setPen(Qt::NoPen);
    }
    if (!m_size.isEmpty())
        layOut(m_size);
}

void MemoryPicture::redraw() {
    m_view->viewport()->update();
}

void MemoryPicture::layOut(QSizeF size) {
    m_size = size;
    const double left = m_style.px(50), top = m_style.px(10), bottom = m_style.px(42);
    m_chart->setPlotArea(QRectF(left, top, std::max(10.0, size.width() - left - legendWidth()),
                                std::max(10.0, size.height() - top - bottom)));
}

QRectF MemoryPicture::plotArea() const {
    return m_chart->plotArea();
}

QPointF MemoryPicture::pixel(double rank, double gib) const {
    // The same mapping as the chart's own: its axes are linear.
    const QRectF area = plotArea();
    return {area.left() + (rank - m_x->min()) / (m_x->max() - m_x->min()) * area.width(),
            area.bottom() - (gib - m_y->min()) / (m_y->max() - m_y->min()) * area.height()};
}

QRectF MemoryPicture::segment(int rank, int index) const {
    double below = 0;
    for (int c = 0; c < index; ++c)
        below += m_sets[std::size_t(c)]->at(rank);
    const double half = barHalfWidth(), value = m_sets[std::size_t(index)]->at(rank);
    return QRectF(pixel(rank - half, below + value), pixel(rank + half, below)).intersected(plotArea());
}

double MemoryPicture::barHalfWidth() const {
    return m_series->barWidth() / 2;
}

QString MemoryPicture::xTitle() const {
    const int ranks = int(m_estimate->memory.stages.size());
    if (ranks == 1)
        return tr("every rank alike");
    if (m_scenario->plan.schedule == Schedule::dualpipe)
        return tr("Pipeline rank (holds stages r and %1 − r)").arg(ranks - 1);
    return tr("Pipeline rank");
}

double MemoryPicture::topOf(int rank) const {
    return m_estimate->memory.stages[std::size_t(rank)].total().value / bytes_per_gib;
}

void MemoryPicture::zoomAt(QPointF pos, double factor) {
    const QRectF area = plotArea();
    const double at = m_y->min() + (area.bottom() - pos.y()) / area.height() * (m_y->max() - m_y->min());
    const double lower = std::max(0.0, at - (at - m_y->min()) * factor);
    const double upper = std::min(at + (m_y->max() - at) * factor, capacity() * 100 + 1);
    constexpr double narrowest = 0.01; // GiB
    if (upper - lower > narrowest)
        m_y->setRange(lower, upper);
}

void MemoryPicture::panBy(QPointF pixels) {
    const double shift = pixels.y() / plotArea().height() * (m_y->max() - m_y->min());
    if (m_y->min() + shift >= 0)
        m_y->setRange(m_y->min() + shift, m_y->max() + shift);
}

void MemoryPicture::zoomTo(const QRectF& pixels) {
    const QRectF area = plotArea();
    const double scale = (m_y->max() - m_y->min()) / area.height(), low = m_y->min();
    m_y->setRange(low + (area.bottom() - pixels.bottom()) * scale,
                  low + (area.bottom() - pixels.top()) * scale);
}

void MemoryPicture::paintOn(QPaintDevice& device, QSize size, bool) {
    // A second picture of the same result, so that the one on the screen does not move.
    MemoryPicture twin;
    twin.m_exporting = true;
    twin.m_style = m_style;
    twin.m_scenario = m_scenario;
    twin.m_estimate = m_estimate;
    twin.m_stale = m_stale;
    twin.m_selection = m_selection;
    twin.restyle();
    twin.ensureFresh();
    if (m_userView)
        twin.m_y->setRange(m_y->min(), m_y->max());
    twin.m_view->layOutAt(size);
    QPainter painter(&device);
    painter.setRenderHint(QPainter::Antialiasing);
    twin.m_view->render(&painter, QRectF(QPointF(0, 0), QSizeF(size)), QRect(QPoint(0, 0), size));
}

int MemoryPicture::targetCount() const {
    return empty() ? 0 : int(m_estimate->memory.stages.size()) * component_count;
}

InteractivePicture::Target MemoryPicture::target(int index) const {
    const int rank = index / component_count, part = index % component_count;
    Subject subject{.kind = Subject::Kind::memory, .name = componentId(part), .rank = rank};
    return {std::move(subject), segmentText(rank, part), segment(rank, part).center()};
}

int MemoryPicture::targetAt(QPointF pos) const {
    constexpr double reach = 2; // pixels: thin segments can still be met
    if (empty())
        return -1;
    int best = -1;
    double nearest = 1e9;
    for (int i = 0; i < targetCount(); ++i) {
        const QRectF rect = segment(i / component_count, i % component_count);
        if (!rect.isEmpty() && rect.adjusted(0, -reach, 0, reach).contains(pos)) {
            const double distance = std::abs(rect.center().y() - pos.y()) - rect.height() / 2;
            if (distance < nearest) {
                nearest = distance;
                best = i;
            }
        }
    }
    return best;
}

bool MemoryPicture::selectedSegment(int rank, int part) const {
    return m_selection.kind == Subject::Kind::memory && m_selection.name == componentId(part) &&
           m_selection.rank == rank;
}

QString MemoryPicture::segmentText(int rank, int part) const {
    using text::Digits;
    const StageMemory& stage = m_estimate->memory.stages[std::size_t(rank)];
    const Bytes bytes = component(stage, part);
    QStringList lines;
    lines << tr("Rank %1 · %2").arg(rank).arg(componentName(part));
    lines << tr("%1 of %2, %3")
                 .arg(quantity(text::memory(bytes, Digits::exact)),
                      quantity(text::memory(stage.total(), Digits::exact)),
                      quantity(
                          text::percent(stage.total().value > 0 ? bytes / stage.total() : 0, Digits::exact)));
    if (rank < int(m_estimate->pipeline.stages.size())) {
        const PipelineStage& pipeline = m_estimate->pipeline.stages[std::size_t(rank)];
        lines << tr("%n layer(s)", nullptr, pipeline.layers);
        if (componentColour(part) == Colour::activations)
            lines << tr("%1 micro-batches in flight at most").arg(words(text::number(pipeline.in_flight)));
    }
    const Bytes free = m_estimate->memory.capacity - stage.total();
    lines << (free.value >= 0 ? tr("%1 free on this rank").arg(quantity(text::memory(free, Digits::exact)))
                              : tr("Over by %1").arg(quantity(text::memory(free * -1.0, Digits::exact))));
    return lines.join(u'\n');
}

PictureTable MemoryPicture::table() const {
    PictureTable table;
    table.header = {tr("Rank")};
    for (int part = 0; part < component_count; ++part)
        //: A column of GiB in the memory table
        table.header.push_back(tr("%1, GiB").arg(componentName(part)));
    table.header.push_back(tr("Total, GiB"));
    if (empty())
        return table;
    for (int rank = 0; rank < int(m_estimate->memory.stages.size()); ++rank) {
        const StageMemory& stage = m_estimate->memory.stages[std::size_t(rank)];
        std::vector<QString> row{QString::number(rank)};
        for (int part = 0; part < component_count; ++part)
            row.push_back(fixed(component(stage, part).value / bytes_per_gib, 2));
        row.push_back(fixed(topOf(rank), 2));
        table.rows.push_back(std::move(row));
        table.subjects.push_back({.kind = Subject::Kind::stage, .name = {}, .rank = rank});
    }
    return table;
}

int MemoryPicture::barCount() {
    ensureFresh();
    return empty() ? 0 : m_sets[0]->count();
}

double MemoryPicture::barValue(int rank, int part) {
    ensureFresh();
    return m_sets[std::size_t(part)]->at(rank);
}

} // namespace ridgepoint
