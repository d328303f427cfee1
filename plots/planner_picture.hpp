// SPDX-License-Identifier: GPL-3.0-or-later
// The plans of a search: memory of the fullest rank against step time, one dot a plan, the Pareto front, and
// where the plan at hand stands among them.
#pragma once

#include "models/planner/plan_view.hpp"
#include "plots/callouts.hpp"
#include "plots/plot_picture.hpp"

#include <QPixmap>

#include <memory>
#include <optional>

namespace ridgepoint {

inline double inGib(Bytes bytes) {
    return bytes.value / bytes_per_gib;
}

class PlannerPicture : public PlotPicture {
    Q_OBJECT
public:
    explicit PlannerPicture(QWidget* parent = nullptr);

    struct Dot {
        PricedPlan plan;
        Colour colour{}; ///< of its level
        bool front = false;
        bool old = false; ///< of a search that a newer one is replacing: dimmed
    };
    /// Values along the axis that share a colour.
    struct Level {
        int low = 0, high = 0;
        Colour colour{};
        QString text;
    };

    PictureKind kind() const override { return PictureKind::planner; }
    QString subtitle() const override;
    /// The best plans in their order, then the rest of the front, then the plan at hand and the selected one.
    PictureTable table() const override;
    int targetCount() const override;
    Target target(int index) const override;
    int targetAt(QPointF pos) const override;

    using Found = std::shared_ptr<const FoundPlans>;
    void setFound(Found found); ///< the end of a search; null: there was none
    /// The answer so far of a search that runs: what was found before stays, dimmed. Null: nothing yet.
    void setRunning(Found so_far, double share);
    /// The front of the same search under another set of ceilings.
    struct GhostFront {
        QString name; ///< "datasheet"
        int look = 0;
        std::vector<PricedPlan> front; ///< by memory
    };
    void setGhostFronts(std::vector<GhostFront> fronts);
    const std::vector<GhostFront>& ghostFronts() const { return m_ghostFronts; }
    void setColourAxis(PlanAxis axis);
    PlanAxis colourAxis() const { return m_axis; }

    const std::vector<Dot>& dots();
    const std::vector<Level>& levels();
    QStringList legendTexts();
    /// Texts that name marks, as they are drawn: "best: TP 1 · PP 16 · …".
    QStringList calloutTexts();
    std::size_t plansBeyondView() const; ///< dots right of what is shown
    bool hasSlowBand() const;

protected:
    bool empty() const override { return !m_found && !m_running; }
    QString emptyText() const override;
    bool showsPlan() const override { return false; }
    void rebuild() override;
    void home() override;
    Margins margins(QSizeF whole) const override;
    void drawUnder(QPainter& painter) override;
    void drawData(QPainter& painter) override;
    void drawOver(QPainter& painter) override;

private:
    struct Callout {
        double memory = 0; ///< GiB
        double step = 0;   ///< s
        QString text;
        Colour ink{};
        Callouts::Side side{};
        QString brief{}; ///< where there is no room for the text
    };
    struct LegendLine {
        QString text;
        Colour colour{};
        Shape shape = Shape::circle;
        enum class Kind { heading, level, shape, beyond, front, current, asked, ghost } kind = Kind::heading;
        int look = 0; ///< a ghost's dashes
    };
    static constexpr int zero_stages = 4;
    static Shape shapeOf(int zero); ///< the second channel: the ZeRO stage
    const FoundPlans& shown() const { return m_running ? *m_running : *m_found; } ///< not when empty()
    QRectF slowBand() const;
    std::optional<QPointF> place(double memory,
                                 double step) const; ///< in the plot or in the band; none: beyond
    std::optional<QPointF> place(const PricedPlan& plan) const;
    std::optional<PlanKey> askedKey() const; ///< the selected plan
    bool showsCurrent() const;               ///< the plan at hand is one of this search's
    std::vector<Callout> callouts() const;
    std::vector<LegendLine> legend() const;
    QString noneText() const; ///< why there is nothing to draw
    QString planText(const PricedPlan& plan) const;
    QString againstBest(Seconds step) const;
    std::size_t rankOf(const PlanKey& key) const; ///< from 1; 0: not among the best
    void makeDots();
    void makeLevels();
    Colour colourOfPlan(const PlanKey& key) const;
    struct Extent {
        Range memory, step;
    };
    Extent extent() const;                   ///< of what is to be shown
    static Extent padded(const Extent& all); ///< with room for marks and names

    void drawBeyond(QPainter& painter) const;
    void drawBand(QPainter& painter) const;
    void drawDotsLayer(QPainter& painter);
    void drawDots(QPainter& painter, bool old) const;
    void drawFront(QPainter& painter) const;
    void drawMarks(QPainter& painter) const;
    void addGhostCallouts(std::vector<Callout>& list) const;
    void addGhostLegend(std::vector<LegendLine>& lines) const;
    void addGhostRows(PictureTable& table, const std::vector<PlanAxis>& axes) const;
    void drawGhosts(QPainter& painter) const;
    void drawCallouts(QPainter& painter) const;
    void drawLegend(QPainter& painter) const;

    Found m_found, m_running;
    double m_share = 0;
    std::vector<GhostFront> m_ghostFronts;
    PlanAxis m_axis = PlanAxis::pp;
    std::vector<Dot> m_dots; ///< the best first, then the front, then the others
    std::vector<Level> m_levels;
    double m_slowest = 0; ///< s, of all dots
    bool m_dots_stale = true, m_at_home = false;
    /// What the kept drawing of the dots hangs on.
    struct LayerState {
        int version = 0;
        Range x, y;
        QRectF area;
        bool band = false;
        Theme theme{};
        double scale = 1, ratio = 1;
        bool operator==(const LayerState&) const = default;
    };
    int m_version = 0; ///< of m_dots
    LayerState m_layerState;
    QPixmap m_layer;
};

} // namespace ridgepoint
