// SPDX-License-Identifier: GPL-3.0-or-later
// From 100 % of the datasheet peak down to MFU, one bar a loss.
#pragma once

#include "models/loss_names.hpp"
#include "plots/chart_picture.hpp"
#include "plots/ghost_drawing.hpp"

#include <map>

namespace ridgepoint {

class WaterfallPicture : public ChartPicture {
    Q_OBJECT
public:
    explicit WaterfallPicture(QWidget* parent = nullptr);

    /// One bar: the peak, a loss, or what is left.
    struct Column {
        std::string id; ///< of the loss; empty for the peak and for MFU
        LossGroup group{};
        QString first, second; ///< its name in two lines
        double before = 0, after = 0; ///< per cent of the peak
        Seconds time;
        Colour colour{};
        Hatch hatch = Hatch::none;
        bool isPeak = false, isMfu = false;
        struct There {
            double before = 0, after = 0; ///< per cent of the peak
            Seconds time;
        };
        std::vector<There> there; ///< under each ghost
    };

    PictureKind kind() const override { return PictureKind::waterfall; }
    QString subtitle() const override;
    PictureTable table() const override;
    int targetCount() const override;
    Target target(int index) const override;
    int targetAt(QPointF pos) const override;

    /// Those that are drawn at the present size: a narrow picture leaves out losses of zero.
    const std::vector<Column>& columns();
    bool isLit(const Column& column) const; ///< the selection is this loss, or something it is made of
    QString mfuText() const;                ///< "MFU 19.5 %"
    QStringList sideTexts() const; ///< at the right, MFU under each set compared: "MFU 24.1 % · datasheet"

protected:
    void rebuild() override;
    void restyle() override;
    void arrange(QSizeF whole) override;
    Margins margins(QSizeF whole) const override;
    ValueSpan homeRange() const override;
    double highest() const override { return most_percent; }
    void drawUnder(QPainter& painter) const override;
    void drawOver(QPainter& painter) override;
    std::unique_ptr<ChartPicture> another() const override;

private:
    static constexpr double most_percent = 400;
    /// A run of columns of one group.
    struct Span {
        LossGroup group{};
        int first = 0, last = 0;
    };

    std::vector<Column> allColumns() const;
    void addGhosts(std::vector<Column>& columns) const;
    std::vector<SideName> sideNames() const;
    double rightRoom() const; ///< pixels
    QColor groundAt(int index) const;
    void drawGhosts(QPainter& painter) const;
    void fillBars();
    QRectF bar(const Column& column, int index) const;
    QRectF strip(int first, int last) const; ///< the plot area's part above these columns
    std::vector<Span> spans() const;
    QString columnText(const Column& column) const;
    bool labelsTurned(double columnWidth) const;
    double columnWidth(QSizeF whole, std::size_t count) const;

    void drawGroups(QPainter& painter) const;
    void drawNames(QPainter& painter) const;
    void drawConnectors(QPainter& painter) const;
    void drawFigures(QPainter& painter) const;
    void drawEnds(QPainter& painter, std::vector<QRectF>& taken) const;
    void drawFigure(QPainter& painter, int index, std::vector<QRectF>& taken) const;

    std::vector<Column> m_all, m_columns;
    std::map<Colour, QBarSet*> m_sets;
    QBarSet* m_base = nullptr; ///< not drawn: lifts each bar to where it hangs
    bool m_shown = false; ///< once: from then on the view stays
};

} // namespace ridgepoint
