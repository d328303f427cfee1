// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan_dock_reality.hpp"

#include "app/session/document.hpp"

#include <QAction>

#include <algorithm>
#include <array>

namespace ridgepoint {

namespace {

/// In the order of the segments.
constexpr std::array networks{NetworkModel::flat, NetworkModel::hierarchical, NetworkModel::measured};

} // namespace

RealitySection::RealitySection(Document& document) : PlanSection(document, tr("Reality")) {
    m_network = addChoice(
        QStringLiteral("cluster.network"), tr("Network"), tr("How bytes meet the links"),
        {{tr("Flat"), tr("Flat: every byte of a gather, scatter or reduction crosses the GPU's own NIC")},
         {tr("Hierarchical"), tr("Hierarchical: inside NVLink first, then one share a NIC, as NCCL does it")},
         {tr("Measured"), tr("Measured: published nccl-tests curves over message size and node count. What was not "
                             "measured is hierarchical, and the estimate says so")}});
    connect(m_network, &SegmentedControl::chosen, this, [this](int index) {
        const NetworkModel network = networks[std::size_t(index)];
        edit(QStringLiteral("cluster.network"), [=](Scenario& next) { next.cluster.network = network; });
    });

    m_ceilings = addChoice(QStringLiteral("ceilings"), tr("Ceilings"), tr("Which peaks count, TFLOP/s and GB/s"),
                           {{tr("Datasheet"), tr("Datasheet: the vendor's dense peaks")},
                            {tr("Achievable"), tr("Achievable: the best measured matrix products and links")},
                            {tr("Mine"), tr("Mine: what your own cluster measured (Edit, Calibrate)")}});
    connect(m_ceilings, &SegmentedControl::chosen, this, [this](int index) {
        const auto ceilings = Ceilings(index);
        if (ceilings == Ceilings::calibrated && !m_document.scenario().calibration) {
            m_ceilings->setCurrent(int(m_document.scenario().ceilings)); // nothing of one's own yet
            if (auto* calibrate = window()->findChild<QAction*>(QStringLiteral("edit.calibrate")))
                calibrate->trigger();
            return;
        }
        edit(QStringLiteral("ceilings"), [=](Scenario& next) { next.ceilings = ceilings; });
    });

    m_fidelity = addChoice(
        QStringLiteral("fidelity"), tr("Fidelity"), tr("How much is modelled"),
        {{tr("Speed of light"), tr("Speed of light: work over peak and bytes over bandwidth, the larger counts")},
         {tr("Detailed"), tr("Detailed: every operator, collective and pipeline slot")}});
    connect(m_fidelity, &SegmentedControl::chosen, this, [this](int index) {
        const Fidelity fidelity = index == 0 ? Fidelity::speed_of_light : Fidelity::detailed;
        edit(QStringLiteral("fidelity"), [=](Scenario& next) { next.fidelity = fidelity; });
    });
}

void RealitySection::follow(const Scenario& now, const Scenario& saved) {
    const auto network = std::find(networks.begin(), networks.end(), now.cluster.network);
    m_network->setCurrent(int(network - networks.begin()));
    mark(m_network, now.cluster.network != saved.cluster.network);
    m_ceilings->setCurrent(int(now.ceilings));
    mark(m_ceilings, now.ceilings != saved.ceilings);
    m_fidelity->setCurrent(now.fidelity == Fidelity::speed_of_light ? 0 : 1);
    mark(m_fidelity, now.fidelity != saved.fidelity);
}

} // namespace ridgepoint
