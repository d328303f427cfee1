// SPDX-License-Identifier: GPL-3.0-or-later
// What a search is held to, and why it came back empty.
#include "models/planner/no_plan.hpp"
#include "models/planner/plan_range.hpp"
#include "models/planner/plan_view.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

using namespace ridgepoint;

namespace {

struct Answer {
    PlannerResult result;
    std::optional<NoPlan> none;
};

template <class Change>
Answer searched(std::string_view preset, Change change) {
    PlannerRequest request;
    request.scenario = ready(preset);
    change(request);
    Answer answer{search_plans(request), std::nullopt};
    answer.none = why_no_plan(request, answer.result);
    return answer;
}

bool contains(const std::optional<NoPlan>& none, const char* words) {
    return none && none->text.find(words) != std::string::npos;
}

constexpr const char* llama = "llama-3.1-8b-8-h100-fsdp";

} // namespace

TEST_CASE("A range is typed as one value, from, up to, or both", "[planner]") {
    const auto read = [](const char* text) { return range_from_text(text).value(); };
    CHECK((read("8").low == 8 && read("8").high == 8 && read("8").pinned));
    CHECK((read("4..16").low == 4 && read("4..16").high == 16 && !read("4..16").pinned));
    CHECK((read(" 4 .. 16 ").low == 4 && read(" 4 .. 16 ").high == 16));
    CHECK((read("..8").low <= 1 && read("..8").high == 8));
    CHECK((read("4..").low == 4 && read("4..").high == no_upper_bound));
    for (const char* wrong : {"", "..", "x", "4..x", "16..4", "-2", "4...8", "2.5", "4..8..16", "99999999999"})
        CHECK_FALSE(range_from_text(wrong));
    for (const char* text : {"8", "4..16", "..8", "4.."})
        CHECK(range_text(read(text)) == text);
}

TEST_CASE("ZeRO has the stages 0 to 3, a degree is at least 1", "[planner]") {
    const auto can = [](PlanAxis axis, const char* text) { return can_have(axis, *range_from_text(text)); };
    for (const char* text : {"0", "3", "..3", "1..", "1..3"})
        CHECK(can(PlanAxis::zero, text));
    for (const char* text : {"4", "7", "..4", "5.."})
        CHECK_FALSE(can(PlanAxis::zero, text));
    CHECK(can(PlanAxis::tp, "1"));
    CHECK(can(PlanAxis::tp, "0..4"));
    CHECK_FALSE(can(PlanAxis::tp, "0"));
    CHECK_FALSE(can(PlanAxis::pp, "0..0"));
    CHECK(can(PlanAxis::hsdp_group, "0"));
}

TEST_CASE("A range is read as a user would say it", "[planner]") {
    const auto words = [](PlanAxis axis, const char* text) { return range_words(axis, *range_from_text(text)); };
    CHECK(words(PlanAxis::tp, "8") == "TP 8");
    CHECK(words(PlanAxis::pp, "4..16") == "PP 4 to 16");
    CHECK(words(PlanAxis::ep, "..8") == "EP at most 8");
    CHECK(words(PlanAxis::micro_batch, "2..") == "Micro-batch at least 2");
    CHECK(words(PlanAxis::zero, "1") == "ZeRO-1");
    CHECK(words(PlanAxis::zero, "..2") == "ZeRO at most 2");
}

TEST_CASE("A search that finds a plan has nothing to explain", "[planner]") {
    CHECK_FALSE(searched(llama, [](PlannerRequest&) {}).none);
}

TEST_CASE("Where no combination meets a constraint, the constraint is named, and the values there are", "[planner]") {
    // 8 GPUs have no TP between 5 and 7: 8 is divided by 1, 2, 4 and 8.
    const Answer a = searched(llama, [](PlannerRequest& r) { r.constraints.bound(PlanAxis::tp, 5, 7); });
    REQUIRE(a.none);
    CHECK(a.none->reason == NoPlan::Reason::constraints);
    CHECK(a.result.counts.considered == 0);
    CHECK(contains(a.none, "TP 5 to 7"));
    CHECK(contains(a.none, "1, 2, 4, 8"));
}

