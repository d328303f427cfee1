// SPDX-License-Identifier: GPL-3.0-or-later
// What the network roofline shows; network_drawing.cpp draws it.
#include "plots/network_picture.hpp"

#include "models/loss_names.hpp"
#include "plots/wording.hpp"

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {
constexpr double touching = 0.9; // of the slope's rate: next to nothing is left to spare on this link
} // namespace

NetworkPicture::NetworkPicture(QWidget* parent) : PlotPicture(parent) {
    start();
    setAxes({tr("FLOP per network byte (log)"), true, true}, {tr("TFLOP/s attained (log)"), true, false});
    setLimits({1e-1, 1e12}, {1e-4, 1e6});
    setRanges({1e3, 1e6}, {20, 3000});
}

double NetworkPicture::attained() const {
    return empty() ? 0 : m_estimate->throughput.per_gpu_causal.value / tera;
}

double NetworkPicture::bandwidth(Link link) const {
    const Roofs& roofs = m_estimate->roofs;
    return (link == Link::scale_up ? roofs.scale_up : roofs.scale_out).value / tera;
}

double NetworkPicture::ridge(Link link) const {
    return empty() ? 0 : m_top / bandwidth(link);
}

QString NetworkPicture::parallelismName(Parallelism parallelism) const {
    if (parallelism == Parallelism::dp && m_scenario->plan.zero > 0)
        return tr("ZeRO-%1").arg(m_scenario->plan.zero);
    return words(text::name(parallelism));
}

void NetworkPicture::addPoints(Link link) {
    const auto bytesOf = [link](const CollectiveCost& cost) {
        return (link == Link::scale_up ? cost.scale_up_bytes : cost.scale_out_bytes).value;
    };
    const double flops = m_estimate->flops.model_per_step.value / std::max(1, m_estimate->parallel.gpus);
    Point all;
    all.link = link;
    //: All traffic on a network: "all of InfiniBand"
    all.name = tr("all of %1").arg(words(text::name(link)));
    std::size_t parts = 0;
    double largest = 0;
    for (const Parallelism parallelism :
         {Parallelism::tp, Parallelism::cp, Parallelism::ep, Parallelism::dp, Parallelism::pp}) {
        Point point;
        point.link = link;
        point.parallelism = parallelism;
        point.name = tr("%1 on %2").arg(parallelismName(parallelism), words(text::name(link)));
        for (std::size_t i = 0; i < m_estimate->communication.size(); ++i) {
            const CollectiveCost& cost = m_estimate->communication[i];
            if (cost.parallelism == parallelism && bytesOf(cost) > 0) {
                point.bytes += bytesOf(cost);
                point.collectives.push_back(i);
            }
        }
        if (point.bytes <= 0)
            continue;
        ++parts;
        largest = std::max(largest, point.bytes);
        all.bytes += point.bytes;
        all.collectives.insert(all.collectives.end(), point.collectives.begin(), point.collectives.end());
        m_points.push_back(std::move(point));
    }
    // NVLink's sum is worth a mark only where it says more than its largest part.
    if (parts > 1 && (link == Link::scale_out || all.bytes > 1.1 * largest))
        m_points.push_back(std::move(all));
    for (Point& point : m_points) {
        if (point.link != link)
            continue;
        point.intensity = flops / point.bytes;
        point.onSlope = attained() >= touching * point.intensity * bandwidth(link);
        std::ranges::sort(point.collectives, [this](std::size_t a, std::size_t b) {
            return m_estimate->communication[a].time > m_estimate->communication[b].time;
        });
    }
}

void NetworkPicture::rebuild() {
    m_points.clear();
    m_roofs.clear();
    m_top = 0;
    if (empty())
        return;
    for (const ridgepoint::Roof& roof : m_estimate->roofs.compute) {
        const bool main = roof.precision == m_estimate->roofs.gemm;
        const FlopPerSecond ceiling =
            roof.in_use(m_scenario->ceilings);
        if ((!main && roof.precision != RateClass::bf16) || !(ceiling.value > 0))
            continue;
        const double value = ceiling.value / tera;
        if (main)
            m_top = value;
        m_roofs.push_back(
            {words(text::name(roof.precision)) + u' ' + words(text::count(std::round(value))), value, main});
    }
    std::ranges::stable_sort(m_roofs, std::greater{}, &Roof::value);
    // BF16 stands beside the GEMM precision for comparison; where both run at one rate it says nothing.
    std::erase_if(m_roofs, [this](const Roof& roof) { return !roof.main && roof.value == m_top; });
    addPoints(Link::scale_up);
    addPoints(Link::scale_out);
    if (becameAnother() && !m_userView)
        home();
}

