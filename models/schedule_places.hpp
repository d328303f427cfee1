// SPDX-License-Identifier: GPL-3.0-or-later
// Where the stages of a listed schedule lie, and what each waits for.
#pragma once

#include "models/schedule.hpp"

namespace ridgepoint::schedules {

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
    [[nodiscard]] int directions() const { return layout == Layout::mirrored ? 2 : 1; }
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

inline Shape shape_of(Schedule schedule, int ranks) {
    switch (schedule) {
    case Schedule::dualpipe:
        return {Layout::mirrored, ranks};
    case Schedule::zb_v:
    case Schedule::dualpipev:
        return {Layout::vee, ranks};
    default:
        return {Layout::line, ranks};
    }
}

/// Which of a rank's phases a slot belongs to.
inline Seconds& phase_of(PipelinePhases& phases, SlotKind kind) {
    switch (kind) {
    case SlotKind::forward:
        return phases.forward;
    case SlotKind::forward_backward:
        return phases.overlapped;
    case SlotKind::backward_weight:
        return phases.weight;
    case SlotKind::backward:
    case SlotKind::backward_input:
        break;
    }
    return phases.backward;
}

/// A pair saves, against its two halves one after the other, the mean of what the two stages' own pairs save.
/// Without a time for pairs nothing is saved.
inline double pair_time(const ChunkTimes& forward, const ChunkTimes& backward) {
    const auto saving = [](const ChunkTimes& t) {
        return t.forward_backward.value > 0 ? (t.forward + t.backward() - t.forward_backward).value : 0;
    };
    return (forward.forward + backward.backward()).value - (saving(forward) + saving(backward)) / 2;
}

} // namespace ridgepoint::schedules
