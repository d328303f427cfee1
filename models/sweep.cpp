// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sweep.hpp"

#include "models/advise.hpp"
#include "models/mesh.hpp"

#include <cmath>

namespace ridgepoint {

SweepPoint sweep_point(const Scenario& scenario) {
    Estimate e = estimate(scenario, Detail::numbers);
    SweepPoint point;
    point.legal = e.legal();
    point.violations = std::move(e.violations);
    if (!point.legal)
        return point;
    point.fits = e.fits;
    point.time = e.time;
    point.throughput = e.throughput;
    point.training = e.training;
    point.memory_peak = e.memory.peak;
    point.capacity = e.memory.capacity;
    std::array<Seconds, 6> without{};
    point.bound = bounding_resource(scenario, e, without);
    return point;
}

std::vector<SweepPoint> sweep(std::span<const Scenario> scenarios, const WorkOptions& options) {
    std::vector<SweepPoint> points(scenarios.size());
    share_out(scenarios.size(), options, [&](std::size_t i) { points[i] = sweep_point(scenarios[i]); });
    return points;
}

std::vector<Scenario> scaled(const Scenario& scenario, std::span<const int> gpus, Scaling scaling) {
    std::vector<Scenario> list;
    for (const int n : gpus) {
        Scenario grown = scenario; // before what follows the GPUs: VPP follows the micro-batches, too
        if (scaling == Scaling::weak) {
            const double batch = 1.0 * scenario.plan.global_batch * n / scenario.cluster.gpus;
            grown.plan.global_batch = int(std::max(1.0, std::round(batch)));
        }
        list.push_back(mesh::with_gpus(grown, n));
    }
    return list;
}

} // namespace ridgepoint
