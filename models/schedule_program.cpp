// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/schedule_program.hpp"

#include "models/schedule_kernels.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <mutex>
#include <numeric>
#include <tuple>

namespace ridgepoint::schedules {
namespace {

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

/// From here on a further micro-batch of each direction adds one wave and nothing else (schedule_orders.cpp).
int fewest_with_waves(int ranks) {
    return 2 * ranks;
}

/// The schedule with turns of whole lengths: all ranks keep step, and who starts later is waited for by none before.
PipelineRun in_step(Schedule schedule, int ranks, int micro_batches) {
    const Shape shape = shape_of(schedule, ranks);
    PipelineInput in;
    in.schedule = schedule;
    in.ranks = ranks;
    in.chunks = shape.layout == Layout::vee ? 2 : 1;
    in.micro_batches = micro_batches * shape.directions();
    in.stages.assign(at(ranks * in.chunks), {Seconds(1), Seconds(1), Seconds(1), Seconds(3)});
    return listed(in, true);
}

/// By start, of equals by rank. Starts are whole numbers.
std::vector<Slot> by_start(const PipelineRun& run) {
    const auto start = [](const Slot& s) { return std::size_t(s.start.value); };
    std::vector<std::size_t> place(std::size_t(run.span.value) + 2);
    for (const Slot& s : run.slots)
        ++place[start(s) + 1];
    std::partial_sum(place.begin(), place.end(), place.begin());
    std::vector<Slot> sorted(run.slots.size());
    for (const Slot& s : run.slots)
        sorted[place[start(s)]++] = s;
    return sorted;
}

/// A slot by channels and micro-batches (schedule_program.hpp).
struct Step {
    int rank = 0, kind = 0;
    int await_forward = 0, tell_forward = 1, micro_batch = 0;    ///< of the forward
    int await_backward = 0, tell_backward = 1, micro_batch_b = 0; ///< of the backward
    bool forward_travels = false, backward_travels = false;
    bool operator==(const Step&) const = default;
};
using Steps = std::vector<Step>;

/// Slots as steps: whom they wait for, whom they tell.
class Translator {
public:
    Translator(Schedule schedule, int ranks, int micro_batches)
        : shape_(shape_of(schedule, ranks)), micro_batches_(micro_batches) {}

    [[nodiscard]] int channels() const { return 2 + 2 * shape_.p * shape_.chunks(); }
    [[nodiscard]] Step step(const Slot& s) const {
        Step t;
        t.rank = s.rank;
        t.kind = 2 * int(s.kind) + s.chunk;
        const Place here{s.rank, s.chunk};
        if (s.kind == SlotKind::forward)
            add_forward(t, here, s.micro_batch);
        else if (s.kind == SlotKind::forward_backward) {
            add_forward(t, here, s.micro_batch);
            add_backward(t, {s.rank, 1 - s.chunk}, s.micro_batch_b);
        } else if (s.kind != SlotKind::backward_weight)
            add_backward(t, here, s.micro_batch);
        return t;
    }
    /// The last stage's backward waits for its own forward, the first one's tells nobody.
    [[nodiscard]] bool is_read(int channel) const {
        if (channel < 2)
            return false;
        const bool backward = channel % 2 != 0;
        const int place = (channel - 2) / 2;
        return !backward || shape_.before({place / shape_.chunks(), place % shape_.chunks()}).exists();
    }

private:
    [[nodiscard]] int channel(Place place, bool backward) const {
        return 2 + 2 * (place.rank * shape_.chunks() + place.chunk) + (backward ? 1 : 0);
    }
    /// Counted within its direction.
    [[nodiscard]] int own(Place place, int micro_batch) const {
        return shape_.layout == Layout::mirrored && place.chunk == 1 ? micro_batch - micro_batches_ : micro_batch;
    }
    void add_forward(Step& t, Place here, int micro_batch) const {
        t.micro_batch = own(here, micro_batch);
        t.tell_forward = channel(here, false);
        if (const Place from = shape_.before(here); from.exists()) {
            t.await_forward = channel(from, false);
            t.forward_travels = from.rank != here.rank;
        }
    }
    void add_backward(Step& t, Place here, int micro_batch) const {
        t.micro_batch_b = own(here, micro_batch);
        t.tell_backward = channel(here, true);
        const Place from = shape_.after(here);
        t.await_backward = channel(from.exists() ? from : here, from.exists());
        t.backward_travels = from.exists() && from.rank != here.rank;
    }

    const Shape shape_;
    const int micro_batches_;
};

/// Whether `later` is `wave` with every micro-batch one further.
bool repeats(std::span<const Step> wave, std::span<const Step> later) {
    return std::equal(wave.begin(), wave.end(), later.begin(), later.end(), [](Step a, const Step& b) {
        a.micro_batch += a.tell_forward != 1 ? 1 : 0;
        a.micro_batch_b += a.tell_backward != 1 ? 1 : 0;
        return a == b;
    });
}

/// Where the turns that repeat begin, how long one wave is, and how many there are.
struct Waves {
    std::size_t begin = 0, length = 0;
    int count = 0;
};

/// Cut at rank 0's forwards on its first chunk; the longest stretch of waves that repeat.
Waves find_waves(const Steps& all) {
    std::vector<std::size_t> cuts;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].rank == 0 && all[i].tell_forward == 2)
            cuts.push_back(i);
    const auto wave = [&](std::size_t k) { return std::span(all).subspan(cuts[k], cuts[k + 1] - cuts[k]); };
    Waves longest;
    for (std::size_t first = 0, next = 1; next + 1 < cuts.size(); ++next) {
        if (!repeats(wave(next - 1), wave(next)))
            first = next;
        else if (const int count = int(next - first) + 1; count > longest.count)
            longest = {cuts[first], cuts[first + 1] - cuts[first], count};
    }
    return longest;
}

