// SPDX-License-Identifier: GPL-3.0-or-later
// One layer on the critical rank, forward and then backward: compute, each network, and what stays exposed. Where the
// schedule runs passes against each other, a pair of them, and beside it the forward pass alone, which hides nothing.
#pragma once

#include "plots/legend_row.hpp"
#include "plots/plot_picture.hpp"

#include <optional>

namespace ridgepoint {

class TimelinePicture : public PlotPicture {
    Q_OBJECT
public:
    explicit TimelinePicture(QWidget* parent = nullptr);

    struct Block {
        double start = 0, end = 0; ///< in units of the axis
        QString label;             ///< "Forward"
        Colour colour{};
        Hatch hatch = Hatch::none;
        int source = -1; ///< in LayerTimeline::blocks; −1 where several were joined
        int row = 0;     ///< within the lane, where transfers run beside each other
    };
    struct Lane {
        QString name, detail; ///< "InfiniBand", "50 GB/s"
        double weight = 1;    ///< of the height
        std::vector<Block> blocks;
        QString none; ///< said where there is nothing: in the lane, or in its part of the first case
        int rows = 1;
    };

    PictureKind kind() const override { return PictureKind::timeline; }
    QString subtitle() const override;
    PictureTable table() const override;
    int targetCount() const override;
    Target target(int index) const override;
    int targetAt(QPointF pos) const override;

    const std::vector<Lane>& lanes();
    QStringList legendTexts();
    QStringList spanTexts(); ///< over the lanes, when it would end under each set compared: "datasheet 3.21 ms"
    QString beyondText() const;

protected:
    void updateResult() override;
    void rebuild() override;
    void home() override;
    Margins margins(QSizeF whole) const override;
    void drawUnder(QPainter&) override {}
    void drawData(QPainter& painter) override;
    void drawOver(QPainter& painter) override;

private:
    bool isPair() const; ///< the schedule runs passes against each other: that is shown
    LayerKind layerKind() const;
    Seconds span() const;
    std::vector<Block> pairPhases() const;
    std::vector<Block> layerPhases() const;
    bool showsAlone() const { return m_alone < m_blocks.size(); }
    double startOf(std::size_t block) const; ///< on the axis
    double endOf(std::size_t block) const;
    void chooseUnit();
    struct Ends { ///< of one estimate
        Seconds span, alone;
    };
    Ends endsOf(const Estimate& estimate) const;
    struct Compared {
        QString name;
        int look;
        bool own;
        Ends ends;
    };
    std::vector<Compared> compared() const; ///< what is at hand first; empty where nothing is compared
    void drawCompared(QPainter& painter) const;
    void drawEnds(QPainter& painter) const;
    void addComputeLanes();
    void addNetworkLane(Link link);
    void addExposedLane();
    void makeLegend();
    void makeFigures();
    void addFigures(const QString& title, std::size_t first, std::size_t last, Seconds whole);
    bool figuresShown(QSizeF whole) const;
    void drawWaits(QPainter& painter) const;
    void drawNone(QPainter& painter, const QRectF& lane, const QString& text) const;
    void drawCases(QPainter& painter) const;
    void drawFigures(QPainter& painter) const;
    QRectF laneRect(std::size_t lane) const;
    QRectF blockRect(const QRectF& lane, const Lane& of, const Block& block) const;
    void drawLabel(QPainter& painter, const QRectF& rect, const Block& block) const;
    bool selectedBlock(int source) const;
    QString blockText(int source) const;
    void drawBlock(QPainter& painter, const QRectF& lane, const Lane& of, const Block& block) const;
    double axisValue(Seconds time) const { return time.value * m_perSecond; }

    struct Figure { ///< of the table beside the lanes
        QString name, value;
        std::optional<Colour> colour;
        Hatch hatch = Hatch::none;
        bool heading = false;
    };

    std::vector<TimelineBlock> m_blocks; ///< what is shown
    std::size_t m_alone = 0;             ///< from here on, blocks of the forward pass alone
    Seconds m_aloneSpan;
    double m_firstEnd = 0;  ///< of the first case, under whatever it is compared at, on the axis
    double m_aloneFrom = 0; ///< where its time starts on the axis
    std::vector<Figure> m_figures;
    std::vector<Lane> m_lanes; ///< topmost first, exposed last
    LegendRow m_legend;
    double m_perSecond = 1e3; ///< axis units a second
    double m_end = 0;         ///< of the layer, in units of the axis
};

} // namespace ridgepoint
