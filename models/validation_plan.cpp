// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/validation_scenario.hpp"

#include "models/formats/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>

namespace ridgepoint::validating {

namespace {

char lower(char c) {
    return char(std::tolower(static_cast<unsigned char>(c)));
}

std::size_t find_word(std::string_view text, std::string_view word) {
    const auto found = std::search(text.begin(), text.end(), word.begin(), word.end(),
                                   [](char a, char b) { return lower(a) == lower(b); });
    return found == text.end() ? std::string_view::npos : std::size_t(found - text.begin());
}

int degree(const std::optional<int>& cell) {
    return std::max(1, cell.value_or(1));
}

/// Weights of the linear layers of one decoder layer, as nanotron counts a block's cost.
double layer_cost(const Architecture& m) {
    return 4.0 * m.heads * m.head_dim * m.hidden + (m.gated_mlp ? 3.0 : 2.0) * m.ffn * m.hidden;
}

/// Layers, then the head, fill the stages up to equal shares of the cumulative cost. The last stage may end
/// with the head alone; an earlier one that would stay empty takes a layer from the one before it.
void fill_stages_by_cost(Scenario& s, Assumed& assumed) {
    Plan& plan = s.plan;
    if (plan.pp == 1)
        return;
    const double layer = layer_cost(s.model);
    const double share = (s.model.layers * layer + 1.0 * s.model.vocab * s.model.hidden) / plan.pp;
    plan.stage_layers.assign(std::size_t(plan.pp), 0);
    std::size_t stage = 0;
    for (int i = 1; i <= s.model.layers; ++i) {
        ++plan.stage_layers[stage];
        if (i * layer > share * double(stage + 1) && stage + 1 < plan.stage_layers.size())
            ++stage;
    }
    for (std::size_t i = plan.stage_layers.size() - 1; i-- > 1;)
        if (plan.stage_layers[i] == 0) {
            const auto donor = std::find_if(plan.stage_layers.rend() - std::ptrdiff_t(i),
                                            plan.stage_layers.rend(), [](int layers) { return layers > 1; });
            if (donor == plan.stage_layers.rend())
                break;
            --*donor;
            ++plan.stage_layers[i];
        }
    assumed.emplace_back("layers over stages by cost, as the framework does");
}

/// Layers that divide over the chunks only together with embedding and head: those count as a layer each, so
/// the first and the last stage hold one fewer (Megatron Core, account_for_embedding_in_pipeline_split and
/// _loss_).
void fill_stages(Scenario& s, Assumed& assumed) {
    Plan& plan = s.plan;
    const int chunks = plan.pp * plan.vpp;
    if (plan.pp == 1 || s.model.layers % chunks == 0 || (s.model.layers + 2) % chunks != 0)
        return;
    plan.stage_layers.assign(std::size_t(plan.pp), (s.model.layers + 2) / plan.pp);
    --plan.stage_layers.front();
    --plan.stage_layers.back();
    assumed.emplace_back("one layer fewer on the first and on the last stage");
}

void fill_degrees(Scenario& s, const Measurement& row, const FrameworkHabits& habits, Assumed& assumed) {
    Plan& plan = s.plan;
    plan.tp = degree(row.tp);
    plan.pp = degree(row.pp);
    plan.cp = degree(row.cp);
    if (!row.cp)
        assumed.emplace_back("no context parallelism");
    plan.ep = s.model.moe ? degree(row.ep) : 1;
    if (s.model.moe && !row.ep)
        assumed.push_back("no expert parallelism");
    plan.etp = s.model.moe ? degree(row.etp) : 1;
    if (s.model.moe && !row.etp && habits.expert_tp && plan.tp > 1) {
        plan.etp = plan.tp; // where it divides; rules would refuse it otherwise
        if (s.edp() == 0)
            plan.etp = 1;
        assumed.push_back(fmt::format("ETP {}", plan.etp));
    } else if (s.model.moe && !row.etp && plan.tp > 1) {
        assumed.emplace_back("no expert-tensor parallelism");
    }
    plan.vpp = plan.pp > 1 ? degree(row.vpp) : 1;
    if (plan.pp > 1 && !row.vpp)
        assumed.push_back("no interleaving");
    if (habits.stages_by_cost)
        fill_stages_by_cost(s, assumed);
    else
        fill_stages(s, assumed);
    plan.schedule = plan.vpp > 1 ? Schedule::interleaved : Schedule::one_f_one_b;
    plan.sequence_parallel = plan.tp > 1 && row.sequence_parallel.value_or(habits.sequence_parallel);
    if (plan.tp > 1 && !row.sequence_parallel)
        assumed.push_back(plan.sequence_parallel ? "sequence parallelism" : "no sequence parallelism");
}

/// "fsdp2(shard group 64)", "fsdp within 128 GPUs", "fsdp 128 x dp 2": ranks that shard together.
int shard_group(const Measurement& row) {
    for (const char* before : {"shard group ", "fsdp within ", "fsdp "})
        if (const auto ranks = number_behind(row.sharding_as_published, before))
            return *ranks;
    return 0;
}

void fill_sharding(Scenario& s, const Measurement& row, const FrameworkHabits& habits, Assumed& assumed) {
    Plan& plan = s.plan;
    if (row.sharding == "ddp") {
        plan.zero = 0;
    } else if (row.sharding.starts_with("zero") && row.sharding.size() == 5 && row.sharding[4] >= '1' &&
               row.sharding[4] <= '3') {
        plan.zero = row.sharding[4] - '0';
    } else if (row.sharding == "hsdp") {
        plan.zero = 3;
    } else {
        plan.zero = habits.zero;
        assumed.push_back(plan.zero == 0 ? "no sharding" : fmt::format("ZeRO-{}", plan.zero));
    }
    if (plan.zero != 3)
        return;
    plan.reshard_after_forward = !says(row.sharding_as_published, "SHARD_GRAD_OP") &&
                                 !says(row.sharding_as_published, "not resharded after forward");
    const int ranks = s.dp() * plan.cp;
    const int group = shard_group(row);
    if (group > 0 && group < ranks && ranks % group == 0)
        plan.hsdp_group = group;
}

void fill_batch(Scenario& s, const Measurement& row, Assumed& assumed) {
    Plan& plan = s.plan;
    plan.sequence = needed(row.sequence, "seq_len");
    plan.micro_batch = needed(row.micro_batch, "micro_batch");
    if (plan.pp > 1 && says(row.notes, "local batch per DP rank")) {
        plan.micro_batch = 1;
        assumed.push_back("pipeline micro-batch 1: the cell holds the batch of a replica");
    }
    if (row.global_batch.value_or(0) > 0) {
        plan.global_batch = *row.global_batch;
        return;
    }
    plan.global_batch = plan.micro_batch * std::max(1, s.dp()) * plan.pp;
    assumed.push_back(fmt::format("global batch {}", plan.global_batch));
}

std::optional<NumberFormat> gradient_format(const Measurement& row) {
    return row.gradient_format.empty() ? std::nullopt : number_format_from_text(row.gradient_format);
}

/// By its name, or as the flash or unfused kernel where this version knows no finer ones.
void fill_kernels(Scenario& s, const Measurement& row, Assumed& assumed) {
    if (row.attention_kernel.empty())
        assumed.push_back(fmt::format("attention kernel of {}", s.framework.name));
    for (const auto& name : formats::names<AttentionKernel>())
        if (name.text == row.attention_kernel)
            s.plan.attention_kernel = name.value;
    if (row.execution.empty())
        assumed.push_back(s.framework.fused ? "fused kernels" : "eager kernels");
    else
        s.framework.fused = row.execution != "eager";
}

/// What a source says of overlap, in its own words; nothing else than the framework's default otherwise.
void fill_overlap(Plan& plan, const Measurement& row) {
    const std::string& words = row.overlap_notes;
    if (says(words, "TP comm overlap off") || says(words, "tp overlap none") || says(words, "vanilla TP"))
        plan.overlap.tp = false;
    if (says(words, "async TP") || says(words, "TP (sp-ag/rs) overlap"))
        plan.overlap.tp = true;
    if (says(words, "CP overlap"))
        plan.overlap.cp = true;
}

} // namespace

bool says(std::string_view text, std::string_view word) {
    return find_word(text, word) != std::string_view::npos;
}

std::optional<int> number_behind(std::string_view text, std::string_view before) {
    const std::size_t at = find_word(text, before);
    if (at == std::string_view::npos)
        return std::nullopt;
    int value = 0;
    std::size_t digits = 0;
    for (std::size_t i = at + before.size();
         i < text.size() && text[i] >= '0' && text[i] <= '9' && digits < 7; ++i, ++digits)
        value = value * 10 + (text[i] - '0');
    return digits > 0 ? std::optional(value) : std::nullopt;
}

std::optional<double> share_behind(std::string_view text, std::string_view before) {
    const std::size_t at = find_word(text, before);
    if (at == std::string_view::npos)
        return std::nullopt;
    const std::string rest(text.substr(at + before.size()));
    std::size_t used = 0;
    while (used < rest.size() && (std::isdigit(static_cast<unsigned char>(rest[used])) != 0 || rest[used] == '.'))
        ++used;
    double value = 0;
    const auto read = std::from_chars(rest.data(), rest.data() + used, value);
    return read.ec == std::errc() && value >= 0 && value <= 1 ? std::optional(value) : std::nullopt;
}

Recompute recompute_of(const Measurement& row, Assumed& assumed) {
    const std::string& words = row.recompute_as_published;
    if (row.recompute == "full")
        return {recompute_full, {}};
    if (row.recompute != "selective")
        return {};
    unsigned set = recompute_none;
    if (says(words, "norm"))
        set |= recompute_norm;
    if (says(words, "swiglu") || says(words, "activation rec") || says(words, "activation +"))
        set |= recompute_activation;
    if (says(words, "attention core"))
        set |= recompute_attention_core;
    if (says(words, "SAC")) // TorchTitan's policy of operators: keeps every second multiplication and the
                            // attention core
        return {recompute_norm | recompute_activation | recompute_gemms, {}};
    if (says(words, "minimal") || says(words, "remat") || says(words, "save_dot") ||
        says(words, "config default") || says(words, "offloaded")) {
        set |= recompute_norm | recompute_activation;
        assumed.push_back(fmt::format("\"{}\" as norms and activation function", words));
    }
    return {set == recompute_none ? unsigned(recompute_attention_core) : set, {}};
}

void fill_plan(Scenario& s, const Measurement& row, const FrameworkHabits& habits, Assumed& assumed) {
    s.plan.prefetch_layers = s.framework.prefetch_layers;
    fill_degrees(s, row, habits, assumed);
    fill_sharding(s, row, habits, assumed);
    fill_batch(s, row, assumed);
    fill_kernels(s, row, assumed);
    fill_overlap(s.plan, row);
    s.plan.reduce_format = gradient_format(row);
    s.plan.recompute = recompute_of(row, assumed);
    s.plan.mtp = s.model.mtp_layers > 0;
    if (s.plan.mtp && says(row.notes, "w/o MTP")) {
        s.plan.mtp = false;
        assumed.emplace_back("no multi-token prediction: the notes say so against the cell");
    }
    if (says(row.recompute_as_published, "offloads named activations"))
        assumed.emplace_back("no offload: which activations it moves is not stated");
    if (says(row.overlap_notes, "activation offload"))
        s.plan.offload = Offload::activations;
    if (const auto share = share_behind(row.overlap_notes, "alpha=")) {
        s.plan.offload_share = *share;
        if (*share == 0)
            s.plan.offload = Offload::none;
    }
}

PrecisionRecipe recipe_of(const Measurement& row, const Presets& presets, const FrameworkHabits& habits,
                          Assumed& assumed) {
    std::string wanted = row.precision;
    if (wanted.empty()) {
        wanted = "bf16";
        assumed.push_back("BF16");
    }
    if (wanted == "fp8-rowwise") {
        wanted = "fp8";
        assumed.push_back("row-wise scaled FP8 as FP8");
    }
    const PrecisionRecipe* named = presets.precision(wanted);
    if (named == nullptr)
        throw CannotState("precision not known", fmt::format("precision {} is not known", wanted));
    const PrecisionRecipe* base = presets.precision(habits.recipe);
    PrecisionRecipe recipe = *named;
    const bool own_tensors = base != nullptr && base->id != "bf16" && wanted != "fp32" && wanted != "fp16";
    if (own_tensors) { // the framework's own tensors, whatever its GEMMs compute in
        recipe = *base;
        if (wanted != "bf16") {
            recipe.id.clear();
            recipe.name = named->name + ", " + base->name;
            recipe.gemm = named->gemm;
        }
    }
    // Gradients are added up in the format they are reduced in, unless the framework adds up beside them.
    const bool beside = recipe.parameter_is_master || recipe.weight_copies[0] == recipe.weights;
    if (const auto gradients = gradient_format(row); gradients && !beside && *gradients != recipe.gradients) {
        recipe.id.clear();
        recipe.gradients = *gradients;
    }
    return recipe;
}

MemoryQuestion memory_question(const Measurement& row, const FrameworkHabits& habits, Assumed& assumed) {
    MemoryQuestion question;
    if (says(row.notes, "nvidia-smi"))
        question.kind = MemoryKind::device;
    else if (says(row.notes, "max reserved"))
        question.kind = MemoryKind::reserved;
    else if (says(row.notes, "allocated"))
        question.kind = MemoryKind::allocated;
    else {
        question.kind = habits.memory == "allocated"  ? MemoryKind::allocated
                        : habits.memory == "reserved" ? MemoryKind::reserved
                                                      : MemoryKind::device;
        if (row.counts_for_memory())
            assumed.push_back(fmt::format("memory is what {} logs: {}", habits.id, habits.memory));
    }
    question.last_rank =
        says(row.notes, "on the logging (last) rank") || says(row.notes, "that is the last stage");
    return question;
}

} // namespace ridgepoint::validating
