// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which each rank of a listed schedule does its work. Times follow in schedule_listed.cpp.
#pragma once

#include "models/estimate.hpp"
#include "models/plan.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace ridgepoint::schedules {

/// A forward, a backward, or both together; a number that is not there is -1.
struct Task {
    SlotKind kind{};
    std::int8_t chunk = 0; ///< of the forward; of the backward where there is only that
    int micro_batch = 0;   ///< likewise
    std::int8_t chunk_b = -1; ///< of the backward in a forward_backward
    int micro_batch_b = -1;   ///< likewise
};

/// The work of all ranks, one rank after the other.
struct Orders {
    std::vector<Task> tasks;
    std::vector<std::size_t> begin; ///< of each rank's tasks, and the end of the last rank's
};

/// Of a listed schedule. Each thread keeps the last few: a plan and the next one mostly share their shape, and making
/// the lists takes longer than working through them.
[[nodiscard]] std::shared_ptr<const Orders> orders_of(Schedule schedule, int p, int m);

/// p ranks, m micro-batches. ZB-H1 has one chunk, the others two. ZB-H1 and ZB-V take any m; DualPipe an even
/// p and an even m of at least 2p, DualPipeV an m of at least 2p.
[[nodiscard]] std::vector<Task> zb_h1_order(int rank, int p, int m);
[[nodiscard]] std::vector<Task> zb_v_order(int rank, int p, int m);
[[nodiscard]] std::vector<Task> dualpipe_order(int rank, int p, int m);
[[nodiscard]] std::vector<Task> dualpipev_order(int rank, int p, int m);

} // namespace ridgepoint::schedules
