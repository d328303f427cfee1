// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/plots/sample_estimate.hpp"

namespace ridgepoint::test {

namespace {

OperatorCost op(std::string_view name, OperatorKind kind, LayerKind layer, Pass pass, RateClass precision,
                double flops, double bytes, double seconds, double calls) {
    OperatorCost cost;
    cost.name = name;
    cost.kind = kind;
    cost.layer = layer;
    cost.pass = pass;
    cost.precision = precision;
    cost.flops = Flop(flops);
    cost.bytes = Bytes(bytes);
    cost.time = Seconds(seconds);
    cost.calls_per_step = calls;
    return cost;
}

std::vector<OperatorCost> operators() {
    const auto fp8 = RateClass::fp8, bf16 = RateClass::bf16;
    const auto moe = LayerKind::moe;
    std::vector<OperatorCost> list;
    for (const Pass pass : {Pass::forward, Pass::backward_input, Pass::backward_weight}) {
        const double k = pass == Pass::forward ? 1 : 1.1;
        list.push_back(
            op("expert-up", OperatorKind::grouped_gemm, moe, pass, fp8, 1.9e12, 1.5e9, 2.1e-3 * k, 480));
        list.push_back(
            op("expert-down", OperatorKind::grouped_gemm, moe, pass, fp8, 0.96e12, 0.9e9, 1.15e-3 * k, 480));
        list.push_back(op("mla-q-up", OperatorKind::gemm, moe, pass, fp8, 3.1e11, 2.6e8, 3.4e-4 * k, 480));
        list.push_back(op("mla-kv-up", OperatorKind::gemm, moe, pass, fp8, 1.4e11, 3.1e8, 2.9e-4 * k, 480));
        list.push_back(op("mla-out", OperatorKind::gemm, moe, pass, fp8, 9.6e11, 3.6e8, 9.1e-4 * k, 480));
        list.push_back(
            op("head", OperatorKind::gemm, LayerKind::head, pass, bf16, 7.6e12, 3.0e9, 1.1e-2 * k, 120));
    }
    list.push_back(
        op("attention", OperatorKind::attention, moe, Pass::forward, bf16, 5.5e11, 6.0e8, 1.0e-3, 480));
    list.push_back(op("attention", OperatorKind::attention, moe, Pass::backward_input, bf16, 1.37e12, 1.4e9,
                      3.4e-3, 480));
    list.push_back(op("norm", OperatorKind::norm, moe, Pass::forward, bf16, 2.3e8, 1.8e8, 7e-5, 960));
    list.push_back(op("swiglu", OperatorKind::elementwise, moe, Pass::forward, bf16, 8e8, 4e8, 1.5e-4, 480));
    list.push_back(op("cast", OperatorKind::cast, moe, Pass::forward, bf16, 1.2e8, 2e8, 9e-5, 960));
    list.push_back(op("permute", OperatorKind::permute, moe, Pass::forward, bf16, 0, 5e8, 1.9e-4, 480));
    list.push_back(op("router", OperatorKind::router, moe, Pass::forward, bf16, 1.5e10, 6e7, 6e-5, 480));
    return list;
}

CollectiveCost collective(std::string_view name, Parallelism parallelism, Collective kind, Link link,
                          double up, double out, double time, double exposed) {
    CollectiveCost cost;
    cost.name = name;
    cost.parallelism = parallelism;
    cost.collective = kind;
    cost.link = link;
    cost.ranks = 64;
    cost.calls_per_step = 480;
    cost.scale_up_bytes = Bytes(up);
    cost.scale_out_bytes = Bytes(out);
    cost.bytes = Bytes(up + out);
    cost.time = Seconds(time);
    cost.exposed = Seconds(exposed);
    return cost;
}

void addSlots(Estimate& e, int ranks, int microBatches, double forward, double backward) {
    // 1F1B, equal stages: the closed form of when each slot starts.
    for (int rank = 0; rank < ranks; ++rank) {
        const int warm = std::min(ranks - rank, microBatches);
        double at = rank * forward;
        int f = 0, b = 0;
        const auto put = [&](SlotKind kind, int batch, double length) {
            e.pipeline_slots.push_back({rank, kind, 0, batch, -1, Seconds(at), Seconds(at + length)});
            at += length;
        };
        for (; f < warm; ++f)
            put(SlotKind::forward, f, forward);
        at = std::max(at, ranks * forward + (ranks - 1 - rank) * backward);
        while (b < microBatches) {
            put(SlotKind::backward, b++, backward);
            if (f < microBatches)
                put(SlotKind::forward, f++, forward);
        }
        e.pipeline.span = std::max(e.pipeline.span, Seconds(at));
    }
}

void addTimeline(Estimate& e) {
    double at = 0;
    e.timeline.layer = LayerKind::moe;
    const auto compute = [&](std::string_view name, OperatorKind kind, Pass pass, double length) {
        TimelineBlock block;
        block.stream = Stream::compute;
        block.name = name;
        block.kind = kind;
        block.pass = pass;
        block.start = Seconds(at);
        block.end = Seconds(at += length);
        e.timeline.blocks.push_back(block);
    };
    const auto transfer = [&](std::string_view name, Link link, Pass pass, double length, double exposed) {
        TimelineBlock block;
        block.stream = Stream::communication;
        block.name = name;
        block.parallelism = Parallelism::ep;
        block.link = link;
        block.pass = pass;
        block.start = Seconds(at - (length - exposed));
        block.end = Seconds(at + exposed);
        e.timeline.blocks.push_back(block);
        if (exposed > 0) {
            block.stream = Stream::exposed;
            block.start = Seconds(at);
            block.end = Seconds(at + exposed);
            e.timeline.blocks.push_back(block);
            at += exposed;
        }
    };
    compute("norm", OperatorKind::norm, Pass::forward, 7e-5);
    compute("mla-q-up", OperatorKind::gemm, Pass::forward, 3.4e-4);
    compute("attention", OperatorKind::attention, Pass::forward, 1e-3);
    compute("mla-out", OperatorKind::gemm, Pass::forward, 9.1e-4);
    transfer("ep-dispatch", Link::scale_out, Pass::forward, 2.1e-3, 1.9e-3);
    compute("expert-up", OperatorKind::grouped_gemm, Pass::forward, 2.1e-3);
    compute("expert-down", OperatorKind::grouped_gemm, Pass::forward, 1.15e-3);
    transfer("ep-combine", Link::scale_out, Pass::forward, 4.1e-3, 3.2e-3);
    compute("expert-down", OperatorKind::grouped_gemm, Pass::backward_input, 1.2e-3);
    compute("expert-down", OperatorKind::grouped_gemm, Pass::backward_weight, 1.2e-3);
    compute("attention", OperatorKind::attention, Pass::backward_input, 3.4e-3);
    e.timeline.span = Seconds(at);
}

/// Fractions of the step that leave an MFU of 19.5 %.
void addLosses(Estimate& e) {
    const auto loss = [&e](const char* name, double seconds) {
        e.losses.push_back({name, seconds / e.time.step.value, Seconds(seconds)});
    };
    loss("achievable-ceiling", 1.53);
    loss("wider-precision", 0.57);
    loss("shape-efficiency", 2.71);
    loss("memory-bound", 4.0);
    loss("launches", 0.16);
    loss("comm-sms", 1.09);
    loss("recompute", 0);
    loss("exposed-cp-scale-up", 0);
    loss("exposed-ep-scale-out", 2.61);
    loss("exposed-pp-scale-out", 0.28);
    loss("exposed-dp-scale-out", 0.37);
    loss("uneven-stages", 0);
    loss("bubble", 2.06);
    loss("optimizer", 0.29);
    double left = e.time.step.value * e.throughput.mfu_causal;
    for (const Loss& one : e.losses)
        left += one.time.value;
    loss("host", e.time.step.value - left);
}

void addRoofs(Estimate& e) {
    e.roofs.compute = {{RateClass::fp32, teraflops(494), teraflops(370), {}},
                       {RateClass::bf16, teraflops(989), teraflops(758), {}},
                       {RateClass::fp8, teraflops(1979), teraflops(1460), {}}};
    e.roofs.hbm = e.roofs.hbm_datasheet = gigabytes_per_second(3350);
    e.roofs.scale_up = gigabytes_per_second(160);
    e.roofs.scale_out = gigabytes_per_second(50);
}

} // namespace

Scenario sampleScenario() {
    Scenario s;
    s.name = "Sample";
    s.model.name = "DeepSeek-V3";
    s.cluster.accelerator.name = "H800 SXM";
    s.cluster.accelerator.sms = 132;
    s.cluster.gpus = 2048;
    s.plan.pp = 16;
    s.plan.ep = 64;
    s.plan.zero = 1;
    s.plan.global_batch = 15360;
    return s;
}

Estimate sampleEstimate() {
    Estimate e;
    e.fits = true;
    e.flops.model_per_step = Flop(1.5755e19);
    e.parallel = {2048, 128, 2, 120, 62914560};
    e.roofs.gemm = RateClass::fp8;
    addRoofs(e);
    e.operators = operators();
    e.communication = {collective("ep-dispatch", Parallelism::ep, Collective::all_to_all, Link::scale_out,
                                  4.9e11, 1.37e11, 2.74, 1.3),
                       collective("ep-combine", Parallelism::ep, Collective::all_to_all, Link::scale_out,
                                  5.1e10, 1.34e11, 2.68, 1.31),
                       collective("pp-forward", Parallelism::pp, Collective::send_receive, Link::scale_out, 0,
                                  1.32e10, 0.264, 0),
                       collective("dp-reduce", Parallelism::dp, Collective::reduce_scatter, Link::scale_out,
                                  0, 1.85e10, 0.37, 0.37)};
    addSlots(e, 16, 120, 0.05, 0.09);
    e.pipeline.critical_rank = 1;
    for (int rank = 0; rank < 16; ++rank) {
        const bool edge = rank == 0 || rank == 15;
        e.pipeline.stages.push_back(
            {rank == 15 ? 1 : 4, Seconds(0.05), Seconds(0.05), Seconds(0.04), 16.0 - rank});
        e.memory.stages.push_back({gib(3.2), gib(edge ? 17.1 : 12.2), gib(2.7),
                                   gib(rank == 1 ? 45.3
                                       : edge    ? 23.5
                                                 : 44.6),
                                   gib(edge ? 2.1 : 0), gib(2.2), gib(4.0), {}});
    }
    e.memory.capacity = gib(80);
    e.memory.peak_stage = 1;
    e.memory.peak = e.memory.stages[1].total();
    e.time.step = Seconds(19.93);
    e.time.bubble = Seconds(2.06);
    e.time.optimizer = Seconds(0.29);
    e.time.exposed_communication = Seconds(3.26);
    e.time.host = Seconds(0.2);
    e.throughput.per_gpu_causal = teraflops(386);
    e.throughput.mfu_causal = 386.0 / 1979;
    e.throughput.mfu_bf16_causal = 386.0 / 989;
    addLosses(e);
    addTimeline(e);
    return e;
}

Scenario overfullScenario() {
    Scenario s = sampleScenario();
    s.name = "Overfull";
    s.plan.pp = 1;
    s.plan.ep = 1;
    s.plan.zero = 3;
    return s;
}

Estimate overfullEstimate() {
    Estimate e = sampleEstimate();
    e.fits = false;
    e.communication = {collective("zero3-gather", Parallelism::dp, Collective::all_gather, Link::scale_out, 0,
                                  4.0242e12, 80.5, 65.8)};
    e.throughput.per_gpu_causal = teraflops(94.5);
    e.memory.stages = {{gib(0.6), gib(22.6), gib(2.4), gib(30.0), gib(1.8), gib(43.0), gib(4.0), {}}};
    e.memory.peak_stage = 0;
    e.memory.peak = e.memory.stages[0].total();
    e.pipeline.stages.resize(1);
    e.pipeline_slots.clear();
    addSlots(e, 1, 1, 27.0, 54.0);
    e.time.step = Seconds(81.4);
    e.time.bubble = Seconds(0);
    for (TimelineBlock& block : e.timeline.blocks)
        block.parallelism = Parallelism::dp;
    return e;
}

} // namespace ridgepoint::test
