// SPDX-License-Identifier: GPL-3.0-or-later
// The same schedules without their slots: once all ranks repeat themselves, whole periods are passed over. Times are
// multiples of one unit (schedule.cpp), so additions are exact and the answer is that of every slot in turn.
#include "models/period_finder.hpp"
#include "models/schedule_kernels.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

namespace ridgepoint::schedules {
namespace {

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// Adds what the periods that fit into `steps` take, and returns how many steps those are.
int jump(std::span<double> state, const Period& period, int steps) {
    const int periods = steps / period.length;
    for (double& time : state)
        time += periods * period.shift;
    return periods * period.length;
}

/// 1F1B, and ZB-H1, which has its order and puts off the weight gradients of the first r micro-batches on rank r.
/// Iteration k of the kernel in schedule.cpp: forward k + p − 1 − r, then backward k, from the last rank to the first.
class OneForwardOneBackward {
public:
    OneForwardOneBackward(const PipelineInput& input, bool split)
        : p_(input.ranks),
          m_(input.micro_batches),
          split_(split),
          transfer_(input.transfer.value),
          work_(at(p_)),
          state_(2 * at(p_)) {
        for (int r = 0; r < p_; ++r) {
            const ChunkTimes& t = input.stages[at(r)];
            work_[at(r)] = {t.forward.value, split ? t.backward_input.value : t.backward().value,
                            split ? t.backward_weight.value : 0};
        }
    }

    PipelineRun run() {
        warm_up();
        PeriodFinder finder;
        bool jumped = false;
        const int steady = split_ ? p_ - 1 : 0, last_steady = m_ - p_;
        for (int k = 0; k < m_; ++k) {
            iterate(k);
            if (jumped || k < steady || k >= last_steady)
                continue;
            if (const std::optional<Period> period = finder.look(k, state_)) {
                k += jump(state_, *period, last_steady - k);
                jumped = true;
            }
        }
        if (split_)
            for (int r = 0; r < p_; ++r)
                free(r) += std::min(r, m_) * work_[at(r)].weight;
        return result();
    }

private:
    struct Work {
        double forward = 0, backward = 0, weight = 0;
    };
    double& free(int r) { return state_[2 * at(r)]; }
    double& last_forward(int r) { return state_[2 * at(r) + 1]; }
    [[nodiscard]] int ahead(int r) const { return std::min(m_, p_ - 1 - r); }

    void warm_up() {
        std::vector<double> arrivals(at(ahead(0)));
        for (int r = 0; r < p_; ++r)
            for (int k = 0; k < ahead(r); ++k) {
                free(r) = std::max(free(r), arrivals[at(k)]) + work_[at(r)].forward;
                last_forward(r) = free(r);
                arrivals[at(k)] = free(r) + transfer_;
            }
    }

    void iterate(int k) {
        double arrival = 0;
        for (int r = p_ - 1; r >= 0; --r) {
            const Work& work = work_[at(r)];
            double time = free(r);
            if (k + p_ - 1 - r < m_) {
                const double arrived = r > 0 ? last_forward(r - 1) + transfer_ : 0;
                time = std::max(time, arrived) + work.forward;
                last_forward(r) = time;
            }
            time = std::max(time, arrival) + work.backward;
            arrival = time + transfer_;
            free(r) = split_ && k >= r ? time + work.weight : time;
        }
    }

    PipelineRun result() {
        PipelineRun run;
        run.ranks.resize(at(p_));
        for (int r = 0; r < p_; ++r) {
            const Work& w = work_[at(r)];
            RankActivity& rank = run.ranks[at(r)];
            rank.busy = Seconds(m_ * (w.forward + w.backward + w.weight));
            rank.end = Seconds(free(r));
            rank.in_flight = split_ ? std::min(m_, p_) : std::min(m_, ahead(r) + 1);
            run.span = std::max(run.span, rank.end);
        }
        run.phases.forward = Seconds(m_ * work_.front().forward);
        run.phases.backward = Seconds(m_ * work_.front().backward);
        run.phases.weight = Seconds(m_ * work_.front().weight);
        run.phases.bubble = run.span - run.ranks.front().busy;
        return run;
    }

    const int p_, m_;
    const bool split_;
    const double transfer_;
    std::vector<Work> work_;
    std::vector<double> state_; ///< of each rank, when it is free and when its latest forward ended
};

/// Interleaved 1F1B. Rank r does w(r) = 2(p − 1 − r) + (v − 1)p forwards, then alternates forward n + w(r) and
/// backward n. In wave T rank r does its step n = T − (p − 1 − r): then whatever a wave needs was done in the wave
/// before it, a forward by the rank before (step n − 2 there), a backward by the rank behind, and what wraps round by
/// the other end. Steps before 0 have a forward only. Needs p to divide m.
class InterleavedWaves {
public:
    explicit InterleavedWaves(const PipelineInput& input)
        : input_(input),
          p_(input.ranks),
          v_(input.chunks),
          total_(input.micro_batches * v_),
          transfer_(p_ > 1 ? input.transfer.value : 0),
          state_(3 * at(p_)),
          passes_(at(p_), {{0, p_}, {0, p_}}),
          sent_(2 * at(p_)),
          before_(sent_) {
        for (const ChunkTimes& t : input.stages) {
            forward_.push_back(t.forward.value);
            backward_.push_back(t.backward().value);
        }
    }

