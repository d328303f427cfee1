// SPDX-License-Identifier: GPL-3.0-or-later
// What the window works on: one scenario, its estimate, and its history. Changes only through undoable
// commands.
#pragma once

#include "models/advise.hpp"
#include "models/estimate.hpp"
#include "models/formats/presets.hpp"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <functional>
#include <optional>

class QAction;

namespace ridgepoint {

/// Which control a change comes from; changes of the same control within one gesture are one step of undo.
/// A mouse drag is a gesture from press to release; keys, wheel and typing merge within 600 ms.
using ControlId = QString; ///< "plan.tp", "precision", "mesh"

class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(const Presets& presets, QObject* parent = nullptr);
    ~Document() override;

    const Presets& presets() const { return m_presets; }
    const Scenario& scenario() const { return m_scenario; } ///< as the user set it, legal or not
    bool isLegal() const { return m_violations.empty(); }
    const std::vector<Violation>& violations() const { return m_violations; }

    /// The last legal scenario and its estimate (with slots); what pictures show. Null before there was one.
    bool hasEstimate() const { return m_pictured.has_value(); }
    const Scenario& pictured() const { return *m_pictured; }
    const Estimate& estimate() const { return m_estimate; }
    /// Of the pictured scenario. Worked out at the first call after a change (up to 3 ms), so that nobody
    /// pays for it who does not show it.
    const Verdict& verdict() const;
    double estimateMicroseconds() const { return m_estimateMicroseconds; }

    /// For history lists. Undo and redo themselves go through the actions or slots below.
    QUndoStack* undoStack() { return &m_undo; }
    QAction* createUndoAction(QObject* parent); ///< text and enabled state follow the history
    QAction* createRedoAction(QObject* parent);
    bool canUndo() const { return !m_inGesture && m_undo.canUndo(); } ///< never while a mouse button is down
    bool canRedo() const { return !m_inGesture && m_undo.canRedo(); }

    /// One undoable change; nothing happens when `next` is what there is. `text` says what ("Load the plan of
    /// the paper"). Left empty, it is made from what differs between the step's first and last scenario
    /// ("Set tensor parallel 2 → 8"), and stays right when a drag goes on.
    void change(const ControlId& control, const QString& text, const Scenario& next);
    void change(const ControlId& control, const Scenario& next) { change(control, QString(), next); }
    void beginGesture(); ///< mouse pressed
    void endGesture();   ///< mouse released: the next change starts a new step
    bool inGesture() const { return m_inGesture; }

    /// Another scenario: a new stack. `libraryId` is 0 for one that is not in the library.
    void open(const Scenario& scenario, qint64 libraryId = 0);
    /// The last state of a session that ended without saving: like open, but it counts as modified.
    void openRecovered(const Scenario& scenario, qint64 libraryId);
    qint64 libraryId() const { return m_libraryId; }
    void markSaved(qint64 libraryId);
    bool isModified() const { return !m_undo.isClean(); }

    /// Milliseconds from any fixed moment. Replaced by tests.
    void setClock(std::function<qint64()> clock) { m_clock = std::move(clock); }

public slots:
    void undo(); ///< does nothing when canUndo() is false
    void redo();

signals:
    void changed(); ///< scenario, violations, estimate or verdict: emitted once a change, from any cause
    void opened();  ///< another scenario altogether; `changed` follows
    void savedStateChanged();
    void gestureChanged(bool open); ///< a mouse drag began or ended
    void undoStateChanged();        ///< canUndo, canRedo or their texts

private:
    friend class ChangeScenario;
    void replace(const Scenario& scenario, qint64 libraryId, bool modified);
    void follow(); ///< the history moved: estimate what is there now and tell
    void refresh();
    bool continuesStep(const ControlId& control, qint64 now) const;

    const Presets& m_presets;
    Scenario m_scenario;
    std::vector<Violation> m_violations;
    std::optional<Scenario> m_pictured;
    Estimate m_estimate;
    mutable std::optional<Verdict> m_verdict;
    double m_estimateMicroseconds = 0;
    QUndoStack m_undo;
    std::function<qint64()> m_clock;
    ControlId m_lastControl; ///< empty: the next change starts a new step
    qint64 m_lastChangeMs = 0;
    int m_step = 0; ///< commands of one step carry the same number
    bool m_inGesture = false;
    bool m_replacing = false;
    qint64 m_libraryId = 0;
};

} // namespace ridgepoint
