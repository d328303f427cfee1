// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of schedule.cpp, one a family of schedules. Everyone else includes schedule.hpp.
#pragma once

#include "models/schedule.hpp"

#include <cstddef>
#include <utility>
#include <vector>

namespace ridgepoint::schedules {

/// Writes the slots of each rank in time order; costs nothing when `wanted` is false.
template <bool wanted>
class Recorder;

template <>
class Recorder<false> {
public:
    Recorder(int, int) {}
    void add(int, SlotKind, int, int, double, double) {}
    std::vector<Slot> take() { return {}; }
};

/// Every rank has the same number of slots, so each rank writes into its own stretch of one array.
template <>
class Recorder<true> {
public:
    Recorder(int ranks, int slots_per_rank)
        : slots_(index(ranks) * index(slots_per_rank)), next_(index(ranks)) {
        for (std::size_t r = 0; r < next_.size(); ++r)
            next_[r] = r * index(slots_per_rank);
    }
    void add(int rank, SlotKind kind, int chunk, int micro_batch, double start, double end) {
        slots_[next_[index(rank)]++] = {rank, kind, chunk, micro_batch, -1, Seconds(start), Seconds(end)};
    }
    std::vector<Slot> take() { return std::move(slots_); }

private:
    static std::size_t index(int i) { return static_cast<std::size_t>(i); }
    std::vector<Slot> slots_;
    std::vector<std::size_t> next_;
};

[[nodiscard]] PipelineRun gpipe(const PipelineInput& input, bool want_slots);
[[nodiscard]] PipelineRun one_f_one_b(const PipelineInput& input, bool want_slots);
[[nodiscard]] PipelineRun interleaved(const PipelineInput& input, bool want_slots);
/// Schedules whose order of work is a list: ZB-H1, ZB-V, DualPipe, DualPipeV.
[[nodiscard]] PipelineRun listed(const PipelineInput& input, bool want_slots);

// Without slots, whole periods passed over; to the last bit what the simulation of every slot gives for times on one
// grid. Interleaved: p has to divide m.
[[nodiscard]] PipelineRun gpipe_by_periods(const PipelineInput& input);
[[nodiscard]] PipelineRun one_f_one_b_by_periods(const PipelineInput& input);
[[nodiscard]] PipelineRun interleaved_by_periods(const PipelineInput& input);
[[nodiscard]] PipelineRun zb_h1_by_periods(const PipelineInput& input);
/// ZB-V, DualPipe and DualPipeV.
[[nodiscard]] PipelineRun listed_by_periods(const PipelineInput& input);

} // namespace ridgepoint::schedules
