// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/planner/planner.hpp"

#include "models/planner/plan_pricer.hpp"
#include "models/workers.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>

namespace ridgepoint {
namespace {

/// What one worker has found.
struct Finds {
    TopPlans best;
    ParetoFront front;
    PlanDots dots;
    std::uint64_t out_of_memory = 0, evaluated = 0;

    Finds(const PlannerRequest& request, Bytes capacity)
        : best(request.objective, request.top), front(), dots(capacity) {}
    void add(const PricedPlan& plan) {
        dots.add(plan);
        if (!plan.fits) {
            ++out_of_memory;
            return;
        }
        ++evaluated;
        best.add(plan);
        front.add(plan);
    }
    void add(const Finds& other) {
        for (const PricedPlan& plan : other.best.plans())
            best.add(plan);
        for (const PricedPlan& plan : other.front.plans())
            front.add(plan);
        dots.add(other.dots);
        out_of_memory += other.out_of_memory;
        evaluated += other.evaluated;
    }
};

class Search {
public:
    Search(const PlannerRequest& request, const PlannerWatch& watch)
        : request_(request),
          watch_(watch),
          space_(request.scenario, request.constraints),
          capacity_(request.scenario.cluster.accelerator.hbm - request.headroom),
          all_(request, request.scenario.cluster.accelerator.hbm) {}

    PlannerResult run() {
        const std::vector<PlanShape>& shapes = space_.shapes();
        const unsigned threads = request_.threads > 0 ? request_.threads : default_threads();
        std::vector<std::unique_ptr<Worker>> workers;
        for (unsigned i = 0; i < threads; ++i)
            workers.push_back(std::make_unique<Worker>(*this));
        share_out(shapes.size(), threads, watch_.stop,
                  [&](unsigned worker, std::size_t i) { price(*workers[worker], shapes[i]); });
        for (const auto& worker : workers)
            all_.add(worker->finds);
        PlannerResult result = answer();
        result.dots = all_.dots.plans();
        result.whole = !watch_.stop.stop_requested();
        return result;
    }

private:
    struct Worker {
        PlanPricer pricer;
        Finds finds;
        explicit Worker(const Search& search)
            : pricer(search.request_.scenario, search.space_),
              finds(search.request_, search.request_.scenario.cluster.accelerator.hbm) {}
    };

    void price(Worker& worker, const PlanShape& shape) {
        for (const int pp : space_.depths(shape)) {
            if (watch_.stop.stop_requested())
                return;
            worker.pricer.price(shape, pp, [&](PricedPlan plan) {
                plan.fits = plan.memory <= capacity_;
                worker.finds.add(plan);
            });
        }
    }

    [[nodiscard]] PlannerResult answer() const {
        PlannerResult r;
        r.best = all_.best.plans();
        r.front = all_.front.plans();
        for (PricedPlan& plan : r.front)
            plan.pareto = true;
        for (PricedPlan& plan : r.best)
            plan.pareto = all_.front.holds(plan);
        r.policies = space_.policies();
        r.counts.considered = space_.considered();
        r.counts.illegal = space_.illegal();
        r.counts.illegal_by_rule = space_.illegal_by_rule();
        r.counts.out_of_memory = all_.out_of_memory;
        r.counts.evaluated = all_.evaluated;
        r.counts.pruned = r.counts.considered - r.counts.illegal - r.counts.out_of_memory - r.counts.evaluated;
        return r;
    }

    const PlannerRequest& request_;
    const PlannerWatch& watch_;
    const PlanSpace space_;
    const Bytes capacity_;
    Finds all_;
};

} // namespace

PlannerResult search_plans(const PlannerRequest& request, const PlannerWatch& watch) {
    return Search(request, watch).run();
}

} // namespace ridgepoint
