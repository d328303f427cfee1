// SPDX-License-Identifier: GPL-3.0-or-later
// Predicted against measured tokens/s of published runs, one dot a run.
#pragma once

#include "models/validation.hpp"
#include "plots/log_view.hpp"
#include "plots/plot_picture.hpp"

#include <memory>

namespace ridgepoint {

class ValidationPicture : public PlotPicture {
    Q_OBJECT
public:
    explicit ValidationPicture(QWidget* parent = nullptr);

    /// Which runs are shown; an empty text means all.
    struct Filter {
        std::string accelerator; ///< preset id
        std::string precision;   ///< as the source writes it
        std::string parallelism; ///< as parallelism_of() writes it
        std::string model;       ///< as the source writes it, or "dense", "moe"
        bool headline = false;   ///< only rows that count in the headline accuracy
        bool operator==(const Filter&) const = default;
    };
    struct Dot {
        std::size_t row = 0; ///< of the validation
        double measured = 0, predicted = 0, error = 0;
        std::size_t group = 0;
        std::vector<double> elsewhere; ///< predicted under each of the other sets; 0: not at all
    };
    /// The same runs predicted at another set of ceilings.
    struct Elsewhere {
        QString name; ///< "datasheet"
        int look = 0;
        std::vector<double> predicted; ///< tokens/s per GPU, one a row of the validation; 0: none
    };
    /// A source, or all the smaller ones together.
    struct Group {
        std::string source; ///< empty: the others
        std::size_t rows = 0, shown = 0;
        double median = 0; ///< absolute error of those shown
    };

    PictureKind kind() const override { return PictureKind::validation; }
    QString subtitle() const override;
    /// The runs shown, worst first.
    PictureTable table() const override;
    int targetCount() const override;
    Target target(int index) const override;
    int targetAt(QPointF pos) const override;

    void setValidation(std::shared_ptr<const Validation> validation); ///< null: none yet
    void setProgress(double share); ///< of the comparison, said while there is none
    void setFilter(const Filter& filter);
    const Filter& filter() const { return m_filter; }
    void setElsewhere(std::vector<Elsewhere> elsewhere); ///< hollow beside the dots
    QStringList elsewhereTexts(); ///< "at datasheet 1 277, 38 %": runs shown, their median error
    /// Runs like the present plan, ringed.
    void setNeighbours(std::vector<std::size_t> rows);

    const std::vector<Dot>& dots();
    const std::vector<Group>& groups();
    QStringList legendTexts();
    static bool matches(const Filter& filter, const Measurement& run, const ValidationRow& row);

protected:
    bool empty() const override { return !m_validation; }
    QString emptyText() const override;
    bool showsPlan() const override { return false; }
    void rebuild() override;
    void home() override;
    Margins margins(QSizeF whole) const override;
    void drawUnder(QPainter& painter) override;
    void drawData(QPainter& painter) override;
    void drawOver(QPainter& painter) override;

private:
    LogView view() const { return {plotArea(), xRange(), yRange()}; }
    QString runText(const Dot& dot) const;
    QString groupText(const Group& group) const;
    void makeGroups();
    void makeDots();
    void drawBand(QPainter& painter, double share, Colour fill) const;
    void drawPlanLine(QPainter& painter) const;
    QString elsewhereText(std::size_t index) const;
    Shape elsewhereShape(std::size_t index) const;
    void drawElsewhere(QPainter& painter) const;
    void drawGhostLines(QPainter& painter) const;
    void drawNeighbours(QPainter& painter) const;
    void drawLegend(QPainter& painter) const;

    std::shared_ptr<const Validation> m_validation;
    Filter m_filter;
    std::vector<Dot> m_dots;
    std::vector<Group> m_groups;
    std::vector<std::size_t> m_neighbours;
    std::vector<Elsewhere> m_elsewhere;
    std::vector<ErrorFigures> m_elsewhereFigures;
    ErrorFigures m_figures; ///< of the runs shown
    double m_progress = -1;
    bool m_stale_dots = true, m_at_home = false;
};

} // namespace ridgepoint
