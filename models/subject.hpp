// SPDX-License-Identifier: GPL-3.0-or-later
// Names one thing of an estimate, so that every picture, table and text can point at the same thing.
#pragma once

#include "models/estimate.hpp"

#include <string>

namespace ridgepoint {

struct Subject {
    enum class Kind { none, step_time, throughput, verdict, operator_cost, collective, memory, stage, roof, loss,
                      measured_run, plan, swept };
    Kind kind = Kind::none;
    std::string name; ///< operator, collective, memory component ("activations") roof ("hbm", "bf16", "scale-out")
                      ///< loss ("bubble", "exposed-ep-scale-out"), the id of a measured run or of a plan (plan_id), or a
                      ///< swept point's place
    LayerKind layer{}; ///< operator_cost
    Pass pass{};       ///< operator_cost
    int rank = 0;      ///< memory and stage: pipeline rank
    bool operator==(const Subject&) const = default;
};

} // namespace ridgepoint
