// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of each pipeline rank, stacked by component, against the capacity of the accelerator.
#pragma once

#include "plots/chart_picture.hpp"

#include <array>

namespace ridgepoint {

class MemoryPicture : public ChartPicture {
    Q_OBJECT
public:
    explicit MemoryPicture(QWidget* parent = nullptr);

    static constexpr int component_count = 7; ///< from the foot up: framework … buffers

    PictureKind kind() const override { return PictureKind::memory; }
    QString subtitle() const override;
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
    /// "the same for datasheet and achievable", where they are compared; the longest that fits into `width`.
    QString comparedText(double width) const;
    QString overText() const;        ///< "over by 24.4 GiB", empty when it fits
    QStringList legendTexts() const; ///< "Activations 45.3", topmost first

protected:
    void rebuild() override;
    void restyle() override;
    Margins margins(QSizeF whole) const override;
    ValueSpan homeRange() const override;
    double highest() const override { return capacity() * 100 + 1; }
    void drawUnder(QPainter& painter) const override;
    void drawOver(QPainter& painter) override;
    std::unique_ptr<ChartPicture> another() const override;

private:
    void fillBars();
    QRectF segment(int rank, int component) const;
    QRectF bar(int rank) const;
    double topOf(int rank) const;
    bool selectedSegment(int rank, int component) const;
    QString segmentText(int rank, int component) const;
    double legendWidth() const;

    void drawSegments(QPainter& painter) const;
    void drawCapacity(QPainter& painter) const;
    void drawFullest(QPainter& painter) const;
    void drawExcess(QPainter& painter) const;
    void drawOctagon(QPainter& painter, QPointF at) const;
    void drawLegend(QPainter& painter) const;

    std::array<QBarSet*, component_count> m_sets{};
};

} // namespace ridgepoint
