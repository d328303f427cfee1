// SPDX-License-Identifier: GPL-3.0-or-later
// Predicted against measured: the picture, its filters, the worst runs in a table. A click loads a run.
#pragma once

#include "plots/validation_picture.hpp"
#include "ui/background.hpp"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QProgressBar;
class QPushButton;

namespace ridgepoint {

class ComparedCeilings;
class Document;
class MeasuredRuns;
class PictureFrame;
class SelectionModel;

/// The runs at the other sets of ceilings; takes some tenths of a second.
std::vector<ValidationPicture::Elsewhere> elsewhere(const Validation& runs, const std::vector<CalibrationRef>& kept,
                                                    const WorkOptions& options = {});

class ValidationPage : public QWidget {
    Q_OBJECT
public:
    ValidationPage(Document& document, SelectionModel& selection, MeasuredRuns& measured, QWidget* parent = nullptr);
    PictureFrame* frame() const { return m_frame; }
    void compareWith(ComparedCeilings& ceilings); ///< it outlives the page

private:
    QWidget* makeBar();
    QComboBox* addFilter(QWidget* bar, const char* name, const QString& all, const QString& tip);
    void fillFilters();
    void fill(QComboBox* combo, const std::vector<std::pair<QString, std::string>>& entries);
    void applyFilter();
    void showAll();
    void showRuns();
    void showState();
    void followPlan();
    void predictElsewhere(); ///< the runs at the other ceilings, in a thread of its own
    void load(const Subject& run);
    ValidationPicture& picture() const;

    Document& m_document;
    SelectionModel& m_selection;
    MeasuredRuns& m_measured;
    ComparedCeilings* m_ceilings = nullptr;
    Background m_elsewhere;
    PictureFrame* m_frame = nullptr;
    QComboBox* m_accelerator = nullptr;
    QComboBox* m_precision = nullptr;
    QComboBox* m_parallelism = nullptr;
    QComboBox* m_model = nullptr;
    QCheckBox* m_headline = nullptr;
    QPushButton* m_all = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_stop = nullptr;
};

} // namespace ridgepoint
