// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan_dock_mesh.hpp"

#include "app/session/document.hpp"
#include "models/mesh.hpp"
#include "ui/controls/count_box.hpp"
#include "ui/mesh_bar.hpp"
#include "ui/mesh_bar_words.hpp"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>

#include <algorithm>

namespace ridgepoint {
namespace {

using Order = std::array<Axis, 5>;

/// Rank orders frameworks use, Megatron's first.
constexpr std::array<Order, 6> orders{{
    {Axis::tp, Axis::cp, Axis::ep, Axis::dp, Axis::pp},
    {Axis::tp, Axis::cp, Axis::ep, Axis::pp, Axis::dp},
    {Axis::tp, Axis::ep, Axis::cp, Axis::dp, Axis::pp},
    {Axis::cp, Axis::tp, Axis::ep, Axis::dp, Axis::pp},
    {Axis::ep, Axis::tp, Axis::cp, Axis::dp, Axis::pp},
    {Axis::tp, Axis::pp, Axis::cp, Axis::ep, Axis::dp},
}};

constexpr double most_gpus = 1e9; ///< what a box holds

QString idOf(const Order& order) {
    QString id;
    for (const Axis axis : order)
        id += QString::number(int(axis));
    return id;
}

QString textOf(const Order& order) {
    QStringList names;
    for (const Axis axis : order)
        names << mesh_words::shortName(axis).toLower();
    return names.join(QStringLiteral(" · "));
}

} // namespace

MeshSection::MeshSection(Document& document) : PlanSection(document, tr("Mesh")), m_bar(new MeshBar(document, this)) {
    addWide(m_bar);
    auto* boxes = new QWidget(this);
    auto* grid = new QGridLayout(boxes);
    grid->setContentsMargins(0, 0, 0, 4);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(4);
    m_tp = addBox(grid, 0, tr("TP"), QStringLiteral("plan.tp"), tr("Tensor parallel: GPUs that split every layer"));
    m_cp = addBox(grid, 1, tr("CP"), QStringLiteral("plan.cp"), tr("Context parallel: GPUs that split a sequence"));
    m_dp = addBox(grid, 2, tr("DP"), QStringLiteral("plan.dp"),
                  tr("Data parallel: replicas. It follows from the GPUs; a value typed here changes their number."));
    m_pp = addBox(grid, 3, tr("PP"), QStringLiteral("plan.pp"), tr("Pipeline parallel: stages"));
    m_ep = addBox(grid, 4, tr("EP"), QStringLiteral("plan.ep"), tr("Expert parallel: GPUs that share the experts"));
    m_etp = addBox(grid, 5, tr("ETP"), QStringLiteral("plan.etp"),
                   tr("Expert tensor parallel: GPUs that split one expert"));
    addWide(boxes);
    for (const auto& [box, axis] : {std::pair{m_tp, Axis::tp}, {m_cp, Axis::cp}, {m_pp, Axis::pp}})
        connect(box, &CountBox::edited, this, [this, a = axis](int degree) { typeDegree(a, degree); });
    connect(m_dp, &CountBox::edited, this, [this](int dp) { typeDegree(Axis::dp, dp); });
    connect(m_ep, &CountBox::edited, this,
            [this](int ep) { edit(QStringLiteral("plan.ep"), [ep](Scenario& next) { next.plan.ep = ep; }); });
    connect(m_etp, &CountBox::edited, this,
            [this](int etp) { edit(QStringLiteral("plan.etp"), [etp](Scenario& next) { next.plan.etp = etp; }); });

    m_order = addCombo(QStringLiteral("plan.order"), tr("Rank order"),
                       tr("Which ranks are neighbours, innermost first: what comes first stays inside NVLink"));
    for (const Order& order : orders)
        m_order->addItem(textOf(order), idOf(order));
    connect(m_order, &QComboBox::activated, this, [this](int index) {
        const QString id = m_order->itemData(index).toString();
        for (const Order& order : orders)
            if (idOf(order) == id)
                edit(QStringLiteral("plan.order"), [&order](Scenario& next) { next.plan.order = order; });
    });

    m_zero = addChoice(QStringLiteral("plan.zero"), tr("ZeRO stage"), tr("What the data-parallel ranks shard"),
                       {{tr("0"), tr("ZeRO-0: nothing is sharded, every rank keeps everything")},
                        {tr("1"), tr("ZeRO-1: optimizer states")},
                        {tr("2"), tr("ZeRO-2: optimizer states and gradients")},
                        {tr("3"), tr("ZeRO-3 (FSDP): optimizer states, gradients and parameters")}});
    connect(m_zero, &SegmentedControl::chosen, this, [this](int stage) {
        edit(QStringLiteral("plan.zero"), [stage](Scenario& next) { next.plan.zero = stage; });
    });
}

CountBox* MeshSection::addBox(QGridLayout* grid, int place, const QString& name, const QString& control,
                              const QString& meaning) {
    constexpr int perRow = 3;
    auto* box = new CountBox(this);
    box->setObjectName(control + QStringLiteral(".box"));
    box->setAccessibleName(tr("%1, ranks").arg(name));
    box->setToolTip(tr("%1. Ranks; any number may be typed, arrows go to the next stop.").arg(meaning));
    auto* label = new QLabel(name, this);
    label->setBuddy(box);
    const int row = place / perRow, column = 2 * (place % perRow);
    grid->addWidget(label, row, column);
    grid->addWidget(box, row, column + 1);
    grid->setColumnStretch(column + 1, 1);
    box->setMinimumWidth(54);
    return box;
}

/// A typed degree is taken as it is. Where the GPUs still divide, what depends on it follows as in a drag.
void MeshSection::typeDegree(Axis axis, int degree) {
    const Scenario before = m_document.scenario();
    if (axis == Axis::dp) {
        const double gpus = double(degree) * before.plan.tp * before.plan.cp * before.plan.pp;
        if (gpus <= most_gpus)
            m_document.change(QStringLiteral("plan.dp"), QString(), mesh::with_gpus(before, int(gpus)));
        m_dp->showValue(mesh::shown_dp(m_document.scenario()));
        return;
    }
    Scenario next = before;
    (axis == Axis::tp ? next.plan.tp : axis == Axis::cp ? next.plan.cp : next.plan.pp) = degree;
    if (next.dp() > 0)
        static_cast<void>(mesh::settle_dependants(next, before));
    const QString control = axis == Axis::tp ? QStringLiteral("plan.tp")
                            : axis == Axis::cp ? QStringLiteral("plan.cp")
                                               : QStringLiteral("plan.pp");
    m_document.change(control, QString(), next);
}

void MeshSection::followBoxes(const Scenario& now, const Scenario& saved) {
    const auto show = [&](CountBox* box, Axis axis, const char* key) {
        const int degree = mesh::degree(now, axis);
        box->setStops(mesh::stop_degrees(now, axis, mesh::Trade::with_data_parallel));
        box->showValue(degree);
        box->setTroubled(isBlamed(key));
        mark(box, degree != mesh::degree(saved, axis));
    };
    show(m_tp, Axis::tp, "plan.tp");
    show(m_cp, Axis::cp, "plan.cp");
    show(m_dp, Axis::dp, "plan.dp");
    show(m_pp, Axis::pp, "plan.pp");
    const std::vector<int> inStage = mesh::divisors(now.plan.tp * now.plan.cp * mesh::shown_dp(now));
    m_ep->setStops(inStage);
    m_ep->showValue(now.plan.ep);
    m_ep->setTroubled(isBlamed("plan.ep"));
    mark(m_ep, now.plan.ep != saved.plan.ep);
    m_etp->setStops(inStage);
    m_etp->showValue(now.plan.etp);
    m_etp->setTroubled(isBlamed("plan.etp"));
    mark(m_etp, now.plan.etp != saved.plan.etp);
}

void MeshSection::follow(const Scenario& now, const Scenario& saved) {
    setRemark(mesh_words::product(now));
    followBoxes(now, saved);
    showChoice(m_order, idOf(now.plan.order), textOf(now.plan.order));
    mark(m_order, now.plan.order != saved.plan.order);
    m_zero->setCurrent(now.plan.zero);
    mark(m_zero, now.plan.zero != saved.plan.zero);
}

} // namespace ridgepoint
