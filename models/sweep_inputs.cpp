// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/sweep_inputs.hpp"

#include "models/mesh.hpp"
#include "models/plan_stops.hpp"
#include "models/rule.hpp"
#include "models/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr std::array inputs{
    SweepInput{SweepKey::global_batch, "plan.global_batch", "Global batch", "sequences", true, false},
    SweepInput{SweepKey::micro_batch, "plan.micro_batch", "Micro-batch", "sequences", true, false},
    SweepInput{SweepKey::sequence, "plan.sequence", "Sequence", "tokens", true, false},
    SweepInput{SweepKey::tokens_per_gpu, "tokens_per_gpu", "Tokens per GPU and step", "tokens", true, false},
    SweepInput{SweepKey::gpus, "cluster.gpus", "GPUs", "", true, false},
    SweepInput{SweepKey::tp, "plan.tp", "TP", "", true, false},
    SweepInput{SweepKey::cp, "plan.cp", "CP", "", true, false},
    SweepInput{SweepKey::pp, "plan.pp", "PP", "", true, false},
    SweepInput{SweepKey::ep, "plan.ep", "EP", "", true, false},
    SweepInput{SweepKey::vpp, "plan.vpp", "VPP", "", false, false},
    SweepInput{SweepKey::zero, "plan.zero", "ZeRO", "", false, true},
    SweepInput{SweepKey::schedule, "plan.schedule", "Schedule", "", false, true},
    SweepInput{SweepKey::precision, "precision", "Precision", "", false, true},
    SweepInput{SweepKey::scale_out, "cluster.scale_out_gbps", "InfiniBand bandwidth", "GB/s per GPU", true,
               false},
    SweepInput{SweepKey::scale_up, "cluster.scale_up_gbps", "NVLink bandwidth", "GB/s per GPU", true, false},
    SweepInput{SweepKey::power_cap, "cluster.power_cap_w", "Power cap", "W", false, false},
};

constexpr double giga = 1e9;

double tokens_each(const Scenario& s) { // of one sequence on one GPU
    return 1.0 * s.plan.sequence / (1.0 * s.plan.tp * s.plan.pp * s.plan.cp);
}

/// A link of the cluster: what replaces the accelerator's figures.
struct LinkFields {
    std::optional<BytesPerSecond> Cluster::*sheet;
    std::optional<BytesPerSecond> Cluster::*achievable;
    BytesPerSecond Accelerator::*of_accelerator;
};
constexpr LinkFields scale_out_fields{&Cluster::scale_out, &Cluster::scale_out_achievable,
                                      &Accelerator::scale_out};
constexpr LinkFields scale_up_fields{&Cluster::scale_up, &Cluster::scale_up_achievable,
                                     &Accelerator::scale_up};

double bandwidth(const Cluster& c, const LinkFields& link) {
    return (c.*link.sheet).value_or(c.accelerator.*link.of_accelerator).value / giga;
}

/// The datasheet figure, and the achievable one in proportion: of itself it follows where nothing replaces
/// it.
void set_bandwidth(Cluster& c, const LinkFields& link, double value) {
    const double before = bandwidth(c, link);
    if (value == before)
        return;
    if ((c.*link.achievable) && before > 0)
        c.*link.achievable = *(c.*link.achievable) * (value / before);
    c.*link.sheet = gigabytes_per_second(value);
}

void add(std::vector<double>& values, const std::vector<ValueStop>& stops) {
    for (const ValueStop& stop : stops)
        if (stop.legal)
            values.push_back(stop.value);
}

void add(std::vector<double>& values, const std::vector<int>& numbers) {
    values.insert(values.end(), numbers.begin(), numbers.end());
}

/// Four steps an octave, two octaves and a half either way.
void add_around(std::vector<double>& values, double present) {
    constexpr int steps = 10;
    constexpr double octave = 4;
    for (int i = -steps; i <= steps; ++i)
        values.push_back(present * std::exp2(i / octave));
}

