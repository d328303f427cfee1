// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/why_not_panel.hpp"

#include "app/session/document.hpp"
#include "models/planner/why_not.hpp"
#include "plots/theme.hpp"
#include "plots/wording.hpp"
#include "ui/appearance.hpp"
#include "ui/plan_search.hpp"
#include "ui/selection_model.hpp"
#include "ui/type.hpp"
#include "ui/words.hpp"

#include <QClipboard>
#include <QEvent>
#include <QGridLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStringList>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ridgepoint {

/// To the right where the plan loses more than the best, to the left where it loses less.
class DifferenceBar : public QWidget {
public:
    explicit DifferenceBar(QWidget* parent) : QWidget(parent) { setMinimumSize(28, 12); }

    void display(double share) { // of the largest difference, signed
        m_share = share;
        update();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        constexpr double height_of_bar = 10, room_left = 0.3;
        const double zero = width() * room_left, top = (height() - height_of_bar) / 2.0;
        const double length = m_share * width() * (m_share > 0 ? 1 - room_left : room_left);
        const QColor fill = colour(currentTheme(), m_share > 0 ? Colour::ep : Colour::compute);
        painter.fillRect(QRectF(std::min(zero, zero + length), top, std::abs(length), height_of_bar), fill);
        painter.fillRect(QRectF(zero - 0.5, top - 1, 1, height_of_bar + 2),
                         colour(currentTheme(), Colour::axis));
    }

private:
    double m_share = 0;
};

namespace {

constexpr std::size_t most_losses = 7, most_changes = 4;

/// Of steps under a second the columns are milliseconds.
bool inMilliseconds(Seconds step) {
    return step.value < 1;
}

QString column(Seconds time, Seconds step) {
    const bool milli = inMilliseconds(step);
    QString text = fixed(std::abs(time.value) * (milli ? 1e3 : 1), milli ? 1 : 2);
    if (time.value < 0 && text.toDouble() != 0)
        text.prepend(QChar(0x2212));
    return text;
}

QString signedColumn(Seconds time, Seconds step) {
    const QString text = column(time, step);
    return time.value > 0 && text.toDouble() != 0 ? QStringLiteral("+") + text : text;
}

} // namespace

WhyNotPanel::WhyNotPanel(Document& document, SelectionModel& selection, PlanSearch& search, QWidget* parent)
    : DetailColumn("whyNot", parent), m_document(document), m_selection(selection), m_search(search) {
    addHeading(tr("Why not this one?"));
    m_title = addLabel("whyNot.title");
    m_title->setFont(semibold(Type::scenarioName));
    m_line = addLabel("whyNot.line");
    m_lossHeading = addHeading(tr("Seconds, loss by loss"));
    m_lossBox = new QWidget(widget());
    m_lossBox->setObjectName(QStringLiteral("whyNot.losses"));
    m_grid = new QGridLayout(m_lossBox);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(6);
    m_grid->setVerticalSpacing(3);
    m_grid->setColumnStretch(0, 5);
    m_grid->setColumnStretch(3, 1);
    m_column->addWidget(m_lossBox);
    m_wordsHeading = addHeading(tr("In words"));
    m_words = addLabel("whyNot.words");
    m_changesHeading = addHeading(tr("One change at a time from here"));
    m_changes = addLabel("whyNot.changes");
    m_changes->setTextInteractionFlags(Qt::TextBrowserInteraction | Qt::LinksAccessibleByKeyboard);
    connect(m_changes, &QLabel::linkActivated, this, &WhyNotPanel::takeChange);
    makeButtons();
    m_column->addStretch(1);
    connect(&m_selection, &SelectionModel::changed, this, &WhyNotPanel::follow);
    connect(&m_search, &PlanSearch::finished, this, &WhyNotPanel::follow);
}

