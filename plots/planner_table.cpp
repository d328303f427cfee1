// SPDX-License-Identifier: GPL-3.0-or-later
// The planner picture's plans in words: tool tips and the table.
#include "plots/planner_picture.hpp"

#include "plots/wording.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

namespace ridgepoint {

std::size_t PlannerPicture::rankOf(const PlanKey& key) const {
    const std::vector<PricedPlan>& best = shown().result.best;
    const auto found = std::ranges::find(best, key, &PricedPlan::key);
    return found == best.end() ? 0 : std::size_t(found - best.begin()) + 1;
}

QString PlannerPicture::againstBest(Seconds step) const {
    double fastest = 1e300;
    for (const PricedPlan& plan : shown().result.front)
        fastest = std::min(fastest, plan.step.value);
    if (!(fastest < 1e300))
        return QStringLiteral("–");
    const double behind = step.value / fastest - 1;
    if (behind == 0)
        return tr("best");
    return signedFixed(behind * 100, 1);
}

QString PlannerPicture::planText(const PricedPlan& plan) const {
    using text::Digits;
    const FoundPlans& found = shown();
    QStringList lines{words(plan_words(plan.key))};
    lines << tr("micro-batch %1 · recompute %2 · sequence parallel %3")
                 .arg(words(axis_value_name(PlanAxis::micro_batch, plan.key.micro_batch,
                                            found.result.policies)),
                      words(axis_value_name(PlanAxis::recompute, plan.key.recompute, found.result.policies)),
                      plan.key.sequence_parallel ? tr("on") : tr("off"));
    const QString against = againstBest(plan.step);
    const QString step = quantity(text::duration(plan.step, Digits::exact));
    lines << (against == tr("best") ? tr("step %1, the best that fits").arg(step)
                                    : tr("step %1, %2\u202F% against the best that fits").arg(step, against));
    const QString memory = quantity(text::memory(plan.memory, Digits::exact));
    const QString allowed = quantity(text::memory(found.allowed()));
    lines << (plan.fits ? tr("%1 of %2 on the fullest rank").arg(memory, allowed)
                        : tr("%1 on the fullest rank: %2 more than the %3 there are")
                              .arg(memory, quantity(text::memory(plan.memory - found.allowed())), allowed));
    lines << tr("MFU %1 of the GEMM precision's peak").arg(quantity(text::percent(found.mfu(plan.step))));
    if (const std::size_t rank = rankOf(plan.key); rank > 0)
        lines << tr("number %1 of the best").arg(rank);
    if (plan.pareto)
        lines << tr("on the Pareto front: no plan is faster with less memory");
    lines << tr("Click or Enter loads it; undo goes back");
    return lines.join(u'\n');
}

PictureTable PlannerPicture::table() const {
    PictureTable table;
    std::vector<PricedPlan> plans;
    const auto add = [&](const PricedPlan& plan) {
        if (std::ranges::find(plans, plan.key, &PricedPlan::key) == plans.end())
            plans.push_back(plan);
    };
    if (!empty()) {
        const PlannerResult& result = shown().result;
        for (const PricedPlan& plan : result.best)
            add(plan);
        for (const PricedPlan& plan : result.front)
            add(plan);
        if (const auto key = askedKey())
            if (const PricedPlan* asked = find_plan(result, *key))
                add(*asked);
    }
    // Degrees that are 1 in every plan have no column.
    struct Column {
        PlanAxis axis;
        int usual; ///< no column where all have this
    };
    constexpr int always = -1;
    std::vector<PlanAxis> axes;
    for (const Column& column :
         {Column{PlanAxis::tp, always}, Column{PlanAxis::cp, 1}, Column{PlanAxis::pp, always},
          Column{PlanAxis::vpp, 1}, Column{PlanAxis::ep, 1}, Column{PlanAxis::etp, 1},
          Column{PlanAxis::zero, always}, Column{PlanAxis::hsdp_group, 0},
          Column{PlanAxis::schedule, int(Schedule::one_f_one_b)}, Column{PlanAxis::micro_batch, always},
          Column{PlanAxis::recompute, always}})
        if (column.usual == always || std::ranges::any_of(plans, [&](const PricedPlan& plan) {
                return axis_value(plan.key, column.axis) != column.usual;
            }))
            axes.push_back(column.axis);
    table.header = {tr("Rank"), tr("Step, s"), tr("To best, %"), tr("Memory, GiB"), tr("MFU, %")};
    for (const PlanAxis axis : axes)
        table.header.push_back(words(axis_name(axis)));
    table.header.push_back(tr("DP"));
    table.header.push_back(tr("Pareto"));
    for (const PricedPlan& plan : plans) {
        const FoundPlans& found = shown();
        const std::size_t rank = rankOf(plan.key);
        std::vector<QString> row{rank > 0 ? QString::number(rank) : QStringLiteral("–"),
                                 fixed(plan.step.value, 3), againstBest(plan.step),
                                 fixed(inGib(plan.memory), 1), fixed(found.mfu(plan.step) * 100, 1)};
        for (const PlanAxis axis : axes)
            row.push_back(axis == PlanAxis::zero ? QString::number(plan.key.zero)
                                                 : words(axis_value_name(axis, axis_value(plan.key, axis),
                                                                         found.result.policies)));
        row.push_back(QString::number(found.scenario(plan.key).dp()));
        row.push_back(plan.pareto ? tr("yes") : plan.fits ? QString() : tr("does not fit"));
        table.rows.push_back(std::move(row));
        table.subjects.push_back({.kind = Subject::Kind::plan, .name = plan_id(plan.key)});
    }
    addGhostRows(table, axes);
    return table;
}

} // namespace ridgepoint
