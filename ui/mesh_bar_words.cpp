// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mesh_bar_words.hpp"

#include "models/text.hpp"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace ridgepoint::mesh_words {
namespace {

QString tr(const char* text) { return QCoreApplication::translate("MeshBar", text); }

QString changeOf(const QString& name, int from, int to) {
    return tr("%1 %2 → %3").arg(name, number(from), number(to));
}

} // namespace

QString number(long long n) { return QString::fromStdString(text::count(double(n))); }

QString shortName(Axis axis) {
    switch (axis) {
    case Axis::tp: return tr("TP");
    case Axis::cp: return tr("CP");
    case Axis::ep: return tr("EP");
    case Axis::dp: return tr("DP");
    case Axis::pp: break;
    }
    return tr("PP");
}

QString longName(Axis axis) {
    switch (axis) {
    case Axis::tp: return tr("tensor parallel");
    case Axis::cp: return tr("context parallel");
    case Axis::ep: return tr("expert parallel");
    case Axis::dp: return tr("data parallel");
    case Axis::pp: break;
    }
    return tr("pipeline parallel");
}

QString degree(Axis axis, int n) { return tr("%1 %2").arg(shortName(axis), number(n)); }

QStringList expertTexts(const Scenario& scenario) {
    const Plan& plan = scenario.plan;
    if (!scenario.model.moe)
        return {tr("no experts")};
    const QString group = plan.etp > 1 ? tr("EP %1 · ETP %2").arg(number(plan.ep), number(plan.etp))
                                       : tr("EP %1").arg(number(plan.ep));
    const int experts = scenario.model.moe->experts;
    const int each = experts / std::max(1, plan.ep);
    const QString share = tr("%1: %2 of %3 experts a GPU").arg(group, number(each), number(experts));
    const int domains = mesh::expert_domains(scenario);
    const QString place = tr("%1 nodes").arg(number(domains));
    if (domains > 1)
        return {tr("%1, %2").arg(share, place), tr("%1, %2").arg(group, place), group};
    return {share, group};
}

QStringList zeroTexts(const Scenario& scenario) {
    const Plan& plan = scenario.plan;
    if (plan.zero == 0)
        return {tr("ZeRO-0: nothing is sharded"), tr("ZeRO-0")};
    const int group = mesh::zero_group(scenario);
    const QString stage = tr("ZeRO-%1").arg(plan.zero);
    const QString over = tr("%1 shards over %2").arg(stage, number(group));
    const QString size = tr("%1: %2").arg(stage, number(group));
    const int replicas = mesh::degree(scenario, Axis::cp) * mesh::shown_dp(scenario) / std::max(1, group);
    if (replicas > 1)
        return {tr("%1, %2 replicas").arg(over, number(replicas)), over, size};
    if (plan.cp > 1)
        return {tr("%1, CP · DP").arg(over), over, size};
    if (scenario.model.moe && scenario.edp() > 0 && plan.ep > 1)
        return {tr("%1; expert weights over expert DP %2").arg(over, number(scenario.edp())),
                tr("%1; experts over %2").arg(over, number(scenario.edp())), over, size};
    return {over, size};
}

QString product(const Scenario& scenario) {
    QStringList factors;
    long long ranks = 1;
    for (const mesh::Segment& segment : mesh::segments(scenario)) {
        factors << number(segment.degree);
        ranks *= segment.degree;
    }
    const QString left = factors.join(tr(" × "));
    const long long idle = mesh::idle_gpus(scenario);
    if (idle == 0)
        return tr("%1 = %2").arg(left, number(ranks));
    if (idle > 0)
        return tr("%1 = %2 of %3, %4 idle").arg(left, number(ranks), number(scenario.cluster.gpus), number(idle));
    return tr("%1 = %2, %3 more than there are").arg(left, number(ranks), number(-idle));
}

QString trade(const Scenario& before, const Scenario& after) {
    QStringList changes;
    for (const mesh::Segment& segment : mesh::segments(before)) {
        const int now = mesh::degree(after, segment.axis);
        if (now != segment.degree)
            changes << changeOf(shortName(segment.axis), segment.degree, now);
    }
    if (changes.isEmpty() && before.plan.ep != after.plan.ep)
        changes << changeOf(shortName(Axis::ep), before.plan.ep, after.plan.ep);
    if (changes.isEmpty() && mesh::zero_group(before) != mesh::zero_group(after))
        changes << changeOf(tr("ZeRO group"), mesh::zero_group(before), mesh::zero_group(after));
    return changes.join(tr(", "));
}

QString segmentToolTip(const Scenario& scenario, Axis axis) {
    const QString name = degree(axis, mesh::degree(scenario, axis));
    switch (axis) {
    case Axis::tp: return tr("%1: GPUs that split every layer's matrices").arg(name);
    case Axis::cp: return tr("%1: GPUs that split every sequence").arg(name);
    case Axis::dp: return tr("%1: replicas, each with its own share of the batch").arg(name);
    case Axis::pp: return tr("%1: pipeline stages, each with some of the layers").arg(name);
    case Axis::ep: break;
    }
    return tr("%1: GPUs that share the experts").arg(name);
}

} // namespace ridgepoint::mesh_words