void WhyNotPanel::makeButtons() {
    auto* row = new QHBoxLayout;
    m_load = new QPushButton(tr("Load This Plan"), widget());
    m_load->setObjectName(QStringLiteral("whyNot.load"));
    m_load->setToolTip(tr("Make it the scenario's plan; one step of undo"));
    connect(m_load, &QPushButton::clicked, this, [this] {
        if (m_shown && m_plan)
            loadPlan(m_document, *m_shown, *m_plan);
    });
    m_copy = new QPushButton(tr("Copy"), widget());
    m_copy->setObjectName(QStringLiteral("whyNot.copy"));
    m_copy->setToolTip(tr("Copy this comparison as text"));
    connect(m_copy, &QPushButton::clicked, this,
            [this] { QGuiApplication::clipboard()->setText(plainText()); });
    row->addWidget(m_load);
    row->addWidget(m_copy);
    row->addStretch(1);
    m_column->addSpacing(4);
    m_column->addLayout(row);
}

void WhyNotPanel::showEvent(QShowEvent* event) {
    DetailColumn::showEvent(event);
    follow();
}

// A label gives links the colour they had when its text was set.
void WhyNotPanel::changeEvent(QEvent* event) {
    DetailColumn::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        QTimer::singleShot(0, this, [this] {
            m_changes->clear();
            follow();
        });
}

void WhyNotPanel::follow() {
    if (!isVisible())
        return;
    m_shown = m_search.latest();
    m_plan = m_selection.subject().kind == Subject::Kind::plan ? plan_key(m_selection.subject().name)
                                                               : std::nullopt;
    const PricedPlan* plan = m_shown && m_plan ? find_plan(m_shown->result, *m_plan) : nullptr;
    if (plan != nullptr)
        display(*m_shown, *plan);
    else
        clear(m_plan ? tr("The search holds this plan no longer.") : tr("Select a plan in the planner."));
}

void WhyNotPanel::clear(const QString& line) {
    m_title->clear();
    m_line->setText(line);
    for (QWidget* part : std::initializer_list<QWidget*>{m_lossHeading, m_lossBox, m_wordsHeading, m_words,
                                                         m_changesHeading, m_changes})
        part->hide();
    m_load->setEnabled(false);
    m_copy->setEnabled(false);
}

void WhyNotPanel::display(const FoundPlans& found, const PricedPlan& plan) {
    m_title->setText(toQString(plan_words(plan.key)));
    m_load->setEnabled(true);
    m_copy->setEnabled(true);
    const QString step = toQString(text::duration(plan.step));
    const QString memory = toQString(text::memory(plan.memory));
    const bool hasBest = !found.result.best.empty();
    m_line->setText(tr("%1 a step, %2 of %3").arg(step, memory, toQString(text::memory(found.allowed()))));
    for (QWidget* part : std::initializer_list<QWidget*>{m_lossHeading, m_lossBox, m_wordsHeading, m_words})
        part->setVisible(hasBest);
    if (!hasBest) {
        displayChanges(found, plan.key);
        return;
    }
    const PlanKey best = found.result.best.front().key;
    const Scenario scenario = found.scenario(plan.key), scenarioOfBest = found.scenario(best);
    const Estimate ofPlan = estimate(scenario), ofBest = estimate(scenarioOfBest);
    const WhyNot why = why_not(ofPlan, ofBest);
    QString words = toQString(why_not_text(why, ofBest));
    if (const std::string experts = expert_parallel_text(scenario, ofPlan, scenarioOfBest, ofBest);
        !experts.empty())
        words += u' ' + toQString(experts);
    m_words->setText(words);
    displayLosses(ofPlan, ofBest);
    displayChanges(found, plan.key);
}

WhyNotPanel::LossRow& WhyNotPanel::lossRow(std::size_t index) {
    while (m_rows.size() <= index) {
        const int row = int(m_rows.size());
        const auto number = [this, row](int place) {
            auto* label = new QLabel(m_lossBox);
            label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
            label->setFont(textFont(Type::secondary));
            m_grid->addWidget(label, row, place);
            return label;
        };
        auto* name = new QLabel(m_lossBox);
        name->setWordWrap(true);
        name->setFont(textFont(Type::secondary));
        m_grid->addWidget(name, row, 0);
        LossRow added{name, number(1), number(2), new DifferenceBar(m_lossBox), number(4)};
        m_grid->addWidget(added.bar, row, 3);
        m_rows.push_back(added);
    }
    return m_rows[index];
}

