// SPDX-License-Identifier: GPL-3.0-or-later
// "Why not this one?": any plan against the best, loss by loss.
#include "models/planner/why_not.hpp"
#include "tests/catch.hpp"
#include "tests/models/presets_for_tests.hpp"

#include <cmath>

using namespace ridgepoint;
using Catch::Matchers::ContainsSubstring;

namespace {

Scenario published(const std::vector<Setting>& settings = {}) {
    return ready("deepseek-v3-published", settings);
}

} // namespace

TEST_CASE("the losses by which a plan differs from another sum to what it is slower", "[planner]") {
    const Estimate best = estimate(published());
    for (const std::vector<Setting>& settings : std::vector<std::vector<Setting>>{
             {{"plan.ep", "16"}}, {{"plan.schedule", "1f1b"}}, {{"plan.recompute", "full"}}, {{"plan.zero", "3"}},
             {{"plan.pp", "8"}, {"plan.stage_layers", "[]"}}}) {
        const WhyNot why = why_not(estimate(published(settings)), best);
        REQUIRE(why.legal());
        Seconds sum;
        for (const LossDifference& d : why.differences)
            sum += d.time;
        CHECK(sum.value == Approx(why.slower.value).margin(1e-6 * best.time.step.value));
        for (std::size_t i = 1; i < why.differences.size(); ++i)
            CHECK(std::abs(why.differences[i].time.value) <= std::abs(why.differences[i - 1].time.value));
    }
}

TEST_CASE("a plan against itself differs in nothing", "[planner]") {
    const Estimate e = estimate(published());
    const WhyNot why = why_not(e, e);
    CHECK(why.differences.empty());
    CHECK(why.slower.value == 0);
    CHECK(why_not_text(why, e) == "As fast as the best.");
}

TEST_CASE("a longer bubble is what costs 1F1B most against DualPipe", "[planner]") {
    const Estimate best = estimate(published());
    const WhyNot why = why_not(estimate(published({{"plan.schedule", "1f1b"}})), best);
    CHECK(why.slower.value > 0);
    CHECK_THAT(why_not_text(why, best), ContainsSubstring("slower than the best"));
    CHECK_THAT(why_not_text(why, best), ContainsSubstring("bubble +"));
}

TEST_CASE("a plan that does not fit says by how much and where", "[planner]") {
    const Estimate best = estimate(published());
    const Estimate zero3 = estimate(ready("deepseek-v3-zero3"));
    const WhyNot why = why_not(zero3, best);
    CHECK(!why.fits());
    CHECK(why.too_much.value == (zero3.memory.peak - zero3.memory.capacity).value);
    CHECK_THAT(why_not_text(why, best), ContainsSubstring("Does not fit"));
}

TEST_CASE("an illegal plan names the rules it breaks", "[planner]") {
    const Estimate best = estimate(published());
    const WhyNot why = why_not(estimate(published({{"plan.global_batch", "15361"}})), best);
    REQUIRE(!why.legal());
    CHECK(why.violations.front().rule == "batch-divides");
    CHECK_THAT(why_not_text(why, best), ContainsSubstring("batch-divides"));
}

TEST_CASE("experts on NVLink against experts over nodes: the sentence has both links' bytes and the exposed time",
          "[planner]") {
    const Scenario wide = published(), narrow = published({{"plan.ep", "8"}});
    const Estimate of_wide = estimate(wide), of_narrow = estimate(narrow);
    const std::string why = expert_parallel_text(wide, of_wide, narrow, of_narrow);
    CHECK_THAT(why, ContainsSubstring("EP 8 stays inside a scale-up domain"));
    CHECK_THAT(why, ContainsSubstring("EP 64 spans 8 domains"));
    CHECK_THAT(why, ContainsSubstring("InfiniBand"));
    CHECK(expert_parallel_text(wide, of_wide, wide, of_wide).empty());
}
