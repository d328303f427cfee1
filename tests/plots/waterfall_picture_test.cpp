// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/waterfall_picture.hpp"
#include "tests/catch.hpp"
#include "tests/plots/sample_estimate.hpp"

#include <algorithm>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

struct Waterfall {
    Scenario scenario = sampleScenario();
    Estimate estimate = sampleEstimate();
    WaterfallPicture picture;
    explicit Waterfall(QSize size = {1000, 500}) {
        picture.resize(size);
        picture.setResult(&scenario, &estimate, false);
    }
    const WaterfallPicture::Column* column(std::string_view id) {
        const auto& all = picture.columns();
        const auto found = std::ranges::find(all, id, &WaterfallPicture::Column::id);
        return found == all.end() ? nullptr : &*found;
    }
};

} // namespace

TEST_CASE("The waterfall goes from the whole peak to MFU, each loss hanging from the one before") {
    Waterfall w;
    const auto& columns = w.picture.columns();
    REQUIRE(columns.size() > 5);
    CHECK(columns.front().isPeak);
    CHECK(columns.front().after == 100);
    for (std::size_t i = 1; i + 1 < columns.size(); ++i)
        CHECK(columns[i].before == Approx(columns[i - 1].after));
    CHECK(columns.back().isMfu);
    CHECK(columns.back().after == Approx(columns[columns.size() - 2].after).margin(1e-9));
    CHECK(w.picture.mfuText() == QString::fromUtf8("MFU 19.5\u202F%"));
}

TEST_CASE("A loss of zero keeps its column in a wide picture and gives it up in a narrow one") {
    Waterfall wide({1000, 500});
    REQUIRE(wide.column("recompute") != nullptr);
    CHECK(wide.column("recompute")->before == wide.column("recompute")->after);
    Waterfall narrow({420, 320});
    CHECK(narrow.column("recompute") == nullptr);
    CHECK(narrow.column("bubble") != nullptr);
}

TEST_CASE("A loss this plan cannot have has no column") {
    Waterfall w;
    CHECK(w.column("exposed-cp-scale-up") == nullptr);
    CHECK(w.column("exposed-ep-scale-out") != nullptr);
}

TEST_CASE("A collective that is selected lights the loss it belongs to, and the other way round") {
    Waterfall w;
    w.picture.setSelection({.kind = Subject::Kind::collective, .name = "ep-combine"});
    CHECK(w.picture.isLit(*w.column("exposed-ep-scale-out")));
    CHECK_FALSE(w.picture.isLit(*w.column("bubble")));
    w.picture.setSelection({.kind = Subject::Kind::loss, .name = "bubble"});
    CHECK(w.picture.isLit(*w.column("bubble")));
}

TEST_CASE("A bar of the waterfall tells its seconds and its share of the peak") {
    Waterfall w;
    const auto& columns = w.picture.columns();
    const auto bubble = std::ranges::find(columns, "bubble", &WaterfallPicture::Column::id) - columns.begin();
    const InteractivePicture::Target target = w.picture.target(int(bubble));
    CHECK(target.subject.kind == Subject::Kind::loss);
    CHECK(target.text.contains(QString::fromUtf8("2.06\u202Fs of the step")));
    CHECK(target.text.contains("10.3"));
}

TEST_CASE("The waterfall's table takes every loss off the peak and ends at MFU") {
    Waterfall w;
    const PictureTable table = w.picture.table();
    double left = table.rows.front()[1].toDouble();
    for (std::size_t i = 1; i + 1 < table.rows.size(); ++i)
        left -= table.rows[i][1].toDouble();
    CHECK(left == Approx(table.rows.back()[1].toDouble()).margin(0.05));
}
