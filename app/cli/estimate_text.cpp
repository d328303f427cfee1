// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/estimate_text.hpp"

#include "app/cli/text_table.hpp"
#include "models/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ridgepoint::cli {

namespace {

std::string time_parts(const StepTime& t) {
    return fmt::format("compute {}, exposed communication {}, bubble {}, optimizer {}, host {}",
                       text::duration(t.compute).joined(), text::duration(t.exposed_communication).joined(),
                       text::duration(t.bubble).joined(), text::duration(t.optimizer).joined(),
                       text::duration(t.host).joined());
}

std::string light(const SpeedOfLight& s) {
    return fmt::format("compute {}, HBM {}, NVLink {}, InfiniBand {}", text::duration(s.compute).joined(),
                       text::duration(s.hbm).joined(), text::duration(s.scale_up).joined(),
                       text::duration(s.scale_out).joined());
}

std::string memory_parts(const StageMemory& m) {
    return fmt::format(
        "weights {}, gradients {}, optimizer {}, activations {}, logits {}, buffers {}, framework {}",
        text::memory(m.weights).number, text::memory(m.gradients).number, text::memory(m.optimizer).number,
        text::memory(m.activations).number, text::memory(m.logits).number, text::memory(m.buffers).number,
        text::memory(m.framework).number);
}

std::string of_memory(const MemoryEstimate& m) {
    const std::string fullest =
        fmt::format("{} of {}", text::memory(m.peak).number, text::memory(m.capacity).joined());
    const std::string rank = fmt::format(" on rank {}", m.peak_stage);
    if (m.peak <= m.capacity)
        return fullest + rank;
    return fmt::format("{}{}: over by {}", fullest, rank, text::memory(m.peak - m.capacity).joined());
}

std::string mfu(const Estimate& e) {
    const Throughput& t = e.throughput;
    const std::string own =
        fmt::format("{} of the {} peak", text::percent(t.mfu_causal).joined(), text::name(e.roofs.gemm));
    return fmt::format("{}, {} of the BF16 peak (causal attention; full: {} and {}); HFU {}", own,
                       text::percent(t.mfu_bf16_causal).joined(), text::percent(t.mfu_full).joined(),
                       text::percent(t.mfu_bf16_full).joined(), text::percent(t.hfu_causal).joined());
}

std::string degrees(const Scenario& s, const Estimate& e) {
    const Plan& p = s.plan;
    std::string out = fmt::format("TP {} · CP {} · DP {} · PP {}", p.tp, p.cp, e.parallel.dp, p.pp);
    if (p.vpp > 1)
        out += fmt::format(" · VPP {}", p.vpp);
    if (s.model.moe)
        out += fmt::format(" · EP {} · ETP {}", p.ep, p.etp);
    return fmt::format("{} · ZeRO-{}, {}, {} micro-batches of {}, recompute: {}", out, p.zero,
                       text::name(p.schedule), e.parallel.micro_batches, p.micro_batch,
                       text::recompute(p.recompute));
}

std::string heading(const Scenario& s) {
    const std::string name = s.name.empty() ? s.model.name : s.name;
    return fmt::format("{}\n{} · {} {} · {}\n", name, s.model.name, text::count(s.cluster.gpus),
                       s.cluster.accelerator.name, s.precision.name);
}

std::string illegal(const Answer& a) {
    std::string out = heading(a.scenario) + "\nThe plan is illegal.\n";
    for (const Violation& v : a.estimate.violations) {
        out += fmt::format("  {}: {}\n", v.rule, v.text);
        for (const Repair& repair : v.nearest) {
            out += "    try:";
            for (const auto& [key, value] : repair)
                out += fmt::format(" --set '{}={}'", key, value.setting());
            out += '\n';
        }
    }
    return out;
}

std::string summary(const Scenario& s, const Estimate& e) {
    TextTable table({false, false});
    table.add({"step", text::duration(e.time.step).joined()});
    table.add({"", time_parts(e.time)});
    table.add({"ideal step", fmt::format("{} at achievable rates: {}",
                                         text::duration(e.achievable.step).joined(), light(e.achievable))});
    table.add({"MFU", mfu(e)});
    table.add({"throughput", fmt::format("{}, {} per GPU, {} per GPU",
                                         text::tokens_per_second(e.throughput.tokens_per_s).joined(),
                                         text::tokens_per_second(e.throughput.tokens_per_s_per_gpu).joined(),
                                         text::rate(e.throughput.per_gpu_causal).joined())});
    table.add(
        {"training", fmt::format("{} days, {} GPU hours, {}, {} MWh", text::number(e.training.days),
                                 text::count(e.training.gpu_hours), text::money(e.training.cost).joined(),
                                 text::number(e.training.energy_mwh))});
    table.add({"memory", of_memory(e.memory)});
    if (std::size_t(e.memory.peak_stage) < e.memory.stages.size())
        table.add({"", memory_parts(e.memory.stages[std::size_t(e.memory.peak_stage)])});
    table.add({"parameters", fmt::format("{}, {} active", text::parameters(e.parameters.total).joined(),
                                         text::parameters(e.parameters.active).joined())});
    table.add({"plan", degrees(s, e)});
    return table.text();
}

std::string communication(const Estimate& e) {
    if (e.communication.empty())
        return "";
    TextTable table({false, false, true, true, true, true, true});
    table.add({"communication", "link", "ranks", "NVLink", "InfiniBand", "time", "exposed"});
    for (const CollectiveCost& c : e.communication)
        table.add({std::string(c.name), std::string(text::name(c.link)), text::count(c.ranks),
                   text::traffic(c.scale_up_bytes).joined(), text::traffic(c.scale_out_bytes).joined(),
                   text::duration(c.time).joined(), text::duration(c.exposed).joined()});
    return "\n" + table.text();
}

std::string losses(const Estimate& e) {
    TextTable table({false, true});
    table.add({"loss", "of the step"});
    constexpr double shown_from = 0.0005;
    for (const Loss& l : e.losses)
        if (l.fraction >= shown_from)
            table.add({l.name, text::percent(l.fraction).joined()});
    return "\n" + table.text();
}

} // namespace

std::string estimate_text(const Answer& a) {
    if (!a.estimate.legal())
        return illegal(a);
    std::string out = heading(a.scenario) + "\n";
    if (a.verdict) {
        out += a.verdict->text + "\n";
        for (const Hint& hint : a.verdict->hints)
            out += fmt::format("  {}\n", hint.text);
    }
    for (const std::string& warning : a.estimate.warnings)
        out += fmt::format("warning: {}\n", warning);
    return out + "\n" + summary(a.scenario, a.estimate) + communication(a.estimate) + losses(a.estimate);
}

} // namespace ridgepoint::cli
