// SPDX-License-Identifier: GPL-3.0-or-later
// What a pipeline rank keeps in memory, and why.
#include "models/constants.hpp"
#include "models/explain_parts.hpp"
#include "models/layer_costs.hpp"
#include "models/layout.hpp"
#include "models/memory.hpp"
#include "models/operators.hpp"

#include <fmt/format.h>

#include <array>

namespace ridgepoint::explaining {

namespace {

constexpr const char* zero_source =
    "ZeRO (Rajbhandari et al. 2020, section 3.1): bytes per parameter over the ranks that "
    "share them";

std::string gib_text(Bytes b) {
    return text::memory(b).joined();
}

const StageMemory* find_stage(const Estimate& e, int rank) {
    if (rank < 0 || std::size_t(rank) >= e.memory.stages.size())
        return nullptr;
    return &e.memory.stages[std::size_t(rank)];
}

struct Component {
    std::string_view name, title;
    Bytes StageMemory::*bytes;
};
constexpr std::array<Component, 7> components{
    {{"weights", "Weights", &StageMemory::weights},
     {"gradients", "Gradients", &StageMemory::gradients},
     {"optimizer", "Optimizer states", &StageMemory::optimizer},
     {"activations", "Activations", &StageMemory::activations},
     {"logits", "Logits and loss", &StageMemory::logits},
     {"buffers", "Communication and gather buffers", &StageMemory::buffers},
     {"framework", "Framework and fragmentation", &StageMemory::framework}}};

/// Parameters times bytes each: how many of them the rank holds after ZeRO follows from the sum.
void by_parameter(Explanation& x, const Scenario& s, Bytes bytes, double each, int from_stage,
                  std::string_view what) {
    const bool shards = s.plan.zero >= from_stage;
    const Layout layout = layout_of(s);
    const double held = each > 0 ? bytes.value / each : 0;
    x.formula = fmt::format("{} = parameters held · bytes each", what);
    x.values = {{"", "bytes each", text::number(each) + " B"},
                {"",
                 shards ? fmt::format("parameters of this rank over {} ranks (experts over {}), ZeRO-{}",
                                      layout.dense_shard.ranks, layout.expert_shard.ranks, s.plan.zero)
                        : fmt::format("parameters of this rank, not sharded by ZeRO-{}", s.plan.zero),
                 text::parameters(held).joined()}};
    x.substituted = fmt::format("{} · {} B = {}", text::parameters(held).joined(), text::number(each),
                                gib_text(Bytes(held * each)));
    x.source = zero_source;
}

double gradient_bytes(const PrecisionRecipe& r) {
    return bytes_per_element(r.gradients);
}

double optimizer_bytes(const PrecisionRecipe& r) {
    return bytes_per_element(r.moments[0]) + bytes_per_element(r.moments[1]) +
           (r.parameter_is_master ? 0 : bytes_per_element(r.master));
}

void explain_weights(Explanation& x, const Scenario& s, Bytes bytes) {
    const PrecisionRecipe& r = s.precision;
    double gemm = bytes_per_element(r.parameter_is_master ? r.master : r.weights);
    for (NumberFormat copy : r.weight_copies)
        gemm += r.parameter_is_master ? 0 : bytes_per_element(copy);
    const double wide = bytes_per_element(r.parameter_is_master ? r.master : r.wide_weights);
    x.formula = "weights = GEMM parameters · bytes each + wide parameters · bytes each";
    x.values = {{"", fmt::format("bytes of a GEMM parameter ({} and its copies)", to_text(r.weights)),
                 text::number(gemm) + " B"},
                {"",
                 fmt::format("bytes of a wide parameter ({}): embedding, head, norms, router",
                             to_text(r.wide_weights)),
                 text::number(wide) + " B"},
                {"", "sharded", s.plan.zero >= 3 ? "by ZeRO-3" : "no"},
                {"", "sum", gib_text(bytes)}};
    x.source = zero_source;
}

void explain_activations(Explanation& x, const Estimate& e, Bytes bytes, int rank) {
    const double in_flight = e.pipeline.stages[std::size_t(rank)].in_flight;
    x.formula = "activations = kept per micro-batch · micro-batches in flight";
    x.values = {{"", "micro-batches in flight", text::number(in_flight)},
                {"", "mean per micro-batch in flight",
                 in_flight > 0 ? gib_text(bytes / in_flight) : gib_text(bytes)}};
    if (in_flight > 0)
        x.substituted = fmt::format("{} · {} = {}", gib_text(bytes / in_flight), text::number(in_flight),
                                    gib_text(bytes / in_flight * in_flight));
    x.source = "The operators' saved tensors under the recompute policy (Korthikanti et al. 2022, section "
               "4), times what "
               "the schedule keeps alive";
}

void explain_logits(Explanation& x, const Scenario& s, Bytes bytes) {
    if (bytes.value == 0) {
        x.formula = "none: the output head lies on another rank";
        return;
    }
    const double tokens = operator_shape(s).tokens();
    const double each = bytes_per_logit(s);
    const double vocabulary = 1.0 * s.model.vocab / s.plan.tp * (s.plan.mtp ? 1 + s.model.mtp_layers : 1);
    x.formula = "logits = tokens · V / TP · bytes each";
    x.values = {{"", "tokens of a micro-batch on this GPU", text::count(tokens)},
                {"V / TP", s.plan.mtp ? "vocabulary entries, once more for each MTP layer" : "vocabulary entries", text::count(vocabulary)},
                {"", "bytes each, with the FP32 copies of the softmax", text::number(each) + " B"}};
    x.substituted = fmt::format("{} · {} · {} B = {}", text::count(tokens), text::count(vocabulary),
                                text::number(each), gib_text(Bytes(tokens * vocabulary * each)));
    x.source = "Operator list: the loss keeps the logits of one micro-batch";
}

void explain_buffers(Explanation& x, const Scenario& s, Bytes bytes) {
    x.formula = s.plan.zero >= 3 ? "buffers = gathered layers + one layer's gradients + send and receive buffers"
                                 : "buffers = send and receive buffers of the collectives";
    if (s.plan.recompute.operators != recompute_none)
        x.formula += " + what is recomputed of one layer";
    if (offloaded_activations(s.plan) > 0)
        x.formula += " + what is on its way to the host and back";
    if (s.framework.keeps_stage_outputs && s.plan.pp > 1)
        x.formula += " + the stage's outputs in flight";
    if (s.plan.zero >= 1 && s.framework.bucket_elements > 0)
        x.formula += " + ZeRO's buckets";
    if (s.plan.zero >= 3)
        x.values = {
            {"", "layers gathered at once",
             s.plan.reshard_after_forward ? text::count(1 + s.plan.prefetch_layers) : std::string("all")},
            {"", "gathered as", std::string(to_text(s.gather_format()))},
            {"", "reduced as", std::string(to_text(s.reduce_format()))}};
    x.values.push_back({"", "sum", gib_text(bytes)});
    x.source =
        "ZeRO-3 and FSDP prefetch (PyTorch docs, fully_shard); one tensor for each collective in flight";
}

void explain_framework(Explanation& x, const StageMemory& m) {
    const Bytes tensors = m.total() - m.framework;
    x.formula = "framework = context + fragmentation · all tensors";
    x.values = {{"", "context, workspaces, NCCL", gib_text(constants::framework_context)},
                {"", "lost to fragmentation", text::percent(constants::fragmentation_share).joined()},
                {"", "tensors", gib_text(tensors)}};
    x.substituted =
        fmt::format("{} + {} · {} = {}", gib_text(constants::framework_context),
                    text::percent(constants::fragmentation_share).joined(), gib_text(tensors),
                    gib_text(constants::framework_context + constants::fragmentation_share * tensors));
    x.source = "A context of 2 to 5 GiB is common; the caching allocator holds 3 to 8 % more than the "
               "tensors in the "
               "measured runs that state both";
}

void fill(Explanation& x, const Scenario& s, const Estimate& e, const StageMemory& m, const Component& part,
          int rank) {
    const Bytes bytes = m.*part.bytes;
    if (part.name == "weights")
        explain_weights(x, s, bytes);
    else if (part.name == "gradients")
        by_parameter(x, s, bytes, gradient_bytes(s.precision), 2, "gradients");
    else if (part.name == "optimizer")
        by_parameter(x, s, bytes, optimizer_bytes(s.precision), 1, "optimizer states");
    else if (part.name == "activations")
        explain_activations(x, e, bytes, rank);
    else if (part.name == "logits")
        explain_logits(x, s, bytes);
    else if (part.name == "buffers")
        explain_buffers(x, s, bytes);
    else
        explain_framework(x, m);
}

} // namespace

Explanation memory(const Scenario& s, const Estimate& e, const Subject& subject) {
    const StageMemory* m = find_stage(e, subject.rank);
    if (m == nullptr)
        return {};
    for (const Component& part : components) {
        if (part.name != subject.name)
            continue;
        Explanation x;
        const Bytes bytes = m->*part.bytes;
        x.title = fmt::format("{}, pipeline rank {}", part.title, subject.rank);
        x.summary =
            fmt::format("{}, {} of the {} there are", gib_text(bytes),
                        text::percent(bytes / e.memory.capacity).joined(), gib_text(e.memory.capacity));
        fill(x, s, e, *m, part, subject.rank);
        return x;
    }
    return {};
}

Explanation stage(const Scenario&, const Estimate& e, const Subject& subject) {
    const StageMemory* m = find_stage(e, subject.rank);
    if (m == nullptr)
        return {};
    const PipelineStage& stage = e.pipeline.stages[std::size_t(subject.rank)];
    Explanation x;
    x.title = fmt::format("Pipeline rank {}", subject.rank);
    x.summary =
        fmt::format("{} of {}, {} layers", gib_text(m->total()), gib_text(e.memory.capacity), stage.layers);
    x.formula = "memory = weights + gradients + optimizer + activations + logits + buffers + framework";
    std::vector<Bytes> parts;
    for (const Component& part : components) {
        parts.push_back(m->*part.bytes);
        x.values.push_back({"", std::string(part.title), gib_text(parts.back())});
    }
    x.values.push_back({"F", "forward of one micro-batch", text::duration(stage.forward).joined()});
    x.values.push_back({"B", "its backward, input gradients", text::duration(stage.backward_input).joined()});
    x.values.push_back(
        {"W", "its backward, weight gradients", text::duration(stage.backward_weight).joined()});
    x.values.push_back({"", "micro-batches in flight at most", text::number(stage.in_flight)});
    x.substituted = sum_of(parts, "memory");
    x.source = "ZeRO (Rajbhandari et al. 2020), activations (Korthikanti et al. 2022), schedule simulated "
               "slot by slot";
    return x;
}

} // namespace ridgepoint::explaining
