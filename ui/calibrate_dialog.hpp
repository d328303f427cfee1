// SPDX-License-Identifier: GPL-3.0-or-later
// "Calibrate…": choose what measuring tools printed, see the fit against the points, name it, keep it, use it.
#pragma once

#include "models/calibration/import.hpp"
#include "plots/theme.hpp"

#include <QDialog>
#include <QStringList>

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QVBoxLayout;

namespace ridgepoint {

class CalibrationPicture;
class CalibrationStore;
class Document;
class SegmentedControl;

class CalibrateDialog : public QDialog {
    Q_OBJECT
public:
    /// `store` may be null: then a calibration can be used in the scenario, not kept.
    CalibrateDialog(Document& document, CalibrationStore* store, Theme theme, QWidget* parent = nullptr);

    /// All of the files or none; false, with the reason shown, where one is refused.
    bool importFiles(calibration::ImportKind kind, const QStringList& paths);
    const Calibration& calibration() const { return m_calibration; }
    void setCalibrationName(const QString& name);
    bool save(); ///< keeps it and uses it in the scenario

private:
    void makeInputs(QVBoxLayout& column);
    void chooseFiles();
    void present(const Calibration& calibration);
    void fillKept();
    void chooseKept(int row);
    void removeKept();
    void tell(const QString& text, bool trouble);
    Scenario scenarioNamed(const std::string& name, const QString& folder) const;

    Document& m_document;
    CalibrationStore* m_store;
    Calibration m_calibration;
    QList<CalibrationRef> m_kept;
    QComboBox* m_kind = nullptr;
    QSpinBox* m_domain = nullptr;
    QLineEdit* m_name = nullptr;
    QListWidget* m_list = nullptr;
    CalibrationPicture* m_picture = nullptr;
    SegmentedControl* m_view = nullptr;
    QPlainTextEdit* m_fit = nullptr;
    QLabel* m_message = nullptr;
    QPushButton* m_save = nullptr;
    QPushButton* m_remove = nullptr;
};

} // namespace ridgepoint
