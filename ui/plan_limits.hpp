// SPDX-License-Identifier: GPL-3.0-or-later
// What a search for plans is held to: a button for every value held fast or range, pressed while it is in force.
#pragma once

#include "models/planner/plan_range.hpp"

#include <QObject>

#include <vector>

class QComboBox;
class QPushButton;
class QToolButton;

namespace ridgepoint {

class CheckedEdit;
class Document;
class PageBar;

class PlanLimits : public QObject {
    Q_OBJECT
public:
    PlanLimits(Document& document, PageBar* bar);

    void follow(); ///< the scenario changed
    void apply(PlanConstraints& constraints) const;
    void clear();

signals:
    void changed(); ///< by the user
    void problem(const QString& text); ///< with what was typed; empty: none
private:
    struct Limit {
        PlanAxis axis{};
        QToolButton* button = nullptr;
        bool always = false; ///< the button is there for holding the present value fast
        std::optional<ValueRange> range{};
    };
    void addButton(PageBar* bar, PlanAxis axis, bool always);
    void addRange(PageBar* bar);
    void toggle(Limit& limit, bool on);
    void read(const QString& text);
    void showRange();
    QString wordsOf(const Limit& limit) const;
    Limit& limitOf(PlanAxis axis);
    PlanAxis typedAxis() const;

    Document& m_document;
    std::vector<Limit> m_limits;
    std::vector<Recompute> m_policies; ///< the one that is held fast
    QComboBox* m_axis = nullptr;
    CheckedEdit* m_range = nullptr;
    QPushButton* m_clear = nullptr;
};

} // namespace ridgepoint
