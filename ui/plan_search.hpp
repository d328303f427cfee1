// SPDX-License-Identifier: GPL-3.0-or-later
// One search for plans at a time, in a thread of its own; a newer request cancels the older.
#pragma once

#include "models/planner/plan_view.hpp"
#include "ui/background.hpp"

#include <QObject>

#include <memory>

namespace ridgepoint {

class Document;

class PlanSearch : public QObject {
    Q_OBJECT
public:
    using Found = std::shared_ptr<const FoundPlans>;

    using QObject::QObject;

    void start(PlannerRequest request);
    void stop() { m_background.stop(); } ///< what was found by then is still told
    bool isRunning() const { return m_background.isRunning(); }
    Found latest() const { return m_latest; } ///< told last, on the way or at the end; null: nothing yet

signals:
    /// The answer so far; null before anything was priced.
    void progressed(const std::shared_ptr<const ridgepoint::FoundPlans>& so_far, double share);
    /// Not of a search that a newer one replaced. `result.whole` is false where it was stopped.
    void finished(const std::shared_ptr<const ridgepoint::FoundPlans>& found);

private:
    Found m_latest;
    Background m_background;
};

/// One step of undo: the plan at hand before is one Ctrl+Z away.
void loadPlan(Document& document, const FoundPlans& found, const PlanKey& key);

} // namespace ridgepoint
