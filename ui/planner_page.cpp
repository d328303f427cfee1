// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner_page.hpp"

#include "app/session/compared_ceilings.hpp"
#include "app/session/document.hpp"
#include "models/planner/framework_limits.hpp"
#include "ui/controls/page_bar.hpp"
#include "ui/controls/problem_line.hpp"
#include "ui/controls/wheel_guard.hpp"
#include "ui/picture_frame.hpp"
#include "ui/plan_limits.hpp"
#include "ui/plan_search.hpp"
#include "ui/selection_model.hpp"
#include "ui/type.hpp"
#include "ui/words.hpp"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace ridgepoint {
namespace {

constexpr int side = 8, progress_width = 140, per_mille = 1000;
constexpr int rest_ms = 80; // a drag changes the scenario every frame: the search waits for the hand to rest
constexpr PlanAxis coloured[] = {PlanAxis::pp,
                                 PlanAxis::tp,
                                 PlanAxis::cp,
                                 PlanAxis::ep,
                                 PlanAxis::schedule,
                                 PlanAxis::vpp,
                                 PlanAxis::micro_batch,
                                 PlanAxis::recompute,
                                 PlanAxis::zero,
                                 PlanAxis::hsdp_group,
                                 PlanAxis::sequence_parallel};

} // namespace

