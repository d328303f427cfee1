// SPDX-License-Identifier: GPL-3.0-or-later
// What the validation picture shows; validation_drawing.cpp draws it.
#include "plots/validation_picture.hpp"

#include "plots/wording.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace ridgepoint {

namespace {

constexpr std::size_t named_sources = 8; // more cannot be told apart

QString signedPercent(double error) {
    const QString size = quantity(text::percent(std::abs(error)));
    return words(text::sign(error)) + size;
}

} // namespace

ValidationPicture::ValidationPicture(QWidget* parent) : PlotPicture(parent) {
    start();
    setAxes({.title = tr("Measured tokens/s per GPU (log)"), .logarithmic = true, .prefixes = true},
            {.title = tr("Predicted tokens/s per GPU (log)"), .logarithmic = true, .prefixes = true});
    setZoomable(true, true);
    setLimits({1e-2, 1e9}, {1e-2, 1e9});
    setRanges({10, 1e5}, {10, 1e5});
}

QString ValidationPicture::subtitle() const {
    if (empty())
        return {};
    if (m_dots.empty())
        return tr("no measured run passes the filter");
    QStringList elsewhere;
    for (std::size_t e = 0; e < m_elsewhere.size(); ++e)
        elsewhere << QStringLiteral(" · ") + elsewhereText(e);
    return tr("%1 of %2 runs · median error %3, four in five within %4%5")
        .arg(words(text::count(double(m_dots.size()))), words(text::count(double(m_validation->rows.size()))),
             quantity(text::percent(m_figures.median)), quantity(text::percent(m_figures.p80)),
             elsewhere.join(QString()));
}

QString ValidationPicture::emptyText() const {
    return m_progress < 0 ? tr("Measured runs appear here")
                          : tr("Comparing with measured runs: %1").arg(quantity(text::percent(m_progress)));
}

void ValidationPicture::setValidation(std::shared_ptr<const Validation> validation) {
    m_validation = std::move(validation);
    m_stale_dots = true;
    m_at_home = false;
    rebuild();
    redraw();
    emit subtitleChanged();
}

void ValidationPicture::setProgress(double share) {
    m_progress = share;
    if (empty())
        redraw();
}

void ValidationPicture::setFilter(const Filter& filter) {
    if (m_filter == filter)
        return;
    m_filter = filter;
    m_stale_dots = true;
    rebuild();
    redraw();
    emit subtitleChanged();
}

void ValidationPicture::setNeighbours(std::vector<std::size_t> rows) {
    m_neighbours = std::move(rows);
    redraw();
}

bool ValidationPicture::matches(const Filter& filter, const Measurement& run, const ValidationRow& row) {
    const auto passes = [](const std::string& wanted, const std::string& has) {
        return wanted.empty() || wanted == has;
    };
    if (filter.headline && !run.headline_speed)
        return false;
    const bool kind = filter.model == "dense" || filter.model == "moe";
    return passes(filter.accelerator, row.scenario.cluster.accelerator.id) &&
           passes(filter.precision, run.precision) &&
           passes(filter.parallelism, parallelism_of(row.scenario.plan)) &&
           (kind ? run.is_moe() == (filter.model == "moe") : passes(filter.model, run.model));
}

// Over all runs, whatever the filter: a source keeps its colour.
void ValidationPicture::makeGroups() {
    std::map<std::string, std::size_t> rows;
    for (std::size_t i = 0; i < m_validation->rows.size(); ++i)
        if (!m_validation->rows[i].skip && m_validation->rows[i].speed.measured)
            ++rows[m_validation->measurements[i].source];
    m_groups.clear();
    for (const auto& [source, count] : rows)
        m_groups.push_back({source, count, 0, 0});
    std::ranges::stable_sort(m_groups, std::greater<>(), &Group::rows);
    if (m_groups.size() > named_sources + 1) {
        Group others;
        for (std::size_t i = named_sources; i < m_groups.size(); ++i)
            others.rows += m_groups[i].rows;
        m_groups.resize(named_sources);
        m_groups.push_back(others);
    }
}

