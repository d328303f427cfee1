// SPDX-License-Identifier: GPL-3.0-or-later
// What the planner picture shows; planner_drawing.cpp draws it, planner_table.cpp tells it.
#include "plots/planner_picture.hpp"

#include "plots/wording.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace ridgepoint {

namespace {

constexpr double slow = 6;              // times the best step: slower ones go into the band on top
constexpr double far_beyond = 2.1;      // times the capacity: what needs more is counted, not shown
constexpr double beyond_capacity = 1.1; // shown at least
constexpr double keeps_view = 0.55;     // a view stays while what there is to show fills this share of it

bool contains(Range outer, Range inner) {
    return outer.lower <= inner.lower && outer.upper >= inner.upper;
}

} // namespace

PlannerPicture::PlannerPicture(QWidget* parent) : PlotPicture(parent) {
    start();
    setAxes({.title = tr("Memory of the fullest rank, GiB")},
            {.title = tr("Step time, s (log)"), .logarithmic = true});
    setZoomable(true, true);
    setLimits({0, 1e6}, {1e-6, 1e9});
    setRanges({0, 100}, {1, 100});
}

QString PlannerPicture::subtitle() const {
    if (empty())
        return {};
    const PlannerCounts& counts = shown().result.counts;
    if (m_running)
        return tr("searching, %1 of %2 plans")
            .arg(quantity(text::percent(m_share)), words(text::count(double(counts.considered))));
    const QString considered = words(text::count(double(counts.considered)));
    if (shown().result.best.empty() && shown().none && shown().none->reason != NoPlan::Reason::memory)
        return noneText();
    if (shown().result.best.empty())
        return tr("none of %1 plans fits").arg(considered);
    const QString best = quantity(text::duration(shown().result.best.front().step));
    return shown().result.whole ? tr("best of %1 plans: %2").arg(considered, best)
                                : tr("stopped; best of %1 plans so far: %2").arg(considered, best);
}

QString PlannerPicture::noneText() const {
    if (!shown().none)
        return tr("No plan was found");
    switch (shown().none->reason) {
    case NoPlan::Reason::constraints:
        return tr("No plan meets the constraints");
    case NoPlan::Reason::rules:
        return tr("No plan with these values is legal");
    case NoPlan::Reason::memory:
        return tr("No plan fits into memory");
    }
    return {};
}

QString PlannerPicture::emptyText() const {
    return tr("The plans of this model on this cluster appear here");
}

void PlannerPicture::setFound(Found found) {
    m_found = std::move(found);
    m_running.reset();
    m_dots_stale = true;
    rebuild();
    redraw();
    emit subtitleChanged();
}

void PlannerPicture::setRunning(Found so_far, double share) {
    m_running = std::move(so_far);
    m_share = share;
    m_dots_stale = true;
    rebuild();
    redraw();
    emit subtitleChanged();
}

void PlannerPicture::setColourAxis(PlanAxis axis) {
    if (m_axis == axis)
        return;
    m_axis = axis;
    m_dots_stale = true;
    rebuild();
    redraw();
}

// Values of an axis in as many neighbouring groups as there are colours.
void PlannerPicture::makeLevels() {
    std::set<int> values;
    for (const Dot& dot : m_dots)
        values.insert(axis_value(dot.plan.key, m_axis));
    m_levels.clear();
    if (values.empty())
        return;
    const std::vector<int> sorted(values.begin(), values.end());
    const std::size_t groups = std::min<std::size_t>(level_count, sorted.size());
    const auto& policies = shown().result.policies;
    const bool counted = m_axis != PlanAxis::schedule && m_axis != PlanAxis::recompute;
    for (std::size_t g = 0; g < groups; ++g) {
        const std::size_t first = g * sorted.size() / groups, last = (g + 1) * sorted.size() / groups - 1;
        QString name = words(axis_value_name(m_axis, sorted[first], policies));
        if (last > first) {
            const QString end = words(axis_value_name(m_axis, sorted[last], policies));
            name = counted ? tr("%1 to %2").arg(name, end) : tr("%1, %2").arg(name, end);
        }
        // Few groups take colours far apart rather than neighbours.
        const int colour = groups == 1 ? level_count / 2 : int(g) * (level_count - 1) / (int(groups) - 1);
        m_levels.push_back({sorted[first], sorted[last], levelColour(colour), name});
    }
}

