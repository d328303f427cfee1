// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/schedule.hpp"
#include "tests/catch.hpp"

#include <algorithm>

using namespace ridgepoint;

namespace {

constexpr double F = 3, B = 6, W = 2.5; ///< B is the whole backward, W included

ChunkTimes times(double forward, double backward, double weight, double pair = 0) {
    return {Seconds(forward), Seconds(backward - weight), Seconds(weight), Seconds(pair)};
}

PipelineInput equal_stages(Schedule schedule, int p, int v, int m, ChunkTimes each) {
    PipelineInput input;
    input.schedule = schedule;
    input.ranks = p;
    input.chunks = v;
    input.micro_batches = m;
    input.stages.assign(static_cast<std::size_t>(p * v), each);
    return input;
}

double bubble(const PipelineInput& input) {
    return simulate(input, false).phases.bubble.value;
}

double most_bubble(const PipelineRun& run) {
    double most = 0;
    for (const RankActivity& rank : run.ranks)
        most = std::max(most, (run.span - rank.busy).value);
    return most;
}

} // namespace

TEST_CASE("The bubble of GPipe and of 1F1B is (p-1)(F+B)") {
    for (const Schedule schedule : {Schedule::gpipe, Schedule::one_f_one_b})
        for (const int p : {1, 2, 4, 16})
            for (const int m : {1, 2, 7, 16, 120}) {
                const PipelineInput input = equal_stages(schedule, p, 1, m, times(F, B, W));
                CHECK(bubble(input) == Approx((p - 1) * (F + B)));
                CHECK(simulate(input, false).span.value == Approx((m + p - 1) * (F + B)));
            }
}

TEST_CASE("GPipe keeps every micro-batch alive on every rank") {
    for (const RankActivity& rank :
         simulate(equal_stages(Schedule::gpipe, 4, 1, 11, times(F, B, W)), false).ranks)
        CHECK(rank.in_flight == 11);
}

TEST_CASE("1F1B keeps min(m, p-i) micro-batches alive on rank i") {
    for (const int m : {1, 3, 8, 30}) {
        const PipelineRun run = simulate(equal_stages(Schedule::one_f_one_b, 8, 1, m, times(F, B, W)), false);
        for (int i = 0; i < 8; ++i)
            CHECK(run.ranks[static_cast<std::size_t>(i)].in_flight == std::min(m, 8 - i));
    }
}

TEST_CASE("Interleaving divides the bubble by v") {
    for (const int p : {2, 4, 8})
        for (const int v : {2, 3, 4, 8})
            for (const int groups : {1, 2, 5}) {
                const PipelineInput input =
                    equal_stages(Schedule::interleaved, p, v, groups * p, times(F / v, B / v, W / v));
                CHECK(bubble(input) == Approx((p - 1) * (F + B) / v));
            }
}

TEST_CASE("With interleaving the first rank holds p·v+p-1 chunks, more than 1F1B does") {
    for (const int p : {2, 4, 16})
        for (const int v : {2, 3, 8}) {
            const int m = 4 * p;
            const PipelineRun run =
                simulate(equal_stages(Schedule::interleaved, p, v, m, times(F, B, W)), false);
            CHECK(run.ranks.front().in_flight * v == Approx(p * v + p - 1));
            for (int i = 0; i < p; ++i)
                CHECK(run.ranks[static_cast<std::size_t>(i)].in_flight >= std::min(m, p - i));
        }
}

TEST_CASE("Interleaving with one chunk is 1F1B") {
    const PipelineInput plain = equal_stages(Schedule::one_f_one_b, 6, 1, 12, times(F, B, W));
    PipelineInput interleaved = plain;
    interleaved.schedule = Schedule::interleaved;
    CHECK(simulate(interleaved, false).span == simulate(plain, false).span);
    CHECK(simulate(interleaved, false).ranks.front().in_flight ==
          simulate(plain, false).ranks.front().in_flight);
}

TEST_CASE("ZB-H1 leaves a bubble of (p-1)(F+B-2W) and holds p micro-batches on every rank") {
    for (const int p : {1, 2, 4, 8})
        for (const int m : {p, 2 * p, 5 * p}) {
            const PipelineRun run = simulate(equal_stages(Schedule::zb_h1, p, 1, m, times(2, 4, 2)), false);
            CHECK(run.phases.bubble.value == Approx((p - 1) * (2 + 4 - 2 * 2)));
            for (const RankActivity& rank : run.ranks)
                CHECK(rank.in_flight == p);
        }
}

TEST_CASE("ZB-H1's closed form holds where a forward is longer than a weight gradient") {
    const PipelineRun run = simulate(equal_stages(Schedule::zb_h1, 4, 1, 16, times(F, B, W)), false);
    CHECK(run.phases.bubble.value == Approx(3 * (F + B - 2 * W)));
}