TEST_CASE("Of two constraints only the one that cannot be met is blamed", "[planner]") {
    const Answer a = searched(llama, [](PlannerRequest& r) {
        r.constraints.bound(PlanAxis::tp, 1, 4);
        r.constraints.bound(PlanAxis::pp, 3, 3);
    });
    REQUIRE(a.none);
    CHECK(contains(a.none, "meets the constraint PP 3 beside TP 1 to 4"));
}

TEST_CASE("ZeRO-2 alone says where it is searched", "[planner]") {
    PlannerRequest request;
    request.scenario = ready("deepseek-v3-published"); // no replica has its share of 15,360 sequences in one micro-batch
    request.constraints.bound(PlanAxis::pp, 16, 16);
    request.constraints.bound(PlanAxis::zero, 2, 2);
    request.constraints.bound(PlanAxis::micro_batch, 1, 1);
    CHECK(contains(why_no_plan(request, search_plans(request)), "one micro-batch, or where it is held fast"));
}

TEST_CASE("Where every combination breaks a rule, the rules are named with their counts", "[planner]") {
    const Answer a = searched(llama, [](PlannerRequest& r) { r.constraints.pin(PlanAxis::micro_batch, 7); });
    REQUIRE(a.none);
    CHECK(a.none->reason == NoPlan::Reason::rules);
    CHECK(a.result.counts.considered > 0);
    CHECK(a.result.counts.illegal == a.result.counts.considered);
    CHECK(contains(a.none, "batch-divides"));
    CHECK(contains(a.none, "Without Micro-batch 7 there are legal plans"));
}

TEST_CASE("Where nothing fits, the smallest plan and what it takes are named", "[planner]") {
    const Answer a = searched(llama, [](PlannerRequest& r) { r.scenario.cluster.accelerator.hbm = gib(2); });
    REQUIRE(a.none);
    CHECK(a.none->reason == NoPlan::Reason::memory);
    CHECK(contains(a.none, "legal plans fits; the smallest takes"));
}

TEST_CASE("The smallest plan that does not fit is the least memory of all legal plans", "[planner]") {
    PlannerRequest request;
    request.scenario = ready(llama);
    request.exhaustive = true;
    request.objective = Objective::memory;
    const PricedPlan least = search_plans(request).best.front();
    const Bytes short_by_one = least.memory - gib(1);
    request.exhaustive = false;
    request.scenario.cluster.accelerator.hbm = short_by_one;
    const std::optional<NoPlan> none = why_no_plan(request, search_plans(request));
    REQUIRE(none);
    CHECK(none->text.find(plan_words(least.key)) != std::string::npos);
}

TEST_CASE("Where only the memory to stay free is missing, that is the constraint", "[planner]") {
    const Answer a = searched(llama, [](PlannerRequest& r) { r.headroom = gib(79); });
    REQUIRE(a.none);
    CHECK(a.none->reason == NoPlan::Reason::constraints);
    CHECK(contains(a.none, "free"));
}

TEST_CASE("Where constraints alone keep every plan from fitting, it says what fits without them", "[planner]") {
    // 8 billion parameters at 16 bytes are 119 GiB on every GPU without sharding.
    const Answer a = searched(llama, [](PlannerRequest& r) {
        r.constraints.pin(PlanAxis::tp, 1);
        r.constraints.pin(PlanAxis::pp, 1);
        r.constraints.pin(PlanAxis::zero, 0);
    });
    REQUIRE(a.none);
    CHECK(a.none->reason == NoPlan::Reason::memory);
    CHECK(contains(a.none, "Without the constraints (TP 1, PP 1, ZeRO-0) the smallest takes"));
}