// Labels are kept and reused.
void WhyNotPanel::displayLosses(const Estimate& of_plan, const Estimate& of_best) {
    const std::vector<LossPair> pairs = loss_pairs(of_plan, of_best, most_losses);
    const Seconds longest = std::max(of_plan.time.step, of_best.time.step);
    m_lossHeading->setText(inMilliseconds(longest) ? tr("Milliseconds, loss by loss")
                                                   : tr("Seconds, loss by loss"));
    double largest = 0;
    for (const LossPair& pair : pairs)
        largest = std::max(largest, std::abs(pair.difference().value));
    const auto fill = [&](std::size_t index, const QString& name, Seconds best, Seconds plan, bool bold) {
        LossRow& row = lossRow(index);
        row.name->setText(name);
        row.best->setText(column(best, longest));
        row.plan->setText(column(plan, longest));
        row.difference->setText(signedColumn(plan - best, longest));
        for (QLabel* label : {row.name, row.best, row.plan, row.difference}) {
            label->setFont(bold ? semibold(Type::secondary) : textFont(Type::secondary));
            label->show();
        }
        row.bar->setVisible(!bold);
        row.bar->display(largest > 0 ? (plan - best).value / largest : 0);
    };
    LossRow& heads = lossRow(0);
    heads.name->setText(tr("Loss"));
    heads.best->setText(tr("Best"));
    heads.plan->setText(tr("This"));
    heads.difference->setText(tr("Diff."));
    for (QLabel* label : {heads.name, heads.best, heads.plan, heads.difference})
        label->setFont(semibold(Type::secondary));
    heads.bar->hide();
    std::size_t at = 1;
    for (const LossPair& pair : pairs)
        fill(at++, pair.name.empty() ? tr("All others") : toQString(text::loss(pair.name)), pair.best,
             pair.plan, false);
    fill(at++, tr("Step"), of_best.time.step, of_plan.time.step, true);
    for (; at < m_rows.size(); ++at) {
        for (QWidget* part : std::initializer_list<QWidget*>{
                 m_rows[at].name, m_rows[at].best, m_rows[at].plan, m_rows[at].bar, m_rows[at].difference})
            part->hide();
    }
}

void WhyNotPanel::displayChanges(const FoundPlans& found, const PlanKey& plan) {
    m_offered.clear();
    if (!found.result.best.empty())
        m_offered = changes_towards(found, plan, found.result.best.front().key);
    if (m_offered.size() > most_changes)
        m_offered.resize(most_changes);
    const PricedPlan* present = find_plan(found.result, plan);
    QStringList lines;
    for (std::size_t i = 0; i < m_offered.size() && present != nullptr; ++i) {
        const OneChange& change = m_offered[i];
        const auto value = [&](const PlanKey& key) {
            return toQString(
                axis_value_name(change.axis, axis_value(key, change.axis), found.result.policies));
        };
        const Seconds gain = change.step - present->step;
        const QString sign = gain.value == 0 ? QString() : toQString(text::sign(gain.value));
        QString line = tr("<a href=\"%1\">%2 %3 → %4</a> %5")
                           .arg(i)
                           .arg(toQString(axis_name(change.axis)), value(plan), value(change.key),
                                sign + toQString(text::duration(Seconds(std::abs(gain.value)))));
        if (!change.fits)
            line += tr(", does not fit");
        lines << line;
    }
    m_changes->setText(lines.join(QStringLiteral("<br>")));
    m_changes->setVisible(!lines.isEmpty());
    m_changesHeading->setVisible(!lines.isEmpty());
}

void WhyNotPanel::takeChange(const QString& link) {
    const std::size_t index = std::size_t(link.toInt());
    if (m_shown && index < m_offered.size())
        loadPlan(m_document, *m_shown, PlanKey(m_offered[index].key));
}

QString WhyNotPanel::plainText() const {
    QStringList lines{m_title->text(), m_line->text()};
    for (const LossRow& row : m_rows)
        if (!row.name->isHidden())
            lines << QStringList{row.name->text(), row.best->text(), row.plan->text(), row.difference->text()}
                         .join(u'\t');
    lines << m_words->text();
    lines.removeAll(QString());
    return lines.join(u'\n');
}

} // namespace ridgepoint
