// SPDX-License-Identifier: GPL-3.0-or-later
#include "plots/sweep_verdicts.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace ridgepoint {

namespace {

/// A change between two neighbours of one row (or of one column, seen as a row): where, and the verdict from there on.
struct Crossing {
    std::size_t before = 0; ///< the cell in front of it
    double at = 0;
    Resource below{}, above{};
    bool solved = false;
};

/// The map with the lines' direction taken out of it: `along` counts cells in a row, `across` counts rows.
class Side {
public:
    Side(const SweepAnswer& answer, bool over_x)
        : answer_(answer),
          over_x_(over_x),
          along_(over_x ? answer.study.x.values.size() : answer.study.y.values.size()),
          crossings_(along_ == 0 ? 0 : answer.lines.front().points.size() / along_) {
        const SweptInput& input = over_x ? answer.study.x : answer.study.y;
        for (const VerdictChange& change : answer.changes)
            if (change.over_x == over_x) {
                const std::size_t before = over_x ? change.column : change.row;
                const double middle = double(before) + 0.5;
                crossings_[over_x ? change.row : change.column].push_back(
                    {before, change.at ? placeAmong(input, before, change.at->value) : middle,
                     change.below, change.above, change.at.has_value()});
            }
    }

    std::size_t along() const { return along_; }
    std::size_t across() const { return crossings_.size(); }
    const std::vector<Crossing>& of(std::size_t row) const { return crossings_[row]; }
    QPointF point(double along, double across) const {
        return over_x_ ? QPointF(along, across) : QPointF(across, along);
    }
    QLineF line(double along, double across, double other_along, double other_across) const {
        return {point(along, across), point(other_along, other_across)};
    }
    /// Nothing where the cell is illegal.
    std::optional<Resource> verdict(std::size_t row, double along) const {
        const auto nearest = std::size_t(std::clamp(std::round(along), 0.0, double(along_ - 1)));
        if (!cell(row, nearest).legal)
            return std::nullopt;
        std::optional<Resource> bound;
        for (const Crossing& c : crossings_[row]) {
            if (double(c.before) != std::floor(along))
                continue;
            if (!bound)
                bound = cell(row, c.before).bound;
            if (c.at <= along)
                bound = c.above;
        }
        return bound ? bound : cell(row, nearest).bound;
    }

private:
    const SweepPoint& cell(std::size_t row, std::size_t along) const {
        return answer_.lines.front().points[over_x_ ? row * along_ + along : along * across() + row];
    }

