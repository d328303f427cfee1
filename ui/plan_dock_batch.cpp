// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan_dock_batch.hpp"

#include "app/session/document.hpp"
#include "models/plan_stops.hpp"
#include "models/shape_share.hpp"
#include "models/text.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

namespace ridgepoint {
namespace {

QString count(int n) { return QString::fromStdString(text::count(n)); }

} // namespace

BatchSection::BatchSection(Document& document) : PlanSection(document, tr("Batch")) {
    m_micro = addField(QStringLiteral("plan.micro_batch"), tr("Micro-batch"), tr("sequences"),
                       tr("Sequences a replica works on at a time"), &Plan::micro_batch);
    m_global = addField(QStringLiteral("plan.global_batch"), tr("Global batch"), tr("sequences"),
                        tr("Sequences of one step, over all replicas"), &Plan::global_batch);
    m_tokens = addNote();
    m_tokens->setObjectName(QStringLiteral("plan.tokens"));
    m_tokens->setToolTip(tr("Tokens of one step, and micro-batches of each replica"));
    addShapes();
    m_sequence = addField(QStringLiteral("plan.sequence"), tr("Sequence"), tr("tokens"), tr("Tokens of a sequence"),
                          &Plan::sequence);
    m_virtual = addField(QStringLiteral("plan.vpp"), tr("Virtual pipeline"), tr("chunks a stage"),
                         tr("Chunks of layers on each pipeline rank (interleaved schedule)"), &Plan::vpp);
}

void BatchSection::addShapes() {
    auto* row = new QWidget(this);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    m_share = new QSpinBox(row);
    m_share->setObjectName(QStringLiteral("shapes.share"));
    m_share->setRange(10, 99);
    m_share->setValue(qRound(default_shape_share * 100));
    m_share->setSuffix(tr(" %"));
    m_share->setAccessibleName(tr("Wanted share of the peak, per cent"));
    m_share->setToolTip(tr("Share of the peak that GEMM shapes should reach"));
    auto* fill = new QPushButton(tr("Fill GEMMs"), row);
    fill->setObjectName(QStringLiteral("shapes.fill"));
    fill->setAccessibleName(tr("Fill GEMMs: set the micro-batch by the share of the peak"));
    fill->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a narrow dock leaves it less
    fill->setToolTip(tr("Sets the smallest micro-batch whose GEMM shapes reach this share of the peak; gradients "
                        "accumulate over the rest of the batch"));
    connect(fill, &QPushButton::clicked, this, &BatchSection::fillShapes);
    line->addWidget(m_share);
    line->addWidget(fill, 1);
    addRow(tr("Shapes ≥"), row, m_share);
    m_shapes = addNote();
    m_shapes->setObjectName(QStringLiteral("shapes.note"));
}

void BatchSection::fillShapes() {
    const std::optional<ShapedBatch> found =
        micro_batch_for_shapes(m_document.scenario(), m_share->value() / 100.0);
    if (found)
        edit(QStringLiteral("plan.micro_batch"), [&](Scenario& next) { next.plan.micro_batch = found->micro_batch; });
}

LabelledSlider* BatchSection::addField(const QString& control, const QString& label, const QString& unit,
                                       const QString& toolTip, int Plan::* field) {
    return addSlider(control, label, unit, toolTip, [this, control, field](int value) {
        edit(control, [=](Scenario& next) { next.plan.*field = value; });
    });
}

void BatchSection::follow(const Scenario& now, const Scenario& saved) {
    const auto show = [&](LabelledSlider* row, int Plan::* field, const char* key,
                          const std::vector<ValueStop>& stops) {
        row->setStops(toStops(stops));
        row->showValue(now.plan.*field, now.plan.*field != saved.plan.*field, isBlamed(key));
    };
    show(m_micro, &Plan::micro_batch, "plan.micro_batch", micro_batch_stops(now));
    show(m_global, &Plan::global_batch, "plan.global_batch", global_batch_stops(now));
    show(m_sequence, &Plan::sequence, "plan.sequence", sequence_stops(now));
    show(m_virtual, &Plan::vpp, "plan.vpp", virtual_stage_stops(now));
    const QString tokens = QString::fromStdString(text::parameters(now.tokens_per_step()).joined());
    if (now.micro_batches() > 0)
        m_tokens->setText(tr("%1 tokens · micro-batches: %2").arg(tokens, count(now.micro_batches())));
    else
        m_tokens->setText(tr("%1 tokens").arg(tokens));
    if (m_document.violations().empty()) // shapes of an illegal plan mean nothing: the last ones stay
        m_shapes->setText(tr("GEMM shapes reach %1 % of the peak").arg(qRound(gemm_shape_share(now) * 100)));
}

} // namespace ridgepoint
