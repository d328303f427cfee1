// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/explain.hpp"

#include "models/advise.hpp"
#include "models/explain_parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ridgepoint {

namespace explaining {

namespace {

constexpr double seconds_per_day = 86400, hours_per_day = 24;

template <class Q, class Show>
std::string sum(const std::vector<Q>& terms, std::string_view symbol, Show show) {
    std::vector<std::string> texts;
    Q total;
    for (const Q& term : terms) {
        texts.push_back(show(term).joined());
        total += term;
    }
    return fmt::format("{} = {} = {}", symbol, fmt::join(texts, " + "), show(total).joined());
}

std::string seconds(Seconds t) {
    return text::duration(t).joined();
}

Explanation detailed_step(const Estimate& e) {
    const StepTime& t = e.time;
    Explanation x;
    x.title = "Step time";
    x.summary = seconds(t.step);
    x.formula = "T = compute + exposed communication + bubble + optimizer + host";
    x.values = {{"T_c", fmt::format("operators of pipeline rank {}, the busiest", e.pipeline.critical_rank),
                 seconds(t.compute)},
                {"T_x", "collectives that nothing hides", seconds(t.exposed_communication)},
                {"T_b", "waiting for other stages", seconds(t.bubble)},
                {"T_o", "optimizer", seconds(t.optimizer)},
                {"T_h", "host work that is not hidden", seconds(t.host)}};
    x.substituted = sum_of({t.compute, t.exposed_communication, t.bubble, t.optimizer, t.host}, "T");
    x.source = "Every operator by the device roofline (Williams et al. 2009), every pipeline slot simulated "
               "(Narayanan et al. 2021, section 2.2)";
    return x;
}

/// Perfect overlap: the slowest resource alone.
Explanation ideal_step(const Scenario& s, const Estimate& e) {
    const SpeedOfLight& l = e.light(s.ceilings);
    Explanation x;
    x.title = "Step time at speed of light";
    x.summary = seconds(e.time.step);
    x.formula = "T = max(FLOP / P, HBM bytes / B, NVLink bytes / B, InfiniBand bytes / B)";
    x.values = {{"T_c", "compute", seconds(l.compute)},
                {"T_m", "HBM", seconds(l.hbm)},
                {"T_u", "NVLink", seconds(l.scale_up)},
                {"T_n", "InfiniBand", seconds(l.scale_out)}};
    x.substituted =
        fmt::format("T = max({}, {}, {}, {}) = {}", seconds(l.compute), seconds(l.hbm), seconds(l.scale_up),
                    seconds(l.scale_out), seconds(std::max({l.compute, l.hbm, l.scale_up, l.scale_out})));
    x.source = "Williams, Waterman, Patterson 2009 (roofline), with everything overlapped";
    return x;
}

} // namespace

std::string sum_of(const std::vector<Seconds>& terms, std::string_view symbol) {
    return sum(terms, symbol, [](Seconds t) { return text::duration(t); });
}

std::string sum_of(const std::vector<Bytes>& terms, std::string_view symbol) {
    return sum(terms, symbol, [](Bytes b) { return text::memory(b); });
}

Explanation step_time(const Scenario& s, const Estimate& e) {
    return s.fidelity == Fidelity::detailed ? detailed_step(e) : ideal_step(s, e);
}

Explanation throughput(const Scenario& s, const Estimate& e) {
    const bool causal = s.attention_flops == AttentionFlops::causal;
    const FlopCounts& f = e.flops;
    const double count = causal ? 1 : f.per_token_forward_full / f.per_token_forward_causal;
    const Flop work = f.model_per_step * count;
    const FlopPerSecond peak = s.cluster.accelerator.datasheet[std::size_t(e.roofs.gemm)];
    const double gpus = s.cluster.gpus, tokens = e.parallel.tokens_per_step;
    const std::string peak_name(text::name(e.roofs.gemm));
    const std::string attention = causal ? "causal attention" : "full attention";
    const double mfu = peak.value > 0 ? work / gpus / e.time.step / peak : 0;
    Explanation x;
    x.title = "Model FLOPs utilization and throughput";
    x.summary = fmt::format("{} of the {} peak ({}), {}", text::percent(mfu).joined(), peak_name, attention,
                            text::tokens_per_second(tokens / e.time.step.value).joined());
    const double rate = tokens / e.time.step.value, days = s.training.tokens / rate / seconds_per_day;
    const double price = s.training.price_per_gpu_hour;
    const std::string rate_text = text::tokens_per_second(rate).joined();
    x.formula = "tokens/s = S / T\ndays = D / (tokens/s) / 86 400 s\ncost = days · 24 h · N · price\nMFU = F "
                "/ (N · T · P)";
    x.values = {{"F", "model FLOP of a step, " + attention + ", no recomputation", text::work(work).joined()},
                {"N", "GPUs", text::count(gpus)},
                {"T", "step time", seconds(e.time.step)},
                {"P", "datasheet " + peak_name + " peak of one GPU", text::rate(peak).joined()},
                {"S", "tokens of a step", text::count(tokens)},
                {"D", "tokens of the training run", text::count(s.training.tokens)},
                {"price", "of one GPU hour", text::money(price).joined()}};
    x.substituted =
        fmt::format("tokens/s = {} / {} = {}\n", text::count(tokens), seconds(e.time.step), rate_text) +
        fmt::format("days = {} / {} / 86 400 s = {}\n", text::count(s.training.tokens), rate_text,
                    text::number(days)) +
        fmt::format("cost = {} · 24 h · {} · {} = {}\n", text::number(days), text::count(gpus),
                    text::money(price).joined(), text::money(days * hours_per_day * gpus * price).joined()) +
        fmt::format("MFU = {} / ({} · {} · {}) = {}", text::work(work).joined(), text::count(gpus),
                    seconds(e.time.step), text::rate(peak).joined(), text::percent(mfu).joined());
    x.source =
        "PaLM (Chowdhery et al. 2022), appendix B: MFU counts what the model needs, not what is recomputed";
    return x;
}

Explanation verdict(const Scenario& s, const Estimate& e) {
    const Verdict v = advise(s, e);
    const Seconds without = v.step_without[std::size_t(v.bound)];
    Explanation x;
    x.title = fmt::format("Bound by {}", text::name(v.bound));
    x.summary = v.text;
    x.formula = "bound = the resource whose removal shortens the step most";
    for (std::size_t i = 0; i < v.step_without.size(); ++i)
        x.values.push_back({"T", fmt::format("step with no limit of {}", text::name(Resource(i))),
                            seconds(v.step_without[i])});
    x.substituted = fmt::format("{} − {} = {} shorter without the limit of {}", seconds(e.time.step),
                                seconds(without), seconds(e.time.step - without), text::name(v.bound));
    x.source = "Found by estimating this plan again with each resource infinite";
    return x;
}

Explanation roof(const Scenario& s, const Estimate& e, const Subject& subject) {
    const Roofs& r = e.roofs;
    const auto rate = rate_class_from_text(subject.name);
    Explanation x;
    if (rate) {
        const auto found = std::find_if(r.compute.begin(), r.compute.end(),
                                        [&](const Roof& one) { return one.precision == *rate; });
        if (found == r.compute.end())
            return {};
        const FlopPerSecond peak = found->in_use(s.ceilings);
        x.title = fmt::format("{} ceiling", text::name(*rate));
        x.summary = text::rate(peak).joined();
        x.formula = "ridge = P / B";
        x.values = {{"P", "peak in use", text::rate(peak).joined()},
                    {"", "datasheet, dense", text::rate(found->datasheet).joined()},
                    {"", "achievable", text::rate(found->achievable).joined()},
                    {"B", "HBM bandwidth", text::bandwidth(r.hbm).joined()}};
        if (found->calibrated.value > 0)
            x.values.push_back({"", "mine, " + s.calibration->name, text::rate(found->calibrated).joined()});
        x.substituted = fmt::format("ridge = {} / {} = {}", text::rate(peak).joined(),
                                    text::bandwidth(r.hbm).joined(), text::intensity(peak / r.hbm).joined());
        x.source = "Datasheet and best measured matrix multiplication; see the accelerator's sources";
        return x;
    }
    struct Slope {
        std::string_view name, title;
        BytesPerSecond used, sheet;
    };
    for (const Slope& slope :
         {Slope{"hbm", "HBM bandwidth", r.hbm, r.hbm_datasheet},
          Slope{"scale-up", "NVLink bandwidth per GPU", r.scale_up, r.scale_up_datasheet},
          Slope{"scale-out", "InfiniBand bandwidth per GPU", r.scale_out, r.scale_out_datasheet}}) {
        if (slope.name != subject.name || slope.used.value <= 0)
            continue;
        const auto gemm = std::find_if(r.compute.begin(), r.compute.end(),
                                       [&](const Roof& one) { return one.precision == r.gemm; });
        x.title = std::string(slope.title);
        x.summary = text::bandwidth(slope.used).joined();
        x.formula = "ridge = P / B";
        x.values = {{"B", "in use, one direction", text::bandwidth(slope.used).joined()},
                    {"", "datasheet", text::bandwidth(slope.sheet).joined()}};
        if (gemm != r.compute.end()) {
            const FlopPerSecond peak = gemm->in_use(s.ceilings);
            x.values.push_back(
                {"P", fmt::format("{} peak in use", text::name(r.gemm)), text::rate(peak).joined()});
            x.substituted = fmt::format("ridge = {} / {} = {}", text::rate(peak).joined(),
                                        text::bandwidth(slope.used).joined(),
                                        text::intensity(peak / slope.used).joined());
        }
        x.source = "Datasheet and measurements; see the accelerator's sources";
        return x;
    }
    return {};
}

} // namespace explaining

Explanation explain(const Scenario& scenario, const Estimate& estimate, const Subject& subject) {
    using Kind = Subject::Kind;
    if (!estimate.legal())
        return {};
    switch (subject.kind) {
    case Kind::none:
    case Kind::measured_run: // explain_measured() knows those
    case Kind::plan:         // another plan than the scenario's: why_not() knows those
    case Kind::swept:        // another scenario
        return {};
    case Kind::step_time:
        return explaining::step_time(scenario, estimate);
    case Kind::throughput:
        return explaining::throughput(scenario, estimate);
    case Kind::verdict:
        return explaining::verdict(scenario, estimate);
    case Kind::operator_cost:
        return explaining::operator_cost(scenario, estimate, subject);
    case Kind::collective:
        return explaining::collective(scenario, estimate, subject);
    case Kind::memory:
        return explaining::memory(scenario, estimate, subject);
    case Kind::stage:
        return explaining::stage(scenario, estimate, subject);
    case Kind::loss:
        return explaining::loss(scenario, estimate, subject);
    case Kind::roof:
        return explaining::roof(scenario, estimate, subject);
    }
    return {};
}

} // namespace ridgepoint
