// SPDX-License-Identifier: GPL-3.0-or-later
// Times of the schedules whose order of work is a list (schedule_orders.cpp).
#include "models/schedule_kernels.hpp"
#include "models/schedule_orders.hpp"
#include "models/schedule_places.hpp"

#include <algorithm>

namespace ridgepoint::schedules {
namespace {

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

constexpr double not_done = -1;

/// When the passes of every micro-batch end. Kept from run to run: taking and giving back this much memory takes longer
/// than a run.
struct Ends {
    std::vector<double> forward, backward;
};

Ends& ends_of_thread(std::size_t size) {
    thread_local Ends ends;
    ends.forward.assign(size, not_done);
    ends.backward.assign(size, not_done);
    return ends;
}

/// One at a time on a thread.
class Listed {
public:
    Listed(const PipelineInput& input, bool want_slots)
        : input_(input),
          shape_(shape_of(input.schedule, input.ranks)),
          want_slots_(want_slots),
          orders_(orders_of(input.schedule, input.ranks, input.micro_batches)),
          next_(orders_->begin.begin(), orders_->begin.end() - 1),
          alive_(at(input.ranks)),
          peak_(at(input.ranks)),
          ends_(ends_of_thread(at(input.ranks * shape_.chunks() * input.micro_batches))) {
        run_.ranks.resize(at(input.ranks));
        if (want_slots)
            run_.slots.resize(orders_->tasks.size());
    }

    PipelineRun run() {
        for (bool moved = true; moved;) {
            moved = false;
            for (int r = 0; r < input_.ranks; ++r)
                while (next_[at(r)] < orders_->begin[at(r) + 1] && step(r, orders_->tasks[next_[at(r)]])) {
                    ++next_[at(r)];
                    moved = true;
                }
        }
        for (int r = 0; r < input_.ranks; ++r) {
            run_.ranks[at(r)].in_flight = static_cast<double>(peak_[at(r)]) / units_per_micro_batch();
            run_.span = std::max(run_.span, run_.ranks[at(r)].end);
        }
        run_.phases.bubble = run_.span - run_.ranks.front().busy;
        return std::move(run_);
    }

private:
    [[nodiscard]] int units_per_micro_batch() const { return shape_.layout == Layout::vee ? 2 : 1; }
    [[nodiscard]] std::size_t index(Place place, int micro_batch) const {
        return at((place.rank * shape_.chunks() + place.chunk) * input_.micro_batches + micro_batch);
    }
    [[nodiscard]] const ChunkTimes& times(Place place) const {
        return input_.stages[at(shape_.stage(place))];
    }
    [[nodiscard]] double travel(Place from, Place to) const {
        return from.rank == to.rank ? 0 : input_.transfer.value;
    }

    [[nodiscard]] double forward_arrival(Place place, int micro_batch) const {
        const Place from = shape_.before(place);
        if (!from.exists())
            return 0;
        const double sent = ends_.forward[index(from, micro_batch)];
        return sent == not_done ? not_done : sent + travel(from, place);
    }
    [[nodiscard]] double backward_arrival(Place place, int micro_batch) const {
        const Place from = shape_.after(place);
        if (!from.exists())
            return ends_.forward[index(place, micro_batch)];
        const double sent = ends_.backward[index(from, micro_batch)];
        return sent == not_done ? not_done : sent + travel(from, place);
    }

    bool step(int r, const Task& task) {
        const Place place{r, task.chunk};
        const ChunkTimes& stage = times(place);
        switch (task.kind) {
        case SlotKind::forward:
            return place_slot(r, task, forward_arrival(place, task.micro_batch), stage.forward.value);
        case SlotKind::backward:
            return place_slot(r, task, backward_arrival(place, task.micro_batch), stage.backward().value);
        case SlotKind::backward_input:
            return place_slot(r, task, backward_arrival(place, task.micro_batch), stage.backward_input.value);
        case SlotKind::backward_weight:
            return place_slot(r, task, 0, stage.backward_weight.value);
        case SlotKind::forward_backward:
            return step_pair(r, task);
        }
        return false;
    }

    bool step_pair(int r, const Task& task) {
        const Place ahead{r, task.chunk}, back{r, task.chunk_b};
        const double first = forward_arrival(ahead, task.micro_batch);
        const double second = backward_arrival(back, task.micro_batch_b);
        const double arrival = first == not_done || second == not_done ? not_done : std::max(first, second);
        return place_slot(r, task, arrival, pair_time(times(ahead), times(back)));
    }

    bool place_slot(int r, const Task& task, double arrival, double duration) {
        if (arrival == not_done)
            return false;
        RankActivity& rank = run_.ranks[at(r)];
        const double start = std::max(rank.end.value, arrival);
        rank.end = Seconds(start + duration);
        rank.busy += Seconds(duration);
        rank.pairs += task.kind == SlotKind::forward_backward ? 1 : 0;
        note_ends(r, task, rank.end.value);
        count_alive(r, task);
        if (r == 0)
            phase_of(run_.phases, task.kind) += Seconds(duration);
        if (want_slots_)
            run_.slots[next_[at(r)]] = {r,           task.kind, task.chunk, task.micro_batch, task.micro_batch_b,
                                        Seconds(start), rank.end};
        return true;
    }

    void note_ends(int r, const Task& task, double end) {
        switch (task.kind) {
        case SlotKind::forward:
            ends_.forward[index({r, task.chunk}, task.micro_batch)] = end;
            break;
        case SlotKind::backward:
        case SlotKind::backward_input:
            ends_.backward[index({r, task.chunk}, task.micro_batch)] = end;
            break;
        case SlotKind::backward_weight:
            break;
        case SlotKind::forward_backward:
            ends_.forward[index({r, task.chunk}, task.micro_batch)] = end;
            ends_.backward[index({r, task.chunk_b}, task.micro_batch_b)] = end;
            break;
        }
    }

    /// In a pair both micro-batches are alive until it ends.
    void count_alive(int r, const Task& task) {
        int& alive = alive_[at(r)];
        if (task.kind == SlotKind::forward || task.kind == SlotKind::forward_backward)
            peak_[at(r)] = std::max(peak_[at(r)], ++alive);
        if (task.kind == SlotKind::backward || task.kind == SlotKind::backward_weight ||
            task.kind == SlotKind::forward_backward)
            --alive;
    }

    const PipelineInput& input_;
    const Shape shape_;
    const bool want_slots_;
    const std::shared_ptr<const Orders> orders_;
    std::vector<std::size_t> next_; ///< first task of each rank that is not done
    std::vector<int> alive_, peak_; ///< chunks whose activations each rank holds
    Ends& ends_;
    PipelineRun run_;
};

} // namespace

PipelineRun listed(const PipelineInput& input, bool want_slots) {
    return Listed(input, want_slots).run();
}

} // namespace ridgepoint::schedules
