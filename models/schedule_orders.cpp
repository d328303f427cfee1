// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/schedule_orders.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace ridgepoint::schedules {
namespace {

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

std::int8_t small(int chunk) {
    return static_cast<std::int8_t>(chunk);
}

/// Appends work to a rank's list and counts micro-batches. Work beyond the last micro-batch is left out, so
/// an order written for many micro-batches also serves few.
class OrderBuilder {
public:
    /// `first` and `count`: the micro-batches each chunk sees.
    OrderBuilder(std::array<int, 2> first, int count)
        : first_(first), count_(count), forwards_(first), backwards_(first) {}

    [[nodiscard]] int forwards(int chunk) const { return forwards_[at(chunk)] - first_[at(chunk)]; }
    [[nodiscard]] int backwards(int chunk) const { return backwards_[at(chunk)] - first_[at(chunk)]; }
    [[nodiscard]] bool all_forwards_done(int chunk) const { return forwards(chunk) == count_; }
    [[nodiscard]] bool all_backwards_done(int chunk) const { return backwards(chunk) == count_; }

    void forward(int chunk) {
        if (!all_forwards_done(chunk))
            tasks_.push_back({SlotKind::forward, small(chunk), forwards_[at(chunk)]++});
    }
    void backward(int chunk) {
        if (!all_backwards_done(chunk))
            tasks_.push_back({SlotKind::backward, small(chunk), backwards_[at(chunk)]++});
    }
    /// The input gradient now, the weight gradient when `weight` is next called.
    void backward_input(int chunk) {
        if (all_backwards_done(chunk))
            return;
        waiting_.push_back({SlotKind::backward_weight, small(chunk), backwards_[at(chunk)]});
        tasks_.push_back({SlotKind::backward_input, small(chunk), backwards_[at(chunk)]++});
    }
    void backward_split_if(bool split, int chunk) { split ? backward_input(chunk) : backward(chunk); }
    void forward_backward(int forward_chunk, int backward_chunk) {
        tasks_.push_back({SlotKind::forward_backward, small(forward_chunk), forwards_[at(forward_chunk)]++,
                          small(backward_chunk), backwards_[at(backward_chunk)]++});
    }
    /// The oldest weight gradient that waits, of any chunk.
    void weight() {
        if (!waiting_.empty())
            run_waiting(waiting_.begin());
    }
    /// The oldest weight gradient of one chunk that waits.
    void weight(int chunk) {
        const auto found = std::find_if(waiting_.begin(), waiting_.end(),
                                        [chunk](const Task& task) { return task.chunk == chunk; });
        if (found != waiting_.end())
            run_waiting(found);
    }
    void all_weights() {
        while (!waiting_.empty())
            weight();
    }
    std::vector<Task> take() { return std::move(tasks_); }

private:
    void run_waiting(std::vector<Task>::iterator task) {
        tasks_.push_back(*task);
        waiting_.erase(task);
    }

    const std::array<int, 2> first_;
    const int count_;
    std::array<int, 2> forwards_, backwards_; ///< next micro-batch of each chunk
    std::vector<Task> tasks_, waiting_;
};

/// Steps 1 and 2 of DualPipe: forwards of the near direction, then of both in turn.
void dualpipe_fill(OrderBuilder& order, int near, int far, int depth, int depths) {
    for (int i = 0; i < 2 * (depths - depth - 1); ++i)
        order.forward(near);
    for (int i = 0; i < depth + 1; ++i) {
        order.forward(near);
        order.forward(far);
    }
}

/// Step 3: a split backward, its weight gradient, a forward, all of the far direction.
void dualpipe_first_backwards(OrderBuilder& order, int far, int depth, int depths) {
    for (int i = 0; i < depths - depth - 1; ++i) {
        order.backward_input(far);
        order.weight();
        order.forward(far);
    }
}

/// Step 4, the main one: a forward of one direction beside a backward of the other, in turn. Where the two
/// directions meet in the middle, the first pair runs one after the other, which shortens the bubble.
void dualpipe_main(OrderBuilder& order, int near, int far, int pairs, bool in_the_middle) {
    for (int i = 0; i < pairs; ++i) {
        if (i == 0 && in_the_middle) {
            order.forward(near);
            order.backward(far);
        } else {
            order.forward_backward(near, far);
        }
        order.forward_backward(far, near);
    }
}

/// Steps 5 to 8: the pipeline drains; weight gradients are put off and fill the gaps.
void dualpipe_drain(OrderBuilder& order, int near, int far, int depth, int depths) {
    for (int i = 0; i < depths - depth - 1; ++i) {
        order.backward(far);
        order.forward_backward(far, near);
    }
    for (int done = 0; done < 2 * (depth + 1); ++done)
        order.backward_split_if(done > depth, done % 2 == 0 ? far : near);
    for (int i = 0; i < depths - depth - 1; ++i) {
        order.weight();
        order.backward_input(near);
    }
    order.all_weights();
}

} // namespace

