// SPDX-License-Identifier: GPL-3.0-or-later
// Four live pictures at once: Roofline, Network, Memory, and Pipeline (Timeline where there is no pipeline).
#pragma once

#include "plots/picture.hpp"

#include <QWidget>

#include <array>

class QGridLayout;

namespace ridgepoint {

class ComparedCeilings;
class Document;
class PictureFrame;
class SelectionModel;

class OverviewPage : public QWidget {
    Q_OBJECT
public:
    OverviewPage(Document& document, SelectionModel& selection, QWidget* parent = nullptr);

    void fitAll();
    void compareWith(ComparedCeilings& ceilings); ///< it outlives the page
    void exportPage(); ///< asks for a file
    PictureFrame* frame(PictureKind kind) const; ///< null for one not made yet

signals:
    void message(const QString& text);

private:
    PictureFrame* add(PictureKind kind, int row, int column);
    void chooseLast();
    void toggleMaximised(PictureFrame* frame);
    void arrange();

    Document& m_document;
    SelectionModel& m_selection;
    ComparedCeilings* m_ceilings = nullptr;
    QGridLayout* m_grid;
    std::array<PictureFrame*, picture_kind_count> m_frames{}; ///< by PictureKind
    PictureFrame* m_maximised = nullptr;
};

} // namespace ridgepoint
