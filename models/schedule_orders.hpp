// SPDX-License-Identifier: GPL-3.0-or-later
// The order in which each rank of a listed schedule does its work. Times follow in schedule_listed.cpp.
#pragma once

#include "models/estimate.hpp"
#include "models/plan.hpp"

#include <vector>

namespace ridgepoint::schedules {

/// A forward, a backward, or both together; a number that is not there is -1.
struct Task {
    SlotKind kind{};
    int chunk = 0, micro_batch = 0;       ///< of the forward; of the backward where there is only that
    int chunk_b = -1, micro_batch_b = -1; ///< of the backward in a forward_backward
};

/// p ranks, m micro-batches. ZB-H1 has one chunk, the others two. ZB-H1 and ZB-V take any m; DualPipe an even
/// p and an even m of at least 2p, DualPipeV an m of at least 2p.
[[nodiscard]] std::vector<Task> zb_h1_order(int rank, int p, int m);
[[nodiscard]] std::vector<Task> zb_v_order(int rank, int p, int m);
[[nodiscard]] std::vector<Task> dualpipe_order(int rank, int p, int m);
[[nodiscard]] std::vector<Task> dualpipev_order(int rank, int p, int m);

} // namespace ridgepoint::schedules
