// SPDX-License-Identifier: GPL-3.0-or-later
// One section of the Plan dock: a heading and rows; the ways its controls change the document.
#pragma once

#include "models/scenario.hpp"
#include "ui/controls/labelled_slider.hpp"
#include "ui/controls/segmented_control.hpp"

#include <QString>
#include <QWidget>

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QToolButton;
class QVBoxLayout;

namespace ridgepoint {

class ChangedMark;
class Document;
struct ValueStop;

class PlanSection : public QWidget {
    Q_OBJECT
public:
    PlanSection(Document& document, const QString& title);
    virtual void follow(const Scenario& now, const Scenario& saved) = 0;
    void setBlamed(const std::set<std::string>& keys) { m_blamed = keys; }

protected:
    using Change = std::function<void(Scenario&)>;
    /// One undoable change; the document names it.
    void edit(const QString& control, const Change& change);
    /// The plan at the press while a slider is dragged, else the present one: what a drag compares with.
    const Scenario& base() const;
    void beginDrag();
    void endDrag();

    void setRemark(const QString& text); ///< right of the title
    /// The heading becomes a button that folds the rows away; they start folded. `name` is its object name.
    void makeFoldable(const QString& name);
    void setFolded(bool folded);
    bool isFolded() const;
    /// "Micro-batch": slider and box; `control` is also its object name.
    LabelledSlider* addSlider(const QString& control, const QString& label, const QString& unit,
                              const QString& toolTip, const std::function<void(int)>& edited);
    QComboBox* addCombo(const QString& control, const QString& label, const QString& toolTip);
    SegmentedControl* addChoice(const QString& control, const QString& label, const QString& toolTip,
                                const std::vector<SegmentedControl::Choice>& choices);
    QWidget* addRow(const QString& label, QWidget* control, QWidget* buddy);
    void addWide(QWidget* widget);
    QLabel* addNote(); ///< a line of secondary text below the last row
    bool isBlamed(const char* key) const; ///< blamedKeys() of the last follow

    static void mark(QWidget* control, bool changed); ///< the accent bar at its left edge
    static std::vector<LabelledSlider::Stop> toStops(const std::vector<ValueStop>& stops);

    Document& m_document;

private:
    QWidget* m_body;
    QVBoxLayout* m_rows; ///< of the body
    QHBoxLayout* m_heading;
    QLabel* m_title;
    QToolButton* m_fold = nullptr;
    QLabel* m_remark;
    std::optional<Scenario> m_base;
    std::set<std::string> m_blamed;
};

/// Selects the item whose data is `id`, without a signal; `text` is added for one the list has not.
void showChoice(QComboBox* combo, const QString& id, const QString& text);

} // namespace ridgepoint