Colour PlannerPicture::colourOfPlan(const PlanKey& key) const {
    const int value = axis_value(key, m_axis);
    const auto level = std::ranges::find_if(m_levels, [value](const Level& l) { return value <= l.high; });
    return level == m_levels.end() ? Colour::level_6 : level->colour;
}

void PlannerPicture::makeDots() {
    ++m_version;
    m_dots.clear();
    std::set<PlanKey> seen;
    const auto add = [&](const std::vector<PricedPlan>& plans, bool front, bool old) {
        for (const PricedPlan& plan : plans)
            if (plan.step.value > 0 && std::isfinite(plan.step.value) && seen.insert(plan.key).second)
                m_dots.push_back({plan, {}, front || plan.pareto, old});
    };
    add(shown().result.best, false, false);
    add(shown().result.front, true, false);
    add(shown().result.dots, false, false);
    if (m_running && m_found)
        add(m_found->result.dots, false, true);
    makeLevels();
    m_slowest = 0;
    for (Dot& dot : m_dots) {
        dot.colour = colourOfPlan(dot.plan.key);
        dot.front = dot.front && !dot.old;
        m_slowest = std::max(m_slowest, dot.plan.step.value);
    }
}

void PlannerPicture::rebuild() {
    if (empty() || !m_dots_stale)
        return;
    m_dots_stale = false;
    makeDots();
    if (m_userView || (m_dots.empty() && !m_estimate))
        return;
    // A view that still shows what there is well enough stays: pictures do not jump while a control moves.
    const Extent all = extent();
    const auto filled = [](Range view, Range by) {
        return (by.upper - by.lower) / (view.upper - view.lower);
    };
    const auto logs = [](Range r) { return Range{std::log(r.lower), std::log(r.upper)}; };
    const bool good = m_at_home && contains(xRange(), all.memory) && contains(yRange(), all.step) &&
                      filled(xRange(), all.memory) > keeps_view &&
                      filled(logs(yRange()), logs(all.step)) > keeps_view;
    if (!good)
        home();
    m_at_home = true;
}

PlannerPicture::Extent PlannerPicture::extent() const {
    const double capacity = inGib(shown().capacity());
    double least = capacity, most = capacity * beyond_capacity, fastest = 1e300, slowest = 0;
    for (const Dot& dot : m_dots) {
        least = std::min(least, inGib(dot.plan.memory));
        most = std::max(most, inGib(dot.plan.memory));
        fastest = std::min(fastest, dot.plan.step.value);
        slowest = std::max(slowest, dot.plan.step.value);
    }
    most = std::min(most, capacity * far_beyond);
    if (showsCurrent()) {
        least = std::min(least, inGib(m_estimate->memory.peak));
        most = std::max(most, inGib(m_estimate->memory.peak));
        fastest = std::min(fastest, m_estimate->time.step.value);
        slowest = std::max(slowest, m_estimate->time.step.value);
        for (const Ghost& ghost : ghosts()) {
            fastest = std::min(fastest, ghost.estimate.time.step.value);
            slowest = std::max(slowest, ghost.estimate.time.step.value);
        }
    }
    if (!(fastest < 1e300))
        return {{0, most}, {1, 100}};
    return {{least, most}, {fastest, std::clamp(slowest, fastest * 1.5, fastest * slow)}};
}

