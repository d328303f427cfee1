// SPDX-License-Identifier: GPL-3.0-or-later
// The lines on a map at which the verdict changes.
#include "plots/sweep_picture.hpp"
#include "plots/sweep_verdicts.hpp"
#include "tests/catch.hpp"
#include "tests/plots/exported.hpp"
#include "tests/plots/sample_estimate.hpp"


#include <algorithm>
#include <tuple>

using namespace ridgepoint;
using namespace ridgepoint::test;

namespace {

constexpr Resource network = Resource::scale_out, compute = Resource::compute;

/// Three columns and two rows: the network bounds the first two of the lower row and the first of the upper.
SweepAnswer threeByTwo(SweptInput x, SweptInput y) {
    SweepAnswer a;
    a.study.kind = SweepKind::map;
    a.study.scenarios = {sampleScenario()};
    a.study.x = std::move(x);
    a.study.y = std::move(y);
    SweptLine line;
    for (const Resource bound : {network, network, compute, network, compute, compute}) {
        SweepPoint p;
        p.legal = p.fits = true;
        p.bound = bound;
        p.time.step = Seconds(10);
        line.points.push_back(p);
    }
    a.lines = {line};
    a.whole = true;
    return a;
}

VerdictChange change(std::size_t column, std::size_t row, bool over_x, double value = 0) {
    VerdictChange c{column, row, over_x, network, compute, std::nullopt};
    if (value > 0)
        c.at = BreakEven{value, network, compute, value, value};
    return c;
}

/// Solved half way, by ratio, between the cells.
SweepAnswer bothSolved() {
    SweepAnswer a = threeByTwo({SweepKey::micro_batch, {1, 4, 16}}, {SweepKey::sequence, {4096, 16384}});
    a.changes = {change(1, 0, true, 8), change(1, 0, false, 8192), change(0, 1, true, 2)};
    return a;
}

bool holds(const std::vector<QLineF>& lines, QPointF a, QPointF b) {
    return std::ranges::any_of(lines, [&](const QLineF& line) {
        return (line.p1() == a && line.p2() == b) || (line.p1() == b && line.p2() == a);
    });
}

struct Shown {
    SweepPicture picture;
    explicit Shown(SweepAnswer answer) {
        picture.resize(760, 460);
        picture.setAnswer(std::make_shared<const SweepAnswer>(std::move(answer)));
    }
};

} // namespace

TEST_CASE("Values solved over both inputs join to one line from edge to edge of the map") {
    const VerdictLines lines = verdictLines(bothSolved());
    CHECK(lines.edges.empty());
    CHECK(lines.solved.size() == 4);
    CHECK(holds(lines.solved, {1.5, -0.5}, {1.5, 0}));
    CHECK(holds(lines.solved, {1.5, 0}, {1, 0.5}));
    CHECK(holds(lines.solved, {1, 0.5}, {0.5, 1}));
    CHECK(holds(lines.solved, {0.5, 1}, {0.5, 1.5}));
}

TEST_CASE("Where a third verdict lies between two, its two lines run beside each other and do not cross") {
    SweepAnswer a = bothSolved();
    a.study.x.values = {1, 4};
    for (std::size_t i : {0, 1})
        a.lines[0].points[i].bound = network;
    a.lines[0].points.resize(4);
    for (std::size_t i : {2, 3})
        a.lines[0].points[i].bound = compute;
    a.changes.clear();
    for (const std::size_t column : {0, 1})
        for (const auto& [below, above, value] : {std::tuple{network, Resource::scale_up, 8192 / 1.5},
                                                  std::tuple{Resource::scale_up, compute, 8192 * 1.5}}) {
            VerdictChange c{column, 0, false, below, above, std::nullopt};
            c.at = BreakEven{value, below, above, value, value};
            a.changes.push_back(c);
        }
    const VerdictLines lines = verdictLines(a);
    for (const QLineF& line : lines.solved)
        CHECK(line.y1() == Approx(line.y2()));
    CHECK(lines.names.size() == 2);
}

TEST_CASE("A line ends half way into four cells of which one is illegal") {
    SweepAnswer a = bothSolved();
    a.lines[0].points[4].legal = false; // the middle one of the upper row
    a.changes = {change(1, 0, true, 8)};
    const VerdictLines lines = verdictLines(a);
    CHECK(holds(lines.solved, {1.5, 0}, {1.5, 0.5}));
    CHECK(holds(lines.solved, {1.5, -0.5}, {1.5, 0}));
}

TEST_CASE("Without values between, the line runs along the cells") {
    SweepAnswer a = threeByTwo({SweepKey::zero, {0, 1, 3}}, {SweepKey::precision, {0, 1}});
    a.changes = {change(1, 0, true), change(1, 0, false), change(0, 1, true)};
    const VerdictLines lines = verdictLines(a);
    CHECK(lines.solved.empty());
    CHECK(holds(lines.edges, {1.5, -0.5}, {1.5, 0.5}));
    CHECK(holds(lines.edges, {0.5, 0.5}, {0.5, 1.5}));
    CHECK(holds(lines.edges, {0.5, 0.5}, {1.5, 0.5}));
    CHECK(lines.edges.size() == 3);
}

