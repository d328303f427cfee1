// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of each pipeline rank, stacked by component, against the capacity of the accelerator.
#pragma once

#include "plots/interactive_picture.hpp"

#include <array>

QT_BEGIN_NAMESPACE
class QBarSet;
class QChart;
class QChartView;
class QStackedBarSeries;
class QValueAxis;
QT_END_NAMESPACE

namespace ridgepoint {

class MemoryPicture : public InteractivePicture {
    Q_OBJECT
public:
    explicit MemoryPicture(QWidget* parent = nullptr);
    ~MemoryPicture() override;

    static constexpr int component_count = 7; ///< from the foot up: framework … buffers

    PictureKind kind() const override { return PictureKind::memory; }
    QString subtitle() const override;
    void fit() override;
    PictureTable table() const override;
    int targetCount() const override;
    Target target(int index) const override;
    int targetAt(QPointF pos) const override;

    int barCount();
    /// GiB of a drawn segment, as the chart holds it.
    double barValue(int rank, int component);
    double capacity() const;      ///< GiB
    int shownRank() const;        ///< whose figures stand in the legend: the selected rank, else the fullest
    QString capacityText() const; ///< "80 GiB capacity"
    QString peakText() const;     ///< "peak 69.6 GiB, rank 1"
    QString xTitle() const;
    QString overText() const;        ///< "over by 24.4 GiB", empty when it fits
    QStringList legendTexts() const; ///< "Activations 45.3", topmost first

protected:
    void rebuild() override;
    void restyle() override;
    void redraw() override;
    void zoomAt(QPointF pos, double factor) override;
    void panBy(QPointF pixels) override;
    void zoomTo(const QRectF& pixels) override;
    QRectF plotArea() const override;
    void paintOn(QPaintDevice& device, QSize size, bool vector) override;

private:
    class View;
    void home();
    void layOut(QSizeF size);
    void fillBars();
    QRectF segment(int rank, int component) const;
    QRectF bar(int rank) const;
    QPointF pixel(double rank, double gib) const;
    double topOf(int rank) const;
    bool selectedSegment(int rank, int component) const;
    QString segmentText(int rank, int component) const;
    double legendWidth() const;

    void drawAxes(QPainter& painter) const;
    void drawOver(QPainter& painter);
    void drawSegments(QPainter& painter) const;
    void drawCapacity(QPainter& painter) const;
    void drawFullest(QPainter& painter) const;
    void drawExcess(QPainter& painter) const;
    void drawOctagon(QPainter& painter, QPointF at) const;
    void drawLegend(QPainter& painter) const;
    double barHalfWidth() const; ///< in ranks

    View* m_view = nullptr;
    QChart* m_chart = nullptr;
    QStackedBarSeries* m_series = nullptr;
    std::array<QBarSet*, component_count> m_sets{};
    QValueAxis* m_x = nullptr;
    QValueAxis* m_y = nullptr;
    QSizeF m_size;
    QString m_shownFor;
};

} // namespace ridgepoint
