// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/details_panel.hpp"

#include "app/session/document.hpp"
#include "models/explain_measured.hpp"
#include "ui/hint_list.hpp"
#include "ui/measured_runs.hpp"
#include "ui/selection_model.hpp"
#include "ui/type.hpp"
#include "ui/words.hpp"

#include <QClipboard>
#include <QFrame>
#include <QGridLayout>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QStringList>
#include <QVBoxLayout>

namespace ridgepoint {
namespace {

constexpr int columns = 3;
constexpr int rest_ms = 100;

} // namespace

DetailsPanel::DetailsPanel(Document& document, SelectionModel& selection, MeasuredRuns& measured, QWidget* parent)
    : DetailColumn("details", parent), m_document(document), m_selection(selection), m_measured(measured) {
    setAccessibleName(tr("Details"));
    m_guide = addLabel("details.guide");
    m_guide->setText(tr("Click any number, dot, bar or block to see where it comes from."));
    m_guide->setForegroundRole(QPalette::PlaceholderText);
    m_title = addLabel("details.title");
    m_title->setFont(semibold(Type::scenarioName));
    m_summary = addLabel("details.summary");
    m_formulaHeading = addHeading(tr("Formula"));
    m_formula = addLabel("details.formula");
    m_formula->setFrameShape(QFrame::StyledPanel);
    m_formula->setMargin(8);
    m_valuesHeading = addHeading(tr("With this plan's values"));
    makeValueBox();
    m_source = addLabel("details.source");
    m_source->setFont(textFont(Type::secondary));
    m_source->setForegroundRole(QPalette::PlaceholderText);
    m_source->setOpenExternalLinks(true);
    m_hints = new HintList(m_document, widget());
    m_column->addWidget(m_hints);
    m_column->addSpacing(6);
    auto* copyButton = new QPushButton(tr("Copy"), widget());
    copyButton->setObjectName(QStringLiteral("details.copy"));
    copyButton->setAccessibleName(tr("Copy these details as text"));
    copyButton->setToolTip(tr("Copy these details as text"));
    connect(copyButton, &QPushButton::clicked, this, &DetailsPanel::copy);
    m_column->addWidget(copyButton, 0, Qt::AlignLeft);
    m_column->addStretch(1);
    m_rest.setSingleShot(true);
    m_rest.setInterval(rest_ms);
    connect(&m_rest, &QTimer::timeout, this, &DetailsPanel::followSelection);
    connect(&m_document, &Document::changed, this, &DetailsPanel::followDocument);
    connect(&m_selection, &SelectionModel::changed, this, &DetailsPanel::followSelection);
    connect(&m_measured, &MeasuredRuns::ready, this, &DetailsPanel::followSelection);
}

void DetailsPanel::makeValueBox() {
    m_box = new QFrame(widget());
    m_box->setFrameShape(QFrame::StyledPanel);
    auto* column = new QVBoxLayout(m_box);
    column->setContentsMargins(8, 8, 8, 8);
    m_grid = new QGridLayout;
    m_grid->setHorizontalSpacing(8);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(1, 1);
    column->addLayout(m_grid);
    auto* line = new QFrame(m_box);
    line->setFrameShape(QFrame::HLine);
    line->setFrameShadow(QFrame::Plain);
    line->setForegroundRole(QPalette::Mid);
    column->addWidget(line);
    m_substituted = makeLabel("details.substituted", m_box);
    m_substituted->setFont(semibold(Type::body));
    column->addWidget(m_substituted);
    m_column->addWidget(m_box);
}

void DetailsPanel::followDocument() {
    if (isVisible())
        m_rest.start(); // anew with every change
}

void DetailsPanel::followSelection() {
    if (isVisible())
        explainNow();
}

void DetailsPanel::showEvent(QShowEvent* event) {
    DetailColumn::showEvent(event);
    explainNow();
}

void DetailsPanel::explainNow() {
    if (!m_document.hasEstimate())
        return;
    Subject subject = m_selection.subject();
    m_guide->setVisible(m_selection.isEmpty());
    // Of a swept value, which a click has made the plan's, the step is what to explain.
    if (m_selection.isEmpty() || subject.kind == Subject::Kind::swept)
        subject.kind = Subject::Kind::step_time;
    Explanation explanation = explanationOf(subject);
    if (explanation.title.empty())
        explanation.summary = tr("This plan has no such thing.").toStdString();
    display(explanation);
    m_hints->updateHints();
    widget()->setEnabled(m_document.isLegal());
}

Explanation DetailsPanel::explanationOf(const Subject& subject) const {
    if (subject.kind != Subject::Kind::measured_run)
        return explain(m_document.pictured(), m_document.estimate(), subject);
    if (const auto run = m_measured.runNamed(subject.name))
        return explain_measured_run(*m_measured.validation(), *run);
    if (const auto likely = m_measured.likelyError(m_document.pictured()))
        return explain_likely_error(*m_measured.validation(), *likely);
    return {};
}

void DetailsPanel::display(const Explanation& explanation) {
    m_shown = explanation;
    m_title->setText(toQString(explanation.title));
    m_title->setVisible(!explanation.title.empty());
    m_summary->setText(toQString(explanation.summary));
    m_formula->setText(toQString(explanation.formula));
    m_formula->setVisible(!explanation.formula.empty());
    m_formulaHeading->setVisible(!explanation.formula.empty());
    displayValues(explanation);
    const QString source = toQString(explanation.source);
    m_source->setText(source.isEmpty() ? QString() : tr("Source: %1").arg(source));
    m_source->setVisible(!source.isEmpty());
}

// Labels are kept and reused: a drag calls this every frame.
void DetailsPanel::displayValues(const Explanation& explanation) {
    const std::size_t wanted = explanation.values.size() * columns;
    while (m_cells.size() < wanted) {
        const int index = int(m_cells.size());
        auto* cell = new QLabel(m_box);
        cell->setTextInteractionFlags(Qt::TextSelectableByMouse);
        cell->setFont(textFont(Type::label));
        cell->setWordWrap(index % columns == 1);
        cell->setAlignment(index % columns == 2 ? Qt::AlignRight | Qt::AlignTop : Qt::AlignLeft | Qt::AlignTop);
        m_grid->addWidget(cell, index / columns, index % columns);
        m_cells.push_back(cell);
    }
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        m_cells[i]->setVisible(i < wanted);
        if (i >= wanted)
            continue;
        const ExplainedValue& value = explanation.values[i / columns];
        const std::string* const texts[] = {&value.symbol, &value.meaning, &value.value};
        m_cells[i]->setText(toQString(*texts[i % columns]));
    }
    m_substituted->setText(toQString(explanation.substituted));
    m_substituted->setVisible(!explanation.substituted.empty());
    const bool any = wanted > 0 || !explanation.substituted.empty();
    m_box->setVisible(any);
    m_valuesHeading->setVisible(any);
}

QString DetailsPanel::plainText() const {
    QStringList lines{toQString(m_shown.title), toQString(m_shown.summary), toQString(m_shown.formula)};
    for (const ExplainedValue& value : m_shown.values)
        lines << QStringLiteral("%1\t%2\t%3").arg(toQString(value.symbol), toQString(value.meaning),
                                                 toQString(value.value));
    lines << toQString(m_shown.substituted) << toQString(m_shown.source);
    lines.removeAll(QString());
    return lines.join(QLatin1Char('\n'));
}

void DetailsPanel::copy() { QGuiApplication::clipboard()->setText(plainText()); }

} // namespace ridgepoint
