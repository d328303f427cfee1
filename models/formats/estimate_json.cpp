// SPDX-License-Identifier: GPL-3.0-or-later
// The order of the keys is the contract's.
#include "models/formats/estimate_json.hpp"

#include "models/formats/estimate_tree.hpp"
#include "models/formats/names.hpp"

namespace ridgepoint {

namespace {

using namespace formats;

constexpr double tera = 1e12;

template <class E>
Json word(E value) {
    const std::string_view text = text_of(value);
    return text.empty() ? Json() : Json(std::string(text));
}

template <int B, int S, int F>
Json si(Quantity<B, S, F> quantity) {
    return quantity.value;
}

template <class T, class Write>
Json list(const std::vector<T>& items, Write write) {
    Json out = Json::array();
    for (const T& item : items)
        out.push_back(write(item));
    return out;
}

Json texts_of(const std::vector<std::string>& lines) {
    return list(lines, [](const std::string& line) { return Json(line); });
}

/// A number, a list, or a name.
Json repair_value(const RepairValue& value) {
    if (value.is_number())
        return value.number;
    return Json::accept(value.text) ? Json::parse(value.text) : Json(value.text);
}

Json repair(const Repair& changes) {
    Json out = Json::object();
    for (const auto& [key, value] : changes)
        out[key] = repair_value(value);
    return out;
}

Json parameters(const ParameterCounts& p) {
    // What one GPU holds depends on the plan, and an illegal one has none.
    const Json per_gpu = p.per_gpu_max > 0 ? Json(p.per_gpu_max) : Json(nullptr);
    return {{"total", p.total}, {"active", p.active}, {"per_gpu_max", per_gpu}};
}

Json flops(const FlopCounts& f) {
    return {{"per_token_forward_causal", si(f.per_token_forward_causal)},
            {"per_token_forward_full", si(f.per_token_forward_full)},
            {"model_per_step", si(f.model_per_step)},
            {"hardware_per_step", si(f.hardware_per_step)}};
}

Json parallel(const ParallelShape& p) {
    return {{"gpus", p.gpus},
            {"dp", p.dp},
            {"edp", p.edp},
            {"micro_batches", p.micro_batches},
            {"tokens_per_step", p.tokens_per_step}};
}

Json stage_memory(const StageMemory& s) {
    return {{"weights", si(s.weights)},     {"gradients", si(s.gradients)},
            {"optimizer", si(s.optimizer)}, {"activations", si(s.activations)},
            {"logits", si(s.logits)},       {"buffers", si(s.buffers)},
            {"framework", si(s.framework)}, {"total", si(s.total())},
            {"host", si(s.host)}};
}

Json memory(const MemoryEstimate& m) {
    return {{"capacity_bytes", si(m.capacity)},
            {"peak_bytes", si(m.peak)},
            {"peak_stage", m.peak_stage},
            {"stages", list(m.stages, stage_memory)}};
}

Json collective(const CollectiveCost& c) {
    return {{"name", std::string(c.name)},
            {"parallelism", word(c.parallelism)},
            {"collective", word(c.collective)},
            {"link", word(c.link)},
            {"ranks", c.ranks},
            {"calls_per_step", c.calls_per_step},
            {"bytes_per_gpu_per_step", si(c.bytes)},
            {"scale_up_bytes_per_gpu_per_step", si(c.scale_up_bytes)},
            {"scale_out_bytes_per_gpu_per_step", si(c.scale_out_bytes)},
            {"time", si(c.time)},
            {"exposed", si(c.exposed)}};
}

Json step_time(const StepTime& t) {
    return {{"step", si(t.step)},
            {"compute", si(t.compute)},
            {"exposed_communication", si(t.exposed_communication)},
            {"bubble", si(t.bubble)},
            {"optimizer", si(t.optimizer)},
            {"host", si(t.host)}};
}

Json light(const SpeedOfLight& s) {
    return {{"compute", si(s.compute)},
            {"hbm", si(s.hbm)},
            {"scale_up", si(s.scale_up)},
            {"scale_out", si(s.scale_out)},
            {"step", si(s.step)}};
}

Json throughput(const Throughput& t) {
    return {{"tokens_per_s", t.tokens_per_s},
            {"tokens_per_s_per_gpu", t.tokens_per_s_per_gpu},
            {"tflops_per_gpu_causal", t.per_gpu_causal.value / tera},
            {"tflops_per_gpu_full", t.per_gpu_full.value / tera},
            {"mfu_causal", t.mfu_causal},
            {"mfu_full", t.mfu_full},
            {"mfu_bf16_causal", t.mfu_bf16_causal},
            {"mfu_bf16_full", t.mfu_bf16_full},
            {"hfu_causal", t.hfu_causal}};
}

Json loss(const Loss& l) {
    return {{"name", l.name}, {"fraction", l.fraction}};
}

Json hint(const Hint& h) {
    return {{"set", repair(h.set)}, {"text", h.text}, {"step", si(h.step)}, {"memory", si(h.memory)}};
}

Json verdict_of(const Verdict* v) {
    if (v == nullptr)
        return nullptr;
    return {{"bound", word(v->bound)}, {"text", v->text}, {"hints", list(v->hints, hint)}};
}

Json training(const TrainingCost& t) {
    return {{"days", t.days}, {"gpu_hours", t.gpu_hours}, {"cost", t.cost}, {"energy_mwh", t.energy_mwh}};
}

Json violation(const Violation& v) {
    return {
        {"rule", v.rule}, {"keys", texts_of(v.keys)}, {"text", v.text}, {"nearest", list(v.nearest, repair)}};
}

Json operator_cost(const OperatorCost& o) {
    return {{"name", std::string(o.name)},
            {"kind", word(o.kind)},
            {"layer_kind", word(o.layer)},
            {"pass", word(o.pass)},
            {"precision", std::string(to_text(o.precision))},
            {"flops", si(o.flops)},
            {"bytes", si(o.bytes)},
            {"time", si(o.time)},
            {"calls_per_step", o.calls_per_step},
            {"bound", word(o.bound)},
            {"recomputed", o.recomputed}};
}

Json roof(const Roof& r) {
    Json out{{"precision", std::string(to_text(r.precision))},
             {"datasheet", si(r.datasheet)},
             {"achievable", si(r.achievable)}};
    if (r.calibrated.value > 0)
        out["calibrated"] = si(r.calibrated);
    return out;
}

Json roofs(const Roofs& r) {
    return {{"compute", list(r.compute, roof)},
            {"hbm", si(r.hbm)},
            {"scale_up", si(r.scale_up)},
            {"scale_out", si(r.scale_out)}};
}

Json pipeline_stage(const PipelineStage& s) {
    return {{"layers", s.layers},
            {"forward", si(s.forward)},
            {"backward_input", si(s.backward_input)},
            {"backward_weight", si(s.backward_weight)},
            {"in_flight", s.in_flight}};
}

Json pipeline(const PipelineEstimate& p) {
    const PipelinePhases& f = p.phases;
    return {{"stages", list(p.stages, pipeline_stage)},
            {"phases",
             {{"forward", si(f.forward)},
              {"overlapped", si(f.overlapped)},
              {"backward", si(f.backward)},
              {"weight", si(f.weight)},
              {"bubble", si(f.bubble)},
              {"optimizer", si(f.optimizer)}}}};
}

/// With interleaving two slots of one rank may have the same micro-batch: chunk tells them apart.
Json slot(const Slot& s) {
    Json out{{"rank", s.rank}, {"stream", "compute"}, {"kind", word(s.kind)}, {"micro_batch", s.micro_batch}};
    if (s.kind == SlotKind::forward_backward)
        out["micro_batch_b"] = s.micro_batch_b;
    out["chunk"] = s.chunk;
    out["start"] = si(s.start);
    out["end"] = si(s.end);
    return out;
}

} // namespace

namespace formats {

Json time_tree(const StepTime& time) {
    return step_time(time);
}

Json throughput_tree(const Throughput& rates) {
    return throughput(rates);
}

Json estimate_tree(const Scenario& scenario, const Estimate& e, const Verdict* verdict, bool with_slots) {
    const bool legal = e.legal();
    const auto if_legal = [legal](auto make) { return legal ? Json(make()) : Json(); };
    Json out = Json::object();
    out["format"] = "ridgepoint-estimate/1";
    out["name"] = scenario.name;
    out["legal"] = legal;
    out["fits"] = if_legal([&] { return e.fits; });
    out["parameters"] = parameters(e.parameters);
    out["flops"] = flops(e.flops);
    out["parallel"] = if_legal([&] { return parallel(e.parallel); });
    out["memory"] = if_legal([&] { return memory(e.memory); });
    out["communication"] = if_legal([&] { return list(e.communication, collective); });
    out["time"] = if_legal([&] { return step_time(e.time); });
    out["speed_of_light"] = if_legal([&] {
        Json lights{{"datasheet", light(e.datasheet)}, {"achievable", light(e.achievable)}};
        if (e.calibrated)
            lights["calibrated"] = light(*e.calibrated);
        return lights;
    });
    out["throughput"] = if_legal([&] { return throughput(e.throughput); });
    out["losses"] = if_legal([&] { return list(e.losses, loss); });
    out["verdict"] = if_legal([&] { return verdict_of(verdict); });
    out["training"] = if_legal([&] { return training(e.training); });
    out["warnings"] = if_legal([&] { return texts_of(e.warnings); });
    out["violations"] = list(e.violations, violation);
    out["operators"] = if_legal([&] { return list(e.operators, operator_cost); });
    out["roofs"] = if_legal([&] { return roofs(e.roofs); });
    out["pipeline"] = if_legal([&] { return pipeline(e.pipeline); });
    if (with_slots) {
        out["schedule"] = if_legal([&] { return list(e.pipeline_slots, slot); });
        out["timeline"] = if_legal([&] { return timeline_tree(e); });
    }
    return out;
}

} // namespace formats

std::string estimate_to_json(const Scenario& scenario, const Estimate& estimate, const Verdict* verdict,
                             bool with_slots) {
    return formats::print_json(formats::estimate_tree(scenario, estimate, verdict, with_slots));
}

} // namespace ridgepoint
