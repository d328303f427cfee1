// SPDX-License-Identifier: GPL-3.0-or-later
// Network roofline: the step's FLOPs per byte on each link against the slopes of NVLink and InfiniBand.
#pragma once

#include "plots/log_view.hpp"
#include "plots/plot_picture.hpp"

namespace ridgepoint {

class NetworkPicture : public PlotPicture {
    Q_OBJECT
public:
    explicit NetworkPicture(QWidget* parent = nullptr);

    /// One parallelism's traffic on one link, or all of a link's.
    struct Point {
        Link link{};
        std::optional<Parallelism> parallelism; ///< unset: everything on that link
        double bytes = 0;                       ///< received per GPU and step
        double intensity = 0;                   ///< model FLOPs per GPU and byte
        bool onSlope = false; ///< the link's slope is where the step stands: nothing left to hide behind
        QString name;         ///< "EP on InfiniBand"
        std::vector<std::size_t> collectives; ///< in Estimate::communication, slowest first
    };

    PictureKind kind() const override { return PictureKind::network; }
    QString subtitle() const override;
    PictureTable table() const override;
    int targetCount() const override;
    Target target(int index) const override;
    int targetAt(QPointF pos) const override;

    const std::vector<Point>& points();
    double attained() const;       ///< TFLOP/s per GPU of the step
    double ridge(Link link) const; ///< FLOP per byte, at the GEMM precision's ceiling
    QStringList legendTexts();
    QStringList sideTexts(); ///< in the right margin: ceilings and what the step attains, each named where sets are compared
    /// "× 13.4 to cross": how far the step is from the ridge of the link that carries most time.
    QString crossingText();

protected:
    void rebuild() override;
    void home() override;
    Margins margins(QSizeF whole) const override;
    void drawUnder(QPainter& painter) override;
    void drawData(QPainter& painter) override;
    void drawOver(QPainter& painter) override;

private:
    struct Roof {
        QString text;
        double value; ///< TFLOP/s
        bool main;    ///< of the GEMM precision
    };
    LogView view() const;
    double bandwidth(Link link) const; ///< TB/s
    QString parallelismName(Parallelism parallelism) const;
    const Point* crossing() const;
    struct SideLine {
        QString text;
        double value; ///< TFLOP/s
        bool bold;
        int look; ///< a ghost's dashes; −1: what is at hand
    };
    std::vector<SideLine> sideLines() const;
    double topOf(const Ghost& ghost) const;
    void drawGhosts(QPainter& painter, const LogView& view) const;
    bool selectedPoint(const Point& point) const;
    Mark markOf(const Point& point, const LogView& view) const;
    QString pointText(const Point& point) const;
    QString labelText(const Point& point) const;
    QString legendText(const Point& point) const;
    QString crossingText(const Point& point) const;
    void addPoints(Link link);

    void drawSlope(QPainter& painter, const LogView& view, Link link) const;
    std::vector<QRectF> drawSlopeLabel(QPainter& painter, const LogView& view, Link link,
                                       const std::vector<QRectF>& taken) const;
    void drawRidges(QPainter& painter, const LogView& view) const;
    double drawRoofLabels(QPainter& painter, const LogView& view) const;
    void drawLegend(QPainter& painter, double top) const;
    struct Label {
        const Point* point;
        QPointF mark, elbow;
        bool textRight; ///< of its leader
    };
    std::vector<Label> placedLabels(const LogView& view) const;
    QRectF labelRect(const Label& label) const;
    void drawPointLabels(QPainter& painter, const LogView& view, const std::vector<Label>& labels) const;
    QRectF crossingRect(const Point& point, const LogView& view, double top) const;
    void drawCrossing(QPainter& painter, const LogView& view, double top) const;

    std::vector<Point> m_points;
    std::vector<Roof> m_roofs; ///< highest first
    double m_top = 0;          ///< TFLOP/s, the GEMM precision's ceiling
};

} // namespace ridgepoint