double tokens_of(const Scenario& s, double sequences) {
    return sequences * s.plan.sequence / s.cluster.gpus;
}

/// A GPU gets more tokens by more micro-batches; where it has one and needs no more, by a larger one.
bool by_number(const Scenario& s) { return s.plan.pp > 1 || s.micro_batches() > 1; }

void add_tokens(std::vector<double>& values, const Scenario& s) {
    if (by_number(s)) {
        for (const ValueStop& stop : global_batch_stops(s))
            if (stop.legal)
                values.push_back(tokens_of(s, stop.value));
        return;
    }
    constexpr double most = 2e6; // tokens a GPU and step: beyond it nothing changes its bound any more
    for (const int odd : {2, 3})
        for (double sequences = odd / 2.0; sequences * tokens_each(s) <= most; sequences *= 2)
            if (sequences == std::floor(sequences))
                values.push_back(sequences * tokens_each(s));
}

const mesh::Stop* stop_of(const std::vector<mesh::Stop>& stops, double degree) {
    const auto found = std::ranges::find(stops, int(degree), &mesh::Stop::degree);
    return found == stops.end() ? nullptr : &*found;
}

Scenario with_degree(const Scenario& s, int Plan::*field, Axis axis, double value) {
    if (s.plan.*field == int(value))
        return s;
    const std::vector<mesh::Stop> stops = mesh::stops(s, axis, mesh::Trade::with_data_parallel);
    if (const mesh::Stop* stop = stop_of(stops, value))
        return stop->scenario;
    Scenario changed = s;
    changed.plan.*field = int(value);
    static_cast<void>(mesh::settle_dependants(changed, s));
    return changed;
}

Scenario with_pipeline(const Scenario& s, int depth) { // DP's edge trades with PP
    if (s.plan.pp == depth)
        return s;
    Scenario changed = s;
    changed.plan.pp = depth;
    static_cast<void>(mesh::settle_dependants(changed, s));
    return changed;
}

Scenario with_experts(const Scenario& s, int ep) {
    const std::vector<mesh::Stop> stops = mesh::expert_stops(s);
    if (const mesh::Stop* stop = stop_of(stops, ep))
        return stop->scenario;
    Scenario changed = s;
    changed.plan.ep = ep;
    return changed;
}

/// As many micro-batches more as the schedule takes: some want them even, or a multiple of the stages.
double batch_step(const Scenario& s) {
    const int batch = std::max(1, s.dp() * s.plan.micro_batch);
    Scenario more = s;
    for (int step = 1; step <= s.plan.pp; ++step) {
        more.plan.global_batch = s.plan.global_batch + step * batch;
        if (rules::legal(more))
            return 1.0 * step * batch;
    }
    return batch;
}

} // namespace

std::span<const SweepInput> sweep_inputs() {
    return inputs;
}

const SweepInput& sweep_input(SweepKey key) {
    return *std::ranges::find(inputs, key, &SweepInput::key);
}

bool offers(const Scenario& s, SweepKey key) {
    switch (key) {
    case SweepKey::ep:
        return s.model.moe.has_value();
    case SweepKey::vpp:
        return s.plan.pp > 1;
    case SweepKey::schedule:
        return s.plan.pp > 1;
    case SweepKey::power_cap:
        return s.cluster.accelerator.power_w > 0;
    default:
        return true;
    }
}

bool continuous(SweepKey key) {
    constexpr std::array all{SweepKey::global_batch,   SweepKey::micro_batch, SweepKey::sequence,
                             SweepKey::tokens_per_gpu, SweepKey::scale_out,   SweepKey::scale_up,
                             SweepKey::power_cap};
    return std::ranges::find(all, key) != all.end();
}

