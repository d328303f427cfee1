// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/picture_frame.hpp"

#include "app/session/compared_ceilings.hpp"
#include "app/session/document.hpp"
#include "app/session/settings.hpp"
#include "ui/appearance.hpp"
#include "ui/elided_label.hpp"
#include "ui/icons.hpp"
#include "ui/picture_table_model.hpp"
#include "ui/selection_model.hpp"
#include "ui/type.hpp"

#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QShortcut>
#include <QSplitter>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace ridgepoint {
namespace {

constexpr int title_height = 28, icon_side = 16, table_row = 22;

} // namespace

PictureFrame::PictureFrame(PictureKind kind, Document& document, SelectionModel& selection, QWidget* parent)
    : QFrame(parent), m_document(document), m_selection(selection), m_picture(makePicture(kind).release()),
      m_splitter(new QSplitter(Qt::Vertical, this)) {
    const QString name = pictureName(kind);
    setObjectName(QStringLiteral("frame.%1").arg(name));
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    m_picture->setParent(this);
    m_picture->setObjectName(QStringLiteral("picture.%1").arg(name));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addWidget(makeTitleBar());
    m_splitter->addWidget(m_picture);
    m_splitter->setChildrenCollapsible(false);
    column->addWidget(m_splitter, 1);
    connect(&m_document, &Document::changed, this, &PictureFrame::follow);
    connect(&m_selection, &SelectionModel::changed, this, &PictureFrame::updateSelection);
    connect(m_picture, &Picture::selected, &m_selection, &SelectionModel::select);
    connect(m_picture, &Picture::subtitleChanged, this, [this] { m_subtitle->setText(m_picture->subtitle()); });
    m_picture->setTheme(currentTheme());
}

QWidget* PictureFrame::makeTitleBar() {
    auto* bar = new QWidget(this);
    bar->setFixedHeight(title_height);
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(10, 0, 4, 0);
    row->setSpacing(2);
    m_title = new QLabel(m_picture->title(), bar);
    m_title->setFont(semibold(Type::body));
    m_subtitle = new ElidedLabel(bar);
    m_subtitle->setFont(textFont(Type::secondary));
    m_subtitle->setForegroundRole(QPalette::PlaceholderText);
    row->addWidget(m_title);
    row->addSpacing(8);
    row->addWidget(m_subtitle, 1);
    const QString title = m_picture->title();
    auto* fit = addButton(bar, QStringLiteral("fit"), tr("Fit %1").arg(title), tr("Show all of it (F)"));
    connect(fit, &QToolButton::clicked, m_picture, [this] { m_picture->fit(); });
    m_tableButton = addButton(bar, QStringLiteral("table"), tr("Table of %1").arg(title), tr("Show the numbers as a table"));
    m_tableButton->setCheckable(true);
    connect(m_tableButton, &QToolButton::toggled, this, &PictureFrame::setTableShown);
    auto* save = addButton(bar, QStringLiteral("export"), tr("Export %1").arg(title), tr("Save as PNG or SVG"));
    connect(save, &QToolButton::clicked, this, &PictureFrame::exportPicture);
    m_maximise = addButton(bar, QStringLiteral("maximise"), tr("Enlarge %1").arg(title),
                           tr("Give this picture the whole page, or back"));
    m_maximise->setCheckable(true);
    connect(m_maximise, &QToolButton::clicked, this, &PictureFrame::maximiseRequested);
    return bar;
}

QToolButton* PictureFrame::addButton(QWidget* bar, const QString& icon, const QString& name, const QString& tip) {
    auto* button = new QToolButton(bar);
    button->setObjectName(QStringLiteral("%1.%2").arg(objectName(), icon));
    button->setIcon(tintedIcon(icon));
    button->setIconSize({icon_side, icon_side});
    button->setAutoRaise(true);
    button->setAccessibleName(name);
    button->setToolTip(tip);
    bar->layout()->addWidget(button);
    return button;
}

void PictureFrame::setMaximised(bool maximised) {
    m_maximise->setChecked(maximised);
    m_maximise->setIcon(tintedIcon(maximised ? QStringLiteral("restore") : QStringLiteral("maximise")));
}

