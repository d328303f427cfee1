// SPDX-License-Identifier: GPL-3.0-or-later
// Passing over periods gives what going through every slot gives, to the last bit.
#include "models/schedule.hpp"
#include "tests/catch.hpp"

#include <random>

using namespace ridgepoint;

namespace {

class Inputs {
public:
    explicit Inputs(unsigned seed) : random_(seed) {}

    PipelineInput any(Schedule schedule) {
        PipelineInput in;
        in.schedule = schedule;
        in.ranks = pick({1, 2, 3, 4, 6, 8, 16});
        const bool vee = schedule == Schedule::zb_v || schedule == Schedule::dualpipev;
        in.chunks = vee ? 2 : (schedule == Schedule::interleaved ? pick({1, 2, 3, 5}) : 1);
        in.micro_batches = pick({1, 2, 3, 5, 17, 64, 200, 333});
        if (schedule == Schedule::interleaved)
            in.micro_batches *= in.ranks;
        if (schedule == Schedule::dualpipe || schedule == Schedule::dualpipev) {
            in.ranks += in.ranks % 2;
            in.micro_batches = 2 * (in.ranks + in.micro_batches);
        }
        in.transfer = Seconds(pick({0, 0, 1, 30}) * 1e-4 * real());
        const bool alike = pick({0, 1}) == 1;
        const ChunkTimes one = times();
        for (int j = 0; j < in.ranks * in.chunks; ++j)
            in.stages.push_back(alike ? one : times());
        if (pick({0, 1}) == 1)
            in.stages.back() = times(); // the head
        return in;
    }

private:
    int pick(std::initializer_list<int> from) { return from.begin()[random_() % from.size()]; }
    double real() { return std::uniform_real_distribution<double>(0.5, 1.5)(random_); }
    ChunkTimes times() {
        ChunkTimes t{Seconds(0.01 * real()), Seconds(0.011 * real()), Seconds(0.009 * real()), Seconds(0)};
        t.forward_backward = 0.9 * (t.forward + t.backward());
        return t;
    }

    std::mt19937 random_;
};

void check_same(Schedule schedule) {
    Inputs inputs(unsigned(schedule) + 1);
    for (int i = 0; i < 120; ++i) {
        const PipelineInput in = inputs.any(schedule);
        INFO("input " << i << ": p " << in.ranks << " v " << in.chunks << " m " << in.micro_batches);
        const PipelineRun slow = simulate(in, true), fast = simulate(in, false);
        CHECK(fast.span.value == slow.span.value);
        CHECK(fast.phases.bubble.value == slow.phases.bubble.value);
        CHECK(fast.phases.weight.value == slow.phases.weight.value);
        REQUIRE(fast.ranks.size() == slow.ranks.size());
        for (std::size_t r = 0; r < slow.ranks.size(); ++r) {
            CHECK(fast.ranks[r].end.value == slow.ranks[r].end.value);
            CHECK(fast.ranks[r].busy.value == slow.ranks[r].busy.value);
            CHECK(fast.ranks[r].in_flight == slow.ranks[r].in_flight);
            CHECK(fast.ranks[r].pairs == slow.ranks[r].pairs);
        }
    }
}

} // namespace

TEST_CASE("periods passed over give the slot by slot answer to the last bit: GPipe", "[schedule]") {
    check_same(Schedule::gpipe);
}
TEST_CASE("periods passed over give the slot by slot answer to the last bit: 1F1B", "[schedule]") {
    check_same(Schedule::one_f_one_b);
}
TEST_CASE("periods passed over give the slot by slot answer to the last bit: interleaved", "[schedule]") {
    check_same(Schedule::interleaved);
}
TEST_CASE("periods passed over give the slot by slot answer to the last bit: ZB-H1", "[schedule]") {
    check_same(Schedule::zb_h1);
}
TEST_CASE("periods passed over give the slot by slot answer to the last bit: ZB-V", "[schedule]") {
    check_same(Schedule::zb_v);
}
TEST_CASE("periods passed over give the slot by slot answer to the last bit: DualPipe", "[schedule]") {
    check_same(Schedule::dualpipe);
}
TEST_CASE("periods passed over give the slot by slot answer to the last bit: DualPipeV", "[schedule]") {
    check_same(Schedule::dualpipev);
}
