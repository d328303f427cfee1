// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan_dock_recipe.hpp"

#include "app/session/document.hpp"
#include "models/text.hpp"
#include "ui/controls/precision_slider.hpp"
#include "ui/controls/stop_slider.hpp"

#include <QComboBox>

namespace ridgepoint {
namespace {

constexpr Schedule schedules[] = {Schedule::gpipe, Schedule::one_f_one_b, Schedule::interleaved, Schedule::zb_h1,
                                  Schedule::zb_v,  Schedule::dualpipe,    Schedule::dualpipev};

QString idOf(const Recompute& recompute) {
    return QStringLiteral("%1/%2").arg(recompute.operators).arg(recompute.first_layers.value_or(-1));
}

QString toText(std::string_view text) { return QString::fromUtf8(text.data(), qsizetype(text.size())); }

} // namespace

RecipeSection::RecipeSection(Document& document)
    : PlanSection(document, tr("Recipe")), m_precision(new PrecisionSlider(tr("Precision"), this)) {
    addWide(m_precision);
    connect(m_precision, &PrecisionSlider::pressed, this, &RecipeSection::beginDrag);
    connect(m_precision, &PrecisionSlider::released, this, &RecipeSection::endDrag);
    connect(m_precision, &PrecisionSlider::edited, this, &RecipeSection::choosePrecision);

    m_schedule = addCombo(QStringLiteral("plan.schedule"), tr("Schedule"),
                          tr("In which order a pipeline rank runs its micro-batches"));
    for (const Schedule schedule : schedules)
        m_schedule->addItem(toText(text::name(schedule)), QString::number(int(schedule)));
    connect(m_schedule, &QComboBox::activated, this, [this](int index) {
        const auto schedule = Schedule(m_schedule->itemData(index).toInt());
        edit(QStringLiteral("plan.schedule"), [=](Scenario& next) { next.plan.schedule = schedule; });
    });

    m_recompute = addCombo(QStringLiteral("plan.recompute"), tr("Recompute"),
                           tr("Outputs that are not kept but computed again in the backward pass"));
    const std::pair<QString, unsigned> sets[] = {
        {tr("None"), recompute_none},
        {tr("Attention core"), recompute_attention_core},
        {tr("Norms, activation"), recompute_norm | recompute_activation},
        {tr("Norms, MLA up, act."), recompute_norm | recompute_mla_up | recompute_activation},
        {tr("Experts"), recompute_moe},
        {tr("Full, every layer"), recompute_full},
    };
    for (const auto& [name, operators] : sets)
        m_recompute->addItem(name, idOf({operators, {}}));
    connect(m_recompute, &QComboBox::activated, this, [this](int index) {
        const unsigned operators = m_recompute->itemData(index).toString().section(QLatin1Char('/'), 0, 0).toUInt();
        const int layers = m_recompute->itemData(index).toString().section(QLatin1Char('/'), 1, 1).toInt();
        Recompute chosen{operators, {}};
        if (layers >= 0)
            chosen.first_layers = layers;
        edit(QStringLiteral("plan.recompute"), [&](Scenario& next) { next.plan.recompute = chosen; });
    });
}

void RecipeSection::choosePrecision(int step) {
    const std::vector<PrecisionRecipe>& recipes = m_document.presets().precisions;
    if (step < 0 || std::size_t(step) >= recipes.size())
        return;
    edit(QStringLiteral("precision"), [&](Scenario& next) { next.precision = recipes[std::size_t(step)]; });
}

void RecipeSection::followPrecision(const Scenario& now, const Scenario& saved) {
    const std::vector<PrecisionRecipe>& recipes = m_document.presets().precisions;
    std::vector<PrecisionSlider::Step> steps;
    int here = 0;
    bool own = true;
    for (std::size_t i = 0; i < recipes.size(); ++i) {
        const bool has = now.cluster.accelerator.has_rate(rate_class(recipes[i].gemm));
        steps.push_back({toText(recipes[i].name), has});
        if (recipes[i].id == now.precision.id) {
            here = int(i);
            own = !(recipes[i] == now.precision);
        } else if (own && recipes[i].gemm == now.precision.gemm && now.precision.id.empty()) {
            here = int(i);
        }
    }
    m_precision->setSteps(steps);
    const QString name = toText(now.precision.name);
    m_precision->showStep(here, own ? tr("%1 (own)").arg(name) : name, !(now.precision == saved.precision));
}

void RecipeSection::follow(const Scenario& now, const Scenario& saved) {
    followPrecision(now, saved);
    showChoice(m_schedule, QString::number(int(now.plan.schedule)), toText(text::name(now.plan.schedule)));
    mark(m_schedule, now.plan.schedule != saved.plan.schedule);
    showChoice(m_recompute, idOf(now.plan.recompute), toText(text::recompute(now.plan.recompute)));
    m_recompute->setToolTip(tr("Outputs that are not kept but computed again in the backward pass: %1")
                                .arg(toText(text::recompute(now.plan.recompute))));
    mark(m_recompute, !(now.plan.recompute == saved.plan.recompute));
}

} // namespace ridgepoint