    const SweepAnswer& answer_;
    bool over_x_;
    std::size_t along_;
    std::vector<std::vector<Crossing>> crossings_;
};

/// Across the height of its cells.
void addStrokes(const Side& side, VerdictLines& lines) {
    for (std::size_t row = 0; row < side.across(); ++row)
        for (const Crossing& c : side.of(row))
            (c.solved ? lines.solved : lines.edges)
                .push_back(side.line(c.at, double(row) - 0.5, c.at, double(row) + 0.5));
}

/// Between a row and the next, wherever their verdicts differ: each may change within a cell.
void addBetweenRows(const Side& side, VerdictLines& lines) {
    for (std::size_t row = 0; row + 1 < side.across(); ++row) {
        std::vector<double> stops;
        for (std::size_t i = 0; i <= side.along(); ++i)
            stops.push_back(double(i) - 0.5);
        for (const std::size_t of : {row, row + 1})
            for (const Crossing& c : side.of(of))
                stops.push_back(c.at);
        std::ranges::sort(stops);
        for (std::size_t i = 0; i + 1 < stops.size(); ++i) {
            const double middle = (stops[i] + stops[i + 1]) / 2, across = double(row) + 0.5;
            const auto one = side.verdict(row, middle), other = side.verdict(row + 1, middle);
            if (one && other && *one != *other && stops[i] < stops[i + 1])
                lines.edges.push_back(side.line(stops[i], across, stops[i + 1], across));
        }
    }
}

/// Where a line between two verdicts crosses a side of a square between the middles of four cells.
struct Entry {
    QPointF at;
    std::pair<Resource, Resource> between;
};

std::vector<Entry> entries(const Side& x, const Side& y, std::size_t column, std::size_t row) {
    std::vector<Entry> list;
    const auto add = [&](const Side& side, std::size_t line, std::size_t before) {
        for (const Crossing& c : side.of(line))
            if (c.before == before)
                list.push_back({side.point(c.at, double(line)), std::minmax(c.below, c.above)});
    };
    for (const std::size_t r : {row, row + 1})
        add(x, r, column);
    for (const std::size_t c : {column, column + 1})
        add(y, c, row);
    return list;
}

/// Inside one such square: two of a kind are joined, others meet in their middle.
void addSquare(std::vector<Entry> all, QPointF centre, VerdictLines& lines) {
    for (std::size_t i = 0; i < all.size();) {
        const auto alike = [&](const Entry& e) { return e.between == all[i].between; };
        if (std::ranges::count_if(all, alike) != 2) {
            ++i;
            continue;
        }
        const QPointF from = all[i].at;
        const auto other = std::find_if(all.begin() + std::ptrdiff_t(i) + 1, all.end(), alike);
        lines.solved.emplace_back(from, other->at);
        all.erase(other);
        all.erase(all.begin() + std::ptrdiff_t(i));
    }
    if (all.size() == 1) { // it ends where a cell has no verdict: straight on, half way into the square
        const bool upright = all[0].at.y() == std::floor(all[0].at.y());
        lines.solved.emplace_back(all[0].at, upright ? QPointF(all[0].at.x(), centre.y())
                                                     : QPointF(centre.x(), all[0].at.y()));
        return;
    }
    QPointF middle;
    for (const Entry& entry : all)
        middle += entry.at / double(all.size());
    for (const Entry& entry : all)
        lines.solved.emplace_back(entry.at, middle);
}

void addJoined(const Side& x, const Side& y, VerdictLines& lines) {
    for (std::size_t row = 0; row + 1 < x.across(); ++row)
        for (std::size_t column = 0; column + 1 < x.along(); ++column)
            addSquare(entries(x, y, column, row), {double(column) + 0.5, double(row) + 0.5}, lines);
}

/// From the middles of the outermost cells to the map's edge.
void addEnds(const Side& side, VerdictLines& lines) {
    const double last = double(side.across()) - 1;
    for (const Crossing& c : side.of(0))
        lines.solved.push_back(side.line(c.at, -0.5, c.at, 0));
    for (const Crossing& c : side.of(side.across() - 1))
        lines.solved.push_back(side.line(c.at, last, c.at, last + 0.5));
}

/// A line is named once, by the way it mostly runs. A name stands between two rows, where it covers no number, in the
/// middle of its line if it can.
void addNames(const SweepAnswer& answer, VerdictLines& lines) {
    using Pair = std::pair<Resource, Resource>;
    std::map<std::tuple<Pair, Resource, bool>, VerdictLines::Name> ways;
    const double rows = double(answer.study.y.values.size());
    for (const VerdictChange& change : answer.changes) {
        VerdictLines::Name& name =
            ways[{std::minmax(change.below, change.above), change.below, change.over_x}];
        const std::size_t before = change.over_x ? change.column : change.row;
        const SweptInput& input = change.over_x ? answer.study.x : answer.study.y;
        const double at = change.at ? placeAmong(input, before, change.at->value) : double(before) + 0.5;
        const double row = double(change.row);
        name.below = change.below;
        name.above = change.above;
        name.over_x = change.over_x;
        name.places.push_back(change.over_x ? QPointF(at, row + (row + 1 < rows ? 0.5 : -0.5))
                                            : QPointF(double(change.column), at));
    }
    std::map<Pair, VerdictLines::Name> names;
    for (auto& [way, name] : ways)
        if (VerdictLines::Name& longest = names[std::get<Pair>(way)]; name.places.size() > longest.places.size())
            longest = std::move(name);
    for (auto& [pair, name] : names) {
        std::rotate(name.places.begin(), name.places.begin() + std::ptrdiff_t(name.places.size() / 2),
                    name.places.end());
        lines.names.push_back(std::move(name));
    }
    std::ranges::stable_sort(
        lines.names, [](const auto& a, const auto& b) { return a.places.size() > b.places.size(); });
}

} // namespace

double placeAmong(const SweptInput& input, std::size_t before, double value) {
    const double low = input.values[before], high = input.values[before + 1];
    const bool ratios = sweep_input(input.key).logarithmic && low > 0 && value > 0;
    const double share = ratios ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
    return double(before) + std::clamp(share, 0.0, 1.0);
}

VerdictLines verdictLines(const SweepAnswer& answer) {
    VerdictLines lines;
    if (answer.study.kind != SweepKind::map || answer.changes.empty())
        return lines;
    const Side x(answer, true), y(answer, false);
    if (continuous(answer.study.x.key) && continuous(answer.study.y.key)) {
        addJoined(x, y, lines);
        addEnds(x, lines);
        addEnds(y, lines);
    } else if (continuous(answer.study.y.key)) {
        addStrokes(y, lines);
        addBetweenRows(y, lines);
    } else {
        addStrokes(x, lines);
        addBetweenRows(x, lines);
    }
    addNames(answer, lines);
    return lines;
}

} // namespace ridgepoint
