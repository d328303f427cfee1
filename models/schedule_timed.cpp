// SPDX-License-Identifier: GPL-3.0-or-later
// Times of a listed schedule by its program (schedule_program.hpp), whole periods of waves passed over.
#include "models/period_finder.hpp"
#include "models/schedule_kernels.hpp"
#include "models/schedule_program.hpp"

#include <algorithm>

namespace ridgepoint::schedules {
namespace {

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// How long each kind of turn takes on a rank.
std::array<double, turn_kinds> turn_lengths(const PipelineInput& input, const Shape& shape, int rank) {
    std::array<double, turn_kinds> lengths{};
    const auto times = [&](int chunk) -> const ChunkTimes& { return input.stages[at(shape.stage({rank, chunk}))]; };
    const auto set = [&](SlotKind kind, int chunk, double length) { lengths[2 * at(int(kind)) + at(chunk)] = length; };
    for (int chunk = 0; chunk < shape.chunks(); ++chunk) {
        const ChunkTimes& t = times(chunk);
        set(SlotKind::forward, chunk, t.forward.value);
        set(SlotKind::backward, chunk, t.backward().value);
        set(SlotKind::backward_input, chunk, t.backward_input.value);
        set(SlotKind::backward_weight, chunk, t.backward_weight.value);
        if (shape.chunks() > 1)
            set(SlotKind::forward_backward, chunk, pair_time(t, times(1 - chunk)));
    }
    return lengths;
}

class Timed {
public:
    Timed(const PipelineInput& input, const ScheduleProgram& program)
        : program_(program),
          shape_(shape_of(input.schedule, input.ranks)),
          more_(input.micro_batches / shape_.directions() - program.micro_batches),
          mask_(program.ring - 1),
          travel_{0, input.transfer.value},
          free_(at(program.ranks)),
          ends_(at(program.channels * program.ring)) {
        for (int r = 0; r < program.ranks; ++r) {
            const std::array<double, turn_kinds> of_rank = turn_lengths(input, shape_, r);
            lengths_.insert(lengths_.end(), of_rank.begin(), of_rank.end());
        }
    }

    PipelineRun run() {
        take(program_.fill);
        const int waves = program_.wave.front().empty() ? 0 : program_.waves + more_;
        PeriodFinder finder;
        bool jumped = waves < 2;
        for (int wave = 0; wave < waves; ++wave) {
            if (!jumped) {
                look_at(wave);
                if (const std::optional<Period> period = finder.look(wave, state_)) {
                    wave = jump(wave, *period, waves);
                    jumped = true;
                    if (wave == waves)
                        break;
                }
            }
            take(program_.wave[at(wave & mask_)]);
        }
        take(program_.drain[at(more_ & mask_)]);
        return result(waves);
    }

private:
    [[nodiscard]] double& end(int channel, int micro_batch) {
        return ends_[at(program_.place(channel, micro_batch))];
    }

    void take(const Turns& turns) {
        double *ends = ends_.data(), *free = free_.data();
        const double* lengths = lengths_.data();
        for (const Turn& t : turns) {
            const double forward = ends[t.await_forward] + travel_[t.forward_travels ? 1 : 0];
            const double backward = ends[t.await_backward] + travel_[t.backward_travels ? 1 : 0];
            const double done = std::max(free[t.rank], std::max(forward, backward)) + lengths[t.length];
            ends[t.tell_forward] = done;
            ends[t.tell_backward] = done;
            free[t.rank] = done;
        }
    }

    /// Where a wave begins, all that the rest depends on.
    void look_at(int wave) {
        state_ = free_;
        for (const Pending& p : program_.pending)
            state_.push_back(end(p.channel, p.micro_batch + wave));
    }

    /// Returns the wave that comes next.
    int jump(int wave, const Period& period, int waves) {
        const int periods = (waves - wave) / period.length, next = wave + periods * period.length;
        for (double& time : state_)
            time += periods * period.shift;
        std::copy_n(state_.begin(), free_.size(), free_.begin());
        for (std::size_t i = 0; i < program_.pending.size(); ++i)
            end(program_.pending[i].channel, program_.pending[i].micro_batch + next) = state_[free_.size() + i];
        return next;
    }

    [[nodiscard]] PipelineRun result(int waves) const {
        PipelineRun run;
        run.ranks.resize(free_.size());
        for (std::size_t r = 0; r < free_.size(); ++r) {
            RankActivity& rank = run.ranks[r];
            rank.end = Seconds(free_[r]);
            rank.in_flight = program_.in_flight[r];
            run.span = std::max(run.span, rank.end);
            for (int kind = 0; kind < turn_kinds; ++kind) {
                const int turns = program_.turns[r][at(kind)] + waves * program_.in_wave[r][at(kind)];
                const Seconds time(turns * lengths_[r * turn_kinds + at(kind)]);
                rank.busy += time;
                rank.pairs += kind / 2 == int(SlotKind::forward_backward) ? turns : 0;
                if (r == 0)
                    phase_of(run.phases, SlotKind(kind / 2)) += time;
            }
        }
        run.phases.bubble = run.span - run.ranks.front().busy;
        return run;
    }

    const ScheduleProgram& program_;
    const Shape shape_;
    const int more_; ///< micro-batches than were written down
    const int mask_;
    const std::array<double, 2> travel_;
    std::vector<double> lengths_; ///< by rank, then kind of turn
    std::vector<double> free_, ends_, state_;
};

} // namespace

PipelineRun listed_by_periods(const PipelineInput& input) {
    return Timed(input, *schedule_program(input)).run();
}

} // namespace ridgepoint::schedules
