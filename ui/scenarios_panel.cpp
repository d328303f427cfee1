// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/scenarios_panel.hpp"

#include "app/session/document.hpp"
#include "app/session/scenario_store.hpp"
#include "models/formats/scenario_json.hpp"
#include "ui/scenario_actions.hpp"
#include "ui/type.hpp"
#include "ui/words.hpp"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTimer>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace ridgepoint {
namespace {

enum Column { name_column, step_column, mfu_column };
enum Role { library_id = Qt::UserRole, ready_id };

} // namespace

ScenariosPanel::ScenariosPanel(Document& document, ScenarioActions& actions, ScenarioStore* store, QWidget* parent)
    : QWidget(parent), m_document(document), m_actions(actions), m_store(store), m_tree(new QTreeWidget(this)) {
    setObjectName(QStringLiteral("scenarios"));
    m_tree->setObjectName(QStringLiteral("scenarios.list"));
    m_tree->setAccessibleName(tr("Scenarios: the library and ready ones"));
    m_tree->setToolTip(tr("Double click or Enter opens a scenario"));
    m_tree->setColumnCount(3);
    m_tree->setHeaderLabels({tr("Scenario"), tr("Step, s"), tr("MFU, %")});
    m_tree->headerItem()->setTextAlignment(step_column, Qt::AlignRight | Qt::AlignVCenter);
    m_tree->headerItem()->setTextAlignment(mfu_column, Qt::AlignRight | Qt::AlignVCenter);
    m_tree->headerItem()->setToolTip(mfu_column, tr("Of the datasheet peak of the GEMM precision, causal attention"));
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(name_column, QHeaderView::Stretch);
    m_tree->header()->setSectionResizeMode(step_column, QHeaderView::ResizeToContents);
    m_tree->header()->setSectionResizeMode(mfu_column, QHeaderView::ResizeToContents);
    m_tree->setIndentation(6);
    m_tree->setRootIsDecorated(false);
    m_tree->setFont(textFont(Type::secondary));
    m_tree->setUniformRowHeights(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_library = addGroup(tr("Library"));
    m_ready = addGroup(tr("Ready scenarios"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 6);
    column->setSpacing(6);
    column->addWidget(m_tree, 1);
    addButtons();
    connect(m_tree, &QTreeWidget::itemActivated, this, [this](QTreeWidgetItem* item) { openItem(item); });
    connect(&m_document, &Document::opened, this, &ScenariosPanel::markCurrent);
    connect(&m_document, &Document::savedStateChanged, this, &ScenariosPanel::markCurrent);
    if (m_store != nullptr)
        connect(m_store, &ScenarioStore::changed, this, &ScenariosPanel::fillLibrary);
}

void ScenariosPanel::addButtons() {
    auto* row = new QHBoxLayout;
    row->setContentsMargins(10, 0, 10, 0);
    const auto add = [&](const char* name, const QString& text, const QString& tip, auto clicked) {
        auto* button = new QPushButton(text, this);
        button->setObjectName(QString::fromLatin1(name));
        button->setAccessibleName(tip);
        button->setToolTip(tip);
        connect(button, &QPushButton::clicked, this, clicked);
        row->addWidget(button);
        return button;
    };
    add("scenarios.open", tr("Open"), tr("Open the scenario chosen in the list"),
        [this] { openItem(m_tree->currentItem()); });
    auto* save = add("scenarios.save", tr("Save"), tr("Save the present scenario in the library"),
                     [this] { m_actions.save(); });
    auto* saveAs = add("scenarios.saveAs", tr("Save as…"), tr("Save the present scenario under another name"),
                       [this] { m_actions.saveAs(); });
    const bool writable = m_store != nullptr && m_store->access() == LibraryAccess::full;
    save->setEnabled(writable);
    saveAs->setEnabled(writable);
    row->addStretch(1);
    static_cast<QVBoxLayout*>(layout())->addLayout(row);
}

QTreeWidgetItem* ScenariosPanel::addGroup(const QString& title) {
    auto* group = new QTreeWidgetItem(m_tree, {title});
    group->setFirstColumnSpanned(true);
    group->setFont(name_column, semibold(Type::secondary));
    group->setFlags(Qt::ItemIsEnabled);
    group->setExpanded(true);
    return group;
}

void ScenariosPanel::addEntry(QTreeWidgetItem* group, const QString& name, const std::string& json,
                              const QString& tip) {
    auto* item = new QTreeWidgetItem(group, {name});
    item->setToolTip(name_column, tip);
    for (const int column : {step_column, mfu_column})
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    try {
        const Scenario scenario = scenario_from_json(json, m_document.presets(), name.toStdString());
        const Estimate result = estimate(scenario, Detail::numbers);
        if (!result.legal()) {
            item->setText(step_column, tr("illegal"));
            return;
        }
        item->setText(step_column, toQString(text::number(result.time.step.value)));
        item->setText(mfu_column, toQString(text::number(result.throughput.mfu_causal * 100)));
    } catch (const InputError& error) {
        item->setText(step_column, tr("unreadable"));
        item->setToolTip(step_column, QString::fromUtf8(error.what()));
    }
}

void ScenariosPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    if (m_filled)
        return;
    m_filled = true;
    // After the first paint: nothing of the list is needed for it.
    QTimer::singleShot(0, this, [this] {
        fillReady();
        fillLibrary();
    });
}

void ScenariosPanel::fillReady() {
    for (const ReadyScenario& ready : m_document.presets().scenarios) {
        addEntry(m_ready, toQString(ready.name), ready.json, toQString(ready.about));
        m_ready->child(m_ready->childCount() - 1)->setData(name_column, ready_id, toQString(ready.id));
    }
    markCurrent();
}

void ScenariosPanel::fillLibrary() {
    const QList<QTreeWidgetItem*> old = m_library->takeChildren();
    qDeleteAll(old);
    if (m_store != nullptr) {
        const Result<QList<StoredScenario>> stored = m_store->list();
        for (const StoredScenario& entry : stored ? stored.value() : QList<StoredScenario>()) {
            addEntry(m_library, entry.name, textOf(entry.id), entry.name);
            m_library->child(m_library->childCount() - 1)->setData(name_column, library_id, entry.id);
        }
    }
    if (m_library->childCount() == 0) {
        auto* empty = new QTreeWidgetItem(m_library, {tr("Save keeps a scenario here")});
        empty->setFlags(Qt::NoItemFlags); // drawn as a hint, and not to be chosen
        empty->setFirstColumnSpanned(true);
    }
    markCurrent();
}

// The one that is open must not be read again: the store would take that for having seen what another copy of the
// program saved, and would not ask before it is overwritten.
std::string ScenariosPanel::textOf(qint64 id) {
    if (id == m_document.libraryId())
        return scenario_to_json(m_document.scenario(), m_document.presets());
    const Result<StoredScenario> whole = m_store->load(id);
    return whole ? whole.value().json.toStdString() : std::string();
}

void ScenariosPanel::markCurrent() {
    const QString name = toQString(m_document.scenario().name);
    for (QTreeWidgetItem* group : {m_library, m_ready}) {
        for (int row = 0; row < group->childCount(); ++row) {
            QTreeWidgetItem* item = group->child(row);
            const qint64 id = item->data(name_column, library_id).toLongLong();
            const bool current = m_document.libraryId() != 0
                                     ? id == m_document.libraryId()
                                     : group == m_ready && item->data(name_column, ready_id).isValid() &&
                                           item->text(name_column) == name;
            QFont face = textFont(Type::secondary);
            face.setWeight(current ? QFont::DemiBold : QFont::Normal);
            item->setFont(name_column, face);
            if (current)
                m_tree->setCurrentItem(item);
        }
    }
}

void ScenariosPanel::openItem(QTreeWidgetItem* item) {
    if (item == nullptr)
        return;
    const QVariant ready = item->data(name_column, ready_id);
    const QVariant stored = item->data(name_column, library_id);
    if (ready.isValid())
        m_actions.openReady(ready.toString().toStdString());
    else if (stored.isValid())
        m_actions.openFromLibrary(stored.toLongLong());
}

} // namespace ridgepoint
