// SPDX-License-Identifier: GPL-3.0-or-later
// What an explanation adds up to is what the estimate shows.
#include "models/explain.hpp"
#include "models/formats/scenario_json.hpp"
#include "models/loss_names.hpp"
#include "models/text.hpp"
#include "resources/builtin.hpp"
#include "tests/catch.hpp"

using namespace ridgepoint;
using Kind = Subject::Kind;

namespace {

struct Case {
    Scenario scenario;
    Estimate estimate;
};

const std::vector<Case>& cases() {
    static const std::vector<Case> all = [] {
        std::vector<Case> out;
        for (const ReadyScenario& ready : builtin_presets().scenarios) {
            Scenario s = scenario_from_json(ready.json, builtin_presets(), ready.id);
            out.push_back({s, estimate(s, Detail::lists)});
        }
        return out;
    }();
    return all;
}

Explanation of(const Case& c, const Subject& subject) {
    return explain(c.scenario, c.estimate, subject);
}

Subject thing(Kind kind, std::string name = {}, int rank = 0) {
    Subject subject;
    subject.kind = kind;
    subject.name = std::move(name);
    subject.rank = rank;
    return subject;
}

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

} // namespace

TEST_CASE("the explained step adds up to the step") {
    for (const Case& c : cases()) {
        const Explanation x = of(c, {.kind = Kind::step_time, .name = {}});
        INFO(c.scenario.name << ": " << x.substituted);
        CHECK(ends_with(x.substituted, "= " + text::duration(c.estimate.time.step).joined()));
        CHECK(x.summary == text::duration(c.estimate.time.step).joined());
    }
}

TEST_CASE("the explained step at speed of light is its slowest resource") {
    for (const Case& c : cases()) {
        Case light{c.scenario, {}};
        light.scenario.fidelity = Fidelity::speed_of_light;
        light.estimate = estimate(light.scenario, Detail::lists);
        CHECK(ends_with(of(light, {.kind = Kind::step_time, .name = {}}).substituted,
                        "= " + text::duration(light.estimate.time.step).joined()));
    }
}

TEST_CASE("the explained MFU is the estimate's, with the attention count that is shown") {
    for (const Case& c : cases()) {
        Case full = c;
        full.scenario.attention_flops = AttentionFlops::full;
        CHECK(ends_with(of(c, {.kind = Kind::throughput, .name = {}}).substituted,
                        "= " + text::percent(c.estimate.throughput.mfu_causal).joined()));
        CHECK(ends_with(of(full, {.kind = Kind::throughput, .name = {}}).substituted,
                        "= " + text::percent(c.estimate.throughput.mfu_full).joined()));
    }
}

TEST_CASE("the explained days and cost are the estimate's") {
    for (const Case& c : cases()) {
        const std::string x = of(c, thing(Kind::throughput)).substituted;
        INFO(x);
        CHECK(x.find("= " + text::number(c.estimate.training.days) + "\n") != std::string::npos);
        CHECK(x.find("= " + text::money(c.estimate.training.cost).joined() + "\n") != std::string::npos);
    }
}

TEST_CASE("every operator's explained time is the estimate's") {
    for (const Case& c : cases())
        for (const OperatorCost& o : c.estimate.operators) {
            if (o.recomputed)
                continue;
            const Explanation x = of(
                c,
                {.kind = Kind::operator_cost, .name = std::string(o.name), .layer = o.layer, .pass = o.pass});
            INFO(c.scenario.name << ": " << x.title << ": " << x.substituted);
            CHECK(ends_with(x.substituted, "= " + text::duration(o.time).joined()));
        }
}

TEST_CASE("every collective's explained exposure is the estimate's") {
    for (const Case& c : cases())
        for (const CollectiveCost& one : c.estimate.communication) {
            const Explanation x = of(c, thing(Kind::collective, std::string(one.name)));
            INFO(c.scenario.name << ": " << x.title << ": " << x.substituted);
            CHECK(!x.title.empty());
            CHECK(ends_with(x.substituted, "= " + text::duration(one.exposed).joined()));
        }
}

