// SPDX-License-Identifier: GPL-3.0-or-later
// What the sweep picture shows; sweep_drawing.cpp, sweep_map.cpp and sweep_ticks.cpp draw it, sweep_table.cpp tells it.
#include "plots/sweep_picture.hpp"

#include "plots/wording.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace ridgepoint {

namespace {

constexpr double logarithmic_from =
    6; // ratio of largest to smallest from which an axis of amounts is logarithmic

} // namespace

SweepPicture::SweepPicture(QWidget* parent) : PlotPicture(parent) {
    start();
    setAxes({.title = QString()}, {.title = QString()});
    setLimits({0, 1e12}, {0, 1e15});
    setRanges({0, 1}, {0, 1});
}

QString SweepPicture::subtitle() const {
    if (empty())
        return {};
    const SweepStudy& study = m_answer->study;
    const QString output = words(sweep_output(m_output).name);
    const auto name = [](const SweptInput& input) { return words(sweep_input(input.key).name); };
    switch (study.kind) {
    case SweepKind::lines:
        return tr("%1 over %2, %n values", nullptr, int(study.x.values.size())).arg(output, name(study.x));
    case SweepKind::map:
        return tr("%1 over %2 and %3, %n plans", nullptr, int(m_spots.size()))
            .arg(output, name(study.x), name(study.y));
    case SweepKind::scaling:
        return tr("%1 over GPUs, strong and weak scaling").arg(output);
    }
    return {};
}

QString SweepPicture::emptyText() const {
    return tr("One output over the values of an input appears here");
}

void SweepPicture::setAnswer(Answer answer) {
    m_answer = std::move(answer);
    m_spots_stale = true;
    rebuild();
    redraw();
    emit subtitleChanged();
}

void SweepPicture::setOutput(SweepOutput output) {
    if (m_output == output)
        return;
    m_output = output;
    m_spots_stale = true;
    rebuild();
    redraw();
    emit subtitleChanged();
}

bool SweepPicture::ranks(const SweptInput& input) const {
    return isMap() || sweep_input(input.key).choice;
}

double SweepPicture::position(const SweptInput& input, std::size_t index) const {
    return ranks(input) ? double(index) : input.values[index];
}

QString SweepPicture::valueName(const SweptInput& input, std::size_t index) const {
    return words(input_value_name(input.key, input.values[index], m_answer->study.recipes));
}

QString SweepPicture::inputTitle(const SweptInput& input) const {
    const SweepInput& is = sweep_input(input.key);
    QString title = words(is.name);
    if (!is.unit.empty())
        title += QStringLiteral(", %1").arg(words(is.unit));
    if (is.logarithmic && !ranks(input))
        title += QStringLiteral(" ") + tr("(log)");
    return title;
}

bool SweepPicture::outputLogarithmic() const {
    if (isMap() || m_output == SweepOutput::mfu || m_output == SweepOutput::exposed)
        return false;
    double least = 1e300, most = 0;
    for (const Spot& spot : m_spots) {
        least = std::min(least, spot.y);
        most = std::max(most, spot.y);
    }
    return least > 0 && most / least > logarithmic_from;
}

QString SweepPicture::outputTitle() const {
    const SweepOutputName& is = sweep_output(m_output);
    const QString title = QStringLiteral("%1, %2").arg(words(is.name), words(is.unit));
    return outputLogarithmic() ? title + QStringLiteral(" ") + tr("(log)") : title;
}

QString SweepPicture::lineName(std::size_t line) const {
    if (m_answer->study.kind == SweepKind::scaling)
        return line == 0 ? tr("strong, same batch") : tr("weak, batch grows");
    if (line == 0)
        return ghosts().empty() ? tr("this scenario") : tr("this scenario, %1").arg(ownName());
    return words(m_answer->lines[line].name);
}

