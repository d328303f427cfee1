// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan_dock_cluster.hpp"

#include "app/session/document.hpp"
#include "models/counts.hpp"
#include "models/mesh.hpp"
#include "models/text.hpp"

#include <QComboBox>
#include <QRegularExpression>

namespace ridgepoint {
namespace {

QString toText(const std::string& text) { return QString::fromStdString(text); }

/// "DeepSeek-V3, 671 B"; a name that tells its size ("Llama 3.1 405B") stays as it is.
QString modelText(const Architecture& model) {
    static const QRegularExpression size(QStringLiteral("\\d[BT]\\b"));
    const QString name = toText(model.name);
    if (name.contains(size))
        return name;
    const QString parameters = toText(text::parameters(parameter_counts(model).total).joined());
    return ClusterSection::tr("%1, %2").arg(name, parameters);
}

QString acceleratorText(const Accelerator& accelerator) {
    static const QRegularExpression size(QStringLiteral("\\d+ ?GB"));
    const QString name = toText(accelerator.name);
    if (name.contains(size))
        return name;
    return ClusterSection::tr("%1, %2").arg(name, toText(text::memory(accelerator.hbm).joined()));
}

} // namespace

ClusterSection::ClusterSection(Document& document) : PlanSection(document, tr("Model and cluster")) {
    m_model = addCombo(QStringLiteral("model"), tr("Model"), tr("The model that is trained"));
    for (const Architecture& model : document.presets().models)
        m_model->addItem(modelText(model), toText(model.id));
    connect(m_model, &QComboBox::activated, this,
            [this](int index) { chooseModel(m_model->itemData(index).toString()); });

    m_accelerator = addCombo(QStringLiteral("cluster.accelerator"), tr("Accelerator"),
                             tr("The GPU: its peaks, memory and links. HBM in GiB."));
    for (const Accelerator& accelerator : document.presets().accelerators)
        m_accelerator->addItem(acceleratorText(accelerator), toText(accelerator.id));
    connect(m_accelerator, &QComboBox::activated, this,
            [this](int index) { chooseAccelerator(m_accelerator->itemData(index).toString()); });

    m_gpus = addSlider(QStringLiteral("cluster.gpus"), tr("GPUs"), tr("GPUs"),
                       tr("Number of GPUs. Data parallel (DP) changes with it."), [this](int gpus) {
                           const Scenario next = mesh::with_gpus(base(), gpus);
                           m_document.change(QStringLiteral("cluster.gpus"), QString(), next);
                       });
}

void ClusterSection::chooseModel(const QString& id) {
    const Architecture* model = m_document.presets().model(id.toStdString());
    if (!model)
        return;
    edit(QStringLiteral("model"), [&](Scenario& next) {
        const Scenario before = next;
        next.model = *model;
        static_cast<void>(mesh::settle_dependants(next, before)); // a dense model has no experts to share
    });
}

void ClusterSection::chooseAccelerator(const QString& id) {
    const Accelerator* accelerator = m_document.presets().accelerator(id.toStdString());
    if (!accelerator)
        return;
    edit(QStringLiteral("cluster.accelerator"), [&](Scenario& next) {
        Cluster cluster;
        cluster.accelerator = *accelerator;
        cluster.gpus = next.cluster.gpus;
        cluster.gpus_per_domain = accelerator->gpus_per_domain;
        cluster.network = next.cluster.network;
        cluster.curves = m_document.presets().curves_for(*accelerator);
        cluster.in_network_reduction = next.cluster.in_network_reduction;
        cluster.gpus_per_pod = next.cluster.gpus_per_pod;
        cluster.oversubscription = next.cluster.oversubscription;
        cluster.rails = next.cluster.rails;
        next.cluster = cluster; // link speeds set by hand and the power cap were the other GPU's
    });
}

void ClusterSection::follow(const Scenario& now, const Scenario& saved) {
    showChoice(m_model, toText(now.model.id), modelText(now.model));
    mark(m_model, !(now.model == saved.model));
    showChoice(m_accelerator, toText(now.cluster.accelerator.id), acceleratorText(now.cluster.accelerator));
    mark(m_accelerator, !(now.cluster.accelerator == saved.cluster.accelerator));
    std::vector<LabelledSlider::Stop> stops;
    for (const int gpus : mesh::gpu_stops(now))
        stops.push_back({gpus, true});
    m_gpus->setStops(stops);
    m_gpus->showValue(now.cluster.gpus, now.cluster.gpus != saved.cluster.gpus, isBlamed("cluster.gpus"));
}

} // namespace ridgepoint
