// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/validation_page.hpp"

#include "app/session/compared_ceilings.hpp"
#include "app/session/document.hpp"
#include "models/ghosts.hpp"
#include "ui/controls/wheel_guard.hpp"
#include "ui/measured_runs.hpp"
#include "ui/picture_frame.hpp"
#include "ui/selection_model.hpp"
#include "ui/words.hpp"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <map>

namespace ridgepoint {
namespace {

constexpr int side = 8, progress_width = 160;

} // namespace

ValidationPage::ValidationPage(Document& document, SelectionModel& selection, MeasuredRuns& measured, QWidget* parent)
    : QWidget(parent), m_document(document), m_selection(selection), m_measured(measured) {
    setObjectName(QStringLiteral("validationPage"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(makeBar());
    m_frame = new PictureFrame(PictureKind::validation, document, selection, this);
    column->addWidget(m_frame, 1);
    connect(&m_frame->picture(), &Picture::activated, this, &ValidationPage::load);
    connect(m_frame, &PictureFrame::rowActivated, this, &ValidationPage::load);
    connect(&m_measured, &MeasuredRuns::progressed, this, [this](double share) {
        picture().setProgress(share);
        m_progress->setValue(int(share * 100));
    });
    connect(&m_measured, &MeasuredRuns::ready, this, &ValidationPage::showRuns);
    connect(&m_measured, &MeasuredRuns::stopped, this, &ValidationPage::showState);
    connect(&m_document, &Document::changed, this, &ValidationPage::followPlan);
    WheelGuard::protect(this);
    applyFilter();
    m_measured.start();
    if (m_measured.isReady())
        showRuns();
    showState();
    m_frame->setTableShown(true);
}

ValidationPicture& ValidationPage::picture() const { return static_cast<ValidationPicture&>(m_frame->picture()); }

QComboBox* ValidationPage::addFilter(QWidget* bar, const char* name, const QString& all, const QString& tip) {
    auto* combo = new QComboBox(bar);
    combo->setObjectName(QStringLiteral("validation.%1").arg(QLatin1String(name)));
    combo->setAccessibleName(tip);
    combo->setToolTip(tip);
    combo->addItem(all, QString());
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(9);
    combo->setFocusPolicy(Qt::StrongFocus);
    combo->view()->setMinimumWidth(220);
    connect(combo, &QComboBox::activated, this, &ValidationPage::applyFilter);
    bar->layout()->addWidget(combo);
    return combo;
}

QWidget* ValidationPage::makeBar() {
    auto* bar = new QWidget(this);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(side, 4, side, 4);
    row->setSpacing(6);
    m_accelerator = addFilter(bar, "accelerator", tr("All accelerators"), tr("Only runs on this accelerator"));
    m_precision = addFilter(bar, "precision", tr("All precisions"), tr("Only runs in this precision"));
    m_parallelism = addFilter(bar, "parallelism", tr("All plans"), tr("Only runs with this kind of parallelism"));
    m_model = addFilter(bar, "model", tr("All models"), tr("Only runs of this model or kind of model"));
    m_headline = new QCheckBox(tr("Headline"), bar);
    m_headline->setObjectName(QStringLiteral("validation.headline"));
    m_headline->setToolTip(tr("Only runs that count in the headline accuracy: an audit found nothing against them. "
                              "Off: every usable run"));
    m_headline->setChecked(true);
    connect(m_headline, &QCheckBox::toggled, this, &ValidationPage::applyFilter);
    row->addWidget(m_headline);
    m_all = new QPushButton(tr("Show All"), bar);
    m_all->setObjectName(QStringLiteral("validation.all"));
    m_all->setToolTip(tr("Take every filter away"));
    connect(m_all, &QPushButton::clicked, this, &ValidationPage::showAll);
    row->addWidget(m_all);
    row->addStretch(1);
    m_progress = new QProgressBar(bar);
    m_progress->setObjectName(QStringLiteral("validation.progress"));
    m_progress->setAccessibleName(tr("Runs compared, per cent"));
    m_progress->setToolTip(tr("How many of the measured runs are compared"));
    m_progress->setFixedWidth(progress_width);
    row->addWidget(m_progress);
    m_stop = new QPushButton(bar);
    m_stop->setObjectName(QStringLiteral("validation.stop"));
    m_stop->setToolTip(tr("Stop or start comparing the model with the measured runs"));
    connect(m_stop, &QPushButton::clicked, this, [this] {
        if (m_measured.isRunning())
            m_measured.stop();
        else
            m_measured.start();
        showState();
    });
    row->addWidget(m_stop);
    return bar;
}

void ValidationPage::showState() {
    const bool ready = m_measured.isReady();
    m_progress->setVisible(!ready && m_measured.isRunning());
    m_stop->setVisible(!ready);
    m_stop->setText(m_measured.isRunning() ? tr("Stop") : tr("Compare"));
    for (QWidget* filter : std::initializer_list<QWidget*>{m_accelerator, m_precision, m_parallelism, m_model,
                                                           m_headline})
        filter->setEnabled(ready);
    if (!ready && !m_measured.isRunning())
        picture().setProgress(-1);
    m_all->setEnabled(!(picture().filter() == ValidationPicture::Filter{}));
}

void ValidationPage::showRuns() {
    fillFilters();
    picture().setValidation(m_measured.validation());
    predictElsewhere();
    followPlan();
    m_frame->refreshTable();
    showState();
}

void ValidationPage::compareWith(ComparedCeilings& ceilings) {
    m_ceilings = &ceilings;
    m_frame->compareWith(ceilings);
    connect(m_ceilings, &ComparedCeilings::changed, this, &ValidationPage::predictElsewhere);
    predictElsewhere();
}

std::vector<ValidationPicture::Elsewhere> elsewhere(const Validation& runs, const std::vector<CalibrationRef>& kept,
                                                    const WorkOptions& options) {
    std::vector<ValidationPicture::Elsewhere> all;
    for (const Ceilings set : {Ceilings::datasheet, Ceilings::calibrated})
        if (set != Ceilings::calibrated || !kept.empty())
            all.push_back({toQString(text::name(set)), int(set), speeds_at(runs, set, kept, options)});
    return all;
}

// Measured runs are predicted at achievable ceilings; what the user measured holds for those on the same accelerator.
void ValidationPage::predictElsewhere() {
    if (m_ceilings == nullptr || !m_measured.isReady())
        return;
    if (!m_ceilings->isOn()) {
        m_elsewhere.stop();
        picture().setElsewhere({});
        m_frame->refreshTable();
        return;
    }
    m_elsewhere.start([this, runs = m_measured.validation(), kept = m_ceilings->calibrations()](
                          const std::stop_token& stop) -> Background::Tell {
        WorkOptions options;
        options.stop = stop;
        options.threads = 1;
        return [this, all = elsewhere(*runs, kept, options), stop] {
            if (stop.stop_requested())
                return;
            picture().setElsewhere(all);
            m_frame->refreshTable();
        };
    });
}

void ValidationPage::fill(QComboBox* combo, const std::vector<std::pair<QString, std::string>>& entries) {
    const QSignalBlocker block(combo);
    while (combo->count() > 1)
        combo->removeItem(1);
    for (const auto& [text, value] : entries)
        combo->addItem(text, toQString(value));
}

void ValidationPage::fillFilters() {
    std::map<std::string, int> accelerators, precisions, plans, models;
    std::map<std::string, std::string> names;
    int dense = 0, moe = 0;
    const Validation& all = *m_measured.validation();
    for (std::size_t i = 0; i < all.rows.size(); ++i) {
        const ValidationRow& row = all.rows[i];
        const Measurement& run = all.measurements[i];
        if (row.skip || !row.speed.measured)
            continue;
        const Accelerator& accelerator = row.scenario.cluster.accelerator;
        ++accelerators[accelerator.id];
        names[accelerator.id] = accelerator.name;
        ++precisions[run.precision];
        ++plans[parallelism_of(row.scenario.plan)];
        ++models[run.model];
        ++(run.is_moe() ? moe : dense);
    }
    using Entries = std::vector<std::pair<QString, std::string>>;
    //: A choice of a filter and how many runs have it
    const auto counted = [](const std::string& name, int runs) { return tr("%1 (%2)").arg(toQString(name)).arg(runs); };
    const auto entries = [&](const std::map<std::string, int>& counts) {
        Entries list;
        for (const auto& [value, runs] : counts)
            if (!value.empty())
                list.emplace_back(counted(names.contains(value) ? names[value] : value, runs), value);
        return list;
    };
    fill(m_accelerator, entries(accelerators));
    fill(m_precision, entries(precisions));
    fill(m_parallelism, entries(plans));
    Entries byModel{{tr("Dense models (%1)").arg(dense), "dense"}, {tr("MoE models (%1)").arg(moe), "moe"}};
    const Entries single = entries(models);
    byModel.insert(byModel.end(), single.begin(), single.end());
    fill(m_model, byModel);
}

void ValidationPage::applyFilter() {
    const auto value = [](const QComboBox* combo) { return combo->currentData().toString().toStdString(); };
    ValidationPicture::Filter filter;
    filter.accelerator = value(m_accelerator);
    filter.precision = value(m_precision);
    filter.parallelism = value(m_parallelism);
    filter.model = value(m_model);
    filter.headline = m_headline->isChecked();
    picture().setFilter(filter);
    m_frame->refreshTable();
    showState();
}

void ValidationPage::showAll() {
    for (QComboBox* combo : {m_accelerator, m_precision, m_parallelism, m_model})
        combo->setCurrentIndex(0);
    const QSignalBlocker block(m_headline);
    m_headline->setChecked(false);
    applyFilter();
}

void ValidationPage::followPlan() {
    std::vector<std::size_t> rows;
    if (m_document.hasEstimate())
        if (const auto likely = m_measured.likelyError(m_document.pictured()))
            for (const Neighbour& one : likely->nearest)
                if (one.distance <= like_this)
                    rows.push_back(one.row);
    picture().setNeighbours(std::move(rows));
}

// One step of undo: what was open before is one Ctrl+Z away.
void ValidationPage::load(const Subject& run) {
    const auto row = run.kind == Subject::Kind::measured_run ? m_measured.runNamed(run.name) : std::nullopt;
    if (!row)
        return;
    Scenario next = m_measured.validation()->rows[*row].scenario;
    next.training = m_document.scenario().training;
    next.name = tr("%1, measured").arg(toQString(run.name)).toStdString();
    m_document.change(QStringLiteral("validation.%1").arg(toQString(run.name)),
                      tr("Load the measured run %1").arg(toQString(run.name)), next);
    m_selection.select(run);
}

} // namespace ridgepoint
