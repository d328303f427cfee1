// SPDX-License-Identifier: GPL-3.0-or-later
// Where the sliders of a plan snap: a short list of values, those that a rule would refuse marked.
#pragma once

#include "models/scenario.hpp"

#include <vector>

namespace ridgepoint {

struct ValueStop {
    int value = 1;
    bool legal = true; ///< no other value in the list breaks fewer rules
    bool operator==(const ValueStop&) const = default;
};

/// Ascending, and each list holds the present value. Sequences: divisors of a replica's share of the global batch.
[[nodiscard]] std::vector<ValueStop> micro_batch_stops(const Scenario& scenario);
/// Sequences: DP · micro-batch times 1, 5/4, 3/2, 15/8 of a power of two where that is whole, up to 131,072.
[[nodiscard]] std::vector<ValueStop> global_batch_stops(const Scenario& scenario);
/// Tokens: powers of two and three times them, 512 to 1,048,576.
[[nodiscard]] std::vector<ValueStop> sequence_stops(const Scenario& scenario);
/// Chunks per pipeline rank: 1 to the layers of a rank, at most 16.
[[nodiscard]] std::vector<ValueStop> virtual_stage_stops(const Scenario& scenario);

} // namespace ridgepoint
