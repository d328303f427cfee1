// SPDX-License-Identifier: GPL-3.0-or-later
// What the waterfall shows; waterfall_drawing.cpp paints what Qt Charts has no word for.
#include "plots/waterfall_picture.hpp"

#include "plots/wording.hpp"

#include <QBarSet>
#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

namespace {

constexpr double barWidth = 0.68; // of the distance between columns
constexpr double headroom = 4;    // per cent above the peak
constexpr Colour fills[] = {Colour::grid,   Colour::ink,       Colour::compute,   Colour::ep,
                            Colour::bubble, Colour::optimizer, Colour::framework, Colour::tp};

struct Look {
    const char* id;
    const char* first;
    const char* second;
    Colour colour;
    Hatch hatch;
};
// The names under the bars: two short lines each.
constexpr Look looks[] = {
    {"achievable-ceiling", QT_TRANSLATE_NOOP("Waterfall", "Achievable"), QT_TRANSLATE_NOOP("Waterfall", "ceiling"),
     Colour::ink, Hatch::none},
    {"wider-precision", QT_TRANSLATE_NOOP("Waterfall", "Wider"), QT_TRANSLATE_NOOP("Waterfall", "precision"),
     Colour::ink, Hatch::none},
    {"shape-efficiency", QT_TRANSLATE_NOOP("Waterfall", "Shapes,"), QT_TRANSLATE_NOOP("Waterfall", "kernels"),
     Colour::compute, Hatch::none},
    {"memory-bound", QT_TRANSLATE_NOOP("Waterfall", "HBM-bound"), QT_TRANSLATE_NOOP("Waterfall", "operators"),
     Colour::compute, Hatch::none},
    {"launches", QT_TRANSLATE_NOOP("Waterfall", "Kernel"), QT_TRANSLATE_NOOP("Waterfall", "launches"),
     Colour::compute, Hatch::none},
    {"comm-sms", QT_TRANSLATE_NOOP("Waterfall", "SMs lent"), QT_TRANSLATE_NOOP("Waterfall", "to network"),
     Colour::compute, Hatch::none},
    {"recompute", QT_TRANSLATE_NOOP("Waterfall", "Recom-"), QT_TRANSLATE_NOOP("Waterfall", "putation"),
     Colour::compute, Hatch::none},
    {"exposed-network", QT_TRANSLATE_NOOP("Waterfall", "Slowest"), QT_TRANSLATE_NOOP("Waterfall", "link"),
     Colour::ep, Hatch::rising_white},
    {"uneven-stages", QT_TRANSLATE_NOOP("Waterfall", "Uneven"), QT_TRANSLATE_NOOP("Waterfall", "stages"),
     Colour::bubble, Hatch::bubble},
    {"bubble", QT_TRANSLATE_NOOP("Waterfall", "Bubble"), "", Colour::bubble, Hatch::bubble},
    {"optimizer", QT_TRANSLATE_NOOP("Waterfall", "Optimizer"), "", Colour::optimizer, Hatch::none},
    {"host", QT_TRANSLATE_NOOP("Waterfall", "Host"), "", Colour::framework, Hatch::none},
};

QString translated(const char* text) {
    return *text == '\0' ? QString() : QCoreApplication::translate("Waterfall", text);
}

void dress(WaterfallPicture::Column& column) {
    column.group = loss_group(column.id);
    if (const auto exposed = exposed_parts(column.id)) {
        column.first = words(text::name(exposed->parallelism));
        column.second = words(text::name(exposed->link));
        column.colour = Colour::ep;
        column.hatch = Hatch::rising_white;
        return;
    }
    for (const Look& look : looks)
        if (column.id == look.id) {
            column.first = translated(look.first);
            column.second = translated(look.second);
            column.colour = look.colour;
            column.hatch = look.hatch;
            return;
        }
    column.first = words(column.id);
    column.colour = Colour::framework;
}

} // namespace

WaterfallPicture::WaterfallPicture(QWidget* parent) : ChartPicture(parent) {
    start();
    m_base = addSet(QString());
    m_base->setBrush(Qt::NoBrush);
    for (const Colour fill : fills)
        m_sets[fill] = addSet(QString());
    setBarWidth(barWidth);
    restyle();
}

QString WaterfallPicture::subtitle() const {
    if (empty())
        return {};
    return tr("from the %1 datasheet peak to MFU · losses add up exactly")
        .arg(words(text::name(m_estimate->roofs.gemm)));
}