void NetworkPicture::home() {
    if (empty())
        return;
    Range x{1e3, 1e6}, y{10, 3000};
    if (!m_roofs.empty())
        y.upper = m_roofs.front().value * 3.6; // room for the names of slopes and zones
    const auto decade = [](double value, double (*round)(double)) {
        return std::pow(10, round(std::log10(value)));
    };
    for (const Point& point : m_points) {
        x.lower = std::min(x.lower, decade(point.intensity, std::floor));
        // One far point with next to no traffic must not squeeze the rest: at most 10 M, then a pointer at
        // the edge.
        x.upper = std::clamp(decade(point.intensity, std::ceil), x.upper, 1e7);
    }
    if (attained() > 0)
        y.lower = std::min(y.lower, decade(attained() / 2, std::floor));
    setRanges(x, y);
}

QString NetworkPicture::subtitle() const {
    if (!m_scenario || empty())
        return {};
    //: Network model and accelerator: "hierarchical · H800"
    return tr("%1 · %2").arg(words(text::name(m_scenario->cluster.network)),
                             QString::fromStdString(m_scenario->cluster.accelerator.name));
}

bool NetworkPicture::selectedPoint(const Point& point) const {
    if (m_selection.kind == Subject::Kind::loss)
        return point.parallelism && loss_holds(m_selection.name, *point.parallelism, point.link);
    return m_selection.kind == Subject::Kind::collective && point.parallelism &&
           std::ranges::any_of(point.collectives, [this](std::size_t i) {
               return m_estimate->communication[i].name == m_selection.name;
           });
}

const NetworkPicture::Point* NetworkPicture::crossing() const {
    // The link with most to carry for its bandwidth decides; its sum stands last among its points.
    const Point* best = nullptr;
    double most = 0;
    for (const Point& point : m_points) {
        const double time = point.bytes / bandwidth(point.link);
        if (time >= most) {
            most = time;
            best = &point;
        }
    }
    return best;
}

QString NetworkPicture::crossingText() {
    ensureFresh();
    const Point* point = empty() ? nullptr : crossing();
    if (!point)
        return {};
    return crossingText(*point);
}

QString NetworkPicture::crossingText(const Point& point) const {
    const double factor = ridge(point.link) / point.intensity;
    return factor >= 1 ? tr("×\u202F%1 to cross").arg(words(text::number(factor)))
                       : tr("÷\u202F%1 before it crosses").arg(words(text::number(1 / factor)));
}

QString NetworkPicture::pointText(const Point& point) const {
    using text::Digits;
    const Flop flops = m_estimate->flops.model_per_step / std::max(1, m_estimate->parallel.gpus);
    QStringList lines;
    lines << point.name;
    lines << tr("%1 / %2 = %3")
                 .arg(quantity(text::work(flops, Digits::exact)),
                      quantity(text::traffic(Bytes(point.bytes), Digits::exact)),
                      quantity(text::intensity(FlopPerByte(point.intensity), Digits::exact)));
    lines << tr("Ridge at %1: %2")
                 .arg(words(text::name(m_estimate->roofs.gemm)),
                      quantity(text::intensity(FlopPerByte(ridge(point.link)), Digits::exact)));
    lines << tr("This step attains %1; this link alone would allow %2")
                 .arg(quantity(text::rate(m_estimate->throughput.per_gpu_causal, Digits::exact)),
                      quantity(text::rate(FlopPerSecond(point.intensity * bandwidth(point.link) * tera),
                                          Digits::exact)));
    for (const std::size_t i : point.collectives) {
        const CollectiveCost& cost = m_estimate->communication[i];
        lines << tr("%1: %2, %3 exposed")
                     .arg(operatorName(cost.name), quantity(text::duration(cost.time, Digits::exact)),
                          quantity(text::duration(cost.exposed, Digits::exact)));
    }
    if (point.onSlope)
        lines << tr("On the slope: nothing left to hide behind");
    for (const Ghost& ghost : ghosts()) {
        const Roofs& roofs = ghost.estimate.roofs;
        //: A set of ceilings, what the step attains under it, the bandwidth of this link
        lines << tr("%1: the step attains %2, the link carries %3")
                     .arg(words(ghost.name),
                          quantity(text::rate(ghost.estimate.throughput.per_gpu_causal, Digits::exact)),
                          quantity(text::bandwidth(point.link == Link::scale_up ? roofs.scale_up : roofs.scale_out,
                                                   Digits::exact)));
    }
    return lines.join(u'\n');
}

QString NetworkPicture::labelText(const Point& point) const {
    //: A parallelism on a link and its FLOP per byte: "EP on InfiniBand 28 391"
    const QString text = tr("%1 %2").arg(point.name, words(text::count(std::round(point.intensity))));
    return point.onSlope ? tr("%1, on the slope").arg(text) : text;
}

int NetworkPicture::targetCount() const {
    return int(m_points.size());
}

