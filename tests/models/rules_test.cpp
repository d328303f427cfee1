// SPDX-License-Identifier: GPL-3.0-or-later
// Each rule: a plan that breaks it, the sentence with the numbers, and repairs that heal it.
#include "models/rules.hpp"
#include "tests/catch.hpp"

#include <algorithm>

using namespace ridgepoint;
using Catch::Matchers::ContainsSubstring;

namespace {

Accelerator hopper() {
    Accelerator a;
    a.name = "H800";
    for (const RateClass rate : {RateClass::fp32, RateClass::fp16, RateClass::bf16, RateClass::fp8})
        a.datasheet[std::size_t(rate)] = teraflops(989);
    return a;
}

/// DeepSeek-V3 on 2,048 GPUs, the published layout with 1F1B.
Scenario deepseek() {
    Scenario s;
    Architecture& m = s.model;
    m.name = "DeepSeek-V3";
    m.layers = 61, m.hidden = 7168, m.ffn = 18432, m.heads = 128, m.kv_heads = 128, m.head_dim = 128,
    m.vocab = 129280;
    m.mla = MlaShape{1536, 512, 128, 64, 128};
    m.moe = MoeShape{256, 8, 2048, 2048, 3, 1, 4};
    s.cluster.accelerator = hopper();
    s.cluster.gpus = 2048;
    s.plan.pp = 16;
    s.plan.ep = 64;
    s.plan.zero = 1;
    s.plan.global_batch = 15360;
    return s;
}

/// A dense model with grouped queries on 64 GPUs.
Scenario llama() {
    Scenario s;
    Architecture& m = s.model;
    m.name = "Llama 3.1 70B";
    m.layers = 80, m.hidden = 8192, m.ffn = 28672, m.heads = 64, m.kv_heads = 8, m.head_dim = 128,
    m.vocab = 128256;
    s.cluster.accelerator = hopper();
    s.cluster.gpus = 64;
    s.plan.tp = 8;
    s.plan.pp = 4;
    s.plan.sequence_parallel = true;
    s.plan.global_batch = 128;
    s.plan.sequence = 8192;
    return s;
}

Violation only(const Scenario& s) {
    const std::vector<Violation> found = violations(s);
    REQUIRE(found.size() == 1);
    return found.front();
}

Violation named(const Scenario& s, const std::string& rule) {
    const std::vector<Violation> found = violations(s);
    const auto at =
        std::find_if(found.begin(), found.end(), [&](const Violation& v) { return v.rule == rule; });
    REQUIRE(at != found.end());
    return *at;
}

int* number_at(Scenario& s, const std::string& key) {
    Plan& p = s.plan;
    const std::pair<const char*, int*> places[]{{"cluster.gpus", &s.cluster.gpus},
                                                {"plan.tp", &p.tp},
                                                {"plan.pp", &p.pp},
                                                {"plan.vpp", &p.vpp},
                                                {"plan.cp", &p.cp},
                                                {"plan.ep", &p.ep},
                                                {"plan.etp", &p.etp},
                                                {"plan.hsdp_group", &p.hsdp_group},
                                                {"plan.micro_batch", &p.micro_batch},
                                                {"plan.global_batch", &p.global_batch},
                                                {"plan.sequence", &p.sequence}};
    for (const auto& [name, place] : places)
        if (key == name)
            return place;
    return nullptr;
}

/// Written apart from the rules' own way of setting things.
Scenario repaired(Scenario s, const Repair& repair) {
    for (const auto& [key, value] : repair) {
        if (value.is_number())
            *number_at(s, key) = static_cast<int>(value.number);
        else if (key == "plan.schedule")
            s.plan.schedule = value.text == "interleaved" ? Schedule::interleaved : Schedule::one_f_one_b;
        else if (key == "plan.stage_layers")
            s.plan.stage_layers.clear();
        else if (key == "plan.offload")
            s.plan.offload = Offload::none;
        else if (key == "plan.cp_kind")
            s.plan.cp_kind = CpKind::ring;
        else if (key == "plan.mtp")
            s.plan.mtp = false;
        else if (key == "precision")
            s.precision.gemm = value.text == "fp8" ? NumberFormat::fp8 : NumberFormat::bf16;
        else if (key == "plan.order")
            s.plan.order = Plan{}.order;
        else
            FAIL("no such key: " << key);
    }
    return s;
}

/// One broken rule of that id with repairs, each of which makes the plan legal.
Violation healed_by_every_repair(const Scenario& s, const std::string& rule) {
    const Violation v = only(s);
    CHECK(v.rule == rule);
    CHECK_FALSE(v.keys.empty());
    REQUIRE_FALSE(v.nearest.empty());
    CHECK(v.nearest.size() <= 4);
    for (const Repair& repair : v.nearest)
        CHECK(violations(repaired(s, repair)).empty());
    return v;
}

bool offers(const Violation& v, const Repair& repair) {
    return std::find(v.nearest.begin(), v.nearest.end(), repair) != v.nearest.end();
}

} // namespace