    PipelineRun run() {
        const int period = p_ * v_, last = total_ - 1 + p_ - 1;
        const int last_steady = total_ - 1 - (p_ - 1) - (v_ - 1) * p_;
        PeriodFinder finder;
        bool jumped = false;
        for (int wave = p_ - 1 - warm_up(0); wave <= last; ++wave) {
            iterate(wave);
            if (jumped || wave < p_ - 1 || wave >= last_steady || (wave - (p_ - 1)) % period != 0)
                continue;
            std::copy(sent_.begin(), sent_.end(), state_.begin() + p_);
            if (const std::optional<Period> found = finder.look((wave - (p_ - 1)) / period, state_)) {
                wave += period * jump(state_, *found, (last_steady - wave) / period);
                std::copy(state_.begin() + p_, state_.end(), sent_.begin());
                jumped = true;
            }
        }
        return result();
    }

private:
    /// The chunk whose turn it is on a rank, for so many micro-batches more.
    struct Turn {
        int chunk = 0, left = 1;
        void next(int chunks, int micro_batches) {
            if (--left > 0)
                return;
            left = micro_batches;
            chunk = chunk + 1 == chunks ? 0 : chunk + 1;
        }
    };
    struct Passes {
        Turn forward, backward;
    };

    [[nodiscard]] int warm_up(int r) const { return 2 * (p_ - 1 - r) + (v_ - 1) * p_; }

    void iterate(int wave) {
        std::swap(sent_, before_);
        const double *forwards = before_.data(), *backwards = before_.data() + p_;
        for (int r = 0; r < p_; ++r) {
            const int n = wave - (p_ - 1 - r), turn = n + warm_up(r);
            double time = state_[at(r)], forward = forwards[r], backward = backwards[r];
            if (turn >= 0 && turn < total_) {
                Turn& at_turn = passes_[at(r)].forward;
                const bool waits = r > 0 || at_turn.chunk > 0;
                const double arrived = waits ? forwards[r > 0 ? r - 1 : p_ - 1] + transfer_ : 0;
                time = forward = std::max(time, arrived) + forward_[at(at_turn.chunk * p_ + r)];
                at_turn.next(v_, p_);
            }
            if (n >= 0 && n < total_) {
                Turn& at_turn = passes_[at(r)].backward;
                const bool waits = r < p_ - 1 || at_turn.chunk > 0;
                const double arrived = waits ? backwards[r < p_ - 1 ? r + 1 : 0] + transfer_ : 0;
                time = backward = std::max(time, arrived) + backward_[at((v_ - 1 - at_turn.chunk) * p_ + r)];
                at_turn.next(v_, p_);
            }
            state_[at(r)] = time;
            sent_[at(r)] = forward;
            sent_[at(p_ + r)] = backward;
        }
    }

    [[nodiscard]] Seconds rank_work(int r, const std::vector<double>& of_stage) const {
        double sum = 0;
        for (int chunk = 0; chunk < v_; ++chunk)
            sum += of_stage[at(chunk * p_ + r)];
        return Seconds(input_.micro_batches * sum);
    }

    PipelineRun result() {
        PipelineRun run;
        run.ranks.resize(at(p_));
        for (int r = 0; r < p_; ++r) {
            RankActivity& rank = run.ranks[at(r)];
            rank.busy = rank_work(r, forward_) + rank_work(r, backward_);
            rank.end = Seconds(state_[at(r)]);
            rank.in_flight = static_cast<double>(std::min(total_, warm_up(r) + 1)) / v_;
            run.span = std::max(run.span, rank.end);
        }
        run.phases.forward = rank_work(0, forward_);
        run.phases.backward = rank_work(0, backward_);
        run.phases.bubble = run.span - run.ranks.front().busy;
        return run;
    }

    const PipelineInput& input_;
    const int p_, v_, total_;
    const double transfer_;
    std::vector<double> forward_, backward_; ///< by virtual stage
    std::vector<double> state_;              ///< when each rank is free; where a period begins what was sent, too
    std::vector<Passes> passes_;             ///< by rank
    std::vector<double> sent_, before_;      ///< latest forward of each rank, latest backward: in this wave, in the last
};

} // namespace

PipelineRun one_f_one_b_by_periods(const PipelineInput& input) {
    return OneForwardOneBackward(input, false).run();
}

PipelineRun zb_h1_by_periods(const PipelineInput& input) {
    return OneForwardOneBackward(input, true).run();
}

PipelineRun interleaved_by_periods(const PipelineInput& input) {
    return InterleavedWaves(input).run();
}

/// Micro-batches are alike, so the last one leaves rank r when the first would, and as often again later as the
/// slowest rank on its way takes for one.
PipelineRun gpipe_by_periods(const PipelineInput& input) {
    const int p = input.ranks, m = input.micro_batches;
    const double transfer = input.transfer.value;
    std::vector<double> forwards_end(at(p));
    double first = 0, slowest = 0;
    for (int r = 0; r < p; ++r) {
        first += input.stages[at(r)].forward.value + (r > 0 ? transfer : 0);
        slowest = std::max(slowest, input.stages[at(r)].forward.value);
        forwards_end[at(r)] = first + (m - 1) * slowest;
    }
    PipelineRun run;
    run.ranks.resize(at(p));
    for (int r = 0; r < p; ++r) {
        RankActivity& rank = run.ranks[at(r)];
        double way = 0, slow = 0;
        for (int j = r; j < p; ++j) {
            const double backward = input.stages[at(j)].backward().value;
            way += backward + (j > r ? transfer : 0);
            slow = std::max(slow, backward);
            rank.end = std::max(rank.end, Seconds(forwards_end[at(j)] + way + (m - 1) * slow));
        }
        rank.busy = m * (input.stages[at(r)].forward + input.stages[at(r)].backward());
        rank.in_flight = m;
        run.span = std::max(run.span, rank.end);
    }
    run.phases.forward = m * input.stages.front().forward;
    run.phases.backward = m * input.stages.front().backward();
    run.phases.bubble = run.span - run.ranks.front().busy;
    return run;
}

} // namespace ridgepoint::schedules
