// SPDX-License-Identifier: GPL-3.0-or-later
// The accuracy that one set of constants keeps on the shipped measurements. Figures of data, not of time:
// they change only with the model, its constants or the file.
#include "models/validation.hpp"
#include "resources/builtin.hpp"
#include "resources/embedded.hpp"
#include "tests/catch.hpp"

#include <cmath>

using namespace ridgepoint;

namespace {

const ValidationSummary& shipped() {
    static const ValidationSummary summary = [] {
        const RunWords words = read_run_words(*embedded_text("run_words.json"), "run_words.json");
        return validate(read_measurements(*embedded_text("measurements.csv"), "measurements.csv"),
                        builtin_presets(), words)
            .summary;
    }();
    return summary;
}

} // namespace

TEST_CASE("speed is within 7.5 % at the median of the headline rows and within 15 % at the 80th percentile",
          "[accuracy]") {
    const ErrorSummary& speed = shipped().headline_speed;
    CHECK(speed.all.rows > 900);
    CHECK(speed.all.median <= 0.075);
    CHECK(speed.all.p80 <= 0.15);
}

TEST_CASE("speed is within 6.5 % at the median over sources of their medians", "[accuracy]") {
    CHECK(shipped().headline_speed.sources_counted >= 14);
    CHECK(shipped().headline_speed.median_over_sources <= 0.065);
}

TEST_CASE("speed of dense models is within 7 % at the median, of mixtures of experts within 15 %",
          "[accuracy]") {
    CHECK(shipped().headline_speed.by_model_kind.at("dense").median <= 0.07);
    CHECK(shipped().headline_speed.by_model_kind.at("moe").median <= 0.15);
}

TEST_CASE("no source of 20 rows or more is predicted more than 10 % too fast or too slow on average",
          "[accuracy]") {
    for (const auto& [source, figures] : shipped().headline_speed.by_source) {
        CAPTURE(source);
        if (figures.rows >= 20)
            CHECK(std::abs(figures.bias) <= 0.10);
    }
}

TEST_CASE("memory is within 4.5 % at the median over sources and within 16 % at the 80th percentile",
          "[accuracy]") {
    const ErrorSummary& memory = shipped().headline_memory;
    CHECK(memory.all.rows > 800);
    CHECK(memory.median_over_sources <= 0.045);
    CHECK(memory.all.p80 <= 0.16);
}

TEST_CASE("in the swept groups the predicted best plan is near the measured best, and plans are ranked alike",
          "[accuracy]") {
    CHECK(shipped().headline_sweep.groups >= 6);
    CHECK(shipped().headline_sweep.best_within_tenth >= 0.85);
    CHECK(shipped().headline_sweep.rank_correlation >= 0.88);
}
