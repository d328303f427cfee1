// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of a scenario as JSON objects: the same tables read presets and scenario files.
#pragma once

#include "models/formats/fields.hpp"
#include "models/scenario.hpp"

namespace ridgepoint::formats {

enum class Remarks { forbidden, allowed }; ///< preset files carry "id", "source", "published" and the like

[[nodiscard]] Architecture read_model(const Json& value, const Place& place, Remarks remarks);
[[nodiscard]] Json write_model(const Architecture& model);

[[nodiscard]] Accelerator read_accelerator(const Json& value, const Place& place, Remarks remarks);
[[nodiscard]] Json write_accelerator(const Accelerator& accelerator);

[[nodiscard]] PrecisionRecipe read_recipe(const Json& value, const Place& place, Remarks remarks);
[[nodiscard]] Json write_recipe(const PrecisionRecipe& recipe);

[[nodiscard]] Framework read_framework(const Json& value, const Place& place);

/// `framework` gives the defaults that depend on it.
[[nodiscard]] Plan read_plan(const Json& value, const Place& place, const Framework& framework);
[[nodiscard]] Json write_plan(const Plan& plan);

/// "none", "selective", "full", or {"operators": […], "layers": n}.
[[nodiscard]] Recompute read_recompute(const Json& value, const Place& place);
[[nodiscard]] Json write_recompute(const Recompute& recompute);

} // namespace ridgepoint::formats
