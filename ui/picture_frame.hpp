// SPDX-License-Identifier: GPL-3.0-or-later
// A picture with its title bar, its buttons and the table beside it.
#pragma once

#include "plots/picture.hpp"

#include <QFrame>

class QLabel;
class QProgressBar;
class QSplitter;
class QTableView;
class QToolButton;

namespace ridgepoint {

class ComparedCeilings;
class Document;
class PictureTableModel;
class SelectionModel;

/// Follows the document while it is shown; a hidden one catches up when it is shown again.
class PictureFrame : public QFrame {
    Q_OBJECT
public:
    PictureFrame(PictureKind kind, Document& document, SelectionModel& selection, QWidget* parent = nullptr);

    Picture& picture() { return *m_picture; }
    void setTableShown(bool shown);
    bool isTableShown() const;
    void setMaximised(bool maximised); ///< only how the button looks
    void exportPicture();              ///< asks for a file
    void compareWith(ComparedCeilings& ceilings); ///< shows ghosts while it is on; it outlives the frame
    void refreshTable();               ///< after the picture itself changed what it shows

signals:
    void maximiseRequested();
    void message(const QString& text); ///< for the status bar
    void rowActivated(const ridgepoint::Subject& subject); ///< of the table: double-clicked, or Enter

protected:
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeTitleBar();
    QToolButton* addButton(QWidget* bar, const QString& icon, const QString& name, const QString& tip);
    void makeTable();
    void follow();
    void followComparison();
    void catchUp();
    void updateTable();
    void updateSelection();

    Document& m_document;
    SelectionModel& m_selection;
    ComparedCeilings* m_ceilings = nullptr;
    Picture* m_picture;
    QLabel* m_title = nullptr;
    QLabel* m_subtitle = nullptr;
    QToolButton* m_tableButton = nullptr;
    QToolButton* m_maximise = nullptr;
    QSplitter* m_splitter;
    QTableView* m_table = nullptr;
    PictureTableModel* m_rows = nullptr;
    bool m_behind = true;
    bool m_selecting = false;
};

} // namespace ridgepoint
