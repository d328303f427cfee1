// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/memory_picture.hpp"
#include "plots/wording.hpp"
#include "tests/catch.hpp"
#include "tests/plots/sample_estimate.hpp"

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {
struct Memory {
    Scenario scenario;
    Estimate estimate;
    MemoryPicture picture;
    Memory(Scenario s, Estimate e) : scenario(std::move(s)), estimate(std::move(e)) {
        picture.resize(500, 360);
        picture.setResult(&scenario, &estimate, false);
    }
};
} // namespace

TEST_CASE("Each pipeline rank is a bar of its components in GiB, framework at the foot") {
    Memory m(sampleScenario(), sampleEstimate());
    REQUIRE(m.picture.barCount() == 16);
    CHECK(m.picture.barValue(1, 0) == Approx(4.0));  // framework
    CHECK(m.picture.barValue(1, 1) == Approx(3.2));  // weights
    CHECK(m.picture.barValue(1, 4) == Approx(45.3)); // activations
    CHECK(m.picture.barValue(1, 6) == Approx(2.2));  // buffers on top
}

TEST_CASE("The legend holds the fullest rank's figures, topmost component first") {
    Memory m(sampleScenario(), sampleEstimate());
    m.picture.barCount();
    CHECK(m.picture.shownRank() == 1);
    CHECK(m.picture.legendTexts() == QStringList{"Comm buffers 2.2", "Logits, loss 0.0", "Activations 45.3",
                                                 "Optimizer 2.7", "Gradients 12.2", "Weights 3.2",
                                                 "Framework, NCCL 4.0"});
    m.picture.setSelection({.kind = Subject::Kind::stage, .name = {}, .rank = 15});
    CHECK(m.picture.shownRank() == 15);
    CHECK(m.picture.legendTexts()[2] == "Activations 23.5");
}

TEST_CASE("A plan that fits names the capacity and its peak, and nothing over it") {
    Memory m(sampleScenario(), sampleEstimate());
    CHECK(m.picture.capacityText() == QString::fromUtf8("80\u202FGiB capacity"));
    CHECK(m.picture.peakText() == QString::fromUtf8("peak 69.6\u202FGiB, rank 1"));
    CHECK(m.picture.overText().isEmpty());
}

TEST_CASE("A plan that does not fit says by how much") {
    Memory m(overfullScenario(), overfullEstimate());
    CHECK(m.picture.barCount() == 1);
    CHECK(m.picture.overText() == QString::fromUtf8("over by 24.4\u202FGiB"));
    CHECK(m.picture.target(4).text.contains(QString::fromUtf8("Over by 24.4")));
}

TEST_CASE("Going from sixteen ranks to one and back keeps every bar true") {
    Memory m(sampleScenario(), sampleEstimate());
    REQUIRE(m.picture.barCount() == 16);
    const Scenario one = overfullScenario();
    const Estimate alone = overfullEstimate();
    m.picture.setResult(&one, &alone, false);
    CHECK(m.picture.barCount() == 1);
    CHECK(m.picture.barValue(0, 6) == Approx(43.0));
    m.picture.setResult(&m.scenario, &m.estimate, false);
    CHECK(m.picture.barCount() == 16);
    CHECK(m.picture.barValue(15, 4) == Approx(23.5));
}

TEST_CASE("The memory table's columns sum to the total of each rank") {
    Memory m(sampleScenario(), sampleEstimate());
    const PictureTable table = m.picture.table();
    REQUIRE(table.rows.size() == 16);
    for (const auto& row : table.rows) {
        double sum = 0;
        for (std::size_t c = 1; c + 1 < row.size(); ++c)
            sum += row[c].toDouble();
        CHECK(sum == Approx(row.back().toDouble()).margin(0.05));
    }
    CHECK(table.rows[1].back() == "69.60");
}

TEST_CASE("A segment's tooltip has its exact size and what is free") {
    Memory m(sampleScenario(), sampleEstimate());
    m.picture.barCount();
    const QString shown = m.picture.target(1 * MemoryPicture::component_count + 4).text;
    CHECK(shown.contains("Rank 1"));
    CHECK(shown.contains(quantity(text::memory(gib(45.3), text::Digits::exact))));
    CHECK(shown.contains("free on this rank"));
}
