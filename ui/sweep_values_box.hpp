// SPDX-License-Identifier: GPL-3.0-or-later
// Which values of one input are swept: a range and how many, or a list to tick.
#pragma once

#include "models/sweep_values.hpp"

#include <QWidget>

#include <map>
#include <set>
#include <vector>

class QLabel;
class QSpinBox;

namespace ridgepoint {

class CheckedEdit;
class CheckMenu;

/// What was typed is kept for every input by itself, so that it is there again when the input is chosen again.
class SweepValuesBox : public QWidget {
    Q_OBJECT
public:
    /// `name`: "sweep.x", what the names of its controls begin with.
    SweepValuesBox(const QString& name, QWidget* parent);

    /// Follows the scenario and the chosen input. `most`: values that a picture can show.
    void follow(const Scenario& scenario, const Recipes& recipes, SweepKey key, std::size_t most);
    const std::vector<double>& values() const { return m_values; } ///< ascending; empty where there is a problem
    const QString& problem() const { return m_problem; }           ///< names the value and what is allowed

signals:
    void changed(); ///< by the user

private:
    struct Wish {
        QString from, to; ///< as typed; empty: the usual end
        int count = 0;    ///< 0: as many as there are, or can be shown
        std::set<double> left_out;
    };
    CheckedEdit* addEdit(const char* name, const QString& spoken, QString Wish::*field);
    void addCount();
    void followRange(const Scenario& scenario, const Recipes& recipes);
    void followList(const Scenario& scenario, const Recipes& recipes);
    std::optional<double> end(CheckedEdit* edit, const QString& typed, double usual, ValueSpan span);
    void fail(CheckedEdit* edit, const QString& problem);
    Wish& wish() { return m_wishes[m_key]; }

    QString m_name;
    SweepKey m_key{};
    std::size_t m_most = 0;
    std::map<SweepKey, Wish> m_wishes;
    std::vector<double> m_values, m_usual;
    QString m_problem;
    QWidget* m_range = nullptr;
    CheckedEdit* m_from = nullptr;
    CheckedEdit* m_to = nullptr;
    QSpinBox* m_count = nullptr;
    CheckMenu* m_list = nullptr;
};

} // namespace ridgepoint
