// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/planner/plan_pricer.hpp"

#include "models/counts.hpp"
#include "models/estimate_parts.hpp"

#include <algorithm>
#include <numeric>

namespace ridgepoint {
namespace {

/// Schedules with one set of ceilings and of parameter copies: layers cost the same under all of a kind.
constexpr int schedule_kinds = 3;
int kind_of(Schedule schedule) {
    if (!pairs_passes(schedule))
        return 0;
    return parameter_copies(schedule);
}

/// Those of these ZeRO stages. First the one that needs least memory: most is sharded, and finest.
std::vector<Sharding> of_stages(const std::vector<Sharding>& all, int first, int last) {
    std::vector<Sharding> list;
    std::copy_if(all.begin(), all.end(), std::back_inserter(list),
                 [&](const Sharding& s) { return s.zero >= first && s.zero <= last; });
    const auto finer = [](const Sharding& a, const Sharding& b) {
        if (a.zero != b.zero)
            return a.zero > b.zero;
        return b.hsdp_group != 0 && (a.hsdp_group == 0 || a.hsdp_group > b.hsdp_group);
    };
    std::stable_sort(list.begin(), list.end(), finer);
    return list;
}

bool covers(const CostTable& table, const StageLoad& all) {
    for (std::size_t v = 0; v < all.layers.size(); ++v)
        if (all.layers[v] > 0 && !table.layers[v])
            return false;
    return all.mtp == 0 || table.mtp;
}

template <class Change>
void change_all(CostTable& table, Change change) {
    for (std::optional<LayerCosts>& layer : table.layers)
        if (layer)
            change(*layer);
    if (table.mtp)
        change(*table.mtp);
    change(table.embedding);
    change(table.head);
}

} // namespace

PlanPricer::PlanPricer(const Scenario& scenario, const PlanSpace& space, Bytes capacity, bool exhaustive)
    : space_(space),
      capacity_(capacity),
      // Swapping changes both step and memory of what does not fit.
      exhaustive_(exhaustive || scenario.host.swap),
      scenario_(scenario),
      stage_layers_(scenario.plan.stage_layers),
      model_per_step_(flop_counts(scenario).model_per_step),
      network_(network_of(scenario, scenario.ceilings)),
      tables_(space.policies().size() * schedule_kinds) {
    if (scenario.fidelity == Fidelity::detailed)
        return;
    StepModel nothing_sent;
    nothing_sent.ranks.resize(1);
    lightest_ = speed_of_light(scenario, nothing_sent, model_per_step_, scenario.ceilings, {}).compute;
}

void PlanPricer::price(const PlanShape& shape, PlanSink& sink) {
    take_shape(shape);
    std::optional<ShapeFloors> floors;
    for (const int pp : space_.depths(shape)) {
        if (sink.stopped())
            return;
        const Depth depth = depth_of(shape, pp);
        if (!floors && !exhaustive_ && !scenario_.plan.comm_sms)
            floors.emplace(floors_of(depth));
        price_depth(shape, depth, floors ? &*floors : nullptr, sink);
    }
}

void PlanPricer::take_shape(const PlanShape& shape) {
    key_ = {};
    known_layouts_ = {};
    key_.tp = shape.tp;
    key_.cp = shape.cp;
    key_.ep = shape.ep;
    key_.etp = shape.etp;
    key_.micro_batch = shape.micro_batch;
    key_.sequence_parallel = shape.sequence_parallel;
}

PlanPricer::Depth PlanPricer::depth_of(const PlanShape& shape, int pp) const {
    Depth depth;
    depth.pp = pp;
    for (const PipelineChoice& choice : space_.pipelines(pp, space_.micro_batches(shape, pp))) {
        // Floors apart, the families of one kind of costs are priced together.
        const int family = exhaustive_ ? kind_of(choice.schedule) : schedule_family(choice.schedule);
        depth.choices[std::size_t(family)].push_back(choice);
    }
    const std::vector<Sharding>& all = space_.shardings(shape, pp);
    depth.optimizer = of_stages(all, 0, 2);
    depth.parameters = of_stages(all, 3, 3);
    return depth;
}

/// Of the shape in hand, from its plan of this depth.
ShapeFloors PlanPricer::floors_of(const Depth& depth) {
    key_.pp = depth.pp;
    key_.schedule = Schedule::one_f_one_b;
    key_.vpp = 1;
    key_.zero = key_.hsdp_group = key_.recompute = 0;
    apply_key();
    scenario_.plan.recompute = {};
    layout_ = layout_of(scenario_);
    device_ = device_ceilings(scenario_, scenario_.ceilings);
    shape_ = operator_shape(scenario_);
    shape_.accumulates = false;
    const StageLoad model = together(stages_of().loads);
    return {cost_table(context(), {model}), model, space_.policies()};
}

void PlanPricer::price_depth(const PlanShape& shape, const Depth& depth, ShapeFloors* floors, PlanSink& sink) {
    key_.pp = depth.pp;
    std::vector<int> all(space_.policies().size());
    std::iota(all.begin(), all.end(), 0);
    for (std::size_t family = 0; family < depth.choices.size(); ++family) {
        const std::vector<PipelineChoice>& choices = depth.choices[family];
        if (choices.empty())
            continue;
        for (const bool parameters : {false, true}) {
            const std::vector<Sharding>& shardings = parameters ? depth.parameters : depth.optimizer;
            if (shardings.empty())
                continue;
            const std::vector<int> left = left_over(floors, all, choices, shardings, sink);
            if (!parameters)
                price_policies(shape, left, choices, shardings, sink);
            for (std::size_t i = 0; parameters && i < shardings.size() && !left.empty(); ++i)
                price_policies(shape, left_over(floors, left, choices, {shardings[i]}, sink), choices,
                               {shardings[i]}, sink);
        }
    }
}

void PlanPricer::price_policies(const PlanShape& shape, const std::vector<int>& policies,
                                const std::vector<PipelineChoice>& choices, const std::vector<Sharding>& shardings,
                                PlanSink& sink) {
    for (const int policy : policies) {
        if (sink.stopped())
            return;
        key_.recompute = policy;
        price_sharded(shape, choices, shardings, sink);
    }
}

/// Of these policies those under which not all choices of a family with all these shardings, the first of which needs
/// least, are ruled out.
std::vector<int> PlanPricer::left_over(ShapeFloors* floors, std::vector<int> policies,
                                       const std::vector<PipelineChoice>& choices,
                                       const std::vector<Sharding>& shardings, PlanSink& sink) {
    if (!floors)
        return policies;
    key_.recompute = 0;
    take(choices.front(), shardings.front());
    scenario_.plan.recompute = {};
    layout_ = known_layout();
    const StageLoad& first = stages_of().classes.front().load;
    const int family = schedule_family(key_.schedule);
    std::erase_if(policies, [&](int policy) {
        scenario_.plan.recompute = space_.policies()[std::size_t(policy)];
        return floors->knows(policy) && passed_over(floors->floor(context(), policy, family, first),
                                                    choices.size() * shardings.size(), sink);
    });
    return policies;
}

void PlanPricer::apply_key() {
    set_plan(scenario_, key_, space_.policies(), stage_layers_);
}

void PlanPricer::take(const PipelineChoice& choice, const Sharding& sharding) {
    key_.schedule = choice.schedule;
    key_.vpp = choice.vpp;
    key_.zero = sharding.zero;
    key_.hsdp_group = sharding.hsdp_group;
    apply_key();
}

const Layout& PlanPricer::known_layout() {
    KnownLayout& known = known_layouts_[std::size_t(parameter_copies(key_.schedule) - 1)];
    if (known.pp != key_.pp || known.hsdp_group != key_.hsdp_group)
        known = {key_.pp, key_.hsdp_group, layout_of(scenario_)};
    return known.layout;
}

/// Shardings under which a layer's costs are the same.
void PlanPricer::price_sharded(const PlanShape& shape, const std::vector<PipelineChoice>& choices,
                               const std::vector<Sharding>& shardings, PlanSink& sink) {
    layouts_.clear();
    for (const Sharding& sharding : shardings) {
        take(choices.front(), sharding);
        layouts_.push_back(known_layout());
    }
    take(choices.front(), shardings.front());
    layout_ = layouts_.front();
    device_ = device_ceilings(scenario_, scenario_.ceilings);
    shape_ = operator_shape(scenario_);
    CostTable& table = table_of(shape, choices);
    const StageLoad model = together(stages_of().loads);
    if (passed_over(floor_of_all(table, model), choices.size() * shardings.size(), sink))
        return;
    for (const PipelineChoice& choice : choices) {
        key_.schedule = choice.schedule;
        key_.vpp = choice.vpp;
        price_pipeline(table, shardings, sink);
    }
}

CostTable& PlanPricer::table_of(const PlanShape& shape, const std::vector<PipelineChoice>& choices) {
    StageLoad all;
    for (const PipelineChoice& choice : choices) {
        key_.schedule = choice.schedule;
        key_.vpp = choice.vpp;
        apply_key();
        all += together(stages_of().loads);
    }
    Table& table = tables_[std::size_t(key_.recompute * schedule_kinds + kind_of(key_.schedule))];
    const Ground ground{shape, layout_.tp, layout_.cp, layout_.ep, layout_.etp, shape_.accumulates};
    const CostContext x = context();
    if (table.ground == ground && covers(table.costs, all)) {
        change_all(table.costs, [&](LayerCosts& c) { reshard(c, x); });
    } else {
        table.costs = cost_table(x, {all});
        table.ground = ground;
    }
    return table.costs;
}

const PlanPricer::Stages& PlanPricer::stages_of() {
    const Plan& p = scenario_.plan;
    const bool mirrored = parameter_copies(p.schedule) > 1;
    const bool vee = !mirrored && chunks_per_rank(p) > p.vpp;
    const int policy = p.recompute.first_layers ? key_.recompute : -1;
    const auto [place, is_new] = stages_.try_emplace({p.pp, chunks_per_rank(p), mirrored ? 2 : (vee ? 1 : 0), policy});
    Stages& stages = place->second;
    if (!is_new)
        return stages;
    stages.loads = stage_loads(scenario_);
    for (int i = 0; i < p.pp; ++i) {
        const StageLoad load = rank_load(stages.loads, p, i);
        const bool end = i == 0 || i + 1 == p.pp;
        const auto same = std::find_if(stages.classes.begin(), stages.classes.end(), [&](const RankClass& c) {
            return !end && c.ranks.front() > 0 && c.load == load;
        });
        if (same != stages.classes.end())
            same->ranks.push_back(i);
        else
            stages.classes.push_back({load, {i}});
    }
    return stages;
}

const PipelineRun& PlanPricer::run_of(PipelineInput input) {
    Run& latest = runs_[{int(input.schedule), input.chunks}];
    if (!(latest.input == input)) {
        latest.run = simulate(input, false);
        latest.input = std::move(input);
    }
    return latest.run;
}

/// Ranks of one class part where their own slots differ.
void PlanPricer::settle_classes(const CostTable& table, const Stages& stages, const PipelineRun& run) {
    active_.clear();
    for (const RankClass& c : stages.classes)
        for (const int rank : c.ranks) {
            const RankActivity& activity = run.ranks[std::size_t(rank)];
            const auto same = std::find_if(active_.begin(), active_.end(), [&](const ActiveClass& a) {
                return a.ranks == &c && a.activity.busy == activity.busy && a.activity.pairs == activity.pairs;
            });
            if (same == active_.end()) {
                active_.push_back({&c, rank, activity, {}});
                continue;
            }
            same->activity.end = std::max(same->activity.end, activity.end);
            same->activity.in_flight = std::max(same->activity.in_flight, activity.in_flight);
        }
    std::sort(active_.begin(), active_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (ActiveClass& a : active_)
        a.work = slot_work(context(), table, a.ranks->load, a.first, a.activity);
}

void PlanPricer::price_pipeline(const CostTable& table, const std::vector<Sharding>& shardings, PlanSink& sink) {
    apply_key();
    const Stages& stages = stages_of();
    const PlanFloor floor = floor_of_stages(table, stages);
    if (passed_over(floor, shardings.size(), sink))
        return;
    PipelineInput input = pipeline_input(context(), table, stages.loads);
    if (!exhaustive_ && passed_over({least_span(input), floor.memory}, shardings.size(), sink))
        return;
    const PipelineRun& run = run_of(std::move(input));
    if (!exhaustive_ && passed_over(floor_of_run(table, stages, run), shardings.size(), sink))
        return;
    settle_classes(table, stages, run);
    for (std::size_t i = 0; i < shardings.size(); ++i) {
        key_.zero = scenario_.plan.zero = shardings[i].zero;
        key_.hsdp_group = scenario_.plan.hsdp_group = shardings[i].hsdp_group;
        layout_ = layouts_[i];
        PricedPlan plan = priced(table, stages, run);
        plan.fits = plan.memory <= capacity_;
        sink.priced(plan);
    }
    key_.zero = shardings.front().zero;
    key_.hsdp_group = shardings.front().hsdp_group;
    layout_ = layouts_.front();
}

PricedPlan PlanPricer::priced(const CostTable& table, const Stages& stages, const PipelineRun& run) {
    PricedPlan plan;
    plan.key = key_;
    const CostContext x = context();
    step_.ranks.clear();
    step_.critical = 0;
    step_.tail = step_.optimizer = Seconds(0);
    step_.run.span = run.span;
    for (const ActiveClass& a : active_) {
        RankWork r = a.work;
        add_step_ends(r, x, table, a.activity);
        plan.memory = std::max(plan.memory, r.memory.total());
        step_.add(std::move(r), a.activity);
    }
    step_.host = host_time(x, run.span);
    if (scenario_.host.swap && plan.memory > scenario_.cluster.accelerator.hbm)
        return swapped(table, stages);
    if (scenario_.fidelity == Fidelity::detailed)
        plan.step = detailed_time(step_, beyond_link_capacity(step_, network_), {}).step;
    else
        plan.step = at_speed_of_light(run);
    return plan;
}

/// What exceeds the memory changes the slots, so the whole step is made.
PricedPlan PlanPricer::swapped(const CostTable& table, const Stages& stages) {
    const StepModel step = step_model(context(), table, stages.loads, false);
    PricedPlan plan;
    plan.key = key_;
    for (const RankWork& r : step.ranks)
        plan.memory = std::max(plan.memory, r.memory.total());
    if (scenario_.fidelity == Fidelity::detailed)
        plan.step = detailed_time(step, beyond_link_capacity(step, network_), {}).step;
    else
        plan.step = speed_of_light(scenario_, step, model_per_step_, scenario_.ceilings, {}).step;
    return plan;
}

/// Means over ranks need every rank, in their order.
Seconds PlanPricer::at_speed_of_light(const PipelineRun& run) {
    std::vector<RankWork> all(run.ranks.size());
    for (std::size_t k = 0; k < active_.size(); ++k)
        for (const int rank : active_[k].ranks->ranks)
            all[std::size_t(rank)] = step_.ranks[k];
    step_.ranks = std::move(all);
    return speed_of_light(scenario_, step_, model_per_step_, scenario_.ceilings, {}).step;
}

} // namespace ridgepoint
