// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/schedule.hpp"

#include "models/schedule_kernels.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ridgepoint {
namespace schedules {
namespace {

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// Times of each rank's stage as plain numbers, close together: the loops below are the program's hottest.
struct RankTimes {
    double forward = 0, backward = 0;
    double free = 0;         ///< when its latest slot ended
    double last_forward = 0; ///< when its latest forward ended
};

std::vector<RankTimes> rank_times(const PipelineInput& input) {
    std::vector<RankTimes> ranks(at(input.ranks));
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        ranks[r].forward = input.stages[r].forward.value;
        ranks[r].backward = input.stages[r].backward().value;
    }
    return ranks;
}

/// Every rank does m forwards and m backwards, never two at once, so only the ends differ between schedules.
PipelineRun finish(const std::vector<RankTimes>& ranks, int micro_batches, std::vector<Slot> slots) {
    PipelineRun run;
    run.ranks.resize(ranks.size());
    for (std::size_t r = 0; r < ranks.size(); ++r) {
        run.ranks[r].busy = Seconds(micro_batches * (ranks[r].forward + ranks[r].backward));
        run.ranks[r].end = Seconds(ranks[r].free);
        run.span = std::max(run.span, run.ranks[r].end);
    }
    run.phases.forward = Seconds(micro_batches * ranks.front().forward);
    run.phases.backward = Seconds(micro_batches * ranks.front().backward);
    run.phases.bubble = run.span - run.ranks.front().busy;
    run.slots = std::move(slots);
    return run;
}

/// All forwards, then all backwards, both in the order of the micro-batches (Narayanan et al. 2021, figure
/// 3).
template <bool wanted>
PipelineRun run_gpipe(const PipelineInput& input) {
    const int p = input.ranks, m = input.micro_batches;
    const double transfer = input.transfer.value;
    std::vector<RankTimes> ranks = rank_times(input);
    Recorder<wanted> recorder(p, 2 * m);
    for (int k = 0; k < m; ++k) {
        double arrival = 0;
        for (int r = 0; r < p; ++r) {
            RankTimes& rank = ranks[at(r)];
            const double start = std::max(rank.free, arrival);
            rank.free = start + rank.forward;
            arrival = rank.free + transfer;
            recorder.add(r, SlotKind::forward, 0, k, start, rank.free);
        }
    }
    for (int k = 0; k < m; ++k) {
        double arrival = 0;
        for (int r = p - 1; r >= 0; --r) {
            RankTimes& rank = ranks[at(r)];
            const double start = std::max(rank.free, arrival);
            rank.free = start + rank.backward;
            arrival = rank.free + transfer;
            recorder.add(r, SlotKind::backward, 0, k, start, rank.free);
        }
    }
    PipelineRun run = finish(ranks, m, recorder.take());
    for (RankActivity& rank : run.ranks)
        rank.in_flight = m;
    return run;
}

/// Forwards that rank r runs before its first pair of forward and backward.
int warm_up(int p, int m, int r) {
    return std::min(m, p - 1 - r);
}

template <bool wanted>
void warm_up_forwards(std::vector<RankTimes>& ranks, int m, double transfer, Recorder<wanted>& recorder) {
    const int p = static_cast<int>(ranks.size());
    std::vector<double> arrivals(at(warm_up(p, m, 0))); ///< of micro-batch k at the rank in hand
    for (int r = 0; r < p; ++r) {
        RankTimes& rank = ranks[at(r)];
        for (int k = 0; k < warm_up(p, m, r); ++k) {
            const double start = std::max(rank.free, arrivals[at(k)]);
            rank.free = start + rank.forward;
            rank.last_forward = rank.free;
            arrivals[at(k)] = rank.free + transfer;
            recorder.add(r, SlotKind::forward, 0, k, start, rank.free);
        }
    }
}

/// One forward, one backward (Narayanan et al. 2021, section 2.2). After p − 1 − r forwards, rank r
/// alternates: forward k + p − 1 − r, then backward k. Going through k, and within it from the last rank to
/// the first, meets every dependency in order: the forward was passed on by rank r − 1 one k earlier, the
/// backward by rank r + 1 just now.
template <bool wanted>
PipelineRun run_one_f_one_b(const PipelineInput& input) {
    const int p = input.ranks, m = input.micro_batches;
    const double transfer = input.transfer.value;
    std::vector<RankTimes> ranks = rank_times(input);
    Recorder<wanted> recorder(p, 2 * m);
    warm_up_forwards(ranks, m, transfer, recorder);
    for (int k = 0; k < m; ++k) {
        double arrival = 0;
        for (int r = p - 1; r >= 0; --r) {
            RankTimes& rank = ranks[at(r)];
            if (const int ahead = k + p - 1 - r; ahead < m) {
                const double arrived = r > 0 ? ranks[at(r - 1)].last_forward + transfer : 0;
                const double start = std::max(rank.free, arrived);
                rank.last_forward = rank.free = start + rank.forward;
                recorder.add(r, SlotKind::forward, 0, ahead, start, rank.free);
            }
            const double start = std::max(rank.free, arrival);
            rank.free = start + rank.backward;
            arrival = rank.free + transfer;
            recorder.add(r, SlotKind::backward, 0, k, start, rank.free);
        }
    }
    PipelineRun run = finish(ranks, m, recorder.take());
    for (int r = 0; r < p; ++r)
        run.ranks[at(r)].in_flight = std::min(m, warm_up(p, m, r) + 1);
    return run;
}

} // namespace

