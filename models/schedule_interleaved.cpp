// SPDX-License-Identifier: GPL-3.0-or-later
// Interleaved 1F1B (Narayanan et al. 2021, section 2.2): each rank holds v chunks of the model and works on p
// micro-batches of one chunk before it takes the next chunk, so the pipeline fills in 1/v of the time.
#include "models/schedule_kernels.hpp"

#include <algorithm>

namespace ridgepoint::schedules {
namespace {

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// The n-th forward of every rank; the n-th backward takes the chunks from the last to the first. So what
/// rank r waits for is the n-th turn of its neighbour, or, when a micro-batch wraps round, an earlier turn of
/// the other end.
struct Turn {
    int chunk = 0, micro_batch = 0;
    int wrapped = -1; ///< the turn in which the same micro-batch left the chunk before this one
};

std::vector<Turn> turns_of(int p, int v, int m) {
    std::vector<Turn> turns;
    turns.reserve(at(m * v));
    for (int group = 0; group < m; group += p) {
        const int size = std::min(p, m - group);
        for (int chunk = 0; chunk < v; ++chunk)
            for (int k = group; k < group + size; ++k)
                turns.push_back({chunk, k, chunk == 0 ? -1 : static_cast<int>(turns.size()) - size});
    }
    return turns;
}

struct Rank {
    double free = 0;
    int warm_up = 0;                 ///< forwards before the first backward
    int forwards = 0, backwards = 0; ///< done
    int peak = 0;                    ///< most chunks alive
};

/// Ends of the slots by turn, then rank. Kept from call to call: for deep pipelines fresh pages would cost
/// more than the whole simulation. Nothing is read that the same call did not write.
struct Ends {
    std::vector<double> forward, backward;
};

Ends& ends_of(std::size_t slots) {
    thread_local Ends ends;
    if (ends.forward.size() < slots) {
        ends.forward.resize(slots);
        ends.backward.resize(slots);
    }
    return ends;
}

template <bool wanted>
class Interleaved {
public:
    explicit Interleaved(const PipelineInput& input)
        : input_(input),
          p_(input.ranks),
          v_(input.chunks),
          m_(input.micro_batches),
          total_(m_ * v_),
          transfer_(p_ > 1 ? input.transfer.value : 0),
          turns_(turns_of(p_, v_, m_)),
          ranks_(at(p_)),
          ends_(ends_of(at(p_) * at(total_))),
          recorder_(p_, 2 * total_) {
        for (int r = 0; r < p_; ++r)
            ranks_[at(r)].warm_up = std::min(total_, 2 * (p_ - 1 - r) + (v_ - 1) * p_);
    }

    /// Sweeps over the ranks; each goes as far as what has arrived allows. The order of work on a rank is
    /// fixed, so the times do not depend on how the sweep goes.
    PipelineRun run() {
        for (bool moved = true; moved;) {
            moved = false;
            for (int r = 0; r < p_; ++r)
                while (step(r))
                    moved = true;
        }
        return result();
    }

private:
    bool step(int r) {
        const Rank& rank = ranks_[at(r)];
        if (rank.forwards < total_ && rank.forwards <= rank.warm_up + rank.backwards)
            return forward(r);
        return rank.backwards < total_ && backward(r);
    }

    bool forward(int r) {
        Rank& rank = ranks_[at(r)];
        const int n = rank.forwards;
        const Turn& turn = turns_[at(n)];
        const int from = r > 0 ? r - 1 : p_ - 1;
        const int from_turn = r > 0 ? n : turn.wrapped;
        if (from_turn >= ranks_[at(from)].forwards)
            return false;
        const double arrival = from_turn < 0 ? 0 : ends_.forward[place(from, from_turn)] + transfer_;
        const double start = std::max(rank.free, arrival);
        rank.free = start + input_.stages[at(turn.chunk * p_ + r)].forward.value;
        ends_.forward[place(r, n)] = rank.free;
        ++rank.forwards;
        rank.peak = std::max(rank.peak, rank.forwards - rank.backwards);
        recorder_.add(r, SlotKind::forward, turn.chunk, turn.micro_batch, start, rank.free);
        return true;
    }

    /// The last stage waits for nobody: its own forward came before on the same rank.
    bool backward(int r) {
        Rank& rank = ranks_[at(r)];
        const int n = rank.backwards;
        const Turn& turn = turns_[at(n)];
        const int from = r < p_ - 1 ? r + 1 : 0;
        const int from_turn = r < p_ - 1 ? n : turn.wrapped;
        if (from_turn >= ranks_[at(from)].backwards)
            return false;
        const double arrival = from_turn < 0 ? 0 : ends_.backward[place(from, from_turn)] + transfer_;
        const int chunk = v_ - 1 - turn.chunk;
        const double start = std::max(rank.free, arrival);
        rank.free = start + input_.stages[at(chunk * p_ + r)].backward().value;
        ends_.backward[place(r, n)] = rank.free;
        ++rank.backwards;
        recorder_.add(r, SlotKind::backward, chunk, turn.micro_batch, start, rank.free);
        return true;
    }

    [[nodiscard]] std::size_t place(int r, int turn) const { return at(turn) * at(p_) + at(r); }

    Seconds rank_work(int r, Seconds (*of_stage)(const ChunkTimes&)) const {
        Seconds sum;
        for (int chunk = 0; chunk < v_; ++chunk)
            sum += of_stage(input_.stages[at(chunk * p_ + r)]) * m_;
        return sum;
    }

    PipelineRun result() {
        const auto forward_of = [](const ChunkTimes& t) { return t.forward; };
        const auto backward_of = [](const ChunkTimes& t) { return t.backward(); };
        PipelineRun run;
        run.ranks.resize(ranks_.size());
        for (int r = 0; r < p_; ++r) {
            RankActivity& activity = run.ranks[at(r)];
            activity.busy = rank_work(r, forward_of) + rank_work(r, backward_of);
            activity.end = Seconds(ranks_[at(r)].free);
            activity.in_flight = static_cast<double>(ranks_[at(r)].peak) / v_;
            run.span = std::max(run.span, activity.end);
        }
        run.phases.forward = rank_work(0, forward_of);
        run.phases.backward = rank_work(0, backward_of);
        run.phases.bubble = run.span - run.ranks.front().busy;
        run.slots = recorder_.take();
        return run;
    }

    const PipelineInput& input_;
    const int p_, v_, m_, total_;
    const double transfer_;
    const std::vector<Turn> turns_;
    std::vector<Rank> ranks_;
    Ends& ends_;
    Recorder<wanted> recorder_;
};

} // namespace

PipelineRun interleaved(const PipelineInput& input, bool want_slots) {
    return want_slots ? Interleaved<true>(input).run() : Interleaved<false>(input).run();
}

} // namespace ridgepoint::schedules