TEST_CASE("ZB-V idles only p-1 parts of a chunk on every rank where all parts take equally long") {
    for (const int p : {2, 4, 8})
        for (const int m : {2 * p - 1, 2 * p, 3 * p}) {
            const PipelineRun run = simulate(equal_stages(Schedule::zb_v, p, 2, m, times(1, 2, 1)), false);
            for (const RankActivity& rank : run.ranks) {
                CHECK((run.span - rank.busy).value == Approx(p - 1));
                CHECK(rank.in_flight == p);
            }
        }
}

TEST_CASE("DualPipe's bubble is (p/2-1)(F&B+B-3W) when a pair saves nothing and F = W = B/2") {
    for (const int p : {2, 4, 8, 16})
        for (const int m : {2 * p, 4 * p, 120}) {
            const PipelineRun run =
                simulate(equal_stages(Schedule::dualpipe, p, 1, m, times(2, 4, 2, 6)), false);
            CHECK(most_bubble(run) == Approx((p / 2 - 1) * (6 + 4 - 3 * 2)));
            CHECK(run.phases.bubble.value == Approx((p / 2 - 1) * (6 + 4 - 3 * 2)));
        }
}

TEST_CASE("DualPipe's closed form bounds the bubble of every rank from above when pairs save time") {
    for (const double pair : {5.9, 5.0, 4.5})
        for (const int p : {4, 8, 16}) {
            const PipelineRun run =
                simulate(equal_stages(Schedule::dualpipe, p, 1, 4 * p, times(2, 4, 1.5, pair)), false);
            CHECK(most_bubble(run) <= Approx((p / 2 - 1) * (pair + 4 - 3 * 1.5)));
        }
}

TEST_CASE("DualPipe holds p+1 micro-batches on every rank, in two copies of the parameters") {
    for (const int p : {2, 4, 16})
        for (const RankActivity& rank :
             simulate(equal_stages(Schedule::dualpipe, p, 1, 4 * p, times(2, 4, 2, 5.5)), false).ranks)
            CHECK(rank.in_flight == p + 1);
    CHECK(parameter_copies(Schedule::dualpipe) == 2);
    CHECK(parameter_copies(Schedule::dualpipev) == 1);
    CHECK(parameter_copies(Schedule::one_f_one_b) == 1);
}

TEST_CASE("DualPipeV's bubble is (p-1)(F&B+B-3W) of half-size chunks, and it holds 2p+1 of them") {
    for (const int p : {2, 4, 8})
        for (const int m : {2 * p, 4 * p}) {
            const PipelineRun run =
                simulate(equal_stages(Schedule::dualpipev, p, 2, m, times(2, 4, 2, 6)), false);
            CHECK(most_bubble(run) == Approx((p - 1) * (6 + 4 - 3 * 2)));
            for (const RankActivity& rank : run.ranks)
                CHECK(rank.in_flight * 2 == Approx(2 * p + 1));
        }
}

TEST_CASE("Fed with DeepSeek-V3's traced times, DualPipe's rank 0 spends its phases as published") {
    // Forward 49 ms, backward 109 ms with its weight gradient of 32 ms, pair 143.8 ms: 1F 1.13 s, 1W 0.48 s,
    // 1F1B 13.95 s (cost model, section 9).
    const PipelineRun run =
        simulate(equal_stages(Schedule::dualpipe, 16, 1, 120, times(0.049, 0.109, 0.032, 0.1438)), false);
    CHECK(run.phases.forward.value == Approx(1.13).epsilon(0.01));
    CHECK(run.phases.weight.value == Approx(0.48).epsilon(0.01));
    CHECK(run.phases.overlapped.value == Approx(13.95).epsilon(0.01));
}

TEST_CASE("A slow transfer delays the receiver and not the sender") {
    PipelineInput input = equal_stages(Schedule::gpipe, 2, 1, 1, times(F, B, W));
    input.transfer = Seconds(1);
    const PipelineRun run = simulate(input, false);
    CHECK(run.span.value == Approx(2 * (F + B) + 2 * 1));
    CHECK(run.ranks.front().busy.value == Approx(F + B));
}

TEST_CASE("One slow stage sets the pace: each further micro-batch costs its time") {
    PipelineInput input = equal_stages(Schedule::one_f_one_b, 4, 1, 40, times(F, B, W));
    input.stages[2] = times(2 * F, 2 * B, 2 * W);
    const double before = simulate(input, false).span.value;
    ++input.micro_batches;
    CHECK(simulate(input, false).span.value - before == Approx(2 * (F + B)));
    CHECK(before > 40 * 2 * (F + B));
}