void ValidationPicture::makeDots() {
    m_dots.clear();
    std::vector<double> errors;
    std::vector<std::vector<double>> byGroup(m_groups.size());
    for (std::size_t i = 0; i < m_validation->rows.size(); ++i) {
        const ValidationRow& row = m_validation->rows[i];
        const Measurement& run = m_validation->measurements[i];
        const auto error = row.speed.error();
        if (row.skip || !error || !(*row.speed.measured > 0) || !(row.speed.predicted > 0) ||
            !matches(m_filter, run, row))
            continue;
        std::size_t group = 0;
        while (group + 1 < m_groups.size() && m_groups[group].source != run.source)
            ++group;
        m_dots.push_back({i, *row.speed.measured, row.speed.predicted, *error, group, {}});
        for (const Elsewhere& other : m_elsewhere)
            m_dots.back().elsewhere.push_back(i < other.predicted.size() ? other.predicted[i] : 0);
        errors.push_back(*error);
        byGroup[group].push_back(*error);
    }
    std::ranges::stable_sort(m_dots, std::greater<>(), [](const Dot& dot) { return std::abs(dot.error); });
    m_figures = error_figures(errors);
    m_elsewhereFigures.clear();
    for (std::size_t e = 0; e < m_elsewhere.size(); ++e) {
        std::vector<double> there;
        for (const Dot& dot : m_dots)
            if (dot.elsewhere[e] > 0)
                there.push_back(dot.elsewhere[e] / dot.measured - 1);
        m_elsewhereFigures.push_back(there.empty() ? ErrorFigures() : error_figures(there));
    }
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        m_groups[g].shown = byGroup[g].size();
        m_groups[g].median = byGroup[g].empty() ? 0 : error_figures(byGroup[g]).median;
    }
}

void ValidationPicture::rebuild() {
    if (empty() || !m_stale_dots)
        return;
    m_stale_dots = false;
    makeGroups();
    makeDots();
    if (!m_at_home && !m_userView)
        home();
    m_at_home = true;
}

void ValidationPicture::home() {
    if (m_dots.empty())
        return;
    constexpr double margin = 1.4;
    double low = 1e300, high = 0;
    for (const Dot& dot : m_dots) {
        low = std::min({low, dot.measured, dot.predicted});
        high = std::max({high, dot.measured, dot.predicted});
        for (const double there : dot.elsewhere)
            high = std::max(high, there);
    }
    const Range both{low / margin, high * margin};
    setRanges(both, both);
}

QString ValidationPicture::runText(const Dot& dot) const {
    using text::Digits;
    const Measurement& run = m_validation->measurements[dot.row];
    const ValidationRow& row = m_validation->rows[dot.row];
    const Scenario& s = row.scenario;
    QStringList lines;
    lines << tr("%1 · %2 on %3 × %4")
                 .arg(QString::fromStdString(run.id), QString::fromStdString(run.model),
                      words(text::count(s.cluster.gpus)), QString::fromStdString(s.cluster.accelerator.name));
    lines << tr("predicted %1, measured %2 per GPU: %3")
                 .arg(quantity(text::tokens_per_second(dot.predicted, Digits::exact)),
                      quantity(text::tokens_per_second(dot.measured, Digits::exact)), signedPercent(dot.error));
    lines << tr("%1 · %2 · %3").arg(planWords(s), QString::fromStdString(s.precision.name),
                                    QString::fromStdString(s.framework.name));
    constexpr std::size_t mostAssumed = 4;
    for (std::size_t i = 0; i < std::min(mostAssumed, row.assumed.size()); ++i)
        lines << tr("assumed: %1").arg(QString::fromStdString(row.assumed[i]));
    for (std::size_t e = 0; e < m_elsewhere.size(); ++e)
        if (dot.elsewhere[e] > 0)
            lines << tr("at %1 ceilings %2: %3")
                         .arg(m_elsewhere[e].name, quantity(text::tokens_per_second(dot.elsewhere[e], Digits::exact)),
                              signedPercent(dot.elsewhere[e] / dot.measured - 1));
    lines << tr("Click loads this run; undo goes back");
    return lines.join(u'\n');
}