TEST_CASE("The published plan of DeepSeek-V3 breaks no rule, nor does a dense plan with tensor parallelism") {
    CHECK(violations(deepseek()).empty());
    CHECK(violations(llama()).empty());
}

TEST_CASE("61 layers on 16 pipeline ranks are legal") {
    Scenario s = deepseek();
    s.plan.stage_layers = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1};
    CHECK(violations(s).empty());
}

TEST_CASE("15,360 sequences do not divide over 2,048 replicas") {
    Scenario s = deepseek();
    s.plan.pp = s.plan.ep = 1;
    s.plan.zero = 3;
    const Violation v = healed_by_every_repair(s, "batch-divides");
    CHECK(v.text ==
          "Global batch 15,360 does not divide by DP 2,048 × micro-batch 1 = 2,048 (7.5 micro-batches)");
    CHECK(v.keys == std::vector<std::string>{"plan.global_batch", "plan.micro_batch"});
    CHECK(v.nearest.front() == Repair{{"plan.global_batch", 16384}});
    CHECK(offers(v, {{"plan.global_batch", 14336}}));
    CHECK(offers(v, {{"plan.cp", 2}}));
}

TEST_CASE("With micro-batches of 8 the same repairs bring the nearest micro-batch with them") {
    Scenario s = deepseek();
    s.plan.pp = s.plan.ep = 1;
    s.plan.micro_batch = 8;
    const Violation v = healed_by_every_repair(s, "batch-divides");
    CHECK(v.nearest.front() == Repair{{"plan.global_batch", 16384}});
    CHECK(offers(v, {{"plan.global_batch", 14336}, {"plan.micro_batch", 7}}));
    CHECK(offers(v, {{"plan.cp", 2}, {"plan.micro_batch", 5}}));
}

TEST_CASE("Degrees must multiply out to the GPUs") {
    Scenario s = deepseek();
    s.plan.pp = 12;
    const Violation v = healed_by_every_repair(s, "degrees-multiply");
    CHECK(v.text == "2,048 GPUs do not divide by TP 1 × PP 12 × CP 1 = 12 (170.67 replicas)");
    CHECK(v.keys == std::vector<std::string>{"cluster.gpus", "plan.tp", "plan.pp", "plan.cp"});
    CHECK(offers(v, {{"plan.pp", 16}}));
    CHECK(offers(v, {{"plan.pp", 8}}));
}

TEST_CASE("Where degrees do not multiply out, rules about replicas keep silent") {
    Scenario s = deepseek();
    s.plan.pp = 12;
    s.plan.ep = 256;
    s.plan.hsdp_group = 7;
    CHECK(only(s).rule == "degrees-multiply");
}

TEST_CASE("Attention heads divide by TP, with MLA too") {
    Scenario s = deepseek();
    s.cluster.gpus = 3 * 512;
    s.plan.tp = 3;
    const Violation v = named(s, "heads-divide");
    CHECK(v.text == "128 attention heads do not divide by TP 3 (42.67 each)");
    CHECK(v.keys == std::vector<std::string>{"plan.tp"});
    REQUIRE_FALSE(v.nearest.empty());
    for (const Repair& repair : v.nearest)
        CHECK(128 % repaired(s, repair).plan.tp == 0);
}

