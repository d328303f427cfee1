// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plan_limits.hpp"

#include "app/session/document.hpp"
#include "models/planner/plan_view.hpp"
#include "ui/controls/checked_edit.hpp"
#include "ui/controls/page_bar.hpp"
#include "ui/words.hpp"

#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QLayout>
#include <QPushButton>
#include <QToolButton>

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr PlanAxis held[] = {PlanAxis::tp,   PlanAxis::cp,       PlanAxis::pp,          PlanAxis::ep,
                             PlanAxis::zero, PlanAxis::schedule, PlanAxis::micro_batch, PlanAxis::recompute};
/// Seldom limited: their buttons are there only while they are.
constexpr PlanAxis others[] = {PlanAxis::vpp, PlanAxis::etp, PlanAxis::hsdp_group};

} // namespace

PlanLimits::PlanLimits(Document& document, PageBar* bar) : QObject(bar), m_document(document) {
    auto* hold = new QLabel(tr("Hold fast"), bar);
    hold->setToolTip(tr("Search only plans with the present plan's value"));
    bar->layout()->addWidget(hold);
    m_limits.reserve(std::size(held) + std::size(others));
    for (const PlanAxis axis : held)
        addButton(bar, axis, true);
    for (const PlanAxis axis : others)
        addButton(bar, axis, false);
    addRange(bar);
    m_clear = new QPushButton(tr("Clear all"), bar);
    m_clear->setObjectName(QStringLiteral("planner.limits.clear"));
    m_clear->setToolTip(tr("Search all plans again: no value held fast, no range"));
    connect(m_clear, &QPushButton::clicked, this, &PlanLimits::clear);
    bar->layout()->addWidget(m_clear);
    follow();
}

void PlanLimits::addButton(PageBar* bar, PlanAxis axis, bool always) {
    auto* button = new QToolButton(bar);
    button->setObjectName(QStringLiteral("planner.pin.%1").arg(toQString(axis_name(axis))));
    button->setCheckable(true);
    button->setFocusPolicy(Qt::StrongFocus);
    m_limits.push_back({axis, button, always});
    const std::size_t index = m_limits.size() - 1;
    connect(button, &QToolButton::clicked, this, [this, index](bool on) { toggle(m_limits[index], on); });
    bar->layout()->addWidget(button);
}

void PlanLimits::addRange(PageBar* bar) {
    m_axis = bar->addCombo("range.axis", tr("or a range of"), tr("The value that is held to a range"));
    for (const Limit& limit : m_limits)
        if (has_range(limit.axis))
            m_axis->addItem(toQString(axis_name(limit.axis)), int(limit.axis));
    m_range = new CheckedEdit(QStringLiteral("1024..2048"), tr("Range of the value"),
                              tr("8, 4..16, ..8 or 4..; Enter sets it, empty takes it away"), bar);
    m_range->setObjectName(QStringLiteral("planner.range"));
    m_range->setPlaceholderText(QStringLiteral("4..16"));
    bar->layout()->addWidget(m_range);
    connect(m_axis, &QComboBox::activated, this, [this] {
        m_range->setModified(false);
        showRange();
    });
    connect(m_range, &CheckedEdit::edited, this, &PlanLimits::read);
}

PlanLimits::Limit& PlanLimits::limitOf(PlanAxis axis) {
    return *std::ranges::find(m_limits, axis, &Limit::axis);
}

PlanAxis PlanLimits::typedAxis() const {
    return PlanAxis(m_axis->currentData().toInt());
}

void PlanLimits::toggle(Limit& limit, bool on) {
    limit.range.reset();
    if (on) {
        const Plan& plan = m_document.scenario().plan;
        const int value = axis_value(plan, limit.axis, usual_policies(plan.recompute));
        limit.range = ValueRange{value, value, true};
        if (limit.axis == PlanAxis::recompute)
            m_policies = {plan.recompute}; // a search of that one alone
    }
    follow();
    emit changed();
}

void PlanLimits::read(const QString& text) {
    const PlanAxis axis = typedAxis();
    const std::optional<ValueRange> range = range_from_text(text.trimmed().toStdString());
    if (!text.trimmed().isEmpty() && (!range || !can_have(axis, *range))) {
        const QString wrong =
            (axis == PlanAxis::zero ? tr("%1 “%2”: allowed are 0 to 3, or a range of them as 1..2, ..2 or 1..")
                                    : tr("%1 “%2”: allowed are one value as 8, or a range as 4..16, ..8 or 4.."))
                .arg(toQString(axis_name(axis)), text.trimmed());
        m_range->setProblem(wrong);
        emit problem(wrong);
        return;
    }
    limitOf(axis).range = range;
    follow();
    emit changed();
}

void PlanLimits::clear() {
    for (Limit& limit : m_limits)
        limit.range.reset();
    m_range->setModified(false);
    follow();
    emit changed();
}

void PlanLimits::apply(PlanConstraints& constraints) const {
    for (const Limit& limit : m_limits)
        if (limit.range && limit.axis == PlanAxis::recompute)
            constraints.policies = m_policies;
        else if (limit.range)
            constraints.ranges[std::size_t(limit.axis)] = limit.range;
}

QString PlanLimits::wordsOf(const Limit& limit) const {
    const QString name = toQString(axis_name(limit.axis));
    if (!limit.range)
        return name;
    if (limit.axis == PlanAxis::recompute)
        return name + QChar(0x202F) + toQString(axis_value_name(limit.axis, 0, m_policies));
    return toQString(range_words(limit.axis, *limit.range));
}

void PlanLimits::follow() {
    const bool experts = m_document.scenario().model.moe.has_value();
    bool any = false;
    for (const Limit& limit : m_limits) {
        const QString words = wordsOf(limit), name = toQString(axis_name(limit.axis));
        const bool on = limit.range.has_value();
        any = any || on;
        limit.button->setChecked(on);
        limit.button->setText(on ? words + QStringLiteral(" ✕") : words);
        limit.button->setAccessibleName(on ? tr("Only %1").arg(words) : tr("Hold %1 fast").arg(name));
        limit.button->setToolTip(on ? tr("Only plans with %1 are searched; a click takes that away").arg(words)
                                    : tr("Search only plans with this plan's %1").arg(name));
        limit.button->setVisible(on || (limit.always && (experts || limit.axis != PlanAxis::ep)));
    }
    m_clear->setVisible(any);
    showRange();
}

void PlanLimits::showRange() {
    const Limit& limit = limitOf(typedAxis());
    if (m_range->isModified())
        return; // it is being typed in
    m_range->setProblem({});
    emit problem({});
    m_range->showText(limit.range ? toQString(range_text(*limit.range)) : QString());
    const Plan& plan = m_document.scenario().plan;
    const int now = axis_value(plan, limit.axis, usual_policies(plan.recompute));
    auto* completer = new QCompleter({QString::number(now), QStringLiteral("..%1").arg(now), QStringLiteral("%1..").arg(now)},
                                     m_range);
    delete m_range->completer();
    m_range->setCompleter(completer);
}

} // namespace ridgepoint