int ValidationPicture::targetCount() const {
    return empty() ? 0 : int(m_dots.size());
}

InteractivePicture::Target ValidationPicture::target(int index) const {
    const Dot& dot = m_dots[std::size_t(index)];
    Subject subject{.kind = Subject::Kind::measured_run, .name = m_validation->measurements[dot.row].id};
    return {std::move(subject), runText(dot), view().clamped(dot.measured, dot.predicted, 2)};
}

int ValidationPicture::targetAt(QPointF pos) const {
    constexpr double reach = 9; // pixels
    if (!plotArea().contains(pos))
        return -1;
    const LogView here = view();
    int best = -1;
    double nearest = reach;
    for (std::size_t i = 0; i < m_dots.size(); ++i) {
        const QPointF d = here.pixel(m_dots[i].measured, m_dots[i].predicted) - pos;
        if (std::hypot(d.x(), d.y()) < nearest) {
            nearest = std::hypot(d.x(), d.y());
            best = int(i);
        }
    }
    return best;
}

PictureTable ValidationPicture::table() const {
    PictureTable table;
    table.header = {tr("Run"),       tr("Error, %"),           tr("Predicted, tok/s"), tr("Measured, tok/s"),
                    tr("Model"),     tr("GPUs"),               tr("Accelerator"),      tr("Plan"),
                    tr("Precision"), tr("Framework"), tr("Assumed")};
    for (const Elsewhere& other : m_elsewhere) {
        //: Columns of the table; %1 is a set of ceilings: "datasheet"
        table.header.push_back(tr("Predicted, tok/s, %1").arg(other.name));
        table.header.push_back(tr("Error, %, %1").arg(other.name));
    }
    if (empty())
        return table;
    for (const Dot& dot : m_dots) {
        const Measurement& run = m_validation->measurements[dot.row];
        const ValidationRow& row = m_validation->rows[dot.row];
        const Scenario& s = row.scenario;
        QStringList assumed;
        for (const std::string& one : row.assumed)
            assumed << QString::fromStdString(one);
        const QString error = signedFixed(dot.error * 100, 1);
        table.rows.push_back({QString::fromStdString(run.id), error, fixed(dot.predicted, 1), fixed(dot.measured, 1),
                              QString::fromStdString(run.model), QString::number(s.cluster.gpus),
                              QString::fromStdString(s.cluster.accelerator.name), planWords(s),
                              QString::fromStdString(s.precision.name), QString::fromStdString(s.framework.name),
                              assumed.join(QStringLiteral("; "))});
        for (const double there : dot.elsewhere) {
            const double off = there / dot.measured - 1;
            table.rows.back().push_back(there > 0 ? fixed(there, 1) : QStringLiteral("–"));
            table.rows.back().push_back(there > 0 ? signedFixed(off * 100, 1) : QStringLiteral("–"));
        }
        table.subjects.push_back({.kind = Subject::Kind::measured_run, .name = run.id});
    }
    return table;
}

const std::vector<ValidationPicture::Dot>& ValidationPicture::dots() {
    ensureFresh();
    return m_dots;
}

const std::vector<ValidationPicture::Group>& ValidationPicture::groups() {
    ensureFresh();
    return m_groups;
}

QString ValidationPicture::groupText(const Group& group) const {
    const QString name = group.source.empty() ? tr("others") : QString::fromStdString(group.source);
    //: A source of measurements: how many of its runs are shown, and their median error
    return group.shown == 0 ? tr("%1 none").arg(name)
                            : tr("%1 %2, %3").arg(name, words(text::count(double(group.shown))),
                                                  quantity(text::percent(group.median)));
}

QStringList ValidationPicture::legendTexts() {
    ensureFresh();
    QStringList texts;
    for (const Group& group : m_groups)
        texts << groupText(group);
    return texts << elsewhereTexts();
}

} // namespace ridgepoint
