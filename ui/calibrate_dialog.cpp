// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate_dialog.hpp"

#include "app/session/calibration_store.hpp"
#include "app/session/document.hpp"
#include "models/formats/scenario_json.hpp"
#include "plots/calibration_picture.hpp"
#include "ui/controls/segmented_control.hpp"
#include "ui/words.hpp"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>

namespace ridgepoint {

namespace {

constexpr qint64 largest_file = 64 << 20;

/// Throws InputError, as the readers do.
std::string textOf(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        throw InputError(CalibrateDialog::tr("%1 cannot be read: %2").arg(path, file.errorString()).toStdString());
    if (file.size() > largest_file)
        throw InputError(CalibrateDialog::tr("%1 is larger than 64 MiB").arg(path).toStdString());
    return file.readAll().toStdString();
}

} // namespace

CalibrateDialog::CalibrateDialog(Document& document, CalibrationStore* store, Theme theme, QWidget* parent)
    : QDialog(parent), m_document(document), m_store(store) {
    setObjectName(QStringLiteral("calibrate"));
    setWindowTitle(tr("Calibrate to your own cluster"));
    resize(1040, 640);
    auto* row = new QHBoxLayout;
    auto* left = new QVBoxLayout;
    makeInputs(*left);
    row->addLayout(left, 1);

    auto* right = new QVBoxLayout;
    m_view = new SegmentedControl({{tr("Network"), tr("Collectives over message size")},
                                   {tr("GEMMs"), tr("Matrix products over K")},
                                   {tr("Steps"), tr("Step times with this calibration over measured ones")}});
    m_view->setObjectName(QStringLiteral("calibrate.view"));
    m_view->setName(tr("Fit shown"), tr("Which fit the picture shows"));
    right->addWidget(m_view);
    m_picture = new CalibrationPicture(this);
    m_picture->setObjectName(QStringLiteral("calibrate.picture"));
    m_picture->setTheme(theme);
    right->addWidget(m_picture, 1);
    m_fit = new QPlainTextEdit(this);
    m_fit->setObjectName(QStringLiteral("calibrate.fit"));
    m_fit->setAccessibleName(tr("The fit in numbers"));
    m_fit->setReadOnly(true);
    m_fit->setMaximumHeight(170);
    right->addWidget(m_fit);
    row->addLayout(right, 2);
    connect(m_view, &SegmentedControl::chosen, this,
            [this](int index) { m_picture->setView(CalibrationPicture::View(index)); });

    m_message = new QLabel(this);
    m_message->setObjectName(QStringLiteral("calibrate.message"));
    m_message->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_save = buttons->addButton(tr("&Save and Use"), QDialogButtonBox::ActionRole);
    m_save->setObjectName(QStringLiteral("calibrate.save"));
    m_save->setToolTip(tr("Keep the calibration under its name and set the ceilings to it"));
    connect(m_save, &QPushButton::clicked, this, &CalibrateDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->addLayout(row, 1);
    column->addWidget(m_message);
    column->addWidget(buttons);
    fillKept();
    present(m_document.scenario().calibration ? *m_document.scenario().calibration : Calibration());
    tell(tr("Add what nccl-tests, a GEMM script or nvbandwidth printed, or a table of your own step times."), false);
}

void CalibrateDialog::makeInputs(QVBoxLayout& column) {
    auto* form = new QFormLayout;
    m_name = new QLineEdit(this);
    m_name->setObjectName(QStringLiteral("calibrate.name"));
    m_name->setToolTip(tr("What scenario files call it: \"ceilings\": \"NAME\""));
    form->addRow(tr("&Name"), m_name);
    m_kind = new QComboBox(this);
    m_kind->setObjectName(QStringLiteral("calibrate.kind"));
    m_kind->setToolTip(tr("Which tool wrote the files"));
    m_kind->addItems({tr("nccl-tests output"), tr("GEMM table (CSV: m, n, k, precision, tflops)"),
                      tr("nvbandwidth output"), tr("Step times (CSV: scenario, seconds)")});
    form->addRow(tr("&Kind"), m_kind);
    m_domain = new QSpinBox(this);
    m_domain->setObjectName(QStringLiteral("calibrate.domain"));
    m_domain->setRange(1, 1'000'000);
    m_domain->setValue(m_document.scenario().cluster.gpus_per_domain);
    m_domain->setFocusPolicy(Qt::StrongFocus);
    m_domain->setToolTip(tr("GPUs joined by NVLink where nccl-tests ran; a rack's hosts count as one domain"));
    form->addRow(tr("&GPUs per NVLink domain"), m_domain);
    column.addLayout(form);
    auto* add = new QPushButton(tr("&Add Files…"), this);
    add->setObjectName(QStringLiteral("calibrate.add"));
    add->setToolTip(tr("Several files of one kind are read together: one for each node count, say"));
    connect(add, &QPushButton::clicked, this, &CalibrateDialog::chooseFiles);
    column.addWidget(add);
    auto* label = new QLabel(tr("&Kept calibrations"), this);
    m_list = new QListWidget(this);
    m_list->setObjectName(QStringLiteral("calibrate.kept"));
    label->setBuddy(m_list);
    column.addWidget(label);
    column.addWidget(m_list, 1);
    connect(m_list, &QListWidget::currentRowChanged, this, &CalibrateDialog::chooseKept);
    m_remove = new QPushButton(tr("&Delete"), this);
    m_remove->setObjectName(QStringLiteral("calibrate.delete"));
    m_remove->setToolTip(tr("Delete the chosen calibration from the library; scenarios that use it keep theirs"));
    connect(m_remove, &QPushButton::clicked, this, &CalibrateDialog::removeKept);
    column.addWidget(m_remove);
}

void CalibrateDialog::chooseFiles() {
    const QStringList paths = QFileDialog::getOpenFileNames(this, tr("Measurements"));
    if (!paths.isEmpty())
        importFiles(calibration::ImportKind(m_kind->currentIndex()), paths);
}

Scenario CalibrateDialog::scenarioNamed(const std::string& name, const QString& folder) const {
    const Presets& presets = m_document.presets();
    if (const ReadyScenario* ready = presets.scenario(name))
        return scenario_from_json(ready->json, presets, name);
    const QString path = QDir(folder).absoluteFilePath(toQString(name));
    return scenario_from_json(textOf(path), presets, path.toStdString());
}

bool CalibrateDialog::importFiles(calibration::ImportKind kind, const QStringList& paths) {
    try {
        std::vector<calibration::ImportFile> files;
        for (const QString& path : paths)
            files.push_back({path.toStdString(), textOf(path)});
        calibration::ImportSettings settings;
        settings.accelerator = m_document.scenario().cluster.accelerator;
        settings.gpus_per_domain = m_domain->value();
        const QString folder = QFileInfo(paths.value(0)).absolutePath();
        settings.scenario = [this, folder](const std::string& name) { return scenarioNamed(name, folder); };
        present(calibration::with_import(m_calibration, kind, files, settings));
    } catch (const InputError& error) {
        tell(QString::fromUtf8(error.what()), true);
        return false;
    }
    tell(paths.size() == 1 ? tr("One file read.") : tr("%n files read.", nullptr, int(paths.size())), false);
    return true;
}

void CalibrateDialog::present(const Calibration& calibration) {
    m_calibration = calibration;
    if (!calibration.name.empty())
        m_name->setText(toQString(calibration.name));
    m_picture->setCalibration(calibration);
    m_view->setCurrent(int(m_picture->view()));
    m_fit->setPlainText(toQString(calibration::calibration_text(calibration)));
    m_save->setEnabled(!m_fit->toPlainText().isEmpty());
}

void CalibrateDialog::setCalibrationName(const QString& name) {
    m_name->setText(name);
}

void CalibrateDialog::fillKept() {
    const QSignalBlocker quiet(m_list);
    m_list->clear();
    m_kept.clear();
    if (m_store != nullptr)
        if (const auto kept = m_store->list())
            m_kept = kept.value();
    for (const CalibrationRef& one : m_kept)
        m_list->addItem(toQString(one->name));
    m_remove->setEnabled(false);
}

void CalibrateDialog::chooseKept(int row) {
    m_remove->setEnabled(row >= 0);
    if (row >= 0 && row < m_kept.size())
        present(*m_kept[row]);
}

void CalibrateDialog::removeKept() {
    const int row = m_list->currentRow();
    if (row < 0 || row >= m_kept.size() || m_store == nullptr)
        return;
    const Result<Done> removed = m_store->remove(toQString(m_kept[row]->name));
    if (!removed)
        tell(removed.failure().text, true);
    fillKept();
}

bool CalibrateDialog::save() {
    m_calibration.name = m_name->text().trimmed().toStdString();
    if (m_calibration.name.empty()) {
        tell(tr("The calibration needs a name."), true);
        m_name->setFocus();
        return false;
    }
    if (m_calibration.curves) {
        NetworkCurves curves = *m_calibration.curves;
        curves.name = m_calibration.name;
        m_calibration.curves = CurvesRef(std::move(curves));
    }
    if (m_store != nullptr) {
        const Result<Done> saved = m_store->save(m_calibration);
        if (!saved) {
            tell(saved.failure().text, true);
            return false;
        }
    }
    Scenario next = m_document.scenario();
    next.calibration = CalibrationRef(m_calibration);
    next.ceilings = Ceilings::calibrated;
    m_document.change(QStringLiteral("ceilings"), tr("Calibrate to “%1”").arg(m_name->text().trimmed()), next);
    fillKept();
    tell(tr("Saved. The ceilings of this scenario are now “%1”.").arg(m_name->text().trimmed()), false);
    return true;
}

void CalibrateDialog::tell(const QString& text, bool trouble) {
    //: A message about a file that was refused
    m_message->setText(trouble ? tr("✕ %1").arg(text) : text);
}

} // namespace ridgepoint