std::vector<WaterfallPicture::Column> WaterfallPicture::allColumns() const {
    std::vector<Column> all;
    Column peak;
    peak.isPeak = true;
    peak.first = tr("Datasheet");
    peak.second = tr("peak");
    peak.after = 100;
    peak.time = m_estimate->time.step;
    peak.colour = Colour::grid;
    all.push_back(peak);
    // A loss this plan cannot have (no such traffic at all) has no column; one of zero keeps its own.
    const auto possible = [this](const Loss& loss) {
        const auto exposed = exposed_parts(loss.name);
        return loss.time.value != 0 || !exposed ||
               std::ranges::any_of(m_estimate->communication, [&](const CollectiveCost& cost) {
                   return loss_holds(loss.name, cost.parallelism, cost.link);
               });
    };
    double level = 100;
    for (const Loss& loss : m_estimate->losses) {
        if (!possible(loss))
            continue;
        Column column;
        column.id = loss.name;
        column.before = level;
        column.after = level -= loss.fraction * 100;
        column.time = loss.time;
        dress(column);
        all.push_back(std::move(column));
    }
    Column mfu;
    mfu.isMfu = true;
    mfu.first = tr("MFU");
    mfu.second = tr("causal");
    mfu.after = m_estimate->throughput.mfu_causal * 100;
    mfu.time = m_estimate->time.step * m_estimate->throughput.mfu_causal;
    mfu.colour = Colour::tp;
    mfu.group = LossGroup::rest;
    all.push_back(mfu);
    addGhosts(all);
    return all;
}

void WaterfallPicture::rebuild() {
    m_all.clear();
    m_columns.clear();
    if (empty())
        return;
    m_all = allColumns();
    if (!m_userView && !m_shown)
        home();
    m_shown = true;
    arrange(wholeSize().isEmpty() ? QSizeF(size()) : wholeSize()); // hidden ones get their size late
    if (!wholeSize().isEmpty())
        layOut(wholeSize());
}

double WaterfallPicture::columnWidth(QSizeF whole, std::size_t count) const {
    return (whole.width() - m_style.px(50) - rightRoom()) / double(std::max<std::size_t>(1, count));
}

void WaterfallPicture::arrange(QSizeF whole) {
    constexpr double roomy = 40; // pixels a column: below, losses of zero give way to those that are there
    m_columns = m_all;
    if (!whole.isEmpty() && columnWidth(whole, m_all.size()) < m_style.px(roomy))
        std::erase_if(m_columns, [](const Column& column) {
            constexpr double nothing = 5e-3; // per cent
            const auto none = [](const auto& c) { return std::abs(c.before - c.after) < nothing; };
            return !column.isPeak && !column.isMfu && none(column) && std::ranges::all_of(column.there, none);
        });
    fillBars();
}

void WaterfallPicture::fillBars() {
    std::vector<double> base, value;
    for (const Column& column : m_columns)
        base.push_back(column.isPeak || column.isMfu ? 0 : std::min(column.before, column.after));
    setValues(*m_base, base);
    for (const auto& [fill, set] : m_sets) {
        value.clear();
        for (const Column& column : m_columns)
            value.push_back(column.colour == fill ? std::abs(column.before - column.after) : 0);
        setValues(*set, value);
    }
    setCategories(-0.5, std::max(1.0, double(m_columns.size())) - 0.5);
}

ValueSpan WaterfallPicture::homeRange() const {
    double top = 100;
    for (const Column& column : m_all)
        top = std::max({top, column.before, column.after});
    for (const Column& column : m_all)
        for (const Column::There& there : column.there)
            top = std::max(top, there.after);
    return {0, top + headroom};
}

void WaterfallPicture::restyle() {
    for (const auto& [fill, set] : m_sets)
        set->setBrush(m_style(fill));
    ChartPicture::restyle();
}

std::unique_ptr<ChartPicture> WaterfallPicture::another() const {
    return std::make_unique<WaterfallPicture>();
}

QRectF WaterfallPicture::bar(const Column& column, int index) const {
    const double half = barHalfWidth();
    const double low = std::min(column.before, column.after), high = std::max(column.before, column.after);
    return QRectF(pixel(index - half, high), pixel(index + half, low)).intersected(plotArea());
}

QRectF WaterfallPicture::strip(int first, int last) const {
    const QRectF area = plotArea();
    return {QPointF(pixel(first - 0.5, 0).x(), area.top()), QPointF(pixel(last + 0.5, 0).x(), area.bottom())};
}

std::vector<WaterfallPicture::Span> WaterfallPicture::spans() const {
    std::vector<Span> spans;
    for (int i = 0; i < int(m_columns.size()); ++i) {
        const Column& column = m_columns[std::size_t(i)];
        if (column.isMfu)
            continue;
        const LossGroup group = column.isPeak ? LossGroup::recipe : column.group;
        if (spans.empty() || spans.back().group != group)
            spans.push_back({group, i, i});
        spans.back().last = i;
    }
    return spans;
}

bool WaterfallPicture::isLit(const Column& column) const {
    using Kind = Subject::Kind;
    if (column.isPeak)
        return m_selection.kind == Kind::roof && m_selection.name == to_text(m_estimate->roofs.gemm);
    if (column.isMfu)
        return m_selection.kind == Kind::throughput;
    if (m_selection.kind == Kind::loss)
        return m_selection.name == column.id;
    if (m_selection.kind == Kind::collective)
        return std::ranges::any_of(m_estimate->communication, [&](const CollectiveCost& cost) {
            return cost.name == m_selection.name && loss_holds(column.id, cost.parallelism, cost.link);
        });
    if (m_selection.kind == Kind::operator_cost)
        return std::ranges::any_of(m_estimate->operators, [&](const OperatorCost& cost) {
            return cost.name == m_selection.name && cost.layer == m_selection.layer &&
                   cost.pass == m_selection.pass && loss_holds(column.id, cost);
        });
    return false;
}

