// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/header_content.hpp"

#include "ui/words.hpp"

#include <QCoreApplication>
#include <QStringList>

namespace ridgepoint {
namespace {

class Header { // a context of its own for translators
    Q_DECLARE_TR_FUNCTIONS(Header)
public:
    static HeaderTitle title(const Scenario& scenario, const Estimate& estimate);
    static HeaderEntry step(const Scenario& scenario, const Estimate& estimate);
    static HeaderEntry mfu(const Scenario& scenario, const Estimate& estimate);
    static HeaderEntry throughput(const Estimate& estimate);
    static HeaderEntry days(const Scenario& scenario, const Estimate& estimate);
    static HeaderEntry cost(const Scenario& scenario, const Estimate& estimate);
    static HeaderEntry memory(const Estimate& estimate);
    static HeaderEntry likelyError(const MeasuredFacts& facts);
    static void addMeasured(HeaderEntry& step, HeaderEntry& throughput, const Estimate& estimate, double perGpu);

private:
    static QStringList degrees(const Plan& plan);
};

using text::Digits;

HeaderEntry entry(const char* id, const QString& caption, const text::Measure& value) {
    HeaderEntry result;
    result.id = QString::fromLatin1(id);
    result.caption = caption;
    result.number = toQString(value.number);
    result.unit = toQString(value.unit);
    return result;
}

QStringList Header::degrees(const Plan& plan) {
    QStringList parts;
    const auto add = [&parts](const QString& name, int degree) {
        if (degree > 1)
            parts << tr("%1 %2", "a parallelism and its degree: TP 8").arg(name, toQString(text::count(degree)));
    };
    add(tr("TP"), plan.tp);
    add(tr("CP"), plan.cp);
    add(tr("PP"), plan.pp);
    add(tr("EP"), plan.ep);
    return parts;
}

HeaderTitle Header::title(const Scenario& scenario, const Estimate& estimate) {
    HeaderTitle result;
    result.name = tr("%1 · %2 × %3", "model, GPUs, accelerator")
                      .arg(toQString(scenario.model.name), toQString(text::count(scenario.cluster.gpus)),
                           toQString(scenario.cluster.accelerator.name));
    QStringList recipe{toQString(scenario.precision.name)};
    recipe << degrees(scenario.plan);
    if (scenario.plan.zero > 0)
        recipe << tr("ZeRO-%1").arg(scenario.plan.zero);
    if (scenario.plan.pp > 1)
        recipe << toQString(text::name(scenario.plan.schedule));
    result.recipe = recipe.join(tr(" · ", "between parts of a line"));
    const QString tokens = toQString(text::parameters(estimate.parallel.tokens_per_step));
    const int microBatches = estimate.parallel.micro_batches;
    result.batch = microBatches == 1 ? tr("%1 tokens a step · one micro-batch").arg(tokens)
                                     : tr("%1 tokens a step · %n micro-batches", nullptr, microBatches).arg(tokens);
    return result;
}

HeaderEntry Header::step(const Scenario& scenario, const Estimate& estimate) {
    HeaderEntry result = entry("step", tr("Step time"), text::duration(estimate.time.step));
    const SpeedOfLight best = estimate.light(scenario.ceilings);
    result.note = tr("speed of light %1").arg(toQString(text::duration(best.step)));
    result.exact = tr("Step time: %1\nNothing can be faster than %2 with these ceilings, all overlapped.")
                       .arg(toQString(text::duration(estimate.time.step, Digits::exact)),
                            toQString(text::duration(best.step, Digits::exact)));
    result.subject.kind = Subject::Kind::step_time;
    return result;
}

HeaderEntry Header::mfu(const Scenario& scenario, const Estimate& estimate) {
    const Throughput& rates = estimate.throughput;
    const bool causal = scenario.attention_flops == AttentionFlops::causal;
    const QString peak = toQString(text::name(estimate.roofs.gemm));
    const QString attention = causal ? tr("causal") : tr("full attention");
    const double onBf16 = causal ? rates.mfu_bf16_causal : rates.mfu_bf16_full;
    HeaderEntry result = entry("mfu", tr("MFU of %1 peak").arg(peak),
                               text::percent(causal ? rates.mfu_causal : rates.mfu_full));
    result.note = estimate.roofs.gemm == RateClass::bf16
                      ? attention
                      : tr("%1 · BF16 peak %2").arg(attention, toQString(text::percent(onBf16)));
    result.exact = tr("MFU of the datasheet %1 peak: %2 counting causal attention, %3 counting full attention.\n"
                      "Of the datasheet BF16 peak: %4 causal, %5 full.\n"
                      "With what is recomputed (HFU): %6 of the %1 peak.")
                       .arg(peak, toQString(text::percent(rates.mfu_causal, Digits::exact)),
                            toQString(text::percent(rates.mfu_full, Digits::exact)),
                            toQString(text::percent(rates.mfu_bf16_causal, Digits::exact)),
                            toQString(text::percent(rates.mfu_bf16_full, Digits::exact)),
                            toQString(text::percent(rates.hfu_causal, Digits::exact)));
    result.subject.kind = Subject::Kind::throughput;
    return result;
}

HeaderEntry Header::throughput(const Estimate& estimate) {
    const Throughput& rates = estimate.throughput;
    HeaderEntry result = entry("throughput", tr("Throughput"), text::tokens_per_second(rates.tokens_per_s));
    result.note = tr("%1 per GPU").arg(toQString(text::tokens_per_second(rates.tokens_per_s_per_gpu)));
    result.exact = tr("Throughput: %1, %2 per GPU\nModel work per GPU: %3 causal, %4 full attention")
                       .arg(toQString(text::tokens_per_second(rates.tokens_per_s, Digits::exact)),
                            toQString(text::tokens_per_second(rates.tokens_per_s_per_gpu, Digits::exact)),
                            toQString(text::rate(rates.per_gpu_causal, Digits::exact)),
                            toQString(text::rate(rates.per_gpu_full, Digits::exact)));
    result.subject.kind = Subject::Kind::throughput;
    return result;
}

HeaderEntry Header::days(const Scenario& scenario, const Estimate& estimate) {
    const TrainingCost& training = estimate.training;
    HeaderEntry result = entry("days", tr("%1 tokens").arg(toQString(text::parameters(scenario.training.tokens))),
                               {text::number(training.days), tr("days").toStdString()});
    result.note = tr("%1 GPU-hours").arg(toQString(text::parameters(training.gpu_hours)));
    result.exact = tr("Training on %1 tokens: %2 days, %3 GPU-hours, %4 MWh")
                       .arg(toQString(text::count(scenario.training.tokens)),
                            toQString(text::number(training.days, Digits::exact)),
                            toQString(text::number(training.gpu_hours, Digits::exact)),
                            toQString(text::number(training.energy_mwh, Digits::exact)));
    result.subject.kind = Subject::Kind::throughput;
    return result;
}

HeaderEntry Header::cost(const Scenario& scenario, const Estimate& estimate) {
    const double price = scenario.training.price_per_gpu_hour;
    HeaderEntry result = entry("cost", tr("Cost at %1 $/GPU-hour").arg(toQString(text::number(price))),
                               text::money(estimate.training.cost));
    const double perMillion = scenario.training.tokens > 0 ? estimate.training.cost / scenario.training.tokens * 1e6 : 0;
    result.note = tr("%1 per M tokens").arg(toQString(text::money(perMillion)));
    result.exact = tr("Cost: %1 in your currency, at %2 an hour and GPU")
                       .arg(toQString(text::number(estimate.training.cost, Digits::exact)),
                            toQString(text::number(price, Digits::exact)));
    result.subject.kind = Subject::Kind::throughput;
    return result;
}

HeaderEntry Header::memory(const Estimate& estimate) {
    const MemoryEstimate& memory = estimate.memory;
    const text::Measure capacity = text::memory(memory.capacity);
    HeaderEntry result = entry("memory", tr("Memory, fullest rank"), text::memory(memory.peak));
    result.unit = tr("of %1").arg(toQString(capacity));
    result.filled = memory.capacity.value > 0 ? memory.peak / memory.capacity : 0;
    const QString peak = toQString(text::memory(memory.peak, Digits::exact));
    const QString limit = toQString(text::memory(memory.capacity, Digits::exact));
    result.exact = estimate.fits ? tr("Memory of pipeline rank %1, the fullest: %2 of %3")
                                       .arg(QString::number(memory.peak_stage), peak, limit)
                                 : tr("Memory of pipeline rank %1, the fullest: %2; %3 more than the %4 there are")
                                       .arg(QString::number(memory.peak_stage), peak,
                                            toQString(text::memory(memory.peak - memory.capacity, Digits::exact)),
                                            limit);
    result.subject.kind = Subject::Kind::stage;
    result.subject.rank = memory.peak_stage;
    return result;
}

HeaderEntry Header::likelyError(const MeasuredFacts& facts) {
    HeaderEntry result = entry("error", tr("Likely error"), {tr("not known").toStdString(), {}});
    result.subject.kind = Subject::Kind::measured_run; // without a name: all of those like this plan
    if (!facts.likely) {
        result.note = tr("comparing…");
        result.exact = tr("The model is being held against the measured runs; then this says how far such an estimate "
                          "is likely to be off.");
        return result;
    }
    const LikelyError& likely = *facts.likely;
    const int alike = int(likely.alike);
    if (!likely.most) {
        result.note = alike == 0   ? tr("nothing like it measured")
                      : alike == 1 ? tr("only one run like this")
                                   : tr("only %1 runs like this").arg(alike);
        result.exact = tr("No band is given: fewer than %1 published runs are like this plan.").arg(least_alike);
        return result;
    }
    const text::Measure most = text::percent(*likely.most);
    result.number = QStringLiteral("±\u202f%1").arg(toQString(most.number));
    result.unit = toQString(most.unit);
    result.note = tr("%1 measurements like this").arg(alike);
    result.exact = tr("Of the %1 measured runs like this plan the model predicted half within %2 and four in five "
                      "within %3.")
                       .arg(QString::number(alike), toQString(text::percent(*likely.half)), toQString(most));
    return result;
}

void Header::addMeasured(HeaderEntry& step, HeaderEntry& throughput, const Estimate& estimate, double perGpu) {
    if (!(perGpu > 0))
        return;
    const double seconds = estimate.parallel.tokens_per_step / estimate.parallel.gpus / perGpu;
    step.note = tr("measured %1").arg(toQString(text::duration(Seconds(seconds))));
    step.exact += tr("\nMeasured: %1").arg(toQString(text::duration(Seconds(seconds), Digits::exact)));
    throughput.exact += tr("\nMeasured: %1 per GPU").arg(toQString(text::tokens_per_second(perGpu, Digits::exact)));
}

} // namespace

HeaderTitle headerTitle(const Scenario& scenario, const Estimate& estimate) {
    return Header::title(scenario, estimate);
}

std::vector<HeaderEntry> headerEntries(const Scenario& scenario, const Estimate& estimate, const MeasuredFacts& facts) {
    std::vector<HeaderEntry> entries{
        Header::step(scenario, estimate), Header::mfu(scenario, estimate),  Header::throughput(estimate),
        Header::days(scenario, estimate), Header::cost(scenario, estimate), Header::memory(estimate),
        Header::likelyError(facts)};
    Header::addMeasured(entries[0], entries[2], estimate, facts.tokens_per_s_gpu.value_or(0));
    return entries;
}

} // namespace ridgepoint