TEST_CASE("Key/value heads divide by TP, but MLA's are compressed into one that every rank holds") {
    Scenario s = llama();
    s.plan.tp = 16;
    CHECK(healed_by_every_repair(s, "kv-heads-divide").text ==
          "8 key/value heads do not divide by TP 16 (0.5 each)");
    s.model.mla = MlaShape{1536, 512, 128, 64, 128};
    CHECK(violations(s).empty());
}

TEST_CASE("The FFN, shared experts and single experts divide by the ranks that cut them") {
    Scenario dense = llama();
    dense.model.ffn = 28676;
    CHECK(named(dense, "ffn-divides").text ==
          "28,676 columns of the FFN do not divide by TP 8 (3,584.5 each)");
    Scenario sparse = deepseek();
    sparse.model.moe->shared_ffn = 2050;
    sparse.plan.tp = 4;
    CHECK(named(sparse, "shared-ffn-divides").text ==
          "2,050 columns of the shared experts do not divide by TP 4 (512.5 each)");
    sparse = deepseek();
    sparse.model.moe->ffn = 1407;
    sparse.plan.etp = 2;
    CHECK(named(sparse, "expert-ffn-divides").text ==
          "1,407 columns of an expert do not divide by ETP 2 (703.5 each)");
}

TEST_CASE("A model whose every layer is MoE has no dense FFN to divide") {
    Scenario s = deepseek();
    s.model.moe->dense_first = 0;
    s.model.ffn = 7;
    s.plan.tp = 2;
    CHECK(violations(s).empty());
}

TEST_CASE("Experts divide by EP") {
    Scenario s = deepseek();
    s.model.moe->experts = 160;
    const Violation v = healed_by_every_repair(s, "experts-divide");
    CHECK(v.text == "160 experts do not divide by EP 64 (2.5 each)");
    CHECK(v.nearest.front() == Repair{{"plan.ep", 32}});
}

TEST_CASE("A dense model has no experts to spread") {
    Scenario s = llama();
    s.plan.ep = 4;
    const Violation v = healed_by_every_repair(s, "experts-divide");
    CHECK(v.text == "Llama 3.1 70B has no experts to spread over EP 4 × ETP 1");
    CHECK(v.nearest == std::vector<Repair>{{{"plan.ep", 1}}});
}

TEST_CASE("TP·CP·DP divides by EP·ETP") {
    Scenario s = deepseek();
    s.plan.ep = 256;
    const Violation v = healed_by_every_repair(s, "expert-mesh");
    CHECK(v.text ==
          "TP 1 × CP 1 × DP 128 = 128 ranks do not divide by EP 256 × ETP 1 = 256 (0.5 expert replicas)");
    CHECK(v.nearest.front() == Repair{{"plan.ep", 128}});
    CHECK(offers(v, {{"plan.pp", 8}}));
}

TEST_CASE("An HSDP group divides DP·CP, where ZeRO shards at all") {
    Scenario s = deepseek();
    s.plan.hsdp_group = 48;
    const Violation v = healed_by_every_repair(s, "hsdp-divides");
    CHECK(v.text == "DP 128 × CP 1 = 128 ranks do not divide by the HSDP group of 48 (2.67 groups)");
    CHECK(v.nearest.front() == Repair{{"plan.hsdp_group", 64}});
    s.plan.zero = 0;
    CHECK(violations(s).empty());
}

TEST_CASE("There cannot be more chunks than layers") {
    Scenario s = llama();
    s.plan.schedule = Schedule::interleaved;
    s.plan.vpp = 40;
    const Violation v = healed_by_every_repair(s, "layers-chunks");
    CHECK(v.text == "PP 4 × VPP 40 = 160 chunks are more than the model's 80 layers");
    CHECK(offers(v, {{"plan.vpp", 20}}));
    CHECK(offers(v, {{"plan.pp", 2}}));
}

TEST_CASE(
    "In a layer list only the first and the last chunk may hold no layer: embedding and head stand there") {
    Scenario s = llama();
    s.plan.schedule = Schedule::interleaved;
    s.plan.vpp = 21;
    s.model.layers = 82;
    s.plan.stage_layers = {20, 21, 21, 20};
    CHECK(violations(s).empty());
    s.plan.stage_layers = {21, 20, 21, 20};
    CHECK(healed_by_every_repair(s, "layers-chunks").text ==
          "The layer list leaves a chunk empty: a stage of 20 layers cannot fill VPP 21");
}

