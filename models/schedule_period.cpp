// SPDX-License-Identifier: GPL-3.0-or-later
// The same schedules without their slots: once all ranks repeat themselves, whole periods are passed over. Times are
// multiples of one unit (schedule.cpp), so additions are exact and the answer is that of every slot in turn.
#include "models/period_finder.hpp"
#include "models/schedule_kernels.hpp"

#include <algorithm>
#include <limits>
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
          free_(at(p_)),
          forwards_(at(p_)),
          backwards_(at(p_)) {
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
        const int first = p_ - 1 - warm_up(0);
        forwards_.turns = modulo(first - 1);
        backwards_.turns = modulo(p_ - 1 - first);
        for (int wave = first; wave <= last; ++wave) {
            iterate(wave);
            if (jumped || wave < p_ - 1 || wave >= last_steady || (wave - (p_ - 1)) % period != 0)
                continue;
            std::vector<double> state = this->state();
            if (const std::optional<Period> found = finder.look((wave - (p_ - 1)) / period, state)) {
                wave += period * jump(state, *found, (last_steady - wave) / period);
                set_state(state);
                jumped = true;
            }
        }
        return result();
    }

private:
    static constexpr double never = -std::numeric_limits<double>::infinity();

    /// One kind of pass over the ranks: how long the chunk whose turn it is takes, 0 before the first and after the
    /// last; what a message takes to arrive, never where there is none to wait for; when each rank sent its latest, in
    /// this wave and in the last. A place more, for what wraps round.
    struct Passes {
        explicit Passes(std::size_t ranks)
            : length(ranks), travel(ranks, never), sent(ranks + 1), before(ranks + 1), chunk(ranks) {}
        std::vector<double> length, travel, sent, before;
        std::vector<int> chunk; ///< whose turn is next
        int turns = 0;          ///< the rank that goes on to another chunk next
        int next_chunk(int rank, int chunks) {
            int& next = chunk[at(rank)];
            const int now = next;
            next = now + 1 < chunks ? now + 1 : 0;
            return now;
        }
    };

    /// n mod p, from 0.
    [[nodiscard]] int modulo(int n) const { return (n % p_ + p_) % p_; }

    [[nodiscard]] int warm_up(int r) const { return 2 * (p_ - 1 - r) + (v_ - 1) * p_; }
    /// In every wave one rank goes on to another chunk with its forwards, the next in the wave after, and one with its
    /// backwards, the one before it in the wave after. Whole periods leave all of that as it is.
    void take_turns(int wave) {
        const int f = forwards_.turns, b = backwards_.turns;
        const int turn = wave - (p_ - 1 - f) + warm_up(f), n = wave - (p_ - 1 - b);
        if (turn >= 0) {
            const int chunk = forwards_.next_chunk(f, v_);
            const bool works = turn < total_;
            forwards_.length[at(f)] = works ? forward_[at(chunk * p_ + f)] : 0;
            forwards_.travel[at(f)] = works && (f > 0 || chunk > 0) ? transfer_ : never;
        }
        if (n >= 0) {
            const int chunk = backwards_.next_chunk(b, v_);
            const bool works = n < total_;
            backwards_.length[at(b)] = works ? backward_[at((v_ - 1 - chunk) * p_ + b)] : 0;
            backwards_.travel[at(b)] = works && (b < p_ - 1 || chunk > 0) ? transfer_ : never;
        }
        forwards_.turns = f + 1 < p_ ? f + 1 : 0;
        backwards_.turns = b > 0 ? b - 1 : p_ - 1;
    }

    void iterate(int wave) {
        take_turns(wave);
        std::swap(forwards_.sent, forwards_.before);
        std::swap(backwards_.sent, backwards_.before);
        // Plain arrays without branches, so that several ranks go in one instruction.
        const double *f_before = forwards_.before.data(), *b_before = backwards_.before.data() + 1;
        double *f_sent = forwards_.sent.data() + 1, *b_sent = backwards_.sent.data(), *free = free_.data();
        const double *f_travel = forwards_.travel.data(), *f_length = forwards_.length.data();
        const double *b_travel = backwards_.travel.data(), *b_length = backwards_.length.data();
        for (int r = 0; r < p_; ++r) {
            const double forward = std::max(free[r], f_before[r] + f_travel[r]) + f_length[r];
            const double backward = std::max(forward, b_before[r] + b_travel[r]) + b_length[r];
            f_sent[r] = forward;
            b_sent[r] = backward;
            free[r] = backward;
        }
        forwards_.sent.front() = forwards_.sent.back();
        backwards_.sent.back() = backwards_.sent.front();
    }

    [[nodiscard]] std::vector<double> state() const {
        std::vector<double> all(free_);
        all.insert(all.end(), forwards_.sent.begin(), forwards_.sent.end());
        all.insert(all.end(), backwards_.sent.begin(), backwards_.sent.end());
        return all;
    }
    void set_state(const std::vector<double>& all) {
        std::copy_n(all.begin(), p_, free_.begin());
        std::copy_n(all.begin() + p_, p_ + 1, forwards_.sent.begin());
        std::copy_n(all.begin() + 2 * p_ + 1, p_ + 1, backwards_.sent.begin());
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
            rank.end = Seconds(free_[at(r)]);
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
    std::vector<double> free_;               ///< when each rank's latest slot ended
    Passes forwards_, backwards_;
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
