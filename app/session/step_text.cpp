// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/step_text.hpp"

#include "models/text.hpp"

#include <QCoreApplication>
#include <QStringList>

#include <vector>

namespace ridgepoint {

namespace {

/// How many differences a text names before it only counts the rest: longer ones do not fit a menu.
constexpr qsizetype named_differences = 2;

struct StepText {
    Q_DECLARE_TR_FUNCTIONS(ridgepoint::StepText)
};

QString qt(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString presetName(const std::string& name, const std::string& id) {
    return qt(name.empty() ? id : name);
}

QString shown(bool on) {
    return on ? StepText::tr("on") : StepText::tr("off");
}

QString shown(const std::optional<bool>& on) {
    return on ? shown(*on) : StepText::tr("default");
}

QString shown(int value) {
    return QString::number(value);
}

QString shown(const std::optional<int>& value) {
    return value ? shown(*value) : StepText::tr("default");
}

QString shown(double value) {
    return QString::number(value, 'g', 6);
}

QString shown(const std::optional<NumberFormat>& format) {
    return format ? qt(to_text(*format)) : StepText::tr("of the recipe");
}

QString shown(Ceilings ceilings) {
    if (ceilings == Ceilings::calibrated)
        return StepText::tr("mine");
    return ceilings == Ceilings::datasheet ? StepText::tr("datasheet") : StepText::tr("achievable");
}

QString shown(Fidelity fidelity) {
    return fidelity == Fidelity::detailed ? StepText::tr("detailed") : StepText::tr("speed of light");
}

QString shown(AttentionFlops count) {
    return count == AttentionFlops::causal ? StepText::tr("causal") : StepText::tr("full");
}

QString shown(CpKind kind) {
    switch (kind) {
    case CpKind::ring:
        return StepText::tr("ring");
    case CpKind::all_gather:
        return StepText::tr("all-gather");
    case CpKind::all_to_all:
        return StepText::tr("all-to-all");
    }
    return {};
}

QString shown(Offload offload) {
    switch (offload) {
    case Offload::none:
        return StepText::tr("none");
    case Offload::optimizer:
        return StepText::tr("optimizer");
    case Offload::activations:
        return StepText::tr("activations");
    case Offload::all:
        return StepText::tr("all");
    }
    return {};
}

QString shown(const std::array<Axis, 5>& order) {
    QStringList names;
    for (const Axis axis : order) {
        switch (axis) {
        case Axis::tp:
            names << QStringLiteral("TP");
            break;
        case Axis::cp:
            names << QStringLiteral("CP");
            break;
        case Axis::ep:
            names << QStringLiteral("EP");
            break;
        case Axis::dp:
            names << QStringLiteral("DP");
            break;
        case Axis::pp:
            names << QStringLiteral("PP");
            break;
        }
    }
    return names.join(QStringLiteral("·"));
}

QString shown(const std::vector<int>& layers) {
    if (layers.empty())
        return StepText::tr("even");
    QStringList numbers;
    for (const int n : layers)
        numbers << QString::number(n);
    return numbers.join(QStringLiteral(" "));
}

/// Collects what differs, in the order it is asked.
class Differences {
public:
    template <class Value>
    void add(const QString& label, const Value& before, const Value& after) {
        if (before != after)
            addText(label, shown(before), shown(after));
    }
    void addText(const QString& label, const QString& before, const QString& after) {
        m_items << StepText::tr("%1 %2 → %3").arg(label, before, after);
    }
    void addLabel(const QString& label, bool differs) {
        if (differs)
            m_items << label;
    }
    const QStringList& items() const { return m_items; }

private:
    QStringList m_items;
};

void addInputs(Differences& differences, const Scenario& a, const Scenario& b) {
    if (a.model != b.model)
        differences.addText(StepText::tr("model"), presetName(a.model.name, a.model.id),
                            presetName(b.model.name, b.model.id));
    if (a.cluster.accelerator != b.cluster.accelerator)
        differences.addText(StepText::tr("accelerator"), qt(a.cluster.accelerator.name),
                            qt(b.cluster.accelerator.name));
    differences.add(StepText::tr("GPUs"), a.cluster.gpus, b.cluster.gpus);
    differences.add(StepText::tr("GPUs per NVLink domain"), a.cluster.gpus_per_domain,
                    b.cluster.gpus_per_domain);
    if (a.precision != b.precision)
        differences.addText(StepText::tr("precision"), presetName(a.precision.name, a.precision.id),
                            presetName(b.precision.name, b.precision.id));
}

void addDegrees(Differences& differences, const Plan& a, const Plan& b) {
    differences.add(StepText::tr("tensor parallel"), a.tp, b.tp);
    differences.add(StepText::tr("context parallel"), a.cp, b.cp);
    differences.add(StepText::tr("pipeline parallel"), a.pp, b.pp);
    differences.add(StepText::tr("expert parallel"), a.ep, b.ep);
    differences.add(StepText::tr("expert tensor parallel"), a.etp, b.etp);
    differences.add(StepText::tr("virtual pipeline"), a.vpp, b.vpp);
    differences.add(StepText::tr("ZeRO stage"), a.zero, b.zero);
    differences.add(StepText::tr("HSDP group"), a.hsdp_group, b.hsdp_group);
    differences.add(StepText::tr("micro-batch"), a.micro_batch, b.micro_batch);
    differences.add(StepText::tr("global batch"), a.global_batch, b.global_batch);
    differences.add(StepText::tr("sequence length"), a.sequence, b.sequence);
}

void addChoices(Differences& differences, const Plan& a, const Plan& b) {
    if (a.schedule != b.schedule)
        differences.addText(StepText::tr("schedule"), qt(text::name(a.schedule)), qt(text::name(b.schedule)));
    if (a.recompute != b.recompute)
        differences.addText(StepText::tr("recompute"), qt(text::recompute(a.recompute)),
                            qt(text::recompute(b.recompute)));
    differences.add(StepText::tr("sequence parallel"), a.sequence_parallel, b.sequence_parallel);
    differences.add(StepText::tr("layers per stage"), a.stage_layers, b.stage_layers);
    differences.add(StepText::tr("placement order"), a.order, b.order);
    differences.add(StepText::tr("offload"), a.offload, b.offload);
    differences.add(StepText::tr("gather format"), a.gather_format, b.gather_format);
    differences.add(StepText::tr("reduce format"), a.reduce_format, b.reduce_format);
    differences.add(StepText::tr("reshard after forward"), a.reshard_after_forward, b.reshard_after_forward);
    differences.add(StepText::tr("prefetched layers"), a.prefetch_layers, b.prefetch_layers);
    differences.add(StepText::tr("bucket size (MB)"), a.bucket_mb, b.bucket_mb);
    differences.add(StepText::tr("context parallel kind"), a.cp_kind, b.cp_kind);
    differences.add(StepText::tr("SMs for communication"), a.comm_sms, b.comm_sms);
    differences.add(StepText::tr("expert imbalance"), a.moe_imbalance, b.moe_imbalance);
    differences.add(StepText::tr("multi-token prediction"), a.mtp, b.mtp);
    differences.addLabel(StepText::tr("attention kernel"), a.attention_kernel != b.attention_kernel);
}

void addOverlap(Differences& differences, const Overlap& a, const Overlap& b) {
    differences.add(StepText::tr("TP overlap"), a.tp, b.tp);
    differences.add(StepText::tr("CP overlap"), a.cp, b.cp);
    differences.add(StepText::tr("EP overlap"), a.ep, b.ep);
    differences.add(StepText::tr("PP overlap"), a.pp, b.pp);
    differences.add(StepText::tr("DP reduce overlap"), a.dp_reduce, b.dp_reduce);
    differences.add(StepText::tr("DP gather overlap"), a.dp_gather, b.dp_gather);
    differences.add(StepText::tr("ZeRO-3 overlap"), a.zero3, b.zero3);
}

void addRest(Differences& differences, const Scenario& a, const Scenario& b) {
    if (a.cluster.network != b.cluster.network)
        differences.addText(StepText::tr("network"), qt(text::name(a.cluster.network)),
                            qt(text::name(b.cluster.network)));
    differences.add(StepText::tr("ceilings"), a.ceilings, b.ceilings);
    differences.addLabel(StepText::tr("calibration"), !(a.calibration == b.calibration));
    differences.add(StepText::tr("fidelity"), a.fidelity, b.fidelity);
    if (a.framework != b.framework)
        differences.addText(StepText::tr("framework"), qt(a.framework.name), qt(b.framework.name));
    differences.addLabel(StepText::tr("link bandwidths"),
                         a.cluster.scale_up != b.cluster.scale_up ||
                             a.cluster.scale_out != b.cluster.scale_out ||
                             a.cluster.scale_up_achievable != b.cluster.scale_up_achievable ||
                             a.cluster.scale_out_achievable != b.cluster.scale_out_achievable);
    differences.addLabel(StepText::tr("power cap"), a.cluster.power_cap_w != b.cluster.power_cap_w);
    differences.add(StepText::tr("in-network reduction"), a.cluster.in_network_reduction,
                    b.cluster.in_network_reduction);
    differences.addLabel(StepText::tr("network curves"), !(a.cluster.curves == b.cluster.curves));
    differences.add(StepText::tr("GPUs per pod"), a.cluster.gpus_per_pod, b.cluster.gpus_per_pod);
    differences.add(StepText::tr("rails"), a.cluster.rails, b.cluster.rails);
    differences.add(StepText::tr("oversubscription"), a.cluster.oversubscription, b.cluster.oversubscription);
    differences.add(StepText::tr("training tokens"), a.training.tokens, b.training.tokens);
    differences.add(StepText::tr("price per GPU hour"), a.training.price_per_gpu_hour,
                    b.training.price_per_gpu_hour);
    differences.addLabel(StepText::tr("host"), a.host != b.host);
    differences.add(StepText::tr("attention FLOPs"), a.attention_flops, b.attention_flops);
    if (a.name != b.name)
        differences.addText(StepText::tr("name"), qt(a.name), qt(b.name));
}

} // namespace

QString describeChange(const Scenario& before, const Scenario& after) {
    Differences differences;
    addInputs(differences, before, after);
    addDegrees(differences, before.plan, after.plan);
    addChoices(differences, before.plan, after.plan);
    addOverlap(differences, before.plan.overlap, after.plan.overlap);
    addRest(differences, before, after);

    const QStringList& items = differences.items();
    if (items.isEmpty())
        return StepText::tr("Change the scenario");
    const QString named = items.mid(0, named_differences).join(StepText::tr(", "));
    const auto more = items.size() - named_differences;
    if (more <= 0)
        return StepText::tr("Set %1").arg(named);
    return StepText::tr("Set %1 and %n more", nullptr, static_cast<int>(more)).arg(named);
}

} // namespace ridgepoint