PlannerPicture::Extent PlannerPicture::padded(const Extent& all) {
    constexpr double beside = 0.04, below = 0.1,
                     above = 0.06; // below stand the names of the best and the front
    const double width = all.memory.upper - all.memory.lower,
                 height = std::log(all.step.upper / all.step.lower);
    return {{std::max(0.0, all.memory.lower - width * beside), all.memory.upper + width * beside},
            {all.step.lower * std::exp(-height * below), all.step.upper * std::exp(height * above)}};
}

void PlannerPicture::home() {
    if (empty())
        return;
    const Extent view = padded(extent());
    setRanges(view.memory, view.step);
}

bool PlannerPicture::showsCurrent() const {
    return !empty() && m_scenario != nullptr && m_estimate != nullptr && m_estimate->legal() && !m_stale &&
           key_within(shown().request.scenario, *m_scenario, shown().result.policies).has_value();
}

std::optional<PlanKey> PlannerPicture::askedKey() const {
    return m_selection.kind == Subject::Kind::plan ? plan_key(m_selection.name) : std::nullopt;
}

bool PlannerPicture::hasSlowBand() const {
    return m_slowest > yRange().upper;
}

std::size_t PlannerPicture::plansBeyondView() const {
    return std::size_t(std::ranges::count_if(
        m_dots, [&](const Dot& dot) { return inGib(dot.plan.memory) > xRange().upper; }));
}

std::optional<QPointF> PlannerPicture::place(double memory, double step) const {
    const Range x = xRange(), y = yRange();
    if (memory < x.lower || memory > x.upper || step < y.lower)
        return std::nullopt;
    if (step <= y.upper)
        return pixel(memory, step);
    const QRectF band = slowBand();
    const double share =
        std::clamp(std::log(step / y.upper) / std::log(std::max(m_slowest, step) / y.upper), 0.0, 1.0);
    constexpr double inset = 0.16;
    return QPointF(xPixel(memory), band.bottom() - band.height() * (inset + share * (1 - 2 * inset)));
}

std::optional<QPointF> PlannerPicture::place(const PricedPlan& plan) const {
    return place(inGib(plan.memory), plan.step.value);
}

// Dots of a search that is being replaced are no targets: they stand last.
int PlannerPicture::targetCount() const {
    return empty() ? 0 : int(std::ranges::find_if(m_dots, &Dot::old) - m_dots.begin());
}

InteractivePicture::Target PlannerPicture::target(int index) const {
    const PricedPlan& plan = m_dots[std::size_t(index)].plan;
    const QRectF area = plotArea();
    const QPointF at = place(plan).value_or(QPointF(area.right() - 2, area.top() + 2));
    return {{.kind = Subject::Kind::plan, .name = plan_id(plan.key)}, planText(plan), at};
}

int PlannerPicture::targetAt(QPointF pos) const {
    constexpr double reach = 8; // pixels
    if (empty() || !(plotArea().contains(pos) || slowBand().contains(pos)))
        return -1;
    int best = -1;
    double nearest = reach;
    for (int i = 0, count = targetCount(); i < count; ++i) {
        const auto at = place(m_dots[std::size_t(i)].plan);
        const double away = at ? std::hypot(at->x() - pos.x(), at->y() - pos.y()) : reach;
        if (away < nearest) {
            nearest = away;
            best = i;
        }
    }
    return best;
}

const std::vector<PlannerPicture::Dot>& PlannerPicture::dots() {
    ensureFresh();
    return m_dots;
}

const std::vector<PlannerPicture::Level>& PlannerPicture::levels() {
    ensureFresh();
    return m_levels;
}

QStringList PlannerPicture::legendTexts() {
    ensureFresh();
    QStringList texts;
    for (const LegendLine& line : legend())
        texts << line.text;
    return texts;
}

QStringList PlannerPicture::calloutTexts() {
    ensureFresh();
    QStringList texts;
    for (const Callout& callout : callouts())
        texts << callout.text;
    return texts;
}

} // namespace ridgepoint
