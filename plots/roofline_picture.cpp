// SPDX-License-Identifier: GPL-3.0-or-later
// What the roofline shows; roofline_drawing.cpp draws it.
#include "plots/roofline_picture.hpp"

#include "models/loss_names.hpp"
#include "plots/wording.hpp"

#include <algorithm>
#include <cmath>
#include <set>

namespace ridgepoint {

namespace {

RooflinePicture::Group groupOf(const OperatorCost& op) {
    using Group = RooflinePicture::Group;
    switch (op.kind) {
    case OperatorKind::gemm:
        return op.layer == LayerKind::head ? Group::logits : Group::dense_gemm;
    case OperatorKind::grouped_gemm:
        return Group::expert_gemm;
    case OperatorKind::attention:
        return Group::attention;
    case OperatorKind::router:
        return Group::router;
    default:
        return Group::elementwise;
    }
}

/// The next value of 1, 2, 5 times a power of ten, up or down.
double roundedOut(double value, bool up) {
    const double decade = std::pow(10, std::floor(std::log10(value)));
    double best = decade;
    for (const double step : {1.0, 2.0, 5.0, 10.0}) {
        if (up && step * decade >= value * 0.999)
            return step * decade;
        if (!up && step * decade <= value * 1.001)
            best = step * decade;
    }
    return best;
}

} // namespace

RooflinePicture::RooflinePicture(QWidget* parent) : PlotPicture(parent) {
    start();
    setAxes({tr("FLOP per HBM byte (log)"), true, false}, {tr("TFLOP/s attained (log)"), true, false});
    setLimits({1e-4, 1e7}, {1e-4, 1e6});
    setRanges({0.1, 1e4}, {0.3, 3000});
}

void RooflinePicture::rebuild() {
    m_marks.clear();
    m_ceilings.clear();
    m_withoutFlops = 0;
    if (empty())
        return;
    const double step = m_estimate->time.step.value;
    std::set<RateClass> inUse{m_estimate->roofs.gemm};
    for (std::size_t i = 0; i < m_estimate->operators.size(); ++i) {
        const OperatorCost& op = m_estimate->operators[i];
        const Group group = groupOf(op);
        if (group != Group::elementwise && group != Group::router)
            inUse.insert(op.precision);
        // Work without FLOPs (copies, look-ups) has no place on a logarithmic axis.
        const double share = step > 0 ? op.time.value * op.calls_per_step / step : 0;
        if (!(op.flops.value > 0) && std::isfinite(share))
            m_withoutFlops += share;
        if (!(op.flops.value > 0) || !(op.bytes.value > 0) || !(op.time.value > 0) ||
            !std::isfinite(op.time.value))
            continue;
        m_marks.push_back({i, group, (op.flops / op.bytes).value, (op.flops / op.time).value / tera, share,
                           op.pass != Pass::forward || op.recomputed, {}});
        for (const Ghost& ghost : ghosts()) {
            const OperatorCost* other = elsewhere(ghost, i);
            const bool there = other && other->time.value > 0 && std::isfinite(other->time.value);
            m_marks.back().elsewhere.push_back(there ? (other->flops / other->time).value / tera : 0);
        }
    }
    std::ranges::stable_sort(m_marks, std::greater{}, &OperatorMark::share);
    for (const Roof& roof : m_estimate->roofs.compute) {
        if (!inUse.contains(roof.precision))
            continue;
        const bool own = m_scenario->ceilings == Ceilings::calibrated && roof.calibrated.value > 0;
        const Ceilings used = m_scenario->ceilings == Ceilings::datasheet ? Ceilings::datasheet
                              : own                                       ? Ceilings::calibrated
                                                                          : Ceilings::achievable;
        const auto add = [&](FlopPerSecond rate, bool compared, const QString& word) {
            if (rate.value > 0 && std::isfinite(rate.value))
                m_ceilings.push_back({roof.precision, rate.value / tera, compared,
                                      words(text::name(roof.precision)) + u' ' +
                                          words(text::count(std::round(rate.value / tera))),
                                      word});
        };
        add(roof.datasheet, used != Ceilings::datasheet, tr("spec", "datasheet ceiling"));
        add(roof.achievable, used != Ceilings::achievable, tr("reach", "achievable ceiling"));
        add(roof.calibrated, used != Ceilings::calibrated, tr("mine", "calibrated ceiling"));
    }
    addGhostCeilings();
    std::ranges::stable_sort(m_ceilings, std::greater{}, &Ceiling::value);
    m_hbm = m_estimate->roofs.hbm.value / tera;

    if (becameAnother() && !m_userView)
        home();
}

// Of the user's own measurements that the scenario at hand does not carry; its own roofs know the other sets.
void RooflinePicture::addGhostCeilings() {
    const std::size_t own = m_ceilings.size();
    for (const Ghost& ghost : ghosts())
        for (const Roof& roof : ghost.estimate.roofs.compute) {
            const double value = roof.in_use(ghost.scenario.ceilings).value / tera;
            const auto of = [&](const Ceiling& c) { return c.precision == roof.precision; };
            const auto same = [&](const Ceiling& c) { return of(c) && std::abs(c.value - value) < value * 1e-9; };
            if (!(value > 0) || !std::isfinite(value) || std::ranges::any_of(m_ceilings, same) ||
                std::none_of(m_ceilings.begin(), m_ceilings.begin() + std::ptrdiff_t(own), of))
                continue;
            m_ceilings.push_back({roof.precision, value, true,
                                  words(text::name(roof.precision)) + u' ' + words(text::count(std::round(value))),
                                  words(ghost.name)});
        }
}

// Estimates of one plan list the same operators in the same order.
const OperatorCost* RooflinePicture::elsewhere(const Ghost& ghost, std::size_t index) const {
    const OperatorCost& op = m_estimate->operators[index];
    const auto same = [&](const OperatorCost& other) {
        return other.name == op.name && other.layer == op.layer && other.pass == op.pass &&
               other.recomputed == op.recomputed;
    };
    const std::vector<OperatorCost>& all = ghost.estimate.operators;
    if (index < all.size() && same(all[index]))
        return &all[index];
    const auto found = std::ranges::find_if(all, same);
    return found == all.end() ? nullptr : &*found;
}

void RooflinePicture::home() {
    if (empty())
        return;
    // Wide fixed decades, so that points move inside the view; wider only where a point needs it now.
    Range x{0.1, 1e4}, y{0.09 * m_hbm, 3000};
    if (!m_ceilings.empty())
        y.upper = m_ceilings.front().value * 2.4;
    for (const OperatorMark& mark : m_marks) {
        if (mark.intensity < x.lower)
            x.lower = roundedOut(mark.intensity, false);
        if (mark.intensity * 1.3 > x.upper)
            x.upper = roundedOut(mark.intensity * 1.3, true);
        if (mark.attained < y.lower)
            y.lower = roundedOut(mark.attained, false);
    }
    setRanges(x, y);
}

QString RooflinePicture::subtitle() const {
    if (empty())
        return {};
    double covered = 0;
    for (const OperatorCost& op : m_estimate->operators)
        if (op.flops.value > 0 && op.bytes.value > 0)
            covered += op.time.value * op.calls_per_step;
    const double step = m_estimate->time.step.value;
    return tr("operators of one rank, %1 of the step")
        .arg(quantity(text::percent(step > 0 ? covered / step : 0)));
}

double RooflinePicture::radius(const OperatorMark& mark) const {
    constexpr double least = 3, most = 14, perRootShare = 24; // area is the share
    // On a large picture marks grow with it, up to half again.
    const double grown = std::clamp(wholeSize().height() / m_style.px(344), 1.0, 1.5);
    return m_style.px(std::clamp(perRootShare * std::sqrt(mark.share), least, most)) * grown;
}

bool RooflinePicture::selectedMark(const OperatorMark& mark) const {
    const OperatorCost& op = m_estimate->operators[mark.index];
    if (m_selection.kind == Subject::Kind::loss)
        return loss_holds(m_selection.name, op);
    return m_selection.kind == Subject::Kind::operator_cost && m_selection.name == op.name &&
           m_selection.layer == op.layer && m_selection.pass == op.pass;
}

QString RooflinePicture::shortName(const OperatorMark& mark) const {
    const OperatorCost& op = m_estimate->operators[mark.index];
    //: An operator and its pass on the roofline: forward, backward or weight gradient
    const QString pass = op.recomputed                      ? tr("R", "recomputed")
                         : op.pass == Pass::forward         ? tr("F", "forward")
                         : op.pass == Pass::backward_weight ? tr("W", "weight gradient")
                                                            : tr("B", "backward");
    return tr("%1, %2").arg(operatorName(op.name), pass);
}

QString RooflinePicture::markText(const OperatorMark& mark) const {
    const OperatorCost& op = m_estimate->operators[mark.index];
    using text::Digits;
    const FlopPerSecond attained = op.flops / op.time;
    double ceiling = 0;
    for (const Ceiling& roof : m_ceilings)
        if (roof.precision == op.precision && !roof.compared)
            ceiling = roof.value * tera;
    QStringList lines;
    lines << tr("%1, %2").arg(operatorName(op.name), passName(op.pass, op.recomputed));
    lines << tr("%1 · %2 · %3")
                 .arg(words(text::name(op.kind)), words(text::name(op.layer)),
                      words(text::name(op.precision)));
    lines << tr("%1 attained").arg(quantity(text::rate(attained, Digits::exact)));
    if (ceiling > 0)
        lines.back() = tr("%1 attained, %2 of the ceiling")
                           .arg(quantity(text::rate(attained, Digits::exact)),
                                quantity(text::percent(attained.value / ceiling, Digits::exact)));
    lines << tr("%1 / %2 = %3")
                 .arg(quantity(text::work(op.flops, Digits::exact)),
                      quantity(text::traffic(op.bytes, Digits::exact)),
                      quantity(text::intensity(op.flops / op.bytes, Digits::exact)));
    lines << tr("%1 a call, %2 calls: %3 of the step")
                 .arg(quantity(text::duration(op.time, Digits::exact)), words(text::count(op.calls_per_step)),
                      quantity(text::percent(mark.share, Digits::exact)));
    lines << (op.bound == Bound::compute ? tr("Bound by compute")
              : op.bound == Bound::hbm   ? tr("Bound by HBM bandwidth")
                                         : tr("Bound by launch latency"));
    for (const Ghost& ghost : ghosts())
        if (const OperatorCost* other = elsewhere(ghost, mark.index))
            //: What it is compared with, then the rate it attains there and how long one call takes
            lines << tr("%1: %2, %3 a call")
                         .arg(words(ghost.name), quantity(text::rate(other->flops / other->time, Digits::exact)),
                              quantity(text::duration(other->time, Digits::exact)));
    return lines.join(u'\n');
}

int RooflinePicture::targetCount() const {
    return int(m_marks.size());
}

InteractivePicture::Target RooflinePicture::target(int index) const {
    const OperatorMark& mark = m_marks[std::size_t(index)];
    const OperatorCost& op = m_estimate->operators[mark.index];
    Subject subject{.kind = Subject::Kind::operator_cost,
                    .name = std::string(op.name),
                    .layer = op.layer,
                    .pass = op.pass};
    const auto inset = insetView();
    const bool inInset = inset && inset->contains(mark.intensity, mark.attained);
    return {std::move(subject), markText(mark),
            (inInset ? *inset : mainView()).pixel(mark.intensity, mark.attained)};
}

int RooflinePicture::targetAt(QPointF pos) const {
    constexpr double reach = 6; // pixels beyond the mark's edge
    const LogView main = mainView();
    const auto inset = insetView();
    const LogView& view = inset && inset->frame.contains(pos) ? *inset : main;
    int best = -1;
    double nearest = reach;
    // Ascending size last: of two that touch the pointer alike, the smaller is on top.
    for (std::size_t i = 0; i < m_marks.size(); ++i) {
        const QPointF d = view.pixel(m_marks[i].intensity, m_marks[i].attained) - pos;
        const double beyond = std::hypot(d.x(), d.y()) - radius(m_marks[i]);
        const double distance = std::max(beyond, std::hypot(d.x(), d.y()) * 1e-3);
        if (distance < nearest) {
            nearest = distance;
            best = int(i);
        }
    }
    return best;
}

PictureTable RooflinePicture::table() const {
    PictureTable table;
    table.header = {tr("Operator"), tr("Pass"),    tr("Kind"),           tr("Layer"), tr("Precision"),
                    tr("FLOP/B"),   tr("TFLOP/s"), tr("Time of a call"), tr("Calls"), tr("Step, %")};
    for (const Ghost& ghost : ghosts()) {
        //: A column of the table; %1 is a set of ceilings: "datasheet"
        table.header.push_back(tr("TFLOP/s, %1").arg(words(ghost.name)));
        table.header.push_back(tr("Time of a call, %1").arg(words(ghost.name)));
    }
    if (empty())
        return table;
    const double step = m_estimate->time.step.value;
    for (std::size_t i = 0; i < m_estimate->operators.size(); ++i) {
        const OperatorCost& op = m_estimate->operators[i];
        const double share = step > 0 ? op.time.value * op.calls_per_step / step : 0;
        const bool placed = op.flops.value > 0 && op.bytes.value > 0;
        table.rows.push_back({operatorName(op.name), passName(op.pass, op.recomputed),
                              words(text::name(op.kind)), words(text::name(op.layer)),
                              words(text::name(op.precision)),
                              placed ? words(text::number((op.flops / op.bytes).value)) : QStringLiteral("–"),
                              placed ? words(text::rate(op.flops / op.time).number) : QStringLiteral("–"),
                              quantity(text::duration(op.time)), words(text::count(op.calls_per_step)),
                              words(text::percent(share).number)});
        for (const Ghost& ghost : ghosts()) {
            const OperatorCost* other = elsewhere(ghost, i);
            table.rows.back().push_back(other && placed ? words(text::rate(other->flops / other->time).number)
                                                        : QStringLiteral("–"));
            table.rows.back().push_back(other ? quantity(text::duration(other->time)) : QStringLiteral("–"));
        }
        table.subjects.push_back({.kind = Subject::Kind::operator_cost,
                                  .name = std::string(op.name),
                                  .layer = op.layer,
                                  .pass = op.pass});
    }
    return table;
}

const std::vector<RooflinePicture::OperatorMark>& RooflinePicture::marks() {
    ensureFresh();
    return m_marks;
}

const std::vector<RooflinePicture::Ceiling>& RooflinePicture::ceilings() {
    ensureFresh();
    return m_ceilings;
}

std::vector<RooflinePicture::Group> RooflinePicture::groups() const {
    std::set<Group> present;
    for (const OperatorMark& mark : m_marks)
        present.insert(mark.group);
    return {present.begin(), present.end()};
}

} // namespace ridgepoint