QString WaterfallPicture::mfuText() const {
    return tr("MFU %1").arg(quantity(text::percent(m_estimate->throughput.mfu_causal)));
}

QString WaterfallPicture::columnText(const Column& column) const {
    using text::Digits;
    const QString peak = words(text::name(m_estimate->roofs.gemm));
    const auto percent = [](double value) { return quantity(text::percent(value / 100, Digits::exact)); };
    const QString seconds = quantity(text::duration(column.time, Digits::exact));
    QStringList lines;
    if (column.isPeak) {
        lines << tr("%1 datasheet peak, dense").arg(peak)
              << quantity(text::rate(m_scenario->cluster.accelerator.datasheet[std::size_t(m_estimate->roofs.gemm)],
                                     Digits::exact))
              << tr("held for the whole step of %1").arg(seconds);
    } else if (column.isMfu) {
        lines << tr("MFU, causal attention") << tr("%1 of the %2 peak").arg(percent(column.after), peak)
              << tr("%1 of the BF16 peak")
                     .arg(quantity(text::percent(m_estimate->throughput.mfu_bf16_causal, Digits::exact)))
              << tr("model work at the peak would take %1 of the step").arg(seconds);
    } else {
        lines << QString::fromStdString(text::loss(column.id))
              << tr("%1 of the step, %2 of the %3 peak").arg(seconds, percent(column.before - column.after), peak)
              << tr("from %1 down to %2").arg(percent(column.before), percent(column.after));
    }
    for (std::size_t g = 0; g < column.there.size() && !column.isPeak; ++g) {
        const Column::There& there = column.there[g];
        //: A set of ceilings, then seconds and per cent of the peak under it
        lines << tr("%1: %2, %3 of the peak")
                     .arg(words(ghosts()[g].name), quantity(text::duration(there.time, Digits::exact)),
                          percent(column.isMfu ? there.after : there.before - there.after));
    }
    return lines.join(u'\n');
}

int WaterfallPicture::targetCount() const {
    return empty() ? 0 : int(m_columns.size());
}

InteractivePicture::Target WaterfallPicture::target(int index) const {
    const Column& column = m_columns[std::size_t(index)];
    Subject subject;
    if (column.isPeak) {
        subject.kind = Subject::Kind::roof;
        subject.name = std::string(to_text(m_estimate->roofs.gemm));
    } else if (column.isMfu) {
        subject.kind = Subject::Kind::throughput;
    } else {
        subject.kind = Subject::Kind::loss;
        subject.name = column.id;
    }
    QRectF at = bar(column, index);
    if (at.isEmpty())
        at = QRectF(pixel(index, column.after), QSizeF(0, 0));
    return {std::move(subject), columnText(column), at.center()};
}

int WaterfallPicture::targetAt(QPointF pos) const {
    const QRectF area = plotArea();
    if (empty() || m_columns.empty() || pos.x() < area.left() || pos.x() >= area.right())
        return -1;
    const int index = int((pos.x() - area.left()) / area.width() * double(m_columns.size()));
    return std::clamp(index, 0, int(m_columns.size()) - 1);
}

PictureTable WaterfallPicture::table() const {
    PictureTable table;
    table.header = {tr("Loss"), tr("% of peak"), tr("Seconds"), tr("Left, %")};
    for (const Ghost& ghost : ghosts()) {
        //: Columns of the table; %1 is a set of ceilings: "datasheet"
        table.header.push_back(tr("% of peak, %1").arg(words(ghost.name)));
        table.header.push_back(tr("Seconds, %1").arg(words(ghost.name)));
    }
    if (empty())
        return table;
    for (const Column& column : allColumns()) { // a hidden picture has a table too
        Subject subject;
        QString name = QString::fromStdString(text::loss(column.id));
        if (column.isPeak) {
            subject = {.kind = Subject::Kind::roof, .name = std::string(to_text(m_estimate->roofs.gemm))};
            name = tr("%1 datasheet peak").arg(words(text::name(m_estimate->roofs.gemm)));
        } else if (column.isMfu) {
            subject.kind = Subject::Kind::throughput;
            name = tr("MFU, causal");
        } else {
            subject = {.kind = Subject::Kind::loss, .name = column.id};
        }
        const double share = column.isPeak || column.isMfu ? column.after : column.before - column.after;
        table.rows.push_back({name, fixed(share, 2), fixed(column.time.value, 4), fixed(column.after, 2)});
        for (const Column::There& there : column.there) {
            const bool end = column.isPeak || column.isMfu;
            table.rows.back().push_back(fixed(end ? there.after : there.before - there.after, 2));
            table.rows.back().push_back(fixed(there.time.value, 4));
        }
        table.subjects.push_back(std::move(subject));
    }
    return table;
}

const std::vector<WaterfallPicture::Column>& WaterfallPicture::columns() {
    ensureFresh();
    return m_columns;
}

} // namespace ridgepoint
