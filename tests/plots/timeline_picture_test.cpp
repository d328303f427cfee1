// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/timeline_picture.hpp"
#include "tests/catch.hpp"
#include "tests/plots/sample_estimate.hpp"

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {
struct Timeline {
    Scenario scenario = sampleScenario();
    Estimate estimate = sampleEstimate();
    TimelinePicture picture;
    Timeline() {
        picture.resize(500, 360);
        picture.setResult(&scenario, &estimate, false);
    }
};
} // namespace

TEST_CASE("The timeline has compute, its kernels, each network in use, and the exposed lane last") {
    Timeline t;
    QStringList names;
    for (const auto& lane : t.picture.lanes())
        names << lane.name;
    CHECK(names == QStringList{"Compute", "Kernels", "InfiniBand", "Exposed"});
}

TEST_CASE("The exposed lane says none where compute never waits") {
    Timeline t;
    std::erase_if(t.estimate.timeline.blocks,
                  [](const auto& block) { return block.stream == Stream::exposed; });
    t.picture.setResult(&t.scenario, &t.estimate, false);
    const auto& exposed = t.picture.lanes().back();
    CHECK(exposed.blocks.empty());
    CHECK(exposed.none.startsWith("none: "));
}

TEST_CASE("What is exposed shows as a hatched wait in the compute lane") {
    Timeline t;
    const auto& compute = t.picture.lanes().front().blocks;
    const auto waits =
        std::ranges::count_if(compute, [](const auto& block) { return block.hatch == Hatch::trouble; });
    CHECK(waits == 2);
    CHECK(compute.front().label == "Attention F");
    CHECK(compute.back().label == "Attention B");
}

TEST_CASE("Kernels keep their lengths in milliseconds") {
    Timeline t;
    const auto& kernels = t.picture.lanes()[1].blocks;
    REQUIRE(kernels.size() == 9);
    CHECK(kernels[2].label == "Attention");
    CHECK(kernels[2].end - kernels[2].start == Approx(1.0));
    CHECK(t.picture.tickTexts(Qt::XAxis).contains("10"));
}

TEST_CASE("Transfers that run beside each other on one network get rows of their own") {
    Timeline t;
    TimelineBlock beside = t.estimate.timeline.blocks[5];
    REQUIRE(beside.stream == Stream::exposed);
    beside.stream = Stream::communication;
    t.estimate.timeline.blocks.push_back(beside);
    t.picture.setResult(&t.scenario, &t.estimate, false);
    CHECK(t.picture.lanes()[2].rows == 2);
}

TEST_CASE("The timeline's legend names kinds of work, transfers and waits") {
    Timeline t;
    const QStringList texts = t.picture.legendTexts();
    for (const char* text :
         {"attention core", "expert GEMM", "dense GEMM", "weight gradient", "EP transfer", "waits, exposed"})
        CHECK(texts.contains(QLatin1String(text)));
}

TEST_CASE("A longer layer does not rescale the view, the picture says it goes on") {
    Timeline t;
    t.picture.lanes();
    const Range before = t.picture.xRange();
    Estimate longer = t.estimate;
    longer.timeline.span *= 2;
    t.picture.setResult(&t.scenario, &longer, false);
    t.picture.lanes();
    CHECK(t.picture.xRange() == before);
    CHECK(t.picture.beyondText().contains("F shows all"));
    t.picture.fit();
    CHECK(t.picture.beyondText().isEmpty());
}

TEST_CASE("In a pair the weight gradients stand apart and the picture says what runs against what") {
    Timeline t;
    const auto part = [](std::string_view name, Stream stream, Pass pass, double start, double end) {
        TimelineBlock block;
        block.stream = stream;
        block.name = name;
        block.pass = pass;
        block.parallelism = Parallelism::ep;
        block.link = Link::scale_out;
        block.start = Seconds(start);
        block.end = Seconds(end);
        return block;
    };
    PairTimeline& pair = t.estimate.pair_timeline;
    pair.layer = LayerKind::moe;
    pair.span = Seconds(0.012);
    pair.parts = {part("attention-forward", Stream::compute, Pass::forward, 0, 0.004),
                  part("mlp-backward", Stream::compute, Pass::backward_input, 0.004, 0.008),
                  part("mlp-weight", Stream::compute, Pass::backward_weight, 0.008, 0.012),
                  part("ep-dispatch", Stream::communication, Pass::forward, 0.005, 0.009)};
    t.picture.setResult(&t.scenario, &t.estimate, false);
    QStringList pair_labels, alone_labels;
    for (const auto& block : t.picture.lanes().front().blocks)
        (block.start < 12 ? pair_labels : alone_labels) << block.label;
    CHECK(pair_labels == QStringList{"Attention F", "MLP B", "MLP W"});
    CHECK(t.picture.lanes().back().none.startsWith("none: "));
    CHECK(t.picture.subtitle().contains("against the backward of another"));
    // Beside the pair, on the same scale and counted from 0 again, the layer's forward pass and what it waits for.
    CHECK(alone_labels.first() == "Attention F");
    CHECK(alone_labels.contains("waits"));
    CHECK_FALSE(alone_labels.filter(" B").size() > 0);
    CHECK(t.picture.tickTexts(Qt::XAxis).count("0") == 2);
}
