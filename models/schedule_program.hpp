// SPDX-License-Identifier: GPL-3.0-or-later
// A listed schedule made ready to be timed often: its work in an order in which everything waited for comes first, as
// what fills the pipeline, one wave that repeats, and what drains it. How many waves there are is the only thing that
// further micro-batches change, so one program serves them all, and timing it allocates next to nothing.
#pragma once

#include "models/schedule_places.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ridgepoint::schedules {

/// What a rank can do: every kind of slot, by chunk; in a pair the chunk of the forward.
inline constexpr int turn_kinds = 10;

/// One slot, with the places of what it waits for and of what waits for it: ends of forwards and backwards are kept by
/// channel (one for each stage's place and direction) for the latest `ring` micro-batches. Channel 0 stands for nothing
/// to wait for, 1 for nothing to tell.
struct Turn {
    std::int32_t rank = 0, length = 0; ///< length: rank · turn_kinds + kind
    std::int32_t await_forward = 0, tell_forward = 0, await_backward = 0, tell_backward = 0;
    bool forward_travels = false, backward_travels = false; ///< what is awaited comes from another rank
};
using Turns = std::vector<Turn>;

/// A message that has been sent and not yet been taken where a wave begins.
struct Pending {
    std::int32_t channel = 0, micro_batch = 0;
    auto operator<=>(const Pending&) const = default;
};

struct ScheduleProgram {
    int ranks = 1, channels = 2, ring = 1; ///< ring: a power of two
    int micro_batches = 0; ///< of one direction, for which fill and drain were written down
    int waves = 0;         ///< of that many micro-batches; 0 with an empty wave: for that many only
    Turns fill;
    std::vector<Turns> wave, drain; ///< by how many micro-batches further they are, within the ring
    [[nodiscard]] int place(int channel, int micro_batch) const { return channel * ring + (micro_batch & (ring - 1)); }
    std::vector<Pending> pending;
    std::vector<std::array<int, turn_kinds>> turns;   ///< by rank, all but the waves
    std::vector<std::array<int, turn_kinds>> in_wave; ///< by rank, of one wave
    std::vector<double> in_flight;                    ///< by rank
    [[nodiscard]] std::size_t size() const {
        return fill.size() + std::size_t(ring) * (wave.front().size() + drain.front().size());
    }
};

/// Kept for the next time; from any thread.
[[nodiscard]] std::shared_ptr<const ScheduleProgram> schedule_program(const PipelineInput& input);

} // namespace ridgepoint::schedules