double input_value(const Scenario& s, SweepKey key, const Recipes& recipes) {
    switch (key) {
    case SweepKey::global_batch:
        return s.plan.global_batch;
    case SweepKey::micro_batch:
        return s.plan.micro_batch;
    case SweepKey::sequence:
        return s.plan.sequence;
    case SweepKey::tokens_per_gpu:
        return s.tokens_per_step() / s.cluster.gpus;
    case SweepKey::gpus:
        return s.cluster.gpus;
    case SweepKey::tp:
        return s.plan.tp;
    case SweepKey::cp:
        return s.plan.cp;
    case SweepKey::pp:
        return s.plan.pp;
    case SweepKey::ep:
        return s.plan.ep;
    case SweepKey::vpp:
        return s.plan.vpp;
    case SweepKey::zero:
        return s.plan.zero;
    case SweepKey::schedule:
        return int(s.plan.schedule);
    case SweepKey::precision:
        return double(std::ranges::find(recipes, s.precision) - recipes.begin());
    case SweepKey::scale_out:
        return bandwidth(s.cluster, scale_out_fields);
    case SweepKey::scale_up:
        return bandwidth(s.cluster, scale_up_fields);
    case SweepKey::power_cap:
        return s.cluster.power_cap_w.value_or(s.cluster.accelerator.power_w);
    }
    return 0;
}

std::vector<double> usual_values(const Scenario& s, SweepKey key, const Recipes& recipes) {
    constexpr int zero_stages = 4, schedules = int(Schedule::dualpipev) + 1;
    std::vector<double> values{input_value(s, key, recipes)};
    const auto count_to = [&](int n) {
        for (int i = 0; i < n; ++i)
            values.push_back(i);
    };
    switch (key) {
    case SweepKey::global_batch:
        add(values, global_batch_stops(s));
        break;
    case SweepKey::micro_batch:
        add(values, micro_batch_stops(s));
        break;
    case SweepKey::sequence:
        add(values, sequence_stops(s));
        break;
    case SweepKey::tokens_per_gpu:
        add_tokens(values, s);
        break;
    case SweepKey::gpus:
        add(values, mesh::gpu_stops(s));
        break;
    case SweepKey::tp:
        add(values, mesh::stop_degrees(s, Axis::tp, mesh::Trade::with_data_parallel));
        break;
    case SweepKey::cp:
        add(values, mesh::stop_degrees(s, Axis::cp, mesh::Trade::with_data_parallel));
        break;
    case SweepKey::pp:
        for (const int depth : mesh::divisors(std::max(1, s.cluster.gpus / (s.plan.tp * s.plan.cp))))
            if (depth <= s.model.layers)
                values.push_back(depth);
        break;
    case SweepKey::ep:
        for (const mesh::Stop& stop : mesh::expert_stops(s))
            values.push_back(stop.degree);
        break;
    case SweepKey::vpp:
        add(values, virtual_stage_stops(s));
        break;
    case SweepKey::zero:
        count_to(zero_stages);
        break;
    case SweepKey::schedule:
        count_to(schedules);
        break;
    case SweepKey::precision:
        count_to(int(recipes.size()));
        break;
    case SweepKey::scale_out:
    case SweepKey::scale_up:
        add_around(values, values.front());
        break;
    case SweepKey::power_cap:
        for (int percent = 30; percent <= 100; percent += 5)
            values.push_back(s.cluster.accelerator.power_w * percent / 100);
        break;
    }
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    if (key == SweepKey::precision) // a recipe of the scenario's own is in no list
        std::erase_if(values, [&](double v) { return v >= double(recipes.size()); });
    return values;
}

double value_step(const Scenario& s, SweepKey key) {
    const Plan& p = s.plan;
    switch (key) {
    case SweepKey::global_batch:
        return batch_step(s);
    case SweepKey::tokens_per_gpu:
        return by_number(s) ? tokens_of(s, batch_step(s)) : tokens_each(s);
    case SweepKey::sequence:
        return 2.0 * p.tp * p.cp; // two halves a rank where causal work is balanced
    case SweepKey::gpus:
        return 1.0 * p.tp * p.cp * p.pp;
    case SweepKey::scale_out:
    case SweepKey::scale_up:
    case SweepKey::power_cap:
        return 0;
    default:
        return 1;
    }
}

