// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/help_dialogs.hpp"

#include "ui/actions.hpp"

#include <QApplication>
#include <QCoreApplication>
#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QMessageBox>
#include <QTableWidget>
#include <QVBoxLayout>

#include <utility>

namespace ridgepoint {
namespace {

class Help {
    Q_DECLARE_TR_FUNCTIONS(Help)
public:
    static QList<std::pair<QString, QString>> pictureKeys();
    static QString about();
};

QList<std::pair<QString, QString>> Help::pictureKeys() {
    return {{tr("On the mesh bar: next edge"), tr("Tab")},
            {tr("On the mesh bar: the edge by one stop"), tr("Left, Right")},
            {tr("On the mesh bar: the neighbour pays"), tr("Shift with a drag")},
            {tr("On a slider: next stop; double, halve"), tr("Arrows; Page Up, Page Down")},
            {tr("On a picture: zoom about the pointer"), tr("Wheel")},
            {tr("On a picture: move"), tr("Drag")},
            {tr("On a picture: next value; load its plan or run"), tr("Page Down; Enter")}};
}

QString Help::about() {
    return tr("<h3>Ridgepoint %1</h3>"
              "<p>A live cost model of LLM training runs.</p>"
              "<p>Free software under the GNU General Public License, version 3 or later. "
              "It uses Qt and Qt Charts (GPL 3), QCustomPlot (GPL 3), nlohmann/json, {fmt} and CLI11 (MIT and BSD) "
              "and SQLite (public domain).</p>")
        .arg(QCoreApplication::applicationVersion());
}

} // namespace

void showShortcuts(const ActionRegistry& actions, QWidget* parent) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setObjectName(QStringLiteral("shortcuts"));
    dialog->setWindowTitle(Help::tr("Keyboard shortcuts"));
    dialog->resize(520, 560);
    QList<std::pair<QString, QString>> rows;
    for (const QAction* action : actions.all()) {
        const QString keys = action->shortcut().toString(QKeySequence::NativeText);
        if (!keys.isEmpty())
            rows.append({QString(action->text()).remove(QLatin1Char('&')), keys});
    }
    rows += Help::pictureKeys();
    auto* table = new QTableWidget(int(rows.size()), 2, dialog);
    table->setAccessibleName(Help::tr("Keyboard shortcuts"));
    table->setHorizontalHeaderLabels({Help::tr("Action"), Help::tr("Keys")});
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->verticalHeader()->hide();
    table->horizontalHeader()->setSectionResizeMode(0, QHeaderView::Stretch);
    table->horizontalHeader()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    for (int row = 0; row < rows.size(); ++row) {
        table->setItem(row, 0, new QTableWidgetItem(rows[row].first));
        table->setItem(row, 1, new QTableWidgetItem(rows[row].second));
    }
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, dialog);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    auto* column = new QVBoxLayout(dialog);
    column->addWidget(table);
    column->addWidget(buttons);
    dialog->show();
}

void showAbout(QWidget* parent) { QMessageBox::about(parent, Help::tr("About Ridgepoint"), Help::about()); }

} // namespace ridgepoint
