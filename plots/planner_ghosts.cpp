// SPDX-License-Identifier: GPL-3.0-or-later
// The planner picture's ghosts: the plan at hand and the Pareto front under the other sets of ceilings.
#include "plots/planner_picture.hpp"

#include "plots/ghost_drawing.hpp"
#include "plots/wording.hpp"

#include <QPainter>

#include <algorithm>

namespace ridgepoint {

void PlannerPicture::setGhostFronts(std::vector<GhostFront> fronts) {
    m_ghostFronts = std::move(fronts);
    redraw();
}

void PlannerPicture::addGhostCallouts(std::vector<Callout>& list) const {
    const auto seconds = [](Seconds step) { return quantity(text::duration(step)); };
    if (showsCurrent())
        for (const Ghost& ghost : ghosts())
            //: The plan at hand at a set of ceilings: "datasheet: 17.6 s"
            list.push_back({inGib(ghost.estimate.memory.peak), ghost.estimate.time.step.value,
                            tr("%1: %2").arg(words(ghost.name), seconds(ghost.estimate.time.step)),
                            Colour::text_secondary, Callouts::Side::any});
}

void PlannerPicture::addGhostLegend(std::vector<LegendLine>& lines) const {
    const auto add = [&](const QString& name, int look) {
        LegendLine line;
        line.text = tr("at %1").arg(name);
        const auto searched = std::ranges::find(m_ghostFronts, name, &GhostFront::name);
        if (searched != m_ghostFronts.end() && !searched->front.empty()) {
            const Seconds fastest = std::ranges::min_element(searched->front, {}, &PricedPlan::step)->step;
            //: A set of ceilings and the fastest plan at it: "datasheet: best 16.8 s"
            line.text = tr("%1: best %2").arg(name, quantity(text::duration(fastest)));
        }
        line.kind = LegendLine::Kind::ghost;
        line.look = look;
        lines.push_back(line);
    };
    if (showsCurrent())
        for (const Ghost& ghost : ghosts())
            add(words(ghost.name), ghost.look);
    else
        for (const GhostFront& one : m_ghostFronts)
            add(one.name, one.look);
}

void PlannerPicture::drawGhosts(QPainter& painter) const {
    const QRectF area = plotArea();
    painter.setBrush(Qt::NoBrush);
    for (const GhostFront& one : m_ghostFronts) {
        QPolygonF steps;
        for (const PricedPlan& plan : one.front) {
            const QPointF at(std::clamp(xPixel(inGib(plan.memory)), area.left(), area.right()),
                             std::clamp(yPixel(plan.step.value), area.top(), area.bottom()));
            if (!steps.isEmpty())
                steps << QPointF(at.x(), steps.back().y());
            steps << at;
        }
        drawGhostLine(painter, steps, one.look, m_style);
    }
    if (!showsCurrent())
        return;
    const double radius = m_style.px(6);
    for (const Ghost& ghost : ghosts())
        if (const auto at = place(inGib(ghost.estimate.memory.peak), ghost.estimate.time.step.value)) {
            painter.setPen(m_style.pen(Colour::picture_ground, 4));
            painter.drawEllipse(*at, radius, radius);
            painter.setPen(ghostPen(ghost.look, m_style, 1.8));
            painter.drawEllipse(*at, radius, radius);
        }
}

void PlannerPicture::addGhostRows(PictureTable& table, const std::vector<PlanAxis>& axes) const {
    if (empty())
        return;
    const FoundPlans& found = shown();
    const auto add = [&](const QString& what, const PlanKey& key, Seconds step, Bytes memory) {
        std::vector<QString> row{what, fixed(step.value, 3), {}, fixed(inGib(memory), 1),
                                 fixed(found.mfu(step) * 100, 1)};
        for (const PlanAxis axis : axes)
            row.push_back(axis == PlanAxis::zero
                              ? QString::number(key.zero)
                              : words(axis_value_name(axis, axis_value(key, axis), found.result.policies)));
        row.push_back(QString::number(found.scenario(key).dp()));
        row.emplace_back();
        table.rows.push_back(std::move(row));
        table.subjects.push_back({.kind = Subject::Kind::plan, .name = plan_id(key)});
    };
    if (showsCurrent())
        if (const auto key = key_within(found.request.scenario, *m_scenario, found.result.policies))
            for (const Ghost& ghost : ghosts())
                add(tr("this plan, %1").arg(words(ghost.name)), *key, ghost.estimate.time.step,
                    ghost.estimate.memory.peak);
    for (const GhostFront& one : m_ghostFronts)
        for (const PricedPlan& plan : one.front)
            add(tr("front, %1").arg(one.name), plan.key, plan.step, plan.memory);
}

} // namespace ridgepoint
