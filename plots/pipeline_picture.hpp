// SPDX-License-Identifier: GPL-3.0-or-later
// The pipeline schedule slot by slot: a row a rank, seconds of the step along x.
#pragma once

#include "plots/legend_row.hpp"
#include "plots/plot_picture.hpp"

namespace ridgepoint {

class PipelinePicture : public PlotPicture {
    Q_OBJECT
public:
    explicit PipelinePicture(QWidget* parent = nullptr);

    PictureKind kind() const override { return PictureKind::pipeline; }
    QString subtitle() const override;
    PictureTable table() const override;
    int targetCount() const override;
    Target target(int index) const override;
    int targetAt(QPointF pos) const override;

    int rowCount(); ///< pipeline ranks drawn
    QStringList legendTexts();
    QStringList spanTexts(); ///< over the rows, when the step would end under each set compared: "datasheet 17.2 s"
    /// "ends at 81.4 s", while the step is longer than the view that was fitted to another one.
    QString beyondText() const;

protected:
    void rebuild() override;
    void home() override;
    Margins margins(QSizeF whole) const override;
    void drawUnder(QPainter&) override {}
    void drawData(QPainter&) override {}
    void drawOver(QPainter& painter) override;

private:
    class Rows;
    /// A window onto the schedule: the picture itself, or the strip of the whole step.
    struct Window {
        QRectF area;
        Range seconds;
        bool numbers = false;
        double x(double second) const {
            return area.left() + (second - seconds.lower) / (seconds.upper - seconds.lower) * area.width();
        }
    };
    struct Block {
        double start = 0, end = 0; ///< seconds
        SlotKind kind{};
        bool mixed = false; ///< several kinds, each too narrow to be seen
        bool foot = false;
        std::size_t slot = 0; ///< in Estimate::pipeline_slots, where the block is one slot
        bool single = false;
    };
    struct Tail { ///< what follows the last backward
        QString text;
        double start = 0, end = 0;
        Colour colour{};
        Hatch hatch{};
    };

    QRectF rowRect(const Window& window, int rank) const;
    std::vector<Block> blocks(const Window& window, int rank) const;
    void drawSchedule(QPainter& painter, const Window& window) const;
    void drawBlock(QPainter& painter, const Window& window, const QRectF& row, const Block& block) const;
    void drawTails(QPainter& painter, const Window& window) const;
    bool stripShown(QSizeF whole) const;
    void drawStrip(QPainter& painter) const;
    struct Compared {
        QString name;
        int look;
        bool own;
        Seconds span, step;
    };
    std::vector<Compared> compared() const; ///< what is at hand first; empty where nothing is compared
    QString spanText(const Compared& one) const;
    void drawCompared(QPainter& painter) const;
    void makeTails();
    void makeLegend();
    QString slotText(const Slot& slot) const;
    bool twoDirections() const; ///< micro-batches enter at both ends
    int shownNumber(int microBatch) const;
    QString batchText(int microBatch) const;

    std::vector<std::size_t> m_rows; ///< first slot of each rank, and one past the last
    std::vector<Tail> m_tails;
    LegendRow m_legend;
    int m_ranks = 0;
    double m_step = 0, m_span = 0; ///< seconds
};

} // namespace ridgepoint