TEST_CASE("Solved over one input only, a line steps from row to row at its solved values") {
    SweepAnswer a = threeByTwo({SweepKey::micro_batch, {1, 4, 16}}, {SweepKey::zero, {0, 1}});
    a.changes = {change(1, 0, true, 8), change(1, 0, false), change(0, 1, true, 2)};
    const VerdictLines lines = verdictLines(a);
    CHECK(lines.solved.size() == 2);
    CHECK(holds(lines.solved, {1.5, -0.5}, {1.5, 0.5}));
    CHECK(holds(lines.solved, {0.5, 0.5}, {0.5, 1.5}));
    double length = 0; // in pieces, from one solved value to the other
    for (const QLineF& edge : lines.edges) {
        CHECK(edge.y1() == 0.5);
        CHECK(edge.y2() == 0.5);
        CHECK(std::min(edge.x1(), edge.x2()) >= 0.5);
        CHECK(std::max(edge.x1(), edge.x2()) <= 1.5);
        length += edge.length();
    }
    CHECK(length == Approx(1));
}

TEST_CASE("Solved over the rows' input only, the map is the same turned about") {
    SweepAnswer a = threeByTwo({SweepKey::zero, {0, 1, 3}}, {SweepKey::sequence, {4096, 16384}});
    a.changes = {change(1, 0, true), change(1, 0, false, 8192), change(0, 1, true)};
    const VerdictLines lines = verdictLines(a);
    CHECK(holds(lines.solved, {0.5, 0.5}, {1.5, 0.5}));
    CHECK(lines.solved.size() == 1);
    CHECK(lines.edges.size() >= 2);
    for (const QLineF& edge : lines.edges)
        CHECK(edge.x1() == edge.x2());
}

TEST_CASE("A value lies among its neighbours by ratio where the input's steps are ratios") {
    CHECK(placeAmong({SweepKey::sequence, {4096, 16384}}, 0, 8192) == Approx(0.5));
    CHECK(placeAmong({SweepKey::power_cap, {200, 400}}, 0, 250) == Approx(0.25));
}

TEST_CASE("A line that runs mostly level is named above and below, though it crosses a column too") {
    SweepAnswer a = bothSolved();
    a.changes = {change(0, 0, true, 2), change(1, 0, false, 8192), change(2, 0, false, 8192)};
    const VerdictLines lines = verdictLines(a);
    REQUIRE(lines.names.size() == 1);
    CHECK_FALSE(lines.names[0].over_x);
    CHECK(lines.names[0].below == network);
}

TEST_CASE("A line is named by the verdicts on its two sides, and the legend says what it is") {
    Shown shown(bothSolved());
    CHECK(shown.picture.breakEvenTexts() == QStringList{"InfiniBand-bound | compute-bound"});
    CHECK(shown.picture.legendTexts().contains("verdict changes"));
    const QByteArray svg = svgOf(shown.picture, shown.picture.size());
    CHECK(svg.contains("InfiniBand-bound | compute-bound"));
    CHECK(svg.contains("verdict changes"));
}

TEST_CASE("A map whose verdict is the same everywhere has neither line nor legend for one") {
    SweepAnswer a = bothSolved();
    a.changes.clear();
    for (SweepPoint& point : a.lines[0].points)
        point.bound = compute;
    Shown shown(a);
    CHECK(shown.picture.breakEvenTexts().isEmpty());
    CHECK_FALSE(shown.picture.legendTexts().contains("verdict changes"));
}

TEST_CASE("Cells on both sides tell the value between them, and the table has it once") {
    Shown shown(bothSolved());
    const QString words = QString::fromUtf8("Micro-batch: InfiniBand-bound below 8\u202Fsequences, compute-bound above");
    CHECK(shown.picture.target(1).text.contains(words));
    CHECK(shown.picture.target(2).text.contains(words));
    CHECK_FALSE(shown.picture.target(0).text.contains(words));
    const PictureTable table = shown.picture.table();
    const auto column = std::size_t(table.header.size() - 2);
    CHECK(table.header[column] == "Verdict changes");
    int times = 0;
    for (const auto& row : table.rows)
        times += row[column].contains(words) ? 1 : 0;
    CHECK(times == 1);
    CHECK(table.rows[1][column].contains("Sequence: "));
}

TEST_CASE("Cells of inputs without values between name both of them") {
    SweepAnswer a = threeByTwo({SweepKey::zero, {0, 1, 3}}, {SweepKey::sequence, {4096, 16384}});
    a.changes = {change(1, 0, true)};
    Shown shown(a);
    CHECK(shown.picture.target(1).text.contains("ZeRO: InfiniBand-bound at ZeRO-1, compute-bound at ZeRO-3"));
}