PipelineRun gpipe(const PipelineInput& input, bool want_slots) {
    return want_slots ? run_gpipe<true>(input) : run_gpipe<false>(input);
}

PipelineRun one_f_one_b(const PipelineInput& input, bool want_slots) {
    return want_slots ? run_one_f_one_b<true>(input) : run_one_f_one_b<false>(input);
}

} // namespace schedules

int chunks_per_rank(const Plan& plan) {
    const bool vee = plan.schedule == Schedule::zb_v || plan.schedule == Schedule::dualpipev;
    return vee ? 2 : plan.vpp;
}

int rank_of_stage(const Plan& plan, int stage) {
    const bool vee = plan.schedule == Schedule::zb_v || plan.schedule == Schedule::dualpipev;
    return vee && stage >= plan.pp ? 2 * plan.pp - 1 - stage : stage % plan.pp;
}

int parameter_copies(Schedule schedule) {
    return schedule == Schedule::dualpipe ? 2 : 1;
}

namespace {

/// A power of two so small that every time of the run, a multiple of it, is exact in a double. A run lasts less than
/// its turns one after the other would. 0: nothing to be exact about.
double exact_unit(const PipelineInput& input) {
    Seconds longest;
    for (const ChunkTimes& t : input.stages)
        longest = std::max(longest, t.forward + t.backward() + t.forward_backward);
    const double turns = 1.0 * input.micro_batches * input.chunks + 2.0 * double(input.stages.size());
    const double bound = turns * (longest + 2 * input.transfer).value;
    constexpr int bits = 52;
    return bound > 0 && std::isfinite(bound) ? std::ldexp(1.0, std::ilogb(bound) + 1 - bits) : 0;
}

/// Times as multiples of the unit: sums no longer depend on the order of adding.
PipelineInput on_grid(const PipelineInput& input) {
    const double unit = exact_unit(input);
    PipelineInput exact = input;
    if (unit <= 0)
        return exact;
    const auto round = [unit](Seconds& t) { t = Seconds(std::nearbyint(t.value / unit) * unit); };
    for (ChunkTimes& t : exact.stages) {
        round(t.forward);
        round(t.backward_input);
        round(t.backward_weight);
        round(t.forward_backward);
    }
    round(exact.transfer);
    return exact;
}

PipelineRun every_slot(const PipelineInput& input, bool want_slots) {
    switch (input.schedule) {
    case Schedule::gpipe:
        return schedules::gpipe(input, want_slots);
    case Schedule::one_f_one_b:
        return schedules::one_f_one_b(input, want_slots);
    case Schedule::interleaved:
        // One chunk leaves nothing to interleave; Megatron's longer warm-up would only hold more activations.
        return input.chunks > 1 ? schedules::interleaved(input, want_slots)
                                : schedules::one_f_one_b(input, want_slots);
    case Schedule::zb_h1:
    case Schedule::zb_v:
    case Schedule::dualpipe:
    case Schedule::dualpipev:
        break;
    }
    return schedules::listed(input, want_slots);
}

} // namespace

PipelineRun simulate(const PipelineInput& input, bool want_slots) {
    const PipelineInput exact = on_grid(input);
    if (want_slots)
        return every_slot(exact, true);
    switch (input.schedule) {
    case Schedule::gpipe:
        return schedules::gpipe_by_periods(exact);
    case Schedule::one_f_one_b:
        return schedules::one_f_one_b_by_periods(exact);
    case Schedule::zb_h1:
        return schedules::zb_h1_by_periods(exact);
    case Schedule::interleaved:
        if (input.chunks <= 1)
            return schedules::one_f_one_b_by_periods(exact);
        if (input.micro_batches % input.ranks == 0)
            return schedules::interleaved_by_periods(exact);
        break;
    case Schedule::zb_v:
    case Schedule::dualpipe:
    case Schedule::dualpipev:
        return schedules::listed_by_periods(exact);
    }
    return every_slot(exact, false);
}

} // namespace ridgepoint