InteractivePicture::Target NetworkPicture::target(int index) const {
    const Point& point = m_points[std::size_t(index)];
    Subject subject{.kind = Subject::Kind::collective,
                    .name = std::string(m_estimate->communication[point.collectives.front()].name)};
    return {std::move(subject), pointText(point), markOf(point, view()).at};
}

int NetworkPicture::targetAt(QPointF pos) const {
    constexpr double reach = 14; // pixels
    int best = -1;
    double nearest = reach;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const QPointF d = markOf(m_points[i], view()).at - pos;
        if (std::hypot(d.x(), d.y()) < nearest) {
            nearest = std::hypot(d.x(), d.y());
            best = int(i);
        }
    }
    return best;
}

PictureTable NetworkPicture::table() const {
    PictureTable table;
    table.header = {tr("Collective"), tr("Parallelism"),    tr("Link"),    tr("Ranks"),     tr("Calls"),
                    tr("NVLink, GB"), tr("InfiniBand, GB"), tr("Time, s"), tr("Exposed, s")};
    for (const Ghost& ghost : ghosts()) {
        //: Columns of the table; %1 is a set of ceilings: "datasheet"
        table.header.push_back(tr("Time, s, %1").arg(words(ghost.name)));
        table.header.push_back(tr("Exposed, s, %1").arg(words(ghost.name)));
    }
    if (empty())
        return table;
    const auto gigabytes = [](Bytes bytes) { return words(text::number(bytes.value / 1e9)); };
    for (const CollectiveCost& cost : m_estimate->communication) {
        table.rows.push_back({operatorName(cost.name), parallelismName(cost.parallelism),
                              words(text::name(cost.link)), words(text::count(cost.ranks)),
                              words(text::count(cost.calls_per_step)), gigabytes(cost.scale_up_bytes),
                              gigabytes(cost.scale_out_bytes), words(text::number(cost.time.value)),
                              words(text::number(cost.exposed.value))});
        for (const Ghost& ghost : ghosts()) {
            const auto other = std::ranges::find(ghost.estimate.communication, cost.name, &CollectiveCost::name);
            const bool there = other != ghost.estimate.communication.end();
            table.rows.back().push_back(there ? words(text::number(other->time.value)) : QStringLiteral("–"));
            table.rows.back().push_back(there ? words(text::number(other->exposed.value)) : QStringLiteral("–"));
        }
        table.subjects.push_back({.kind = Subject::Kind::collective, .name = std::string(cost.name)});
    }
    return table;
}

const std::vector<NetworkPicture::Point>& NetworkPicture::points() {
    ensureFresh();
    return m_points;
}

QStringList NetworkPicture::legendTexts() {
    ensureFresh();
    QStringList texts;
    for (const Point& point : m_points)
        if (point.parallelism)
            texts << legendText(point);
    return texts;
}

std::vector<NetworkPicture::SideLine> NetworkPicture::sideLines() const {
    //: A ceiling or what the step attains, and which set of ceilings it belongs to: "FP8 1 460 · achievable"
    const auto named = [](const QString& text, const QString& name) { return tr("%1 · %2").arg(text, name); };
    const auto own = [&](const QString& text) { return ghosts().empty() ? text : named(text, ownName()); };
    std::vector<SideLine> lines;
    for (const Roof& roof : m_roofs)
        lines.push_back({roof.main ? own(roof.text) : roof.text, roof.value, roof.main, -1});
    lines.push_back({own(tr("this step %1").arg(words(text::number(attained())))), attained(), true, -1});
    for (const Ghost& ghost : ghosts()) {
        const double top = topOf(ghost), step = ghost.estimate.throughput.per_gpu_causal.value / tera;
        if (top > 0)
            lines.push_back({named(words(text::name(m_estimate->roofs.gemm)) + u' ' +
                                       words(text::count(std::round(top))),
                                   words(ghost.name)),
                             top, false, ghost.look});
        lines.push_back({named(tr("step %1").arg(words(text::number(step))), words(ghost.name)), step, false,
                         ghost.look});
    }
    std::ranges::stable_sort(lines, std::greater{}, &SideLine::value);
    return lines;
}

// TFLOP/s: the GEMM precision's ceiling there.
double NetworkPicture::topOf(const Ghost& ghost) const {
    const auto& roofs = ghost.estimate.roofs.compute;
    const auto found = std::ranges::find(roofs, m_estimate->roofs.gemm, &ridgepoint::Roof::precision);
    return found == roofs.end() ? 0 : found->in_use(ghost.scenario.ceilings).value / tera;
}

QStringList NetworkPicture::sideTexts() {
    ensureFresh();
    QStringList texts;
    if (!empty())
        for (const SideLine& line : sideLines())
            texts << line.text;
    return texts;
}

QString NetworkPicture::legendText(const Point& point) const {
    const QString name = words(text::name(*point.parallelism));
    return point.link == Link::scale_up ? tr("%1, NVLink").arg(name) : tr("%1, NIC").arg(name);
}

} // namespace ridgepoint
