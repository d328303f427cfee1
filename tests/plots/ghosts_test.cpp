// SPDX-License-Identifier: GPL-3.0-or-later
// What pictures show beside the scenario at hand: ghosts with names and values, in every picture and its table.
#include "plots/memory_picture.hpp"
#include "plots/network_picture.hpp"
#include "plots/pipeline_picture.hpp"
#include "plots/roofline_picture.hpp"
#include "plots/timeline_picture.hpp"
#include "plots/waterfall_picture.hpp"
#include "plots/wording.hpp"
#include "tests/catch.hpp"
#include "tests/plots/exported.hpp"
#include "tests/plots/sample_ghosts.hpp"


#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

template <class Shown = InteractivePicture>
struct Compared {
    Scenario scenario = sampleScenario();
    Estimate estimate = sampleEstimate();
    std::unique_ptr<Shown> picture;
    explicit Compared(PictureKind kind, QSize size = {900, 560}) {
        picture.reset(static_cast<Shown*>(makePicture(kind).release()));
        picture->resize(size);
        compare(fastAndSlow());
    }
    void compare(GhostsRef with) { picture->setResult(&scenario, &estimate, false, std::move(with)); }
    QByteArray svg(QSize size = {900, 560}) { return svgOf(*picture, size); }
};

PictureKind anyKind() {
    return GENERATE(PictureKind::roofline, PictureKind::network, PictureKind::memory, PictureKind::timeline,
                    PictureKind::pipeline, PictureKind::waterfall);
}

int columnOf(const PictureTable& table, const QString& header) {
    const auto found = std::ranges::find(table.header, header);
    REQUIRE(found != table.header.end());
    return int(found - table.header.begin());
}

} // namespace

TEST_CASE("Every picture names what it compares, and no longer once nothing is compared") {
    Compared shown(anyKind());
    const QByteArray compared = shown.svg();
    CHECK(compared.contains("swift"));
    CHECK(compared.contains("lame"));
    CHECK(shown.picture->accessibleDescription().contains("present, swift and lame"));
    shown.compare(nullptr);
    const QByteArray alone = shown.svg();
    CHECK_FALSE(alone.contains("swift"));
    CHECK_FALSE(alone.contains("lame"));
    Compared again(shown.picture->kind());
    again.compare(nullptr);
    CHECK(again.svg() == alone);
}

TEST_CASE("Every picture's table tells what is compared, each row with a cell for every column") {
    Compared shown(anyKind());
    const PictureTable table = shown.picture->table();
    QString all;
    for (const QString& header : table.header)
        all += header + u'\n';
    REQUIRE(table.rows.size() == table.subjects.size());
    for (const auto& row : table.rows) {
        CHECK(row.size() == table.header.size());
        for (const QString& cell : row)
            all += cell + u'\n';
    }
    CHECK(all.contains("swift"));
    CHECK(all.contains("lame"));
}

TEST_CASE("The roofline tells where an operator lands under each ceiling") {
    Compared<RooflinePicture> shown(PictureKind::roofline);
    const auto& marks = shown.picture->marks();
    REQUIRE_FALSE(marks.empty());
    for (const auto& mark : marks) {
        REQUIRE(mark.elsewhere.size() == 2);
        CHECK(mark.elsewhere[0] == Approx(mark.attained / 0.8));
        CHECK(mark.elsewhere[1] == Approx(mark.attained / 1.25));
    }
    CHECK(shown.picture->legendTexts().contains("at swift"));
    CHECK(shown.picture->target(0).text.contains("lame: "));
}

TEST_CASE("The roofline's solid ceilings are those in use") {
    Compared<RooflinePicture> shown(PictureKind::roofline);
    const auto solid = [&] {
        QStringList words;
        for (const auto& ceiling : shown.picture->ceilings())
            if (!ceiling.compared)
                words << ceiling.word;
        words.removeDuplicates();
        return words;
    };
    CHECK(solid() == QStringList{"reach"});
    shown.scenario.ceilings = Ceilings::datasheet;
    shown.compare(nullptr);
    CHECK(solid() == QStringList{"spec"});
}

TEST_CASE("Ceilings of one's own that the scenario does not carry stand beside its own") {
    Compared<RooflinePicture> shown(PictureKind::roofline);
    Ghost mine = slower("mine", 2, 1.1);
    mine.scenario.ceilings = Ceilings::calibrated;
    for (Roof& roof : mine.estimate.roofs.compute)
        roof.calibrated = roof.achievable * 0.9;
    shown.compare(std::make_shared<const Ghosts>(Ghosts{"achievable", {mine}}));
    std::size_t own = 0;
    for (const auto& ceiling : shown.picture->ceilings())
        if (ceiling.word == "mine") {
            CHECK(ceiling.compared);
            ++own;
        }
    CHECK(own == 2); // FP8 and BF16
}