// Made when it is first asked for: most tables never are.
void PictureFrame::makeTable() {
    m_rows = new PictureTableModel(this);
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("table.%1").arg(pictureName(m_picture->kind())));
    m_table->setAccessibleName(tr("Table of %1").arg(m_picture->title()));
    m_table->setToolTip(tr("The numbers of this picture; a row selects the same thing everywhere. A click on a heading "
                           "sorts, and so do Alt+Up and Alt+Down by the column of the present cell"));
    m_table->setModel(m_rows);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setFont(textFont(Type::secondary));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(table_row);
    m_table->setWordWrap(false);
    m_table->horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder); // the picture's own order at first
    m_table->horizontalHeader()->setSortIndicatorClearable(true);
    m_table->setSortingEnabled(true);
    m_splitter->addWidget(m_table);
    updateTable();
    m_table->resizeColumnsToContents();
    for (const auto& [key, order] : {std::pair{Qt::Key_Up, Qt::AscendingOrder}, std::pair{Qt::Key_Down, Qt::DescendingOrder}}) {
        auto* sort = new QShortcut(QKeySequence(Qt::ALT | key), m_table, nullptr, nullptr, Qt::WidgetShortcut);
        connect(sort, &QShortcut::activated, m_table, [this, order = order] {
            m_table->sortByColumn(std::max(0, m_table->currentIndex().column()), order);
        });
    }
    connect(m_table, &QTableView::activated, this,
            [this](const QModelIndex& index) { emit rowActivated(m_rows->subjectAt(index.row())); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& index) {
        if (!m_selecting && index.isValid())
            m_selection.select(m_rows->subjectAt(index.row()));
    });
}

void PictureFrame::refreshTable() { updateTable(); }

void PictureFrame::setTableShown(bool shown) {
    if (shown && m_table == nullptr)
        makeTable();
    if (m_table != nullptr)
        m_table->setVisible(shown);
    m_tableButton->setChecked(shown);
    if (shown) {
        updateTable();
        updateSelection();
    }
}

bool PictureFrame::isTableShown() const { return m_table != nullptr && !m_table->isHidden(); }

void PictureFrame::compareWith(ComparedCeilings& ceilings) {
    m_ceilings = &ceilings;
    connect(m_ceilings, &ComparedCeilings::changed, this, &PictureFrame::followComparison);
    followComparison();
}

void PictureFrame::followComparison() {
    follow();
    if (!m_behind)
        updateTable(); // other columns, also of pictures whose rows stay
}

void PictureFrame::follow() {
    if (isVisible())
        catchUp();
    else
        m_behind = true;
}

void PictureFrame::catchUp() {
    m_behind = false;
    const bool stale = !m_document.isLegal();
    if (m_document.hasEstimate())
        m_picture->setResult(&m_document.pictured(), &m_document.estimate(), stale,
                             m_ceilings != nullptr ? m_ceilings->current() : nullptr);
    else
        m_picture->setResult(nullptr, nullptr, stale);
    m_subtitle->setText(m_picture->subtitle());
    // Measured runs and a search's plans do not change with the plan, and there are many of them.
    const PictureKind kind = m_picture->kind();
    const bool others = kind == PictureKind::validation || kind == PictureKind::planner || kind == PictureKind::sweep;
    if (!others || m_rows == nullptr || m_rows->rowCount() == 0)
        updateTable();
}

void PictureFrame::updateTable() {
    if (!isTableShown())
        return;
    PictureTable table = m_picture->table();
    const bool otherColumns = m_rows->rowCount() == 0 || !m_rows->hasHeader(table.header);
    m_rows->setTable(std::move(table));
    if (otherColumns)
        m_table->resizeColumnsToContents();
}

void PictureFrame::updateSelection() {
    m_picture->setSelection(m_selection.subject());
    if (!isTableShown())
        return;
    m_selecting = true; // the row follows the selection and must not set it again
    const int row = m_rows->rowOf(m_selection.subject());
    if (row < 0)
        m_table->clearSelection();
    else
        m_table->selectRow(row);
    m_selecting = false;
}

void PictureFrame::showEvent(QShowEvent* event) {
    QFrame::showEvent(event);
    if (m_behind)
        catchUp();
    updateSelection();
}

void PictureFrame::changeEvent(QEvent* event) {
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        m_picture->setTheme(currentTheme());
}

void PictureFrame::exportPicture() {
    Settings settings;
    const QString proposal = QStringLiteral("%1/%2.png").arg(settings.lastFolder(), pictureName(m_picture->kind()));
    const QString path = QFileDialog::getSaveFileName(this, tr("Export %1").arg(m_picture->title()), proposal,
                                                      tr("PNG image (*.png);;SVG drawing (*.svg)"));
    if (path.isEmpty())
        return;
    settings.setLastFolder(QFileInfo(path).absolutePath());
    QString error;
    const bool vector = path.endsWith(QLatin1String(".svg"), Qt::CaseInsensitive);
    const bool written = m_picture->exportTo(path, m_picture->size(), &error, vector ? 1 : 2);
    emit message(written ? tr("Written: %1").arg(path) : tr("Not written: %1").arg(error));
}

} // namespace ridgepoint
