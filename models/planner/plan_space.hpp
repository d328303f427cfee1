// SPDX-License-Identifier: GPL-3.0-or-later
// Which plans a search considers: every combination of values that can mean something for a scenario's model, GPUs
// and batch, under the user's constraints.
//
// Degrees whose product divides the GPUs; EP and ETP whose product divides a stage's ranks (1 without experts);
// micro-batches that divide a replica's share of the batch, beyond 8 sequences powers of two; sequence parallelism
// off and on where TP > 1; the policies of recomputation; ZeRO 0 to 3 with every HSDP group that divides DP·CP (ZeRO 0
// shards nothing and has none; the whole group is 0); every schedule where PP > 1 (else 1F1B), VPP from 2 with the
// interleaved one. What means the same as another combination is not considered twice, and five things are left out
// that cannot pay or that no framework lays out so:
//   TP beyond a scale-up domain: every layer's exchange would go over the slower links (Narayanan et al. 2021, 3.2);
//   ETP that does not divide TP: experts' slices lie where the slices of the layers do;
//   HSDP groups that stop short of a domain: the links inside are the fast ones, so only memory is lost;
//   ZeRO 2 where a step has several micro-batches: sharded gradients cannot wait for the step's end to be reduced;
//   VPP whose largest chunk has as many layers as with one chunk less: more boundaries for the same bubble.
// A pinned value is considered wherever it stands.
#pragma once

#include "models/planner/plan_key.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <tuple>
#include <vector>

namespace ridgepoint {

struct ValueRange {
    int low = 0, high = 0; ///< both allowed; of a schedule its place in the enumeration
    bool pinned = false;   ///< low == high, and considered even where it is none of the usual values
};

struct PlanConstraints {
    std::array<std::optional<ValueRange>, plan_axis_count> ranges;
    std::vector<Recompute> policies; ///< empty: none, selective, full, and the scenario's own
    std::vector<Schedule> schedules; ///< of pipelines; empty: all
    [[nodiscard]] const std::optional<ValueRange>& of(PlanAxis axis) const { return ranges[std::size_t(axis)]; }
    void pin(PlanAxis axis, int value) { ranges[std::size_t(axis)] = ValueRange{value, value, true}; }
    void bound(PlanAxis axis, int low, int high) { ranges[std::size_t(axis)] = ValueRange{low, high, false}; }
};

/// What a search considers unless it is told which: none, selective, full, and the scenario's own.
[[nodiscard]] std::vector<Recompute> usual_policies(const Recompute& own);

/// What plans of one shape share: the work of a layer on one GPU for one micro-batch.
struct PlanShape {
    std::int32_t tp = 1, cp = 1, ep = 1, etp = 1, micro_batch = 1;
    bool sequence_parallel = false;
    std::uint32_t first_pp = 0, pp_count = 0; ///< its pipeline depths, in PlanSpace::depths
    bool operator==(const PlanShape&) const = default;
};

/// A way to share parameters and optimizer over replicas.
struct Sharding {
    std::int32_t zero = 0, hsdp_group = 0;
};
struct PipelineChoice {
    Schedule schedule{};
    std::int32_t vpp = 1;
};

/// How many plans broke which rule first, in the order the rules are asked.
using RuleCounts = std::map<std::string_view, std::uint64_t>;

class PlanSpace {
public:
    PlanSpace(const Scenario& scenario, const PlanConstraints& constraints);

    [[nodiscard]] const std::vector<Recompute>& policies() const { return policies_; }
    /// Shapes with at least one pipeline depth, none broken by the degrees or the batch.
    [[nodiscard]] const std::vector<PlanShape>& shapes() const { return shapes_; }
    [[nodiscard]] std::span<const std::int32_t> depths(const PlanShape& shape) const {
        return std::span(depths_).subspan(shape.first_pp, shape.pp_count);
    }
    /// Legal choices of schedule and VPP for a depth and a number of micro-batches.
    [[nodiscard]] const std::vector<PipelineChoice>& pipelines(int pp, int micro_batches) const;
    /// Legal shardings over DP·CP ranks, ZeRO-0 first.
    [[nodiscard]] const std::vector<Sharding>& shardings(const PlanShape& shape, int pp) const;
    [[nodiscard]] int replicas(int tp, int cp, int pp) const;
    [[nodiscard]] int micro_batches(const PlanShape& shape, int pp) const;
    /// Legal plans of one shape and depth.
    [[nodiscard]] std::uint64_t legal_plans(const PlanShape& shape, int pp) const;

    [[nodiscard]] std::uint64_t considered() const { return considered_; }
    [[nodiscard]] std::uint64_t illegal() const { return illegal_; }
    [[nodiscard]] const RuleCounts& illegal_by_rule() const { return by_rule_; }

private:
    struct Pipelines {
        std::vector<PipelineChoice> legal;
        RuleCounts broken;
    };
    struct Shardings {
        std::vector<Sharding> legal;
        RuleCounts broken;
    };
    [[nodiscard]] bool allowed(PlanAxis axis, int value) const;
    [[nodiscard]] std::vector<std::int32_t> filtered(PlanAxis axis, const std::vector<int>& usual) const;
    [[nodiscard]] const std::vector<std::int32_t>& batches(int share);
    [[nodiscard]] const std::vector<std::pair<std::int32_t, std::int32_t>>& expert_meshes(int tp, int stage_ranks);
    [[nodiscard]] std::vector<PipelineChoice> pipeline_choices(int pp) const;
    [[nodiscard]] std::vector<Sharding> sharding_choices(int tp, int ranks, bool one_micro_batch) const;
    [[nodiscard]] std::string_view broken(const PlanKey& key, std::span<const std::string_view> only) const;
    [[nodiscard]] std::string_view broken_by_shape(const PlanKey& key);
    [[nodiscard]] const Pipelines& judged_pipelines(const PlanKey& key, int micro_batches);
    [[nodiscard]] const Shardings& judged_shardings(const PlanKey& key, int ranks, bool one_micro_batch);
    [[nodiscard]] std::uint64_t plans_of_depth(const PlanKey& key, int ranks, bool one_micro_batch) const;
    void refuse(std::string_view rule, std::uint64_t plans);
    void refuse(const RuleCounts& broken, std::uint64_t each);
    void add_degrees(std::int32_t tp, std::int32_t cp, const std::vector<int>& usual_depths);
    void add_experts(PlanKey key, const std::vector<std::int32_t>& depths, const std::vector<bool>& sequence_parallel);
    void add_shape(PlanKey key, const std::vector<std::int32_t>& depths);

    const Scenario& scenario_;
    PlanConstraints constraints_;
    std::vector<Recompute> policies_;
    std::vector<PlanShape> shapes_;
    std::vector<std::int32_t> depths_;
    std::map<std::pair<int, int>, Pipelines> pipelines_; ///< by depth and micro-batches
    /// By TP, DP·CP, and whether a step has one micro-batch.
    std::map<std::tuple<int, int, bool>, Shardings> shardings_;
    std::map<int, std::vector<std::int32_t>> batches_;   ///< micro-batches by a replica's share; 0: no whole share
    /// EP and ETP by TP and ranks of a stage.
    std::map<std::pair<int, int>, std::vector<std::pair<std::int32_t, std::int32_t>>> meshes_;
    std::map<std::pair<int, int>, std::string_view> sequence_rules_; ///< by TP and CP
    std::uint64_t considered_ = 0, illegal_ = 0;
    RuleCounts by_rule_;
    mutable Scenario trial_;
};

} // namespace ridgepoint