/// 1F1B in which rank i puts off the weight gradients of i micro-batches, so that every rank holds p of them
/// at most and the input gradients reach the first rank early (Qi et al. 2024, section 2.3).
std::vector<Task> zb_h1_order(int rank, int p, int m) {
    OrderBuilder order({0, 0}, m);
    for (int i = 0; i < p - 1 - rank; ++i)
        order.forward(0);
    for (int i = 0; i < m; ++i) {
        order.forward(0);
        order.backward_input(0);
        if (i >= rank)
            order.weight();
    }
    order.all_weights();
    return order.take();
}

/// Two chunks a rank in a V (Qi et al. 2024, section 6 and figure on ZB-V): chunk 0 fills the way down, chunk
/// 1 the way back; weight gradients follow at once until the drain puts them off.
std::vector<Task> zb_v_order(int rank, int p, int m) {
    OrderBuilder order({0, 0}, m);
    for (int i = 0; i < 2 * (p - rank) - 1; ++i)
        order.forward(0);
    for (int i = 0; i < rank; ++i) {
        order.forward(1);
        order.forward(0);
    }
    for (int i = 0; i < p - rank; ++i) {
        order.forward(1);
        order.backward_input(1);
        order.weight();
    }
    while (!order.all_forwards_done(0) || !order.all_forwards_done(1)) {
        for (const int chunk : {0, 1}) {
            order.forward(chunk);
            order.backward_input(chunk);
            order.weight();
        }
    }
    for (int i = 0; i < rank; ++i) {
        order.backward_input(0);
        order.backward_input(1);
    }
    while (!order.all_backwards_done(0) || !order.all_backwards_done(1)) {
        order.backward_input(order.all_backwards_done(0) ? 1 : 0);
        order.weight(0);
    }
    order.all_weights();
    return order.take();
}

/// Micro-batches enter at both ends of the pipeline, half of them each way (DeepSeek-V3 report 2024,
/// section 3.2.1; the eight steps are those of the DualPipe repository). Depth counts from the nearer end;
/// chunk 0 enters at rank 0.
std::vector<Task> dualpipe_order(int rank, int p, int m) {
    const int depths = p / 2, depth = std::min(rank, p - 1 - rank);
    const int near = rank < depths ? 0 : 1, far = 1 - near;
    OrderBuilder order({0, m / 2}, m / 2);
    dualpipe_fill(order, near, far, depth, depths);
    dualpipe_first_backwards(order, far, depth, depths);
    dualpipe_main(order, near, far, m / 2 - p + depth + 1, depth == depths - 1);
    dualpipe_drain(order, near, far, depth, depths);
    return order.take();
}

/// DualPipe cut in half: one direction, whose second half runs back over the same ranks, so one copy of the
/// parameters (DualPipe repository, DualPipeV). The V's way down takes the place of the near direction.
std::vector<Task> dualpipev_order(int rank, int p, int m) {
    OrderBuilder order({0, 0}, m);
    dualpipe_fill(order, 0, 1, rank, p);
    dualpipe_first_backwards(order, 1, rank, p);
    dualpipe_main(order, 0, 1, m - 2 * p + rank + 1, rank == p - 1);
    dualpipe_drain(order, 0, 1, rank, p);
    return order.take();
}

namespace {

struct Wanted {
    Schedule schedule{};
    int p = 0, m = 0;
    bool operator==(const Wanted&) const = default;
};

std::vector<Task> order_of(const Wanted& wanted, int rank) {
    switch (wanted.schedule) {
    case Schedule::zb_v:
        return zb_v_order(rank, wanted.p, wanted.m);
    case Schedule::dualpipe:
        return dualpipe_order(rank, wanted.p, wanted.m);
    case Schedule::dualpipev:
        return dualpipev_order(rank, wanted.p, wanted.m);
    default:
        return zb_h1_order(rank, wanted.p, wanted.m);
    }
}

std::shared_ptr<const Orders> make_orders(const Wanted& wanted) {
    Orders all;
    all.begin.reserve(at(wanted.p) + 1);
    for (int rank = 0; rank < wanted.p; ++rank) {
        const std::vector<Task> one = order_of(wanted, rank);
        if (rank == 0)
            all.tasks.reserve(one.size() * at(wanted.p) * 9 / 8);
        all.begin.push_back(all.tasks.size());
        all.tasks.insert(all.tasks.end(), one.begin(), one.end());
    }
    all.begin.push_back(all.tasks.size());
    return std::make_shared<const Orders>(std::move(all));
}

} // namespace

std::shared_ptr<const Orders> orders_of(Schedule schedule, int p, int m) {
    struct Kept {
        Wanted wanted;
        std::shared_ptr<const Orders> orders;
    };
    thread_local std::array<Kept, 4> kept;
    thread_local std::size_t oldest = 0;
    const Wanted wanted{schedule, p, m};
    for (const Kept& one : kept)
        if (one.orders && one.wanted == wanted)
            return one.orders;
    Kept& place = kept[oldest];
    oldest = (oldest + 1) % kept.size();
    place = {wanted, make_orders(wanted)};
    return place.orders;
}

} // namespace ridgepoint::schedules