TEST_CASE("The network roofline names each ceiling and what the step attains under it") {
    Compared<NetworkPicture> shown(PictureKind::network);
    const double attained = shown.estimate.throughput.per_gpu_causal.value / 1e12;
    const QStringList texts = shown.picture->sideTexts();
    CHECK(texts.contains("this step " + words(text::number(attained)) + QString::fromUtf8(" · present")));
    CHECK(texts.contains("step " + words(text::number(attained / 0.8)) + QString::fromUtf8(" · swift")));
    CHECK(texts.contains("step " + words(text::number(attained / 1.25)) + QString::fromUtf8(" · lame")));
    const PictureTable table = shown.picture->table();
    CHECK(table.rows[0][std::size_t(columnOf(table, "Time, s, swift"))] ==
          words(text::number(shown.estimate.communication[0].time.value * 0.8)));
}

TEST_CASE("Memory says in words that it is the same at every ceiling") {
    Compared<MemoryPicture> shown(PictureKind::memory);
    CHECK(shown.picture->subtitle().contains("the same for present, swift and lame"));
    CHECK(shown.picture->comparedText(1e4).startsWith("the same for present, swift and lame"));
    CHECK(shown.picture->comparedText(10) == "the same at every ceiling");
    const PictureTable table = shown.picture->table();
    for (const auto& row : table.rows)
        CHECK(row[std::size_t(columnOf(table, "Total, GiB, lame"))] ==
              row[std::size_t(columnOf(table, "Total, GiB"))]);
}

TEST_CASE("Timeline and pipeline tell when each ends, and make room for the longest") {
    Compared<TimelinePicture> layer(PictureKind::timeline);
    const Seconds span = layer.estimate.timeline.span;
    CHECK(layer.picture->spanTexts() == QStringList{"present " + quantity(text::duration(span)),
                                                    "swift " + quantity(text::duration(span * 0.8)),
                                                    "lame " + quantity(text::duration(span * 1.25))});
    CHECK(layer.picture->xRange().upper >= span.value * 1.25e3);
    CHECK(layer.picture->xRange().upper < span.value * 1.3e3);
    Compared<PipelinePicture> whole(PictureKind::pipeline);
    const Seconds step = whole.estimate.time.step;
    CHECK(whole.picture->spanTexts() == QStringList{"present " + quantity(text::duration(step)),
                                                    "swift " + quantity(text::duration(step * 0.8)),
                                                    "lame " + quantity(text::duration(step * 1.25))});
    CHECK(whole.picture->xRange().upper >= step.value * 1.25);
    whole.compare(nullptr);
    CHECK(whole.picture->spanTexts().isEmpty());
    CHECK(whole.picture->xRange().upper < step.value * 1.1);
}

TEST_CASE("The waterfall takes each set's losses off the same peak and ends at its MFU") {
    Compared<WaterfallPicture> shown(PictureKind::waterfall);
    const auto& columns = shown.picture->columns();
    for (std::size_t g = 0; g < 2; ++g) {
        for (std::size_t i = 1; i + 1 < columns.size(); ++i)
            CHECK(columns[i].there[g].before == Approx(columns[i - 1].there[g].after));
        const double mfu = shown.estimate.throughput.mfu_causal / (g == 0 ? 0.8 : 1.25);
        CHECK(columns.back().there[g].after == Approx(mfu * 100));
        CHECK(shown.picture->sideTexts().contains("MFU " + quantity(text::percent(mfu)) +
                                                  QString::fromUtf8(g == 0 ? " · swift" : " · lame")));
    }
    // A loss that only a ghost has keeps its column in a narrow picture.
    Ghost waits = slower("swift", 0, 0.8);
    for (Loss& loss : waits.estimate.losses)
        if (loss.name == "recompute")
            loss.fraction = 0.05;
    Compared<WaterfallPicture> narrow(PictureKind::waterfall, {420, 320});
    narrow.compare(std::make_shared<const Ghosts>(Ghosts{"present", {waits}}));
    CHECK(std::ranges::any_of(narrow.picture->columns(), [](const auto& c) { return c.id == "recompute"; }));
    narrow.compare(fastAndSlow());
    CHECK(std::ranges::none_of(narrow.picture->columns(), [](const auto& c) { return c.id == "recompute"; }));
}