PlannerPage::PlannerPage(Document& document, SelectionModel& selection, PlanSearch& search, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_search(search) {
    setObjectName(QStringLiteral("plannerPage"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    m_problem = new ProblemLine(this);
    m_problem->setObjectName(QStringLiteral("planner.problem"));
    column->addWidget(makeBar());
    column->addWidget(m_problem);
    column->addWidget(makeCounts());
    m_frame = new PictureFrame(PictureKind::planner, document, selection, this);
    column->addWidget(m_frame, 1);
    m_rest.setSingleShot(true);
    m_rest.setInterval(rest_ms);
    connect(&m_rest, &QTimer::timeout, this, &PlannerPage::searchNow);
    connect(&m_frame->picture(), &Picture::activated, this, &PlannerPage::load);
    connect(m_frame, &PictureFrame::rowActivated, this, &PlannerPage::load);
    connect(&m_search, &PlanSearch::progressed, this, [this](const auto& so_far, double share) {
        m_latest = so_far;
        picture().setRunning(so_far, share);
        m_progress->setValue(int(share * per_mille));
        m_frame->refreshTable();
        showCounts();
        showState();
    });
    connect(&m_search, &PlanSearch::finished, this, &PlannerPage::showFound);
    connect(&m_document, &Document::changed, this, &PlannerPage::follow);
    // The selected plan has a row of its own in the table.
    connect(&m_selection, &SelectionModel::changed, this, [this] {
        if (isVisible() && m_selection.subject().kind == Subject::Kind::plan)
            m_frame->refreshTable();
    });
    WheelGuard::protect(this);
    showState();
    showCounts();
    m_frame->setTableShown(true);
}

PlannerPicture& PlannerPage::picture() const {
    return static_cast<PlannerPicture&>(m_frame->picture());
}

QWidget* PlannerPage::makeBar() {
    auto* bar = new PageBar(QStringLiteral("planner"), {side, 4, side, 2}, this);
    m_objective = bar->addCombo("objective", tr("Rank by"), tr("What the best plan is best in"));
    m_objective->addItem(tr("Step time"), int(Objective::step));
    m_objective->addItem(tr("Cost"), int(Objective::cost));
    m_objective->addItem(tr("Memory"), int(Objective::memory));
    connect(m_objective, &QComboBox::activated, this, &PlannerPage::ask);
    m_colour = bar->addCombo("colour", tr("Colour by"), tr("What the colours of the dots tell"));
    for (const PlanAxis axis : coloured)
        m_colour->addItem(toQString(axis_name(axis)), int(axis));
    connect(m_colour, &QComboBox::activated, this,
            [this] { picture().setColourAxis(PlanAxis(m_colour->currentData().toInt())); });
    m_headroom = new QDoubleSpinBox(bar);
    m_headroom->setObjectName(QStringLiteral("planner.headroom"));
    m_headroom->setRange(0, 1024);
    m_headroom->setDecimals(1);
    m_headroom->setSuffix(QString::fromUtf8("\u202FGiB"));
    m_headroom->setAccessibleName(tr("Memory to stay free, GiB"));
    m_headroom->setToolTip(tr("Memory of every GPU that a plan must leave free"));
    m_headroom->setFocusPolicy(Qt::StrongFocus);
    m_headroom->setKeyboardTracking(false);
    connect(m_headroom, &QDoubleSpinBox::valueChanged, this, &PlannerPage::ask);
    bar->add(tr("Headroom"), m_headroom);
    m_limits = new QCheckBox(tr("Framework's limits"), bar);
    m_limits->setObjectName(QStringLiteral("planner.limits"));
    m_limits->setToolTip(tr("Only plans that the scenario's framework can run: its schedules, its pipelines"));
    connect(m_limits, &QCheckBox::toggled, this, &PlannerPage::ask);
    bar->layout()->addWidget(m_limits);
    m_limited = new PlanLimits(m_document, bar);
    connect(m_limited, &PlanLimits::changed, this, &PlannerPage::ask);
    connect(m_limited, &PlanLimits::problem, this, [this](const QString& text) { m_problem->tell(text); });
    return bar;
}

QWidget* PlannerPage::makeCounts() {
    auto* whole = new QWidget(this);
    auto* column = new QVBoxLayout(whole);
    column->setContentsMargins(side, 0, side, 4);
    column->setSpacing(2);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    m_counts = new QLabel(whole);
    m_counts->setObjectName(QStringLiteral("planner.counts"));
    m_counts->setWordWrap(true);
    m_counts->setFont(textFont(Type::secondary));
    m_counts->setTextInteractionFlags(Qt::TextSelectableByMouse);
    row->addWidget(m_counts, 1);
    m_showRules = new QToolButton(whole);
    m_showRules->setObjectName(QStringLiteral("planner.rules.show"));
    m_showRules->setText(tr("Illegal by rule"));
    m_showRules->setToolTip(tr("Which rules the illegal plans break"));
    m_showRules->setCheckable(true);
    m_showRules->setFocusPolicy(Qt::StrongFocus);
    connect(m_showRules, &QToolButton::toggled, this, &PlannerPage::showCounts);
    row->addWidget(m_showRules);
    addProgress(whole, row);
    column->addLayout(row);
    m_rules = new QLabel(whole);
    m_rules->setObjectName(QStringLiteral("planner.rules"));
    m_rules->setWordWrap(true);
    m_rules->setFont(textFont(Type::secondary));
    m_rules->setTextInteractionFlags(Qt::TextSelectableByMouse);
    column->addWidget(m_rules);
    m_none = new ProblemLine(whole);
    m_none->setObjectName(QStringLiteral("planner.none"));
    column->addWidget(m_none);
    return whole;
}

void PlannerPage::addProgress(QWidget* whole, QLayout* row) {
    m_progress = new QProgressBar(whole);
    m_progress->setObjectName(QStringLiteral("planner.progress"));
    m_progress->setAccessibleName(tr("Searched, per mille"));
    m_progress->setToolTip(tr("How much of the plans is searched"));
    m_progress->setRange(0, per_mille);
    m_progress->setFixedWidth(progress_width);
    row->addWidget(m_progress);
    m_stop = new QPushButton(whole);
    m_stop->setObjectName(QStringLiteral("planner.stop"));
    m_stop->setToolTip(tr("Cancel the search, or search again"));
    connect(m_stop, &QPushButton::clicked, this, &PlannerPage::stopOrSearch);
    row->addWidget(m_stop);
}

PlannerRequest PlannerPage::request() const {
    PlannerRequest request;
    request.scenario = m_document.scenario();
    m_limited->apply(request.constraints);
    if (request.constraints.policies.empty())
        request.constraints.policies = usual_policies(request.scenario.plan.recompute);
    if (m_limits->isChecked())
        keep_to_framework(request.constraints, request.scenario.framework.id);
    request.objective = Objective(m_objective->currentData().toInt());
    request.headroom = gib(m_headroom->value());
    return request;
}

bool PlannerPage::isAsked() const {
    return m_asked &&
           key_within(m_asked->scenario, m_document.scenario(), m_asked->constraints.policies).has_value();
}

void PlannerPage::follow() {
    m_limited->follow();
    if (!isVisible() || isAsked())
        return;
    m_rest.start();
}

void PlannerPage::ask() {
    m_asked.reset();
    if (isVisible())
        m_rest.start();
}

void PlannerPage::searchNow() {
    m_asked = request();
    m_elsewhere.stop();
    picture().setGhostFronts({});
    m_search.start(*m_asked);
    showState();
}

void PlannerPage::stopOrSearch() {
    if (m_search.isRunning())
        m_search.stop();
    else
        searchNow();
}

void PlannerPage::showFound(const std::shared_ptr<const FoundPlans>& found) {
    m_latest = found;
    picture().setFound(found);
    m_frame->refreshTable();
    searchElsewhere();
    showCounts();
    showState();
}

void PlannerPage::compareWith(ComparedCeilings& ceilings) {
    m_ceilings = &ceilings;
    m_frame->compareWith(ceilings);
    connect(m_ceilings, &ComparedCeilings::changed, this, &PlannerPage::searchElsewhere);
}

std::vector<PlannerPicture::GhostFront> frontsElsewhere(const PlannerRequest& request, const Ghosts& others,
                                                        const std::stop_token& stop) {
    std::vector<PlannerPicture::GhostFront> fronts;
    for (const Ghost& ghost : others.all) {
        PlannerRequest there = request;
        there.scenario.ceilings = ghost.scenario.ceilings;
        there.scenario.calibration = ghost.scenario.calibration;
        PlannerWatch watch;
        watch.stop = stop;
        fronts.push_back({toQString(ghost.name), ghost.look, search_plans(there, watch).front});
    }
    return fronts;
}

void PlannerPage::searchElsewhere() {
    m_elsewhere.stop();
    const GhostsRef others = m_ceilings != nullptr ? m_ceilings->current() : nullptr;
    if (!others || !m_latest || !m_latest->result.whole || m_search.isRunning() || !isVisible()) {
        if (!others) {
            picture().setGhostFronts({});
            m_frame->refreshTable();
        }
        return;
    }
    m_elsewhere.start([this, request = m_latest->request, others](const std::stop_token& stop) -> Background::Tell {
        return [this, stop, fronts = frontsElsewhere(request, *others, stop)] {
            if (stop.stop_requested())
                return;
            picture().setGhostFronts(fronts);
            m_frame->refreshTable();
        };
    });
}

void PlannerPage::showState() {
    const bool running = m_search.isRunning();
    m_progress->setVisible(running);
    m_stop->setText(running ? tr("Cancel") : tr("Search"));
}

void PlannerPage::showCounts() {
    const auto number = [](std::uint64_t n) { return toQString(text::count(double(n))); };
    m_showRules->setEnabled(m_latest && m_latest->result.counts.illegal > 0);
    m_rules->setVisible(m_showRules->isChecked() && m_latest);
    const bool none = m_latest && m_latest->none;
    m_none->tell(none ? tr("%1. %2").arg(toQString(reason_name(m_latest->none->reason)), toQString(m_latest->none->text))
                      : QString());
    if (!m_latest) {
        m_counts->setText(tr("Searches while this page is shown, and again when the scenario changes."));
        return;
    }
    const PlannerCounts& c = m_latest->result.counts;
    m_counts->setText(
        tr("%1 considered · %2 illegal · %3 do not fit · %4 ruled out unpriced · %5 priced and fit")
            .arg(number(c.considered), number(c.illegal), number(c.out_of_memory), number(c.pruned),
                 number(c.evaluated)));
    QStringList rules;
    for (const auto& [rule, plans] : c.illegal_by_rule)
        rules << tr("%1 break %2").arg(number(plans), toQString(rule));
    m_rules->setText(rules.join(QString::fromUtf8(" · ")));
}

void PlannerPage::load(const Subject& plan) {
    const auto key = plan.kind == Subject::Kind::plan ? plan_key(plan.name) : std::nullopt;
    if (!key || !m_latest)
        return;
    m_selection.select(plan);
    loadPlan(m_document, *m_latest, *key);
}

void PlannerPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_limited->follow();
    if (!isAsked() && !m_search.isRunning())
        m_rest.start();
    else if (picture().ghostFronts().empty())
        searchElsewhere(); // what is compared was switched on, or the search for it stopped, while nobody looked
}

void PlannerPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_rest.stop();
    m_elsewhere.stop();
    if (!m_search.isRunning())
        return;
    m_search.stop(); // nobody sees it; it begins again when the page is shown
    m_asked.reset();
}

} // namespace ridgepoint
