// SPDX-License-Identifier: GPL-3.0-or-later
// Published measurements of training runs, one row each, as read: an empty cell is an empty value.
#pragma once

#include "models/formats/csv.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ridgepoint {

struct Measurement {
    std::size_t row = 0; ///< in the file, the header being row 1
    std::string id, source, framework;

    // the model
    std::string model, attention;
    std::optional<int> layers, hidden, ffn, heads, kv_heads, head_dim, vocab, sequence;
    std::optional<int> experts, top_k, moe_ffn, shared_experts, dense_first;
    std::optional<int> q_lora, kv_lora, qk_rope, sliding_window, window_every, mtp_layers;
    std::optional<bool> gated_mlp, tied_embeddings, dropout;

    // the cluster
    std::string gpu, collective_curve;
    std::optional<int> gpus, gpus_per_node, scale_up_domain;
    std::optional<double> nic_gb_s_per_gpu;

    // the plan
    std::optional<int> tp, pp, vpp, cp, ep, etp, dp, micro_batch, global_batch;
    std::string sharding, sharding_as_published, recompute, recompute_as_published;
    std::optional<bool> sequence_parallel;
    std::string precision, attention_kernel, execution, gradient_format, overlap_notes;

    // what was measured
    std::optional<double> step_s, tokens_per_s_per_gpu, tflops_per_gpu, mfu, gflop_per_token_full,
        gflop_per_token_causal, peak_mem_gib;
    std::string tokens_from, flops_counted, use, audit, notes;
    bool headline_speed = false, headline_memory = false;

    [[nodiscard]] bool counts_for_speed() const; ///< `use` is empty or names speed, and there is one
    [[nodiscard]] bool counts_for_memory() const;
    [[nodiscard]] bool is_moe() const { return experts.value_or(0) > 1; }
};

/// Columns may come in any order and others may stand beside them; `id`, `gpu` and the model's and the
/// batch's sizes must be there. Throws InputError naming file, row and column.
[[nodiscard]] std::vector<Measurement> read_measurements(std::string_view text, std::string_view file);

} // namespace ridgepoint
