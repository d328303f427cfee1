// SPDX-License-Identifier: GPL-3.0-or-later
// Times of the schedules whose order of work is a list (schedule_orders.cpp).
#include "models/schedule_kernels.hpp"
#include "models/schedule_orders.hpp"

#include <algorithm>
#include <optional>

namespace ridgepoint::schedules {
namespace {

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

constexpr double not_done = -1;

struct Place {
    int rank = -1, chunk = 0;
    [[nodiscard]] bool exists() const { return rank >= 0; }
    bool operator==(const Place&) const = default;
};

/// How the stages lie on the ranks: once along, down and back (V), or two whole copies facing each other.
enum class Layout { line, vee, mirrored };

struct Shape {
    Layout layout = Layout::line;
    int p = 1;
    [[nodiscard]] int chunks() const { return layout == Layout::line ? 1 : 2; }
    /// Index into PipelineInput::stages.
    [[nodiscard]] int stage(Place at) const {
        if (at.chunk == 0)
            return at.rank;
        return layout == Layout::vee ? 2 * p - 1 - at.rank : p - 1 - at.rank;
    }
    /// Where a micro-batch's forward comes from; it does not exist for the first stage.
    [[nodiscard]] Place before(Place at) const {
        if (at.chunk == 0)
            return {at.rank - 1, 0};
        if (at.rank < p - 1)
            return {at.rank + 1, 1};
        return layout == Layout::vee ? Place{at.rank, 0} : Place{};
    }
    /// Where a micro-batch's backward comes from; it does not exist for the last stage.
    [[nodiscard]] Place after(Place at) const {
        if (at.chunk == 1)
            return {at.rank - 1, 1};
        if (at.rank < p - 1)
            return {at.rank + 1, 0};
        return layout == Layout::vee ? Place{at.rank, 1} : Place{};
    }
};

Shape shape_of(const PipelineInput& input) {
    switch (input.schedule) {
    case Schedule::dualpipe:
        return {Layout::mirrored, input.ranks};
    case Schedule::zb_v:
    case Schedule::dualpipev:
        return {Layout::vee, input.ranks};
    default:
        return {Layout::line, input.ranks};
    }
}

/// A pair saves, against its two halves one after the other, the mean of what the two stages' own pairs save.
/// Without a time for pairs nothing is saved.
double pair_time(const ChunkTimes& forward, const ChunkTimes& backward) {
    const auto saving = [](const ChunkTimes& t) {
        return t.forward_backward.value > 0 ? (t.forward + t.backward() - t.forward_backward).value : 0;
    };
    return (forward.forward + backward.backward()).value - (saving(forward) + saving(backward)) / 2;
}

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
          shape_(shape_of(input)),
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

    /// After run(): by how much every pass over micro-batch k + 1 ends later than the same over k, on every rank and
    /// for every k from `first` up to `last`; counted within each direction. Nothing where they differ.
    [[nodiscard]] std::optional<double> shift(int first, int last) const {
        const double shift = ends_.forward[at(first + 1)] - ends_.forward[at(first)];
        for (int r = 0; r < input_.ranks; ++r)
            for (int chunk = 0; chunk < shape_.chunks(); ++chunk) {
                const bool second_half = shape_.layout == Layout::mirrored && chunk == 1;
                const std::size_t begin = index({r, chunk}, second_half ? input_.micro_batches / 2 : 0);
                for (std::size_t k = begin + at(first); k < begin + at(last); ++k)
                    if (ends_.forward[k + 1] - ends_.forward[k] != shift || ends_.backward[k + 1] - ends_.backward[k] != shift)
                        return std::nullopt;
            }
        return shift;
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
            phase(task.kind) += Seconds(duration);
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

    Seconds& phase(SlotKind kind) {
        switch (kind) {
        case SlotKind::forward:
            return run_.phases.forward;
        case SlotKind::forward_backward:
            return run_.phases.overlapped;
        case SlotKind::backward_weight:
            return run_.phases.weight;
        default:
            return run_.phases.backward;
        }
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

/// What a run does more for each further micro-batch of every direction.
void extend(PipelineRun& run, const PipelineRun& longer, double times, double shift) {
    for (std::size_t r = 0; r < run.ranks.size(); ++r) {
        run.ranks[r].busy += times * (longer.ranks[r].busy - run.ranks[r].busy);
        run.ranks[r].pairs += int(times) * (longer.ranks[r].pairs - run.ranks[r].pairs);
        run.ranks[r].end += Seconds(times * shift);
    }
    run.span += Seconds(times * shift);
    for (Seconds PipelinePhases::* phase : {&PipelinePhases::forward, &PipelinePhases::overlapped,
                                            &PipelinePhases::backward, &PipelinePhases::weight})
        run.phases.*phase += times * (longer.phases.*phase - run.phases.*phase);
    run.phases.bubble = run.span - run.ranks.front().busy;
}

} // namespace

/// Filling and draining take at most 2p micro-batches of a direction, and nothing waits for work further than that
/// back. So once so many in a row end evenly spaced on all ranks, all that would follow before the drain does too.
PipelineRun listed_by_periods(const PipelineInput& input) {
    const int directions = input.schedule == Schedule::dualpipe ? 2 : 1;
    const int reach = 2 * input.ranks + 2, all = input.micro_batches / directions;
    PipelineInput fewer = input;
    for (int count = 3 * reach; 2 * count + 1 < all; count *= 2) {
        fewer.micro_batches = count * directions;
        Listed part(fewer, false);
        PipelineRun run = part.run();
        const std::optional<double> shift = part.shift(count - 2 * reach, count - reach - 1);
        if (!shift)
            continue;
        fewer.micro_batches += directions;
        extend(run, Listed(fewer, false).run(), all - count, *shift);
        return run;
    }
    return listed(input, false);
}

PipelineRun listed(const PipelineInput& input, bool want_slots) {
    return Listed(input, want_slots).run();
}

} // namespace ridgepoint::schedules
