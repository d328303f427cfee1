// SPDX-License-Identifier: GPL-3.0-or-later
// The degrees of parallelism against the model's shape, and the model against the hardware.
#include "models/rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ridgepoint::rules {
namespace {

/// "128 heads do not divide by TP 3 (42.67 each)", repaired by the divisors of what is cut.
Violation uncut(const Scenario& s, const Rule& rule, std::string_view what, int size, std::string_view degree,
                const char* key_text, Key key) {
    const int by = value_of(s, key);
    Violation v;
    v.keys = {key_text};
    v.text = fmt::format("{} {} do not divide by {} {} ({} each)", grouped(size), what, degree, grouped(by),
                         ratio(size, by));
    RepairSearch search(s, rule);
    search.offer_each(key, divisors_of(size));
    v.nearest = search.nearest();
    return v;
}

bool has_dense_layers(const Architecture& model) {
    return !model.moe || model.moe->dense_first > 0 || model.moe->every > 1;
}

// --- heads-divide, kv-heads-divide -------------------------------------------------------------------------

bool heads_broken(const Scenario& s) {
    return s.model.heads % s.plan.tp != 0;
}
Violation heads(const Scenario& s, const Rule& rule) {
    return uncut(s, rule, "attention heads", s.model.heads, "TP", "plan.tp", Key::tp);
}

/// MLA has one compressed key and value for all heads, which every TP rank holds.
bool kv_heads_broken(const Scenario& s) {
    return !s.model.mla && s.model.kv_heads % s.plan.tp != 0;
}
Violation kv_heads(const Scenario& s, const Rule& rule) {
    return uncut(s, rule, "key/value heads", s.model.kv_heads, "TP", "plan.tp", Key::tp);
}

// --- cp-heads-divide ---------------------------------------------------------------------------------------

/// All-to-all context parallelism hands each rank whole heads; key/value heads may be sent to several ranks.
bool cp_heads_broken(const Scenario& s) {
    const Plan& p = s.plan;
    return p.cp > 1 && p.cp_kind == CpKind::all_to_all && s.model.heads % p.tp == 0 &&
           s.model.heads / p.tp % p.cp != 0;
}

Violation cp_heads(const Scenario& s, const Rule& rule) {
    const int heads = s.model.heads / s.plan.tp;
    Violation v;
    v.keys = {"plan.cp", "plan.cp_kind", "plan.tp"};
    v.text = fmt::format("{} heads of each TP rank do not divide by CP {} ({} each), which all-to-all needs",
                         grouped(heads), grouped(s.plan.cp), ratio(heads, s.plan.cp));
    RepairSearch search(s, rule);
    search.offer({{Key::cp_kind, int(CpKind::ring)}});
    search.offer_each(Key::cp, divisors_of(heads));
    v.nearest = search.nearest();
    return v;
}

// --- ffn-divides, shared-ffn-divides, expert-ffn-divides ---------------------------------------------------

bool ffn_broken(const Scenario& s) {
    return has_dense_layers(s.model) && s.model.ffn % s.plan.tp != 0;
}
Violation ffn(const Scenario& s, const Rule& rule) {
    return uncut(s, rule, "columns of the FFN", s.model.ffn, "TP", "plan.tp", Key::tp);
}

bool shared_ffn_broken(const Scenario& s) {
    return s.model.moe && s.model.moe->shared_ffn % s.plan.tp != 0;
}
Violation shared_ffn(const Scenario& s, const Rule& rule) {
    return uncut(s, rule, "columns of the shared experts", s.model.moe->shared_ffn, "TP", "plan.tp", Key::tp);
}

bool expert_ffn_broken(const Scenario& s) {
    return s.model.moe && s.model.moe->ffn % s.plan.etp != 0;
}
Violation expert_ffn(const Scenario& s, const Rule& rule) {
    return uncut(s, rule, "columns of an expert", s.model.moe->ffn, "ETP", "plan.etp", Key::etp);
}

// --- experts-divide ----------------------------------------------------------------------------------------

bool experts_broken(const Scenario& s) {
    return s.model.moe ? s.model.moe->experts % s.plan.ep != 0 : s.plan.ep > 1 || s.plan.etp > 1;
}

Violation no_experts(const Scenario& s, const Rule& rule) {
    Violation v;
    v.keys = {"plan.ep", "plan.etp"};
    v.text = fmt::format("{} has no experts to spread over EP {} × ETP {}",
                         s.model.name.empty() ? "The model" : s.model.name, grouped(s.plan.ep),
                         grouped(s.plan.etp));
    RepairSearch search(s, rule);
    search.offer({{Key::ep, 1}, {Key::etp, 1}});
    v.nearest = search.nearest();
    return v;
}

Violation experts(const Scenario& s, const Rule& rule) {
    return s.model.moe ? uncut(s, rule, "experts", s.model.moe->experts, "EP", "plan.ep", Key::ep)
                       : no_experts(s, rule);
}

// --- mtp-model ---------------------------------------------------------------------------------------------

bool mtp_broken(const Scenario& s) {
    return s.plan.mtp && s.model.mtp_layers == 0;
}

Violation mtp(const Scenario& s, const Rule& rule) {
    Violation v;
    v.keys = {"plan.mtp"};
    v.text = fmt::format("{} has no multi-token-prediction layers to train",
                         s.model.name.empty() ? "The model" : s.model.name);
    RepairSearch search(s, rule);
    search.offer({{Key::mtp, 0}});
    v.nearest = search.nearest();
    return v;
}

// --- offload-link ------------------------------------------------------------------------------------------

bool offload_broken(const Scenario& s) {
    return s.plan.offload != Offload::none && s.cluster.accelerator.pcie.value <= 0;
}

Violation offload(const Scenario& s, const Rule& rule) {
    Violation v;
    v.keys = {"plan.offload", "cluster.accelerator"};
    v.text = fmt::format("{} has no figure for its link to the host (pcie_gbps), which offloading needs",
                         s.cluster.accelerator.name.empty() ? "The accelerator" : s.cluster.accelerator.name);
    RepairSearch search(s, rule);
    search.offer({{Key::offload, int(Offload::none)}});
    v.nearest = search.nearest();
    return v;
}

// --- precision-rate ----------------------------------------------------------------------------------------

constexpr std::array rate_names{"FP32", "FP16", "BF16", "FP8", "FP4"}; // by RateClass
constexpr std::array widest_last{RateClass::fp4, RateClass::fp8, RateClass::bf16, RateClass::fp16,
                                 RateClass::fp32};

bool lacks(const Scenario& s, NumberFormat format) {
    return !s.cluster.accelerator.has_rate(rate_class(format));
}

bool rate_broken(const Scenario& s) {
    return lacks(s, s.precision.gemm) || lacks(s, s.precision.wide);
}

Violation rate(const Scenario& s, const Rule& rule) {
    const Accelerator& accelerator = s.cluster.accelerator;
    const RateClass missing = rate_class(lacks(s, s.precision.gemm) ? s.precision.gemm : s.precision.wide);
    Violation v;
    v.keys = {"precision"};
    RepairSearch search(s, rule);
    std::string has;
    for (const RateClass candidate : widest_last) {
        if (!accelerator.has_rate(candidate))
            continue;
        has += fmt::format("{}{}", has.empty() ? "" : ", ", rate_names[std::size_t(candidate)]);
        search.offer({{Key::precision, int(candidate)}});
    }
    v.text = fmt::format("{} has no {} matrix units (it has {})",
                         accelerator.name.empty() ? "The accelerator" : accelerator.name,
                         rate_names[std::size_t(missing)], has.empty() ? "none" : has);
    v.nearest = search.nearest();
    return v;
}

constexpr std::array model{
    Rule{"heads-divide", heads_broken, heads},
    Rule{"kv-heads-divide", kv_heads_broken, kv_heads},
    Rule{"cp-heads-divide", cp_heads_broken, cp_heads},
    Rule{"ffn-divides", ffn_broken, ffn},
    Rule{"shared-ffn-divides", shared_ffn_broken, shared_ffn},
    Rule{"experts-divide", experts_broken, experts},
    Rule{"expert-ffn-divides", expert_ffn_broken, expert_ffn},
    Rule{"mtp-model", mtp_broken, mtp},
    Rule{"offload-link", offload_broken, offload},
    Rule{"precision-rate", rate_broken, rate},
};

} // namespace

std::span<const Rule> model_rules() {
    return model;
}

} // namespace ridgepoint::rules
