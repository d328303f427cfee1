// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sweep_page.hpp"

#include "app/session/compared_ceilings.hpp"
#include "app/session/document.hpp"
#include "ui/controls/page_bar.hpp"
#include "ui/controls/problem_line.hpp"
#include "ui/controls/segmented_control.hpp"
#include "ui/controls/wheel_guard.hpp"
#include "ui/picture_frame.hpp"
#include "ui/selection_model.hpp"
#include "ui/sweep_run.hpp"
#include "ui/sweep_values_box.hpp"
#include "ui/type.hpp"
#include "ui/words.hpp"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace ridgepoint {
namespace {

constexpr int side = 8, progress_width = 120, rest_ms = 30;
constexpr std::size_t most_on_a_line = 48, most_on_an_edge = 16;
constexpr std::size_t most_pinned = 5;

} // namespace

SweepPage::SweepPage(Document& document, SelectionModel& selection, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_run(new SweepRun(this)) {
    setObjectName(QStringLiteral("sweepPage"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    m_problem = new ProblemLine(this);
    m_problem->setObjectName(QStringLiteral("sweep.problem"));
    column->addWidget(m_problem);
    m_frame = new PictureFrame(PictureKind::sweep, document, selection, this);
    column->addWidget(m_frame, 1);
    m_rest.setSingleShot(true);
    m_rest.setInterval(rest_ms);
    connect(&m_rest, &QTimer::timeout, this, &SweepPage::sweepNow);
    connect(&m_frame->picture(), &Picture::activated, this, &SweepPage::set);
    connect(m_frame, &PictureFrame::rowActivated, this, &SweepPage::set);
    connect(m_run, &SweepRun::progressed, this,
            [this](double share) { m_progress->setValue(int(share * 100)); });
    connect(m_run, &SweepRun::stopped, this, &SweepPage::showState);
    connect(m_run, &SweepRun::finished, this, [this](const auto& answer) {
        m_shown = answer;
        picture().setAnswer(answer);
        m_frame->refreshTable();
        showState();
    });
    connect(&m_document, &Document::changed, this, &SweepPage::follow);
    WheelGuard::protect(this);
    fillInputs();
    showInputs();
    showState();
}

SweepPicture& SweepPage::picture() const {
    return static_cast<SweepPicture&>(m_frame->picture());
}

QWidget* SweepPage::makeBar() {
    m_bar = new PageBar(QStringLiteral("sweep"), {side, 4, side, 4}, this);
    m_kind = new SegmentedControl({{tr("One input"), tr("Lines over one input")},
                                   {tr("Two inputs"), tr("A map over two inputs")},
                                   {tr("Scaling"), tr("Over GPUs, with the batch as it is and growing")}},
                                  m_bar);
    m_kind->setObjectName(QStringLiteral("sweep.kind"));
    m_kind->setName(tr("Kind of sweep"), tr("One input as lines, two as a map, or scaling over GPUs"));
    m_bar->add({}, m_kind);
    connect(m_kind, &SegmentedControl::chosen, this, [this](int kind) {
        // What people look for in scaling is throughput.
        if (SweepKind(kind) == SweepKind::scaling && picture().output() == SweepOutput::step) {
            m_output->setCurrentIndex(m_output->findData(int(SweepOutput::tokens_per_s)));
            picture().setOutput(SweepOutput::tokens_per_s);
        }
        showInputs();
        askAnew();
    });
    m_output = m_bar->addCombo("output", tr("Show"), tr("The output that is drawn"));
    for (const SweepOutputName& output : sweep_outputs())
        m_output->addItem(toQString(output.name), int(output.output));
    connect(m_output, &QComboBox::activated, this,
            [this] { picture().setOutput(SweepOutput(m_output->currentData().toInt())); });
    addInputs();
    m_pin = new QPushButton(tr("Pin"), m_bar);
    m_pin->setObjectName(QStringLiteral("sweep.pin"));
    m_pin->setToolTip(tr("Keep a line of the scenario as it is now"));
    connect(m_pin, &QPushButton::clicked, this, [this] { pinPresent(true); });
    m_bar->layout()->addWidget(m_pin);
    m_unpin = new QPushButton(tr("Unpin"), m_bar);
    m_unpin->setObjectName(QStringLiteral("sweep.unpin"));
    m_unpin->setToolTip(tr("Take every pinned line away"));
    connect(m_unpin, &QPushButton::clicked, this, [this] { pinPresent(false); });
    m_bar->layout()->addWidget(m_unpin);
    addProgress();
    return m_bar;
}

void SweepPage::addInputs() {
    m_x = m_bar->addCombo("x", tr("over"), tr("The input that is varied"));
    m_xPair = m_x->parentWidget();
    m_xValues = new SweepValuesBox(QStringLiteral("sweep.x"), m_bar);
    m_bar->add({}, m_xValues);
    m_y = m_bar->addCombo("y", tr("and"), tr("The second input that is varied"));
    m_yPair = m_y->parentWidget();
    m_yValues = new SweepValuesBox(QStringLiteral("sweep.y"), m_bar);
    m_bar->add({}, m_yValues);
    for (QComboBox* combo : {m_x, m_y})
        connect(combo, &QComboBox::activated, this, [this, combo] {
            keepApart(combo);
            showInputs();
            askAnew();
        });
    for (SweepValuesBox* box : {m_xValues, m_yValues})
        connect(box, &SweepValuesBox::changed, this, [this] {
            showInputs();
            askAnew();
        });
}

// The other one takes what this one was.
void SweepPage::keepApart(QComboBox* moved) {
    if (inputOf(m_x) == inputOf(m_y)) {
        QComboBox* other = moved == m_x ? m_y : m_x;
        other->setCurrentIndex(other->findData(int(moved == m_x ? m_lastX : m_lastY)));
    }
    m_lastX = inputOf(m_x);
    m_lastY = inputOf(m_y);
}

void SweepPage::addProgress() {
    m_progress = new QProgressBar(m_bar);
    m_progress->setObjectName(QStringLiteral("sweep.progress"));
    m_progress->setAccessibleName(tr("Swept, per cent"));
    m_progress->setToolTip(tr("How much of the sweep is done"));
    m_progress->setFixedWidth(progress_width);
    m_bar->layout()->addWidget(m_progress);
    m_stop = new QPushButton(m_bar);
    m_stop->setObjectName(QStringLiteral("sweep.stop"));
    m_stop->setToolTip(tr("Cancel the sweep, or sweep again"));
    connect(m_stop, &QPushButton::clicked, this, [this] {
        if (m_run->isRunning())
            m_run->stop();
        else
            sweepNow();
    });
    m_bar->layout()->addWidget(m_stop);
}

void SweepPage::fillInputs() {
    std::vector<SweepKey> offered;
    for (const SweepInput& input : sweep_inputs())
        if (offers(m_document.scenario(), input.key))
            offered.push_back(input.key);
    if (offered == m_offered)
        return;
    m_offered = offered;
    const auto fill = [&](QComboBox* combo, SweepKey preferred) {
        const QSignalBlocker block(combo);
        const int kept = combo->count() > 0 ? combo->currentData().toInt() : int(preferred);
        combo->clear();
        for (const SweepKey key : offered)
            combo->addItem(toQString(sweep_input(key).name), int(key));
        const int at = combo->findData(kept);
        combo->setCurrentIndex(at >= 0 ? at : 0);
    };
    fill(m_x, SweepKey::tokens_per_gpu);
    fill(m_y, SweepKey::scale_out);
    if (inputOf(m_x) == inputOf(m_y)) // what one of them was is not offered any more
        m_y->setCurrentIndex(m_x->currentIndex() == 0 ? 1 : 0);
    m_lastX = inputOf(m_x);
    m_lastY = inputOf(m_y);
}

SweepKey SweepPage::inputOf(const QComboBox* combo) const {
    return SweepKey(combo->currentData().toInt());
}

void SweepPage::showInputs() {
    const SweepKind kind = SweepKind(m_kind->current());
    const bool map = kind == SweepKind::map;
    m_xPair->setVisible(kind != SweepKind::scaling);
    m_yPair->setVisible(map);
    m_yValues->parentWidget()->setVisible(map);
    const Recipes& recipes = m_document.presets().precisions;
    m_xValues->follow(m_document.scenario(), recipes, kind == SweepKind::scaling ? SweepKey::gpus : inputOf(m_x),
                      map ? most_on_an_edge : most_on_a_line);
    if (map)
        m_yValues->follow(m_document.scenario(), recipes, inputOf(m_y), most_on_an_edge);
    m_problem->tell(!m_xValues->problem().isEmpty() || !map ? m_xValues->problem() : m_yValues->problem());
}

SweepStudy SweepPage::study() const {
    SweepStudy study;
    study.kind = SweepKind(m_kind->current());
    study.recipes = m_document.presets().precisions;
    study.scenarios = {m_document.scenario()};
    if (const GhostsRef others = m_ceilings != nullptr ? m_ceilings->current() : nullptr)
        add_lines(study, *others);
    if (study.kind == SweepKind::lines)
        study.scenarios.insert(study.scenarios.end(), m_pinned.begin(), m_pinned.end());
    study.x = {study.kind == SweepKind::scaling ? SweepKey::gpus : inputOf(m_x), m_xValues->values()};
    if (study.kind == SweepKind::map)
        study.y = {inputOf(m_y), m_yValues->values()};
    return study;
}

void SweepPage::compareWith(ComparedCeilings& ceilings) {
    m_ceilings = &ceilings;
    m_frame->compareWith(ceilings);
    connect(m_ceilings, &ComparedCeilings::changed, this, &SweepPage::askAnew);
    askAnew();
}

void SweepPage::pinPresent(bool on) {
    if (!on)
        m_pinned.clear();
    else if (m_pinned.size() < most_pinned &&
             std::ranges::find(m_pinned, m_document.scenario()) == m_pinned.end())
        m_pinned.push_back(m_document.scenario());
    showState();
    askAnew();
}

void SweepPage::askAnew() {
    m_behind = true;
    if (isVisible())
        m_rest.start();
}

void SweepPage::follow() {
    fillInputs();
    askAnew();
}

void SweepPage::sweepNow() {
    showInputs(); // not at every change: the scenario moves each frame while something is dragged
    m_behind = false;
    if (!m_problem->text().isEmpty())
        return; // what was swept last stays, until the values can be read
    m_run->start(study());
    showState();
}

void SweepPage::showState() {
    const bool running = m_run->isRunning();
    m_progress->setVisible(running);
    m_stop->setText(running ? tr("Cancel") : tr("Sweep"));
    const bool lines = SweepKind(m_kind->current()) == SweepKind::lines;
    m_pin->setVisible(lines);
    m_pin->setEnabled(m_pinned.size() < most_pinned);
    m_unpin->setVisible(lines && !m_pinned.empty());
}

// One step of undo: what was there before is one Ctrl+Z away.
void SweepPage::set(const Subject& point) {
    const auto place = SweepPicture::placeOf(point);
    if (!place || !m_shown || place->first >= m_shown->lines.size() ||
        place->second >= m_shown->lines[place->first].points.size())
        return;
    const SweepStudy& study = m_shown->study;
    const SweepInput& input = sweep_input(study.x.key);
    const double value = study.x.values[place->second % study.x.values.size()];
    QString text =
        tr("Set %1 to %2")
            .arg(toQString(input.name), toQString(input_value_name(input.key, value, study.recipes)));
    if (study.kind == SweepKind::map) {
        const SweepInput& other = sweep_input(study.y.key);
        text +=
            tr(", %1 to %2")
                .arg(toQString(other.name),
                     toQString(input_value_name(
                         other.key, study.y.values[place->second / study.x.values.size()], study.recipes)));
    }
    Scenario next = scenario_at(study, place->first, place->second);
    next.name = m_document.scenario().name;
    m_selection.select(point);
    m_document.change(QStringLiteral("sweep.%1").arg(toQString(point.name)), text, next);
}

void SweepPage::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_behind)
        m_rest.start();
}

void SweepPage::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_rest.stop();
    if (!m_run->isRunning())
        return;
    m_run->stop(); // nobody sees it; it begins again when the page is shown
    m_behind = true;
}

} // namespace ridgepoint
