// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/network_picture.hpp"
#include "plots/wording.hpp"
#include "tests/catch.hpp"
#include "tests/plots/exported.hpp"
#include "tests/plots/sample_estimate.hpp"


using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {
struct Network {
    Scenario scenario;
    Estimate estimate;
    NetworkPicture picture;
    Network(Scenario s, Estimate e) : scenario(std::move(s)), estimate(std::move(e)) {
        picture.resize(500, 360);
        picture.setResult(&scenario, &estimate, false);
    }
    const NetworkPicture::Point* point(const QString& name) {
        for (const auto& point : picture.points())
            if (point.name == name)
                return &point;
        return nullptr;
    }
};
} // namespace

TEST_CASE("A parallelism's point is the step's FLOPs per GPU over its bytes on that link") {
    Network n(sampleScenario(), sampleEstimate());
    const auto* ep = n.point("EP on InfiniBand");
    REQUIRE(ep);
    CHECK(ep->bytes == Approx(271e9));
    CHECK(ep->intensity == Approx(1.5755e19 / 2048 / 271e9));
    const auto* nvlink = n.point("EP on NVLink");
    REQUIRE(nvlink);
    CHECK(nvlink->intensity == Approx(1.5755e19 / 2048 / 541e9));
    CHECK(n.point("ZeRO-1 on InfiniBand"));
    CHECK(n.point("PP on InfiniBand"));
}

TEST_CASE("All of InfiniBand is one more point, over the sum of the bytes") {
    Network n(sampleScenario(), sampleEstimate());
    const auto* all = n.point("all of InfiniBand");
    REQUIRE(all);
    CHECK(all->bytes == Approx((137.0 + 134 + 13.2 + 18.5) * 1e9));
    CHECK_FALSE(all->parallelism);
}

TEST_CASE("A link that carries nothing has no point") {
    Network n(sampleScenario(), sampleEstimate());
    CHECK_FALSE(n.point("PP on NVLink"));
    CHECK_FALSE(n.point("TP on InfiniBand"));
}

TEST_CASE("Ridge points are the GEMM precision's ceiling over the bandwidth") {
    Network n(sampleScenario(), sampleEstimate());
    n.picture.points();
    CHECK(n.picture.ridge(Link::scale_out) == Approx(29200));
    CHECK(n.picture.ridge(Link::scale_up) == Approx(9125));
}

TEST_CASE("A step bound by a link is said to be on its slope") {
    Network n(overfullScenario(), overfullEstimate());
    const auto* gathers = n.point("ZeRO-3 on InfiniBand");
    REQUIRE(gathers);
    CHECK(gathers->intensity == Approx(1911.6).epsilon(0.001));
    CHECK(gathers->onSlope);
    CHECK(n.picture.target(0).text.contains("On the slope"));
    Network free(sampleScenario(), sampleEstimate());
    CHECK_FALSE(free.point("PP on InfiniBand")->onSlope);
}

TEST_CASE("The crossing says how far the step is from the ridge") {
    Network n(overfullScenario(), overfullEstimate());
    const double factor = 29200 / (1.5755e19 / 2048 / 4.0242e12);
    CHECK(n.picture.crossingText() ==
          QString::fromUtf8("×\u202F%1 to cross").arg(words(text::number(factor))));
}

TEST_CASE("The network legend tells NIC from NVLink") {
    Network n(sampleScenario(), sampleEstimate());
    CHECK(n.picture.legendTexts() == QStringList{"EP, NVLink", "EP, NIC", "DP, NIC", "PP, NIC"});
}

TEST_CASE("The network table has a row a collective with its bytes and times") {
    Network n(sampleScenario(), sampleEstimate());
    const PictureTable table = n.picture.table();
    REQUIRE(table.rows.size() == 4);
    CHECK(table.rows[0][6] == words(text::number(137)));
    CHECK(table.rows[0][7] == words(text::number(2.74)));
    CHECK(table.subjects[3].name == "dp-reduce");
}

TEST_CASE("A plan that sends nothing says so") {
    Estimate silent = sampleEstimate();
    silent.communication.clear();
    Network n(sampleScenario(), std::move(silent));
    CHECK(n.picture.points().empty());
    CHECK(n.picture.crossingText().isEmpty());
}

TEST_CASE("Both networks are named on the picture, also where marks lie on their slopes") {
    for (const bool overfull : {false, true}) {
        Network n(overfull ? overfullScenario() : sampleScenario(),
                  overfull ? overfullEstimate() : sampleEstimate());
        const QString svg = QString::fromUtf8(svgOf(n.picture, QSize(500, 360)));
        CHECK(svg.contains(QString::fromUtf8("NVLink 160\u202FGB/s")));
        CHECK(svg.contains(QString::fromUtf8("InfiniBand 50\u202FGB/s")));
    }
}
