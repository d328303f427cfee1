// SPDX-License-Identifier: GPL-3.0-or-later
// What the window works on: one scenario, its estimate, and its history. Changes only through undoable commands.
#pragma once

#include "models/advise.hpp"
#include "models/estimate.hpp"
#include "models/formats/presets.hpp"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <optional>

namespace ridgepoint {

/// Which control a change comes from; changes of the same control within one gesture are one step of undo.
/// A mouse drag is a gesture from press to release; keys, wheel and typing merge within 600 ms.
using ControlId = QString; ///< "plan.tp", "precision", "mesh"

class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(const Presets& presets, QObject* parent = nullptr);

    const Presets& presets() const { return m_presets; }
    const Scenario& scenario() const { return m_scenario; } ///< as the user set it, legal or not
    bool isLegal() const { return m_violations.empty(); }
    const std::vector<Violation>& violations() const { return m_violations; }

    /// The last legal scenario and its estimate (with slots); what pictures show. Null before there was one.
    bool hasEstimate() const { return m_pictured.has_value(); }
    const Scenario& pictured() const { return *m_pictured; }
    const Estimate& estimate() const { return m_estimate; }
    const Verdict& verdict() const { return m_verdict; }
    double estimateMicroseconds() const { return m_estimateMicroseconds; }

    QUndoStack* undoStack() { return &m_undo; }

    /// One undoable change. `text` says what ("Set tensor parallel 2 → 8").
    void change(const ControlId& control, const QString& text, const Scenario& next);
    void beginGesture(); ///< mouse pressed
    void endGesture();   ///< mouse released: the next change starts a new step
    bool inGesture() const { return m_inGesture; }

    /// Another scenario: a new stack. `libraryId` is 0 for one that is not in the library.
    void open(const Scenario& scenario, qint64 libraryId = 0);
    qint64 libraryId() const { return m_libraryId; }
    void markSaved(qint64 libraryId);
    bool isModified() const { return !m_undo.isClean(); }

signals:
    void changed();  ///< scenario, violations, estimate or verdict: emitted once a change, from any cause
    void opened();   ///< another scenario altogether
    void savedStateChanged();

private:
    friend class ChangeScenario;
    void assign(const Scenario& next);

    const Presets& m_presets;
    Scenario m_scenario;
    std::vector<Violation> m_violations;
    std::optional<Scenario> m_pictured;
    Estimate m_estimate;
    Verdict m_verdict;
    double m_estimateMicroseconds = 0;
    QUndoStack m_undo;
    bool m_inGesture = false;
    int m_gesture = 0;
    qint64 m_lastChangeMs = 0;
    qint64 m_libraryId = 0;
};

} // namespace ridgepoint
