// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep_values_box.hpp"

#include "ui/controls/check_menu.hpp"
#include "ui/controls/checked_edit.hpp"
#include "ui/words.hpp"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <cmath>

namespace ridgepoint {
namespace {

constexpr int gap = 5, least_values = 2;

QString shown(double value) {
    return toQString(value == std::floor(value) ? text::count(value) : text::number(value));
}

QString withoutSpaces(const QString& text) {
    QString kept;
    for (const QChar c : text)
        if (!c.isSpace())
            kept += c;
    return kept;
}

QString withUnit(double value, const SweepInput& input) {
    return input.unit.empty() ? shown(value) : shown(value) + QChar(0x202F) + toQString(input.unit);
}

} // namespace

SweepValuesBox::SweepValuesBox(const QString& name, QWidget* parent) : QWidget(parent), m_name(name) {
    auto* whole = new QHBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(gap);
    m_range = new QWidget(this);
    auto* row = new QHBoxLayout(m_range);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(gap);
    row->addWidget(new QLabel(tr("from"), m_range));
    m_from = addEdit("from", tr("Least value of the input"), &Wish::from);
    row->addWidget(new QLabel(tr("to"), m_range));
    m_to = addEdit("to", tr("Greatest value of the input"), &Wish::to);
    addCount();
    whole->addWidget(m_range);
    m_list = new CheckMenu(this);
    m_list->setObjectName(m_name + QStringLiteral(".list"));
    m_list->setAccessibleName(tr("Values of the input"));
    m_list->setToolTip(tr("Which values of the input are swept"));
    connect(m_list, &CheckMenu::ticked, this, [this](int index, bool on) {
        const double value = m_usual[std::size_t(index)];
        if (on)
            wish().left_out.erase(value);
        else
            wish().left_out.insert(value);
        emit changed();
    });
    whole->addWidget(m_list);
}

CheckedEdit* SweepValuesBox::addEdit(const char* name, const QString& spoken, QString Wish::*field) {
    auto* edit = new CheckedEdit(QStringLiteral("1 048 576"), spoken,
                                 tr("%1; empty for the usual one").arg(spoken), m_range);
    edit->setObjectName(QStringLiteral("%1.%2").arg(m_name, QLatin1String(name)));
    edit->setAlignment(Qt::AlignRight);
    connect(edit, &CheckedEdit::edited, this, [this, field](const QString& text) {
        wish().*field = text.trimmed();
        emit changed();
    });
    m_range->layout()->addWidget(edit);
    return edit;
}

void SweepValuesBox::addCount() {
    m_count = new QSpinBox(m_range);
    m_count->setObjectName(m_name + QStringLiteral(".count"));
    m_count->setAccessibleName(tr("Number of values of the input"));
    m_count->setKeyboardTracking(false);
    m_count->setFocusPolicy(Qt::StrongFocus);
    connect(m_count, &QSpinBox::valueChanged, this, [this](int count) {
        wish().count = count;
        emit changed();
    });
    m_range->layout()->addWidget(m_count);
    auto* unit = new QLabel(tr("values"), m_range);
    unit->setBuddy(m_count);
    m_range->layout()->addWidget(unit);
}

void SweepValuesBox::follow(const Scenario& scenario, const Recipes& recipes, SweepKey key, std::size_t most) {
    m_key = key;
    m_most = most;
    m_problem.clear();
    m_values.clear();
    m_usual = usual_values(scenario, key, recipes);
    const bool range = takes_range(key);
    m_range->setVisible(range);
    m_list->setVisible(!range);
    if (m_usual.empty())
        return;
    if (range)
        followRange(scenario, recipes);
    else
        followList(scenario, recipes);
}

void SweepValuesBox::fail(CheckedEdit* edit, const QString& problem) {
    edit->setProblem(problem);
    if (m_problem.isEmpty())
        m_problem = problem;
}

std::optional<double> SweepValuesBox::end(CheckedEdit* edit, const QString& typed, double usual,
                                          ValueSpan span) {
    edit->setProblem({});
    edit->showText(typed.isEmpty() ? shown(usual) : typed);
    if (typed.isEmpty())
        return usual;
    const SweepInput& input = sweep_input(m_key);
    bool isNumber = false;
    const double value = QLocale::c().toDouble(withoutSpaces(typed), &isNumber);
    if (isNumber && value >= span.low && value <= span.high)
        return value;
    const QString problem = isNumber ? tr("%1 %2: allowed are %3 to %4") : tr("%1 “%2” is no number: allowed are %3 to %4");
    fail(edit, problem.arg(toQString(input.name), typed, shown(span.low), withUnit(span.high, input)));
    return std::nullopt;
}

void SweepValuesBox::followRange(const Scenario& scenario, const Recipes& recipes) {
    const SweepInput& input = sweep_input(m_key);
    const ValueSpan span = swept_span(scenario, m_key, recipes);
    const std::optional<double> low = end(m_from, wish().from, m_usual.front(), span);
    const std::optional<double> high = end(m_to, wish().to, m_usual.back(), span);
    const std::size_t usual = std::max<std::size_t>(least_values, std::min(m_usual.size(), m_most));
    {
        const QSignalBlocker block(m_count);
        m_count->setRange(least_values, int(m_most));
        m_count->setValue(wish().count > 0 ? wish().count : int(usual));
        m_count->setToolTip(tr("How many values of the input: %1 to %2").arg(least_values).arg(m_most));
    }
    if (!low || !high)
        return;
    if (*low >= *high && m_usual.size() > 1)
        return fail(m_to, tr("%1: from %2 must be less than to %3")
                              .arg(toQString(input.name), shown(*low), shown(*high)));
    m_values = values_between(scenario, m_key, *low, *high, std::size_t(m_count->value()), recipes);
    if (m_values.empty())
        fail(m_to, tr("%1 from %2 to %3: no value there divides as the plan needs; allowed are multiples of %4")
                       .arg(toQString(input.name), shown(*low), shown(*high), shown(value_step(scenario, m_key))));
}

void SweepValuesBox::followList(const Scenario& scenario, const Recipes& recipes) {
    std::vector<CheckMenu::Entry> entries;
    for (const double value : m_usual) {
        const bool on = !wish().left_out.contains(value);
        entries.push_back({toQString(input_value_name(m_key, value, recipes)), on});
        if (on)
            m_values.push_back(value);
    }
    m_list->setEntries(entries);
    m_values = thinned(std::move(m_values), m_most, input_value(scenario, m_key, recipes));
    if (m_values.empty())
        m_problem = tr("%1: tick at least one value").arg(toQString(sweep_input(m_key).name));
}

} // namespace ridgepoint
