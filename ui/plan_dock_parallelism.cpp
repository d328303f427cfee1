// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan_dock_settings.hpp"

#include "app/session/document.hpp"
#include "models/layer_costs.hpp"

#include <QLineEdit>
#include <QRegularExpression>
#include <QSignalBlocker>

#include <algorithm>
#include <iterator>

namespace ridgepoint {
namespace {

constexpr NumberFormat sent_formats[] = {NumberFormat::bf16, NumberFormat::fp32, NumberFormat::fp8};

/// 0: the recipe's, else one past the place in sent_formats.
double indexOf(const std::optional<NumberFormat>& format) {
    if (!format)
        return 0;
    return double(std::find(std::begin(sent_formats), std::end(sent_formats), *format) - std::begin(sent_formats)) + 1;
}

std::optional<NumberFormat> formatAt(double index) {
    const auto at = std::size_t(index);
    return at == 0 || at > std::size(sent_formats) ? std::nullopt : std::optional(sent_formats[at - 1]);
}

QString needsCp(const Scenario& s) {
    return s.plan.cp > 1 ? QString() : ParallelismSection::tr("Not used: CP is 1.");
}
QString needsExperts(const Scenario& s) {
    return s.model.moe ? QString() : ParallelismSection::tr("Not used: the model has no experts.");
}
QString needsZero3(const Scenario& s) {
    return s.plan.zero == 3 ? QString() : ParallelismSection::tr("Not used: parameters are sharded by ZeRO-3 only.");
}
QString needsMtp(const Scenario& s) {
    return s.model.mtp_layers > 0 ? QString()
                                  : ParallelismSection::tr("Not used: the model has no multi-token-prediction layer.");
}
QString needsPipeline(const Scenario& s) {
    return s.plan.pp > 1 ? QString() : ParallelismSection::tr("Not used: PP is 1.");
}
QString needsSms(const Scenario& s) {
    return s.cluster.accelerator.sms > 0 ? QString()
                                         : ParallelismSection::tr("Not used: the accelerator's SMs are not known.");
}

QString layersText(const std::vector<int>& layers) {
    QStringList numbers;
    for (const int n : layers)
        numbers << QString::number(n);
    return numbers.join(u' ');
}

/// None when the text is not a list of whole numbers.
std::optional<std::vector<int>> layersOf(const QString& text) {
    std::vector<int> layers;
    static const QRegularExpression between(QStringLiteral("[\\s,;]+"));
    for (const QString& part : text.split(between, Qt::SkipEmptyParts)) {
        bool good = false;
        layers.push_back(part.toInt(&good));
        if (!good || layers.back() < 0)
            return std::nullopt;
    }
    return layers;
}

} // namespace

ParallelismSection::ParallelismSection(Document& document)
    : SettingSection(document, QStringLiteral("section.parallelism"), tr("Parallelism details")) {
    const QStringList formats{tr("The recipe's"), tr("BF16"), tr("FP32"), tr("FP8")};
    addChoices({"plan.cp_kind", tr("CP exchange"), tr("How the ranks of a context-parallel group share keys and values"),
                [](const Scenario& s) { return double(s.plan.cp_kind); },
                [](Scenario& s, double v) { s.plan.cp_kind = CpKind(int(v)); }, needsCp},
               {tr("Ring"), tr("All-gather"), tr("All-to-all (Ulysses)")});
    addCheck({"plan.cp_balanced", tr("CP balanced"),
              tr("Each rank holds an early and a late chunk of the sequence, so that causal work is even"),
              [](const Scenario& s) { return s.plan.cp_balanced ? 1.0 : 0.0; },
              [](Scenario& s, double v) { s.plan.cp_balanced = v != 0; }, needsCp});
    addNumber({"plan.moe_imbalance", tr("Imbalance"),
               tr("Load of the busiest expert rank over the mean: scales expert time, all-to-all and activations"),
               [](const Scenario& s) { return s.plan.moe_imbalance; },
               [](Scenario& s, double v) { s.plan.moe_imbalance = v; }, needsExperts},
              {QStringLiteral("×"), 1, 16, 0.05, 2, tr("balanced")});
    addNumber({"plan.comm_sms", tr("SMs lent"), tr("Streaming multiprocessors that communication kernels keep"),
               [](const Scenario& s) { return double(s.plan.comm_sms.value_or(-1)); },
               [](Scenario& s, double v) {
                   s.plan.comm_sms = v < 0 ? std::nullopt : std::optional(int(v));
               },
               needsSms},
              {tr("SMs"), -1, 128, 1, 0, tr("as needed")});
    addChoices({"plan.gather_format", tr("Gather as"), tr("Number format in which parameters are gathered"),
                [](const Scenario& s) { return indexOf(s.plan.gather_format); },
                [](Scenario& s, double v) { s.plan.gather_format = formatAt(v); }, nullptr},
               formats);
    addChoices({"plan.reduce_format", tr("Reduce as"), tr("Number format in which gradients are summed over replicas"),
                [](const Scenario& s) { return indexOf(s.plan.reduce_format); },
                [](Scenario& s, double v) { s.plan.reduce_format = formatAt(v); }, nullptr},
               formats);
    addNumber({"plan.bucket_mb", tr("Bucket"), tr("Size of a gradient bucket: small ones are many calls"),
               [](const Scenario& s) { return s.plan.bucket_mb; },
               [](Scenario& s, double v) { s.plan.bucket_mb = v; }, nullptr},
              {tr("MB"), 0, 100000, 25, 0, tr("one call a layer")});
    addCheck({"plan.reshard_after_forward", tr("Reshard"),
              tr("ZeRO-3 drops gathered parameters after the forward pass and gathers them again for the backward"),
              [](const Scenario& s) { return s.plan.reshard_after_forward ? 1.0 : 0.0; },
              [](Scenario& s, double v) { s.plan.reshard_after_forward = v != 0; }, needsZero3});
    addNumber({"plan.prefetch_layers", tr("Prefetch"), tr("Layers whose parameters ZeRO-3 gathers ahead"),
               [](const Scenario& s) { return double(s.plan.prefetch_layers); },
               [](Scenario& s, double v) { s.plan.prefetch_layers = int(v); }, needsZero3},
              {tr("layers"), 0, 64, 1, 0, tr("none")});
    addCheck({"plan.mtp", tr("MTP"), tr("Train the model's multi-token-prediction layers"),
              [](const Scenario& s) { return s.plan.mtp ? 1.0 : 0.0; },
              [](Scenario& s, double v) { s.plan.mtp = v != 0; }, needsMtp});
    addStageLayers();
}

void ParallelismSection::addStageLayers() {
    auto* line = new QLineEdit(this);
    line->setPlaceholderText(tr("as even as possible"));
    addRow(tr("Layers a rank"), line, line);
    const Setting setting{"plan.stage_layers", tr("Layers of each pipeline rank"),
                          tr("Layers of each pipeline rank, one number a rank: 4 4 4 1. Empty: as even as possible"),
                          nullptr, nullptr, needsPipeline};
    connect(line, &QLineEdit::editingFinished, this, [this, line] {
        const auto layers = layersOf(line->text());
        if (layers && *layers == m_document.scenario().plan.stage_layers)
            return;
        if (layers)
            edit(QStringLiteral("plan.stage_layers"), [&](Scenario& next) { next.plan.stage_layers = *layers; });
        else // not a list: what there was comes back
            line->setText(layersText(m_document.scenario().plan.stage_layers));
    });
    addOwn(
        setting, line,
        [line](const Scenario& now) {
            if (!line->hasFocus() || layersOf(line->text()) != now.plan.stage_layers)
                line->setText(layersText(now.plan.stage_layers));
        },
        [](const Scenario& a, const Scenario& b) { return a.plan.stage_layers != b.plan.stage_layers; });
}

namespace {

/// Default, on, off.
double indexOf(const std::optional<bool>& on) { return !on ? 0 : *on ? 1 : 2; }
std::optional<bool> switchAt(double index) { return index == 0 ? std::nullopt : std::optional(index == 1); }

template <std::optional<bool> Overlap::* field>
double readSwitch(const Scenario& s) {
    return indexOf(s.plan.overlap.*field);
}
template <std::optional<bool> Overlap::* field>
void writeSwitch(Scenario& s, double index) {
    s.plan.overlap.*field = switchAt(index);
}
/// What holds where the plan says nothing.
template <std::optional<bool> Overlap::* field, bool OverlapPolicy::* held>
bool habit(const Scenario& s) {
    Scenario unset = s;
    unset.plan.overlap.*field = std::nullopt;
    return overlap_policy(unset).*held;
}

} // namespace

OverlapSection::OverlapSection(Document& document)
    : SettingSection(document, QStringLiteral("section.overlap"), tr("Overlap")) {
    addSwitch({"plan.overlap.tp", tr("TP"), tr("Whether tensor-parallel collectives run beside GEMMs"),
               readSwitch<&Overlap::tp>, writeSwitch<&Overlap::tp>,
               [](const Scenario& s) { return s.plan.tp > 1 ? QString() : tr("Not used: TP is 1."); }},
              habit<&Overlap::tp, &OverlapPolicy::tp>);
    addSwitch({"plan.overlap.cp", tr("CP"), tr("Whether the exchange of keys and values runs beside attention"),
               readSwitch<&Overlap::cp>, writeSwitch<&Overlap::cp>, needsCp},
              habit<&Overlap::cp, &OverlapPolicy::cp>);
    addSwitch({"plan.overlap.ep", tr("EP"), tr("Whether expert all-to-all runs beside other layers' compute"),
               readSwitch<&Overlap::ep>, writeSwitch<&Overlap::ep>,
               [](const Scenario& s) { return s.plan.ep > 1 ? QString() : tr("Not used: EP is 1."); }},
              habit<&Overlap::ep, &OverlapPolicy::ep>);
    addSwitch({"plan.overlap.pp", tr("PP"), tr("Whether activations travel between stages beside compute"),
               readSwitch<&Overlap::pp>, writeSwitch<&Overlap::pp>, needsPipeline},
              habit<&Overlap::pp, &OverlapPolicy::pp>);
    addSwitch({"plan.overlap.dp-reduce", tr("DP reduce"), tr("Whether gradients are summed beside the backward pass"),
               readSwitch<&Overlap::dp_reduce>, writeSwitch<&Overlap::dp_reduce>, nullptr},
              habit<&Overlap::dp_reduce, &OverlapPolicy::dp_reduce>);
    addSwitch({"plan.overlap.dp-gather", tr("DP gather"),
               tr("Whether updated parameters are gathered beside the next forward pass"),
               readSwitch<&Overlap::dp_gather>, writeSwitch<&Overlap::dp_gather>, nullptr},
              habit<&Overlap::dp_gather, &OverlapPolicy::dp_gather>);
    addSwitch({"plan.overlap.zero3", tr("ZeRO-3"), tr("Whether parameters are gathered beside the layer before"),
               readSwitch<&Overlap::zero3>, writeSwitch<&Overlap::zero3>, needsZero3},
              habit<&Overlap::zero3, &OverlapPolicy::zero3>);
}

MachineSection::MachineSection(Document& document)
    : SettingSection(document, QStringLiteral("section.machine"), tr("Host, power, counting")) {
    addChoices({"plan.offload", tr("Offload"), tr("What is kept in the host's memory and copied over PCIe"),
                [](const Scenario& s) { return double(s.plan.offload); },
                [](Scenario& s, double v) { s.plan.offload = Offload(int(v)); }, nullptr},
               {tr("Nothing"), tr("Optimizer"), tr("Activations"), tr("Optimizer, activations")});
    addNumber({"plan.offload_share", tr("Offloaded"), tr("Of what is offloaded, the part that goes to the host"),
               [](const Scenario& s) { return s.plan.offload_share * 100; },
               [](Scenario& s, double v) { s.plan.offload_share = v / 100; },
               [](const Scenario& s) {
                   return s.plan.offload != Offload::none ? QString() : tr("Not used: nothing is offloaded.");
               }},
              {QStringLiteral("%"), 0, 100, 5, 0, {}});
    addCheck({"host.swap", tr("Swap"),
              tr("What exceeds the memory crosses PCIe every micro-batch instead of not fitting"),
              [](const Scenario& s) { return s.host.swap ? 1.0 : 0.0; },
              [](Scenario& s, double v) { s.host.swap = v != 0; }, nullptr});
    addCheck({"host.pinned", tr("Pinned copies"),
              tr("Batches are copied to the GPU from pinned memory, beside compute"),
              [](const Scenario& s) { return s.host.pinned ? 1.0 : 0.0; },
              [](Scenario& s, double v) { s.host.pinned = v != 0; }, nullptr});
    addNumber({"host.extra_copies", tr("Extra copies"), tr("Redundant copies of each batch between host and GPU"),
               [](const Scenario& s) { return s.host.extra_copies; },
               [](Scenario& s, double v) { s.host.extra_copies = v; }, nullptr},
              {tr("a batch"), 0, 1000, 1, 0, tr("none")});
    addNumber({"host.data_gb_s", tr("Data rate"), tr("What the data loader delivers to a GPU, GB/s"),
               [](const Scenario& s) { return s.host.data_gb_s; },
               [](Scenario& s, double v) { s.host.data_gb_s = v; }, nullptr},
              {tr("GB/s"), 0, 1000, 0.01, 3, tr("never the limit")});
    addNumber({"cluster.power_cap_w", tr("Power cap"), tr("Power limit of a GPU: below its own the clocks fall"),
               [](const Scenario& s) { return s.cluster.power_cap_w.value_or(0); },
               [](Scenario& s, double v) {
                   s.cluster.power_cap_w = v > 0 ? std::optional(v) : std::nullopt;
               },
               [](const Scenario& s) {
                   return s.cluster.accelerator.power_w > 0 ? QString()
                                                            : tr("Not used: the accelerator's power is not known.");
               }},
              {tr("W"), 0, 3000, 25, 0, tr("none")});
    addCheck({"cluster.in_network_reduction", tr("In-network sum"),
              tr("The switches add: an all-reduce crosses each link once"),
              [](const Scenario& s) { return s.cluster.in_network_reduction ? 1.0 : 0.0; },
              [](Scenario& s, double v) { s.cluster.in_network_reduction = v != 0; }, nullptr});
    addNumber({"cluster.oversubscription", tr("Oversubscribed"),
               tr("Scale-out bandwidth beyond a pod is divided by this"),
               [](const Scenario& s) { return s.cluster.oversubscription; },
               [](Scenario& s, double v) { s.cluster.oversubscription = v; }, nullptr},
              {QStringLiteral(": 1"), 1, 64, 0.5, 1, tr("not")});
    addNumber({"cluster.gpus_per_pod", tr("GPUs a pod"),
               tr("GPUs whose leaf switches reach each other at full bandwidth"),
               [](const Scenario& s) { return double(s.cluster.gpus_per_pod); },
               [](Scenario& s, double v) { s.cluster.gpus_per_pod = int(v); }, nullptr},
              {tr("GPUs"), 0, 1000000, 8, 0, tr("no pods")});
    addCheck({"cluster.rails", tr("Rails"),
              tr("Leaf switches join GPUs of the same place in their domains; others are reached over NVLink"),
              [](const Scenario& s) { return s.cluster.rails ? 1.0 : 0.0; },
              [](Scenario& s, double v) { s.cluster.rails = v != 0; }, nullptr});
    addChoices({"attention_flops", tr("Attention as"), tr("How MFU counts attention: half under the causal mask, or full"),
                [](const Scenario& s) { return double(s.attention_flops); },
                [](Scenario& s, double v) { s.attention_flops = AttentionFlops(int(v)); }, nullptr},
               {tr("Causal"), tr("Full")});
}

} // namespace ridgepoint
