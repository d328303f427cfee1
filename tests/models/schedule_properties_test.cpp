// SPDX-License-Identifier: GPL-3.0-or-later
// What must hold for every schedule and any times, over random pipelines from a fixed seed.
#include "models/schedule.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <tuple>

using namespace ridgepoint;

namespace {

constexpr std::array all_schedules{Schedule::gpipe,    Schedule::one_f_one_b, Schedule::interleaved,
                                   Schedule::zb_h1,    Schedule::zb_v,        Schedule::dualpipe,
                                   Schedule::dualpipev};

bool in_a_vee(Schedule s) {
    return s == Schedule::zb_v || s == Schedule::dualpipev;
}

PipelineInput random_pipeline(Schedule schedule, std::mt19937& random) {
    const auto between = [&random](int low, int high) {
        return low + static_cast<int>(random() % unsigned(high - low + 1));
    };
    PipelineInput input;
    input.schedule = schedule;
    input.ranks = between(1, 7);
    input.micro_batches = between(1, 30);
    if (schedule == Schedule::interleaved) {
        input.chunks = between(1, 4);
        input.micro_batches = input.ranks * between(1, 5);
    }
    if (in_a_vee(schedule))
        input.chunks = 2;
    if (schedule == Schedule::dualpipe)
        input.ranks = 2 * between(1, 4);
    if (schedule == Schedule::dualpipe || schedule == Schedule::dualpipev)
        input.micro_batches = 2 * input.ranks + 2 * between(0, 8);
    const auto time = [&] { return Seconds(between(0, 100) / 16.0); };
    for (int i = 0; i < input.ranks * input.chunks; ++i) {
        ChunkTimes t{time(), time(), time(), Seconds()};
        t.forward_backward = (t.forward + t.backward()) * (between(60, 100) / 100.0);
        input.stages.push_back(t);
    }
    input.transfer = time() * 0.25;
    return input;
}

/// Stages are counted along the way a micro-batch takes.
int stage_of(const PipelineInput& input, int rank, int chunk) {
    if (chunk == 1 && in_a_vee(input.schedule))
        return 2 * input.ranks - 1 - rank;
    if (chunk == 1 && input.schedule == Schedule::dualpipe)
        return input.ranks - 1 - rank;
    return chunk * input.ranks + rank;
}

struct Done { ///< one part of one micro-batch on one stage
    int rank = 0;
    double start = 0, end = 0;
};
using Parts = std::map<std::tuple<char, int, int>, Done>; ///< by part (F, B, W), stage, micro-batch

Parts parts_of(const PipelineInput& input, const PipelineRun& run) {
    Parts parts;
    const auto put = [&](char part, const Slot& slot, int chunk, int micro_batch) {
        const auto key = std::tuple(part, stage_of(input, slot.rank, chunk), micro_batch);
        REQUIRE(parts.emplace(key, Done{slot.rank, slot.start.value, slot.end.value}).second);
    };
    for (const Slot& slot : run.slots) {
        switch (slot.kind) {
        case SlotKind::forward:
            put('F', slot, slot.chunk, slot.micro_batch);
            break;
        case SlotKind::backward:
        case SlotKind::backward_input:
            put('B', slot, slot.chunk, slot.micro_batch);
            break;
        case SlotKind::backward_weight:
            put('W', slot, slot.chunk, slot.micro_batch);
            break;
        case SlotKind::forward_backward: // the backward runs on the rank's other chunk
            put('F', slot, slot.chunk, slot.micro_batch);
            put('B', slot, 1 - slot.chunk, slot.micro_batch_b);
            break;
        }
    }
    return parts;
}

constexpr double rounding = 1e-9;

void check_order(const PipelineInput& input, const Parts& parts) {
    const int last = input.ranks * input.chunks - 1;
    const auto after = [&](const Done& earlier, const Done& later) {
        const double travel = earlier.rank == later.rank ? 0 : input.transfer.value;
        return later.start >= earlier.end + travel - rounding;
    };
    for (const auto& [key, done] : parts) {
        const auto [part, stage, micro_batch] = key;
        if (part == 'F' && stage > 0)
            CHECK(after(parts.at({'F', stage - 1, micro_batch}), done));
        if (part == 'B' && stage < last)
            CHECK(after(parts.at({'B', stage + 1, micro_batch}), done));
        if (part == 'B')
            CHECK(after(parts.at({'F', stage, micro_batch}), done));
        if (part == 'W')
            CHECK(after(parts.at({'B', stage, micro_batch}), done));
    }
}

} // namespace