TEST_CASE("A layer list has one entry a stage and sums up to the model's layers") {
    Scenario s = deepseek();
    s.plan.stage_layers = {4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4};
    Violation v = healed_by_every_repair(s, "stage-layers-sum");
    CHECK(v.text == "The layer list holds 64 layers on 16 stages, but the model has 61 and PP is 16");
    CHECK(v.nearest == std::vector<Repair>{{{"plan.stage_layers", "[]"}}});
    s.plan.stage_layers = {8, 8, 8, 8, 8, 8, 8, 5};
    v = healed_by_every_repair(s, "stage-layers-sum");
    CHECK(offers(v, {{"plan.pp", 8}}));
}

TEST_CASE("VPP above 1 needs the interleaved schedule and a pipeline") {
    Scenario s = llama();
    s.plan.vpp = 2;
    Violation v = healed_by_every_repair(s, "vpp-schedule");
    CHECK(v.text == "VPP 2 needs the interleaved schedule, not 1F1B");
    CHECK(offers(v, {{"plan.schedule", "interleaved"}}));
    CHECK(offers(v, {{"plan.vpp", 1}}));
    s.plan.schedule = Schedule::interleaved;
    CHECK(violations(s).empty());
    s.plan.pp = 1;
    v = healed_by_every_repair(s, "vpp-schedule");
    CHECK(v.text == "VPP 2 needs a pipeline to interleave, but PP is 1");
}

TEST_CASE("The interleaved schedule with one chunk a rank is 1F1B and legal") {
    Scenario s = llama();
    s.plan.schedule = Schedule::interleaved;
    s.plan.global_batch = 126;
    CHECK(violations(s).empty());
}

TEST_CASE("VPP above 1 needs micro-batches that PP divides") {
    Scenario s = llama();
    s.plan.schedule = Schedule::interleaved;
    s.plan.vpp = 2;
    s.plan.global_batch = 124;
    const Violation v = healed_by_every_repair(s, "vpp-micro-batches");
    CHECK(v.text == "62 micro-batches do not divide by PP 4 (15.5 rounds), which VPP 2 needs");
    CHECK(offers(v, {{"plan.global_batch", 120}}));
    CHECK(offers(v, {{"plan.global_batch", 128}}));
    CHECK(offers(v, {{"plan.vpp", 1}}));
}

TEST_CASE("A context-parallel sequence is cut into two pieces a rank") {
    Scenario s = llama();
    s.plan.sequence_parallel = false;
    s.plan.cp = 2;
    s.plan.sequence = 8190;
    const Violation v = healed_by_every_repair(s, "sequence-cp");
    CHECK(v.text == "Sequence 8,190 does not divide by 2 × CP 2 = 4 (2,047.5 tokens a piece)");
    CHECK(offers(v, {{"plan.sequence", 8192}}));
    CHECK(offers(v, {{"plan.sequence", 8188}}));
    CHECK(offers(v, {{"plan.cp", 1}}));
}

TEST_CASE("Sequence parallelism cuts the sequence by TP") {
    Scenario s = llama();
    s.plan.sequence = 8190;
    CHECK(healed_by_every_repair(s, "sequence-tp").text ==
          "Sequence 8,190 does not divide by TP 8 × CP 1 = 8 (1,023.75 tokens each), which sequence "
          "parallelism needs");
    s.plan.sequence_parallel = false;
    CHECK(violations(s).empty());
}

TEST_CASE("A sequence cannot be longer than the learned positions") {
    Scenario s = llama();
    s.model.learned_positions = 2048;
    const Violation v = healed_by_every_repair(s, "sequence-positions");
    CHECK(v.text == "Sequence 8,192 is longer than the 2,048 learned positions of Llama 3.1 70B");
    CHECK(v.nearest == std::vector<Repair>{{{"plan.sequence", 2048}}});
}