void SweepPicture::makeSpots() {
    m_spots.clear();
    const SweepStudy& study = m_answer->study;
    const std::size_t columns = m_answer->columns();
    const Scenario& base = study.scenarios.front();
    const auto isPresent = [&](const SweptInput& input, std::size_t index) {
        return input.values[index] == (study.kind == SweepKind::scaling
                                           ? base.cluster.gpus
                                           : input_value(base, input.key, study.recipes));
    };
    for (std::size_t line = 0; line < m_answer->lines.size(); ++line) {
        const SweptLine& swept = m_answer->lines[line];
        QString followed;
        for (std::size_t point = 0; point < swept.points.size(); ++point) {
            const SweepPoint& p = swept.points[point];
            const std::size_t column = point % columns, row = point / columns;
            const double value = p.legal ? output_value(p, m_output) : 0;
            if (!isMap() && (!p.legal || !std::isfinite(value)))
                continue;
            Spot spot{line,   point, position(study.x, column), isMap() ? double(row) : value, value, p.legal,
                      p.fits, false, {}};
            spot.present = line == 0 && isPresent(study.x, column) && (!isMap() || isPresent(study.y, row));
            if (const QString now = isMap() ? QString() : followersAt(line, point); now != followed) {
                followed = now;
                spot.followed = now;
            }
            m_spots.push_back(spot);
        }
    }
}

// Neighbouring values in as many steps as there are colours, by ratio where they span far.
void SweepPicture::makeLevels() {
    m_levels.clear();
    if (!isMap())
        return;
    // Of what fits, if anything does: the colours are for choosing among those.
    const bool anyFits = std::ranges::any_of(m_spots, &Spot::fits);
    double least = 1e300, most = -1e300;
    for (const Spot& spot : m_spots)
        if (spot.legal && (spot.fits || !anyFits)) {
            least = std::min(least, spot.value);
            most = std::max(most, spot.value);
        }
    if (!(least <= most))
        return;
    const bool percentages = m_output == SweepOutput::mfu || m_output == SweepOutput::exposed;
    const bool byRatio = !percentages && least > 0 && most / least > logarithmic_from;
    const int count = most > least ? level_count : 1;
    const auto bound = [&](int i) {
        const double share = double(i) / count;
        return byRatio ? least * std::pow(most / least, share) : least + (most - least) * share;
    };
    for (int i = 0; i < count; ++i) {
        const QString low = words(text::number(bound(i))), high = words(text::number(bound(i + 1)));
        m_levels.push_back({bound(i), bound(i + 1), levelColour(count == 1 ? level_count / 2 : i),
                            count == 1 ? low : QStringLiteral("%1 – %2").arg(low, high)});
    }
}

Colour SweepPicture::levelOf(double value) const {
    for (const Level& level : m_levels)
        if (value <= level.high)
            return level.colour;
    return m_levels.empty() ? Colour::level_1 : m_levels.back().colour;
}

const SweepPicture::Spot* SweepPicture::best() const {
    const Spot* found = nullptr;
    const bool less = sweep_output(m_output).less_is_better;
    for (const Spot& spot : m_spots)
        if (spot.legal && spot.fits &&
            (found == nullptr || (less ? spot.value < found->value : spot.value > found->value)))
            found = &spot;
    return found;
}

void SweepPicture::rebuild() {
    if (empty() || !m_spots_stale)
        return;
    m_spots_stale = false;
    makeSpots();
    makeLevels();
    m_verdicts = verdictLines(*m_answer);
    const SweepStudy& study = m_answer->study;
    AxisLook x{.title = ranks(study.x) ? QString() : inputTitle(study.x),
               .logarithmic = sweep_input(study.x.key).logarithmic && !ranks(study.x),
               .prefixes = study.x.values.back() >= 1e5};
    x.shown = !ranks(study.x);
    AxisLook y{.title = isMap() ? QString() : outputTitle(),
               .logarithmic = outputLogarithmic(),
               .prefixes = !isMap()};
    y.shown = !isMap();
    setAxes(x, y);
    setZoomable(!ranks(study.x), !isMap());
    // Another question has another view; the same one keeps it while its answer moves, until that leaves it.
    const auto asked = std::tuple(study.kind, study.x.key, study.y.key, m_output, study.x.values.front(),
                                  study.x.values.back());
    const bool same = m_view && *m_view == asked;
    m_view = asked;
    if (!same)
        m_userView = false;
    const bool inside = std::ranges::all_of(
        m_spots, [&](const Spot& spot) { return spot.y >= yRange().lower && spot.y <= yRange().upper; });
    if (!m_userView && (!same || !inside || isMap()))
        home();
}

