// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/planner/planner.hpp"

#include "models/planner/plan_pricer.hpp"
#include "models/workers.hpp"

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>

namespace ridgepoint {
namespace {

/// What is found, by one worker or by all.
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

/// One worker: prices shapes and keeps what it finds. What matters is judged by what all had found before the round, so
/// that neither answer nor counts depend on which worker was quicker.
class Worker final : public PlanSink {
public:
    Worker(const PlannerRequest& request, const PlanSpace& space, Bytes capacity, const Finds& known,
           std::stop_token stop)
        : pricer_(request.scenario, space, capacity, request.exhaustive),
          known_(known),
          stop_(std::move(stop)),
          empty_(request, request.scenario.cluster.accelerator.hbm),
          finds_(empty_) {}

    void price(const PlanShape& shape) { pricer_.price(shape, *this); }
    /// Hands over what was found since the last time.
    Finds take() { return std::exchange(finds_, empty_); }

private:
    void priced(const PricedPlan& plan) override { finds_.add(plan); }
    void too_large(std::uint64_t plans) override { finds_.out_of_memory += plans; }
    [[nodiscard]] bool matters(Seconds step, Bytes memory) const override {
        return known_.best.takes(step, memory) || known_.front.takes(step, memory);
    }

    [[nodiscard]] bool stopped() const override { return stop_.stop_requested(); }

    PlanPricer pricer_;
    const Finds& known_;
    const std::stop_token stop_;
    const Finds empty_;
    Finds finds_;
};

/// Shapes likely to be good come first: small micro-batches, and little of what costs exchanges in every layer.
std::vector<PlanShape> in_order_of_promise(std::vector<PlanShape> shapes) {
    const auto rank = [](const PlanShape& s) {
        return std::tuple(std::int64_t(s.micro_batch) * s.cp * s.etp, s.tp, s.ep);
    };
    std::stable_sort(shapes.begin(), shapes.end(),
                     [&](const PlanShape& a, const PlanShape& b) { return rank(a) < rank(b); });
    return shapes;
}

/// The first shapes in pieces of one depth, so that something to draw is found soon, and rules out more of the rest.
std::vector<PlanShape> begun_in_pieces(const std::vector<PlanShape>& shapes) {
    constexpr std::size_t in_pieces = 8;
    std::vector<PlanShape> list;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        PlanShape piece = shapes[i];
        piece.pp_count = i < in_pieces ? 1 : piece.pp_count;
        for (std::uint32_t done = 0; done < shapes[i].pp_count; done += piece.pp_count) {
            piece.first_pp = shapes[i].first_pp + done;
            list.push_back(piece);
        }
    }
    return list;
}

class Search {
public:
    Search(const PlannerRequest& request, const PlannerWatch& watch)
        : request_(request),
          watch_(watch),
          space_(request.scenario, request.constraints),
          capacity_(request.scenario.cluster.accelerator.hbm - request.headroom),
          all_(request, request.scenario.cluster.accelerator.hbm) {}

    PlannerResult run() {
        const std::vector<PlanShape> shapes = begun_in_pieces(in_order_of_promise(space_.shapes()));
        const unsigned threads = request_.threads > 0 ? request_.threads : default_threads();
        std::vector<std::unique_ptr<Worker>> workers;
        for (unsigned i = 0; i < threads; ++i)
            workers.push_back(std::make_unique<Worker>(request_, space_, capacity_, all_, watch_.stop));
        constexpr std::size_t first_round = 2, largest_round = 2048;
        std::size_t size = first_round;
        for (std::size_t begin = 0; begin < shapes.size() && !watch_.stop.stop_requested();
             size = std::min(2 * size, largest_round)) {
            const std::size_t count = std::min(size, shapes.size() - begin);
            share_out(count, threads, watch_.stop, [&](unsigned worker, std::size_t i) {
                workers[worker]->price(shapes[begin + i]);
            });
            for (const auto& worker : workers)
                all_.add(worker->take());
            begin += count;
            report(double(begin) / double(shapes.size()));
        }
        PlannerResult result = answer();
        result.dots = all_.dots.plans();
        result.whole = !watch_.stop.stop_requested();
        return result;
    }

private:
    void report(double share) {
        if (!watch_.progress || (all_.best.plans().empty() && (watch_.dots == 0 || all_.dots.empty())))
            return;
        PlannerResult so_far = answer();
        if (watch_.dots > 0)
            so_far.dots = all_.dots.sample(watch_.dots);
        watch_.progress(so_far, share);
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

/// The same search held to pure ZeRO-3; nothing where the constraints leave none.
std::optional<PlannerRequest> pure_zero3(const PlannerRequest& request) {
    PlannerRequest only = request;
    only.exhaustive = true;
    for (const auto& [axis, value] : {std::pair{PlanAxis::tp, 1}, std::pair{PlanAxis::pp, 1},
                                      std::pair{PlanAxis::ep, 1}, std::pair{PlanAxis::zero, 3}}) {
        const std::optional<ValueRange>& range = request.constraints.of(axis);
        if (range && (value < range->low || value > range->high))
            return std::nullopt;
        only.constraints.pin(axis, value);
    }
    return only;
}

/// Sharded data parallelism alone is what others are held against: it is in the picture where it was ruled out, too.
void add_pure_zero3(const PlannerRequest& request, const PlannerWatch& watch, PlannerResult& result) {
    const std::optional<PlannerRequest> only = pure_zero3(request);
    if (!only)
        return;
    PlannerWatch quiet;
    quiet.stop = watch.stop;
    for (const PricedPlan& plan : Search(*only, quiet).run().dots)
        if (std::ranges::find(result.dots, plan.key, &PricedPlan::key) == result.dots.end())
            result.dots.push_back(plan);
    std::ranges::sort(result.dots, [](const PricedPlan& a, const PricedPlan& b) {
        return std::pair(a.memory, a.step) < std::pair(b.memory, b.step);
    });
    result.whole = result.whole && !watch.stop.stop_requested();
}

} // namespace

PlannerResult search_plans(const PlannerRequest& request, const PlannerWatch& watch) {
    PlannerResult result = Search(request, watch).run();
    if (result.whole && !request.exhaustive)
        add_pure_zero3(request, watch, result);
    return result;
}

} // namespace ridgepoint