TEST_CASE("DualPipe needs an even PP and an even number of micro-batches, at least two a rank") {
    Scenario s = llama();
    s.plan.schedule = Schedule::dualpipe;
    s.plan.global_batch = 12;
    const Violation v = named(s, "dualpipe-shape");
    CHECK(v.text ==
          "DualPipe needs an even PP and at least 2 × PP 4 = 8 micro-batches, an even number; there are 6");
    CHECK(offers(v, {{"plan.schedule", "1f1b"}}));
    s.plan.global_batch = 16;
    CHECK(violations(s).empty());
    s.plan.global_batch = 18;
    CHECK(named(s, "dualpipe-shape").keys.front() == "plan.schedule");
    s.plan.pp = 1;
    s.plan.global_batch = 16;
    CHECK(named(s, "dualpipe-shape").keys.front() == "plan.schedule");
}

TEST_CASE("Offloading needs a link to the host") {
    Scenario s = llama();
    s.plan.offload = Offload::optimizer;
    s.cluster.accelerator.pcie = gigabytes_per_second(64);
    CHECK(violations(s).empty());
    s.cluster.accelerator.pcie = BytesPerSecond(0);
    CHECK_THAT(healed_by_every_repair(s, "offload-link").text, ContainsSubstring("pcie_gbps"));
}

TEST_CASE("All-to-all context parallelism hands each rank whole heads") {
    Scenario s = llama();
    s.plan.cp_kind = CpKind::all_to_all;
    CHECK(violations(s).empty());
    s.model.heads = 24;
    s.model.kv_heads = 8;
    s.plan.tp = 8;
    s.plan.cp = 2;
    CHECK(healed_by_every_repair(s, "cp-heads-divide").text ==
          "3 heads of each TP rank do not divide by CP 2 (1.5 each), which all-to-all needs");
}

TEST_CASE("A model without multi-token-prediction layers cannot train them") {
    Scenario s = deepseek();
    s.plan.mtp = true;
    CHECK(healed_by_every_repair(s, "mtp-model").text ==
          "DeepSeek-V3 has no multi-token-prediction layers to train");
    s.model.mtp_layers = 1;
    CHECK(violations(s).empty());
}

TEST_CASE("An accelerator computes only in the precisions it has") {
    Scenario s = deepseek();
    s.precision.gemm = NumberFormat::nvfp4;
    const Violation v = healed_by_every_repair(s, "precision-rate");
    CHECK(v.text == "H800 has no FP4 matrix units (it has FP8, BF16, FP16, FP32)");
    CHECK(v.nearest.front() == Repair{{"precision", "fp8"}});
}

TEST_CASE("The placement order names each axis once") {
    Scenario s = deepseek();
    s.plan.order[0] = Axis::pp;
    CHECK(healed_by_every_repair(s, "order-permutation").nearest ==
          std::vector<Repair>{{{"plan.order", "tp-cp-ep-dp-pp"}}});
}

TEST_CASE("Nothing may be zero or negative, and then no other rule is asked") {
    Scenario s = deepseek();
    s.plan.tp = 0;
    s.plan.micro_batch = -8;
    const Violation v = only(s);
    CHECK(v.rule == "values-positive");
    CHECK(v.text == "plan.tp is 0, but must be at least 1; plan.micro_batch is -8, but must be at least 1");
}

TEST_CASE("Every broken rule is reported, not only the first") {
    Scenario s = llama();
    s.plan.tp = 16;
    s.plan.ep = 2;
    s.model.learned_positions = 2048;
    std::vector<std::string> rules;
    for (const Violation& v : violations(s))
        rules.push_back(v.rule);
    CHECK(rules == std::vector<std::string>{"kv-heads-divide", "experts-divide", "sequence-positions"});
}

TEST_CASE("Where two rules are broken, a repair heals its own") {
    Scenario s = llama();
    s.plan.offload = Offload::all;
    s.plan.sequence = 8190;
    for (const Violation& v : violations(s))
        for (const Repair& repair : v.nearest)
            for (const Violation& left : violations(repaired(s, repair)))
                CHECK(left.rule != v.rule);
}

TEST_CASE("Degrees beyond any cluster are refused without overflow") {
    Scenario s = deepseek();
    s.plan.tp = s.plan.pp = s.plan.cp = 1'000'000;
    CHECK(named(s, "degrees-multiply").nearest.size() <= 4);
}
