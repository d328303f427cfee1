// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep: one output over one input as lines, over two as a map, or over GPUs as scaling curves; what does
// not fit hatched, the present plan ringed, and where the verdict changes as a line.
#pragma once

#include "models/sweep_study.hpp"
#include "plots/plot_picture.hpp"
#include "plots/sweep_verdicts.hpp"

#include <memory>
#include <optional>

namespace ridgepoint {

class SweepPicture : public PlotPicture {
    Q_OBJECT
public:
    explicit SweepPicture(QWidget* parent = nullptr);

    /// One legal point, or one cell of a map.
    struct Spot {
        std::size_t line = 0, point = 0;
        double x = 0, y = 0; ///< of lines in the units of the axes; of a map column and row
        double value = 0;    ///< of the output
        bool legal = true, fits = true;
        bool present = false; ///< the plan at hand
        QString followed{};   ///< of a line, where other values of the plan begin to follow: "VPP 8 → 1"
    };
    struct Level { ///< values of a map that share a colour
        double low = 0, high = 0;
        Colour colour{};
        QString text;
    };

    PictureKind kind() const override { return PictureKind::sweep; }
    QString subtitle() const override;
    /// Every point, what breaks a rule among them.
    PictureTable table() const override;
    int targetCount() const override;
    Target target(int index) const override;
    int targetAt(QPointF pos) const override;

    using Answer = std::shared_ptr<const SweepAnswer>;
    void setAnswer(Answer answer); ///< null: none yet
    const Answer& answer() const { return m_answer; }
    void setOutput(SweepOutput output);
    SweepOutput output() const { return m_output; }

    const std::vector<Spot>& spots();
    const std::vector<Level>& levels();
    /// Where the verdict changes, in words; of a map the names of its lines.
    QStringList breakEvenTexts();
    QStringList followerTexts();
    QStringList legendTexts();
    QStringList ghostTexts() const; ///< the plan at hand under each set compared: "achievable 18.8", "datasheet 17.6"
    /// The line and point of a subject of this picture.
    static std::optional<std::pair<std::size_t, std::size_t>> placeOf(const Subject& subject);

protected:
    bool empty() const override { return !m_answer || m_answer->lines.empty(); }
    QString emptyText() const override;
    bool showsPlan() const override { return false; }
    void rebuild() override;
    void home() override;
    Margins margins(QSizeF whole) const override;
    void drawUnder(QPainter& painter) override;
    void drawData(QPainter& painter) override;
    void drawOver(QPainter& painter) override;

private:
    bool isMap() const { return m_answer && m_answer->study.kind == SweepKind::map; }
    bool ranks(const SweptInput& input) const; ///< by place in the list rather than by value
    double position(const SweptInput& input, std::size_t index) const;
    QString inputTitle(const SweptInput& input) const;
    QString outputTitle() const;
    QString valueName(const SweptInput& input, std::size_t index) const;
    QString lineName(std::size_t line) const;
    QString followersAt(std::size_t line, std::size_t point) const; ///< what moved with the inputs; may be empty
    QString spotText(std::size_t line, std::size_t point) const;
    bool namesTurned(double width) const; ///< along the lower axis of a picture so wide
    double uprightHeight() const;
    void drawUpright(QPainter& painter, std::size_t index) const;
    QString breakEvenText(SweepKey key, const BreakEven& at) const;
    QString verdictName(const VerdictLines::Name& name) const; ///< "InfiniBand-bound | compute-bound"
    /// Where the verdict changes between this cell of a map and its neighbours; `backward`: also those left and below.
    QStringList changesAt(std::size_t point, bool backward) const;
    bool outputLogarithmic() const;
    void makeSpots();
    void makeLevels();
    Colour levelOf(double value) const;
    const Spot* best() const; ///< that fits; null: none does
    QRectF cell(std::size_t column, std::size_t row) const;
    QPointF place(const Spot& spot) const;

    struct AtHand {
        QString text;
        double value;
        int look;
        bool own;
    };
    std::vector<AtHand> atHand() const; ///< the plan at hand under each set compared; empty where nothing is
    QString ghostHeading() const;
    double ghostWidth() const;  ///< pixels that their block in the right margin needs
    double ghostHeight() const;
    void drawGhostValues(QPainter& painter) const;
    void addGhostRows(PictureTable& table) const;
    bool isGhost(std::size_t line) const; ///< a set of ceilings' line: those follow the present scenario's
    QString breakEvenOf(std::size_t line, const BreakEven& at) const; ///< a ghost's with its name
    QPen penOfLine(std::size_t line) const;
    void drawMisfits(QPainter& painter) const;
    void drawLines(QPainter& painter) const;
    void drawLinear(QPainter& painter) const;
    QRectF inner(const Spot& spot) const; ///< of its cell of a map
    QColor fillOf(const Spot& spot) const;
    void drawCells(QPainter& painter) const;
    void drawNumbers(QPainter& painter) const;
    void drawPresent(QPainter& painter) const;
    void drawBreakEven(QPainter& painter) const;
    void drawVerdictLines(QPainter& painter) const;
    void drawVerdictNames(QPainter& painter) const;
    void drawFollowers(QPainter& painter) const;
    void drawCapacityName(QPainter& painter) const;
    void drawTicks(QPainter& painter) const;
    void drawLegend(QPainter& painter) const;
    void drawMapLegend(QPainter& painter) const;
    void drawSelected(QPainter& painter) const;

    Answer m_answer;
    SweepOutput m_output = SweepOutput::step;
    std::vector<Spot> m_spots;
    std::vector<Level> m_levels;
    VerdictLines m_verdicts; ///< of a map
    bool m_spots_stale = true;
    std::optional<std::tuple<SweepKind, SweepKey, SweepKey, SweepOutput, double, double>>
        m_view; ///< what the axes were last set for
};

} // namespace ridgepoint