Scenario with_input(const Scenario& s, SweepKey key, double value, const Recipes& recipes) {
    Scenario changed = s;
    switch (key) {
    case SweepKey::global_batch:
        changed.plan.global_batch = int(value);
        break;
    case SweepKey::micro_batch:
        changed.plan.micro_batch = int(value);
        break;
    case SweepKey::sequence:
        changed.plan.sequence = int(value);
        break;
    case SweepKey::tokens_per_gpu:
        if (value == input_value(s, key, recipes))
            break; // the present plan stays as it is, whatever its micro-batch
        if (by_number(s)) {
            changed.plan.global_batch =
                int(std::max(1.0, std::round(value * s.cluster.gpus / s.plan.sequence)));
            break;
        }
        changed.plan.micro_batch = int(std::max(1.0, std::round(value / tokens_each(s))));
        changed.plan.global_batch = changed.plan.micro_batch * s.dp();
        break;
    case SweepKey::gpus:
        return int(value) == s.cluster.gpus ? s : mesh::with_gpus(s, int(value));
    case SweepKey::tp:
        return with_degree(s, &Plan::tp, Axis::tp, value);
    case SweepKey::cp:
        return with_degree(s, &Plan::cp, Axis::cp, value);
    case SweepKey::pp:
        return with_pipeline(s, int(value));
    case SweepKey::ep:
        return with_experts(s, int(value));
    case SweepKey::vpp:
        changed.plan.vpp = int(value);
        break;
    case SweepKey::zero:
        changed.plan.zero = int(value);
        break;
    case SweepKey::schedule:
        changed.plan.schedule = Schedule(int(value));
        break;
    case SweepKey::precision:
        if (value >= 0 && std::size_t(value) < recipes.size())
            changed.precision = recipes[std::size_t(value)];
        break;
    case SweepKey::scale_out:
        set_bandwidth(changed.cluster, scale_out_fields, value);
        break;
    case SweepKey::scale_up:
        set_bandwidth(changed.cluster, scale_up_fields, value);
        break;
    case SweepKey::power_cap:
        if (value == s.cluster.accelerator.power_w)
            changed.cluster.power_cap_w.reset();
        else
            changed.cluster.power_cap_w = value;
        break;
    }
    return changed;
}

std::string input_value_name(SweepKey key, double value, const Recipes& recipes) {
    if (key == SweepKey::schedule)
        return std::string(text::name(Schedule(int(value))));
    if (key == SweepKey::precision)
        return std::size_t(value) < recipes.size() ? recipes[std::size_t(value)].name : std::string();
    if (key == SweepKey::zero)
        return "ZeRO-" + std::to_string(int(value));
    return value == std::floor(value) ? text::count(value) : text::number(value);
}

std::optional<VariedInput> varied_over(const Scenario& s, SweepKey key, double low, double high,
                                       const Recipes& recipes) {
    if (!(low < high) || !continuous(key))
        return std::nullopt;
    constexpr double rounding = 1e-6; // tokens are batches times a ratio
    VariedInput input;
    input.low = low;
    input.high = high;
    switch (key) {
    case SweepKey::tokens_per_gpu:
        if (!by_number(s))
            return tokens_per_gpu(s, low, high);
        input.unit = tokens_of(s, 1);
        input.low = std::ceil(low / input.unit - rounding);
        input.high = std::floor(high / input.unit + rounding);
        input.whole = true;
        input.scenario = [s, recipes](double batch) {
            return with_input(s, SweepKey::global_batch, batch, recipes);
        };
        return input.low < input.high ? std::optional(input) : std::nullopt;
    case SweepKey::global_batch:
    case SweepKey::micro_batch:
    case SweepKey::sequence:
        input.whole = true;
        break;
    default:
        break;
    }
    input.scenario = [s, key, recipes](double value) { return with_input(s, key, value, recipes); };
    return input;
}

} // namespace ridgepoint