void SweepPicture::home() {
    if (empty())
        return;
    const SweepStudy& study = m_answer->study;
    const std::size_t columns = m_answer->columns();
    if (isMap())
        return setRanges({-0.5, double(columns) - 0.5}, {-0.5, double(study.y.values.size()) - 0.5});
    Range x{-0.5, double(columns) - 0.5};
    if (!ranks(study.x)) {
        const double low = study.x.values.front(), high = study.x.values.back();
        constexpr double beside = 0.03;
        if (sweep_input(study.x.key).logarithmic) {
            const double edge = std::pow(std::max(high / low, 1.5), beside);
            x = {low / edge, high * edge};
        } else {
            const double edge = std::max(high - low, 1.0) * beside;
            x = {low - edge, high + edge};
        }
    }
    double least = 1e300, most = 0;
    for (const Spot& spot : m_spots) {
        least = std::min(least, spot.y);
        most = std::max(most, spot.y);
    }
    if (m_output == SweepOutput::memory && !m_answer->lines.front().points.empty())
        most = std::max(most, study.scenarios.front().cluster.accelerator.hbm.value / bytes_per_gib);
    if (!(least < 1e300))
        return setRanges(x, {1, 10});
    constexpr double above = 1.12;
    setRanges(x, outputLogarithmic() ? Range{least / above, most * above}
                                     : Range{0, std::max(most, 1e-9) * above});
}

QPointF SweepPicture::place(const Spot& spot) const {
    return pixel(spot.x, spot.y);
}

int SweepPicture::targetCount() const {
    return empty() ? 0 : int(m_spots.size());
}

InteractivePicture::Target SweepPicture::target(int index) const {
    const Spot& spot = m_spots[std::size_t(index)];
    Subject subject;
    subject.kind = Subject::Kind::swept;
    subject.name = std::to_string(spot.line) + '-' + std::to_string(spot.point);
    return {subject, spotText(spot.line, spot.point), place(spot)};
}

std::optional<std::pair<std::size_t, std::size_t>> SweepPicture::placeOf(const Subject& subject) {
    if (subject.kind != Subject::Kind::swept)
        return std::nullopt;
    const std::string& name = subject.name;
    std::size_t line = 0, point = 0;
    const auto first = std::from_chars(name.data(), name.data() + name.size(), line);
    if (first.ec != std::errc() || first.ptr == name.data() + name.size())
        return std::nullopt;
    const auto second = std::from_chars(first.ptr + 1, name.data() + name.size(), point);
    return second.ec == std::errc() ? std::optional(std::pair(line, point)) : std::nullopt;
}

int SweepPicture::targetAt(QPointF pos) const {
    constexpr double reach = 10; // pixels
    if (empty() || !plotArea().contains(pos))
        return -1;
    int found = -1;
    double nearest = reach;
    for (std::size_t i = 0; i < m_spots.size(); ++i) {
        if (isMap()) {
            if (cell(std::size_t(m_spots[i].x), std::size_t(m_spots[i].y)).contains(pos))
                return int(i);
            continue;
        }
        const QPointF away = place(m_spots[i]) - pos;
        if (std::hypot(away.x(), away.y()) < nearest) {
            nearest = std::hypot(away.x(), away.y());
            found = int(i);
        }
    }
    return found;
}

const std::vector<SweepPicture::Spot>& SweepPicture::spots() {
    ensureFresh();
    return m_spots;
}

const std::vector<SweepPicture::Level>& SweepPicture::levels() {
    ensureFresh();
    return m_levels;
}

QStringList SweepPicture::breakEvenTexts() {
    ensureFresh();
    QStringList texts;
    if (!empty())
        for (std::size_t line = 0; line < m_answer->lines.size(); ++line)
            for (const BreakEven& at : m_answer->lines[line].break_evens)
                texts << breakEvenOf(line, at);
    for (const VerdictLines::Name& name : m_verdicts.names)
        texts << verdictName(name);
    return texts;
}

QStringList SweepPicture::followerTexts() {
    ensureFresh();
    QStringList texts;
    for (const Spot& spot : m_spots)
        if (!spot.followed.isEmpty())
            texts << spot.followed;
    return texts;
}

QStringList SweepPicture::legendTexts() {
    ensureFresh();
    QStringList texts;
    for (const Level& level : m_levels)
        texts << level.text;
    if (!empty() && !isMap())
        for (std::size_t line = 0; line < m_answer->lines.size(); ++line)
            texts << lineName(line);
    if (std::ranges::any_of(m_spots, [](const Spot& spot) { return spot.legal && !spot.fits; }))
        texts << tr("does not fit");
    if (!m_verdicts.names.empty())
        texts << tr("verdict changes");
    return texts << ghostTexts();
}

} // namespace ridgepoint