TEST_CASE("every memory component's explanation gives the estimate's bytes") {
    struct Part {
        const char* name;
        Bytes StageMemory::*bytes;
    };
    for (const Case& c : cases())
        for (const Part& part :
             {Part{"gradients", &StageMemory::gradients}, Part{"optimizer", &StageMemory::optimizer},
              Part{"activations", &StageMemory::activations}, Part{"logits", &StageMemory::logits},
              Part{"framework", &StageMemory::framework}})
            for (std::size_t rank = 0; rank < c.estimate.memory.stages.size(); ++rank) {
                const Bytes bytes = c.estimate.memory.stages[rank].*part.bytes;
                const Explanation x = of(c, thing(Kind::memory, part.name, int(rank)));
                INFO(c.scenario.name << ": " << x.title << ": " << x.substituted);
                CHECK(x.summary.starts_with(text::memory(bytes).joined()));
                if (bytes.value > 0)
                    CHECK(ends_with(x.substituted, "= " + text::memory(bytes).joined()));
            }
}

TEST_CASE("a rank's explained memory adds up to its total") {
    for (const Case& c : cases())
        for (std::size_t rank = 0; rank < c.estimate.memory.stages.size(); ++rank) {
            const Explanation x = of(c, thing(Kind::stage, {}, int(rank)));
            CHECK(ends_with(x.substituted,
                            "= " + text::memory(c.estimate.memory.stages[rank].total()).joined()));
        }
}

TEST_CASE("every explanation has a formula and says where it comes from") {
    for (const Case& c : cases())
        for (const Subject& subject :
             {Subject{.kind = Kind::step_time, .name = {}}, Subject{.kind = Kind::throughput, .name = {}},
              Subject{.kind = Kind::verdict, .name = {}}, thing(Kind::memory, "weights"),
              thing(Kind::memory, "buffers"), Subject{.kind = Kind::stage, .name = {}},
              thing(Kind::roof, "hbm"), thing(Kind::roof, "bf16"), thing(Kind::roof, "scale-out")}) {
            const Explanation x = of(c, subject);
            INFO(c.scenario.name << ": " << x.title);
            CHECK((!x.title.empty() && !x.summary.empty() && !x.formula.empty() && !x.source.empty()));
            CHECK(!x.values.empty());
        }
}

TEST_CASE("what an estimate does not have is not explained") {
    const Case& c = cases().front();
    CHECK(of(c, {}).title.empty());
    CHECK(of(c, thing(Kind::operator_cost, "nothing")).title.empty());
    CHECK(of(c, thing(Kind::collective, "nothing")).title.empty());
    CHECK(of(c, thing(Kind::memory, "weights", 99)).title.empty());
    CHECK(of(c, thing(Kind::stage, {}, -1)).title.empty());
    CHECK(of(c, thing(Kind::roof, "nothing")).title.empty());
}

TEST_CASE("every loss of the waterfall is explained, and its share is the estimate's") {
    for (const Case& c : cases())
        for (const Loss& loss : c.estimate.losses) {
            const Explanation x = of(c, thing(Kind::loss, loss.name));
            INFO(c.scenario.name << ": " << loss.name);
            CHECK(!x.title.empty());
            CHECK(!x.formula.empty());
            CHECK(ends_with(x.substituted, "= " + text::percent(loss.fraction).joined()));
        }
}

TEST_CASE("an exposed collective belongs to exactly one loss of the detailed model") {
    for (const Case& c : cases())
        for (const CollectiveCost& cost : c.estimate.communication) {
            if (cost.exposed.value <= 0 || c.scenario.fidelity != Fidelity::detailed)
                continue;
            int holders = 0;
            for (const Loss& loss : c.estimate.losses)
                holders += loss_holds(loss.name, cost.parallelism, cost.link) ? 1 : 0;
            INFO(c.scenario.name << ": " << cost.name);
            CHECK(holders == 1);
        }
}