TEST_CASE("Every forward and backward of every micro-batch runs once, after what it depends on") {
    std::mt19937 random(20261129);
    for (int round = 0; round < 40; ++round)
        for (const Schedule schedule : all_schedules) {
            const PipelineInput input = random_pipeline(schedule, random);
            const Parts parts = parts_of(input, simulate(input, true));
            const auto count = [&](char part) {
                return std::count_if(parts.begin(), parts.end(),
                                     [=](const auto& p) { return std::get<0>(p.first) == part; });
            };
            const int work = input.ranks * input.chunks * input.micro_batches;
            REQUIRE(count('F') == work);
            REQUIRE(count('B') == work);
            check_order(input, parts);
        }
}

TEST_CASE("Slots come by rank and time, and never overlap on a rank") {
    std::mt19937 random(7);
    for (int round = 0; round < 40; ++round)
        for (const Schedule schedule : all_schedules) {
            const PipelineRun run = simulate(random_pipeline(schedule, random), true);
            for (std::size_t i = 1; i < run.slots.size(); ++i) {
                const Slot &before = run.slots[i - 1], &slot = run.slots[i];
                CHECK(slot.rank >= before.rank);
                if (slot.rank == before.rank)
                    CHECK(slot.start.value >= before.end.value - rounding);
            }
        }
}

TEST_CASE("A rank's busy time is the sum of its slots, and the span is at least the busiest rank's") {
    std::mt19937 random(11);
    for (int round = 0; round < 40; ++round)
        for (const Schedule schedule : all_schedules) {
            const PipelineInput input = random_pipeline(schedule, random);
            const PipelineRun run = simulate(input, true);
            std::vector<double> sum(run.ranks.size()), end(run.ranks.size());
            for (const Slot& slot : run.slots) {
                sum[std::size_t(slot.rank)] += (slot.end - slot.start).value;
                end[std::size_t(slot.rank)] = slot.end.value;
            }
            for (std::size_t r = 0; r < sum.size(); ++r) {
                CHECK(run.ranks[r].busy.value == Approx(sum[r]).margin(rounding));
                CHECK(run.ranks[r].end.value == Approx(end[r]).margin(rounding));
                CHECK(run.span.value >= run.ranks[r].busy.value - rounding);
            }
        }
}

TEST_CASE("The phases of rank 0 add up to the span") {
    std::mt19937 random(13);
    for (int round = 0; round < 40; ++round)
        for (const Schedule schedule : all_schedules) {
            const PipelineRun run = simulate(random_pipeline(schedule, random), false);
            const PipelinePhases& p = run.phases;
            CHECK((p.forward + p.overlapped + p.backward + p.weight + p.bubble).value ==
                  Approx(run.span.value).margin(rounding));
            CHECK(p.bubble.value >= -rounding);
        }
}

TEST_CASE("Without slots the numbers are the same") {
    std::mt19937 random(17);
    for (int round = 0; round < 40; ++round)
        for (const Schedule schedule : all_schedules) {
            const PipelineInput input = random_pipeline(schedule, random);
            const PipelineRun with = simulate(input, true), without = simulate(input, false);
            CHECK(without.slots.empty());
            CHECK(with.span == without.span);
            for (std::size_t r = 0; r < with.ranks.size(); ++r) {
                CHECK(with.ranks[r].end == without.ranks[r].end);
                CHECK(with.ranks[r].in_flight == without.ranks[r].in_flight);
            }
        }
}

TEST_CASE("What is alive on a rank, counted from its slots, is what it says is in flight") {
    std::mt19937 random(19);
    for (int round = 0; round < 40; ++round)
        for (const Schedule schedule : all_schedules) {
            const PipelineInput input = random_pipeline(schedule, random);
            const PipelineRun run = simulate(input, true);
            std::vector<int> alive(run.ranks.size()), most(run.ranks.size());
            for (const Slot& slot : run.slots) {
                int& now = alive[std::size_t(slot.rank)];
                if (slot.kind == SlotKind::forward || slot.kind == SlotKind::forward_backward)
                    most[std::size_t(slot.rank)] = std::max(most[std::size_t(slot.rank)], ++now);
                if (slot.kind != SlotKind::forward && slot.kind != SlotKind::backward_input)
                    --now;
            }
            for (std::size_t r = 0; r < most.size(); ++r) {
                CHECK(alive[r] == 0);
                CHECK(run.ranks[r].in_flight == Approx(double(most[r]) / input.chunks));
            }
        }
}