void count(std::vector<std::array<int, turn_kinds>>& into, std::span<const Step> turns) {
    for (const Step& t : turns)
        ++into[at(t.rank)][at(t.kind)];
}

std::vector<Pending> pending_after(std::span<const Step> turns, const Translator& translator) {
    std::vector<Pending> sent, taken, left;
    for (const Step& t : turns) {
        const auto note = [&](std::vector<Pending>& list, int channel, int micro_batch) {
            if (translator.is_read(channel))
                list.push_back({channel, micro_batch});
        };
        note(sent, t.tell_forward, t.micro_batch);
        note(sent, t.tell_backward, t.micro_batch_b);
        note(taken, t.await_forward, t.micro_batch);
        note(taken, t.await_backward, t.micro_batch_b);
    }
    std::sort(sent.begin(), sent.end());
    std::sort(taken.begin(), taken.end());
    std::set_difference(sent.begin(), sent.end(), taken.begin(), taken.end(), std::back_inserter(left));
    return left;
}

/// So many micro-batches that none is written over before it is taken.
int ring_size(const Steps& turns, int channels) {
    std::vector<int> latest(at(channels), -1);
    int reach = 0;
    for (const Step& t : turns) {
        reach = std::max({reach, latest[at(t.await_forward)] - t.micro_batch, latest[at(t.await_backward)] - t.micro_batch_b});
        latest[at(t.tell_forward)] = t.micro_batch;
        latest[at(t.tell_backward)] = t.micro_batch_b;
        latest[0] = latest[1] = -1;
    }
    return int(std::bit_ceil(unsigned(reach + 1)));
}

Turns placed(const ScheduleProgram& p, std::span<const Step> steps, int further) {
    Turns turns;
    turns.reserve(steps.size());
    for (const Step& s : steps) {
        const int ahead = s.micro_batch + further, back = s.micro_batch_b + further;
        turns.push_back({s.rank, s.rank * turn_kinds + s.kind, p.place(s.await_forward, ahead),
                         p.place(s.tell_forward, ahead), p.place(s.await_backward, back), p.place(s.tell_backward, back),
                         s.forward_travels, s.backward_travels});
    }
    return turns;
}

ScheduleProgram written_down(Schedule schedule, int ranks, int micro_batches) {
    const PipelineRun run = in_step(schedule, ranks, micro_batches);
    const Translator translator(schedule, ranks, micro_batches);
    Steps all;
    all.reserve(run.slots.size());
    for (const Slot& s : by_start(run))
        all.push_back(translator.step(s));
    ScheduleProgram p;
    p.ranks = ranks;
    p.channels = translator.channels();
    p.ring = ring_size(all, p.channels);
    p.micro_batches = micro_batches;
    const Waves waves = find_waves(all);
    p.waves = std::max(0, std::min(waves.count, micro_batches - fewest_with_waves(ranks)));
    // What was found beyond those belongs to the drain, so that the fewest micro-batches are served too.
    const std::span steps(all);
    const auto fill = steps.first(p.waves > 0 ? waves.begin : 0);
    const auto wave = steps.subspan(fill.size(), p.waves > 0 ? waves.length : 0);
    const auto drain = steps.subspan(fill.size() + at(p.waves) * wave.size());
    p.fill = placed(p, fill, 0);
    for (int further = 0; further < p.ring; ++further) {
        p.wave.push_back(placed(p, wave, further));
        p.drain.push_back(placed(p, drain, further));
    }
    p.pending = pending_after(fill, translator);
    p.turns.resize(at(ranks));
    p.in_wave.resize(at(ranks));
    count(p.turns, fill);
    count(p.turns, drain);
    count(p.in_wave, wave);
    for (const RankActivity& rank : run.ranks)
        p.in_flight.push_back(rank.in_flight);
    return p;
}

/// Micro-batches a direction to write down for all from `fewest_with_waves` on.
int enough(int ranks) {
    return fewest_with_waves(ranks) + 4;
}

class Store {
public:
    std::shared_ptr<const ScheduleProgram> get(Schedule schedule, int ranks, int micro_batches) {
        const std::lock_guard lock(mutex_);
        if (const auto all = find(schedule, ranks, enough(ranks)); serves(*all, micro_batches))
            return all;
        return find(schedule, ranks, micro_batches);
    }

private:
    static bool serves(const ScheduleProgram& p, int micro_batches) {
        return p.waves > 0 && micro_batches >= p.micro_batches - p.waves;
    }
    std::shared_ptr<const ScheduleProgram> find(Schedule schedule, int ranks, int micro_batches) {
        constexpr std::size_t most_turns = 1'000'000; // some 40 MB
        const auto [place, is_new] = programs_.try_emplace({int(schedule), ranks, micro_batches});
        if (!is_new)
            return place->second;
        auto made = std::make_shared<const ScheduleProgram>(written_down(schedule, ranks, micro_batches));
        turns_ += made->size();
        if (turns_ > most_turns) {
            programs_.clear();
            turns_ = made->size();
            programs_[{int(schedule), ranks, micro_batches}] = made;
        } else {
            place->second = made;
        }
        return made;
    }

    std::mutex mutex_;
    std::map<std::tuple<int, int, int>, std::shared_ptr<const ScheduleProgram>> programs_;
    std::size_t turns_ = 0;
};

} // namespace

std::shared_ptr<const ScheduleProgram> schedule_program(const PipelineInput& input) {
    static Store store;
    return store.get(input.schedule, input.ranks, input.micro_batches / shape_of(input.schedule, input.ranks).directions());
}

} // namespace ridgepoint::schedules
