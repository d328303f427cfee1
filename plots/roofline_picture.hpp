// SPDX-License-Identifier: GPL-3.0-or-later
// Device roofline: what each operator of the critical rank attains against its FLOPs per HBM byte.
#pragma once

#include "plots/log_view.hpp"
#include "plots/plot_picture.hpp"

namespace ridgepoint {

class RooflinePicture : public PlotPicture {
    Q_OBJECT
public:
    explicit RooflinePicture(QWidget* parent = nullptr);

    enum class Group { dense_gemm, expert_gemm, attention, logits, elementwise, router };
    struct OperatorMark {
        std::size_t index = 0; ///< in Estimate::operators
        Group group{};
        double intensity = 0; ///< FLOP per HBM byte
        double attained = 0;  ///< TFLOP/s
        double share = 0;     ///< of the step
        bool backward = false;
        std::vector<double> elsewhere; ///< TFLOP/s under each ghost; 0: not there
    };
    struct Ceiling {
        RateClass precision{};
        double value = 0; ///< TFLOP/s
        bool compared = false; ///< dashed: of a set that is not in use
        QString text; ///< "FP8 1 460"
        QString word; ///< "spec", "reach", "mine"
    };

    struct GroupLook {
        Shape shape;
        Colour colour;
    };
    static GroupLook lookOf(Group group);

    PictureKind kind() const override { return PictureKind::roofline; }
    QString subtitle() const override;
    PictureTable table() const override;
    int targetCount() const override;
    Target target(int index) const override;
    int targetAt(QPointF pos) const override;

    const std::vector<OperatorMark>& marks();
    const std::vector<Ceiling>& ceilings();
    QStringList legendTexts();
    static QString groupName(Group group);

protected:
    void rebuild() override;
    void home() override;
    Margins margins(QSizeF whole) const override;
    void drawUnder(QPainter& painter) override;
    void drawData(QPainter& painter) override;
    void drawOver(QPainter& painter) override;

private:
    LogView mainView() const;
    std::optional<LogView> insetView() const;   ///< onto the crowd at the ridge, where it covers no mark
    QRectF panelOf(const LogView& inset) const; ///< with its ticks
    QRectF crowd() const;                       ///< the inset's ranges in log10
    double radius(const OperatorMark& mark) const;
    bool selectedMark(const OperatorMark& mark) const;
    QString markText(const OperatorMark& mark) const;
    const OperatorCost* elsewhere(const Ghost& ghost, std::size_t index) const; ///< the same operator; null: not there
    void addGhostCeilings();
    QString shortName(const OperatorMark& mark) const;
    std::vector<Group> groups() const;

    void drawRoofs(QPainter& painter, const LogView& view) const;
    std::vector<QRectF> roofPlaces(const LogView& view) const; ///< where roofs run, for labels to stay clear of
    void drawMarks(QPainter& painter, const LogView& view, bool small) const;
    void drawGhosts(QPainter& painter, const LogView& view, bool whiskers) const;
    void labelMarks(QPainter& painter, const LogView& view, LabelPlacer& placer, int most,
                    const LogView* leftOut) const;
    void drawInset(QPainter& painter, const LogView& inset) const;
    double drawCeilingLabels(QPainter& painter, const LogView& view) const; ///< returns where they end
    void drawLegend(QPainter& painter, double top) const;
    std::vector<QRectF> drawSlopeLabel(QPainter& painter, const LogView& view,
                                       std::vector<QRectF> taken) const;
    void drawRidges(QPainter& painter, const LogView& view, LabelPlacer& placer) const;

    std::vector<OperatorMark> m_marks; ///< largest share first
    std::vector<Ceiling> m_ceilings;   ///< highest first
    double m_hbm = 0;                  ///< TB/s
    double m_withoutFlops = 0;         ///< of the step: copies, casts, norms
};

/// A line as a row of small boxes, for what must not lie on it.
std::vector<QRectF> boxesAlong(const QLineF& line, double size);

} // namespace ridgepoint
